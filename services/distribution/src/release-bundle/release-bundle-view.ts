import type { ReleaseBundle, ReleaseBundleFile, ReleaseBundleSource, ReleaseBundleSummary } from '@packhouse/contract/distribution/release-bundle-routes.ts';
import { type Actor, isAllowed } from '@packhouse/kernel/access/authorisation.ts';
import type { KeptSource } from '../schema.ts';
import { mayDistributeSomewhere } from './destination.ts';
import type { GivenFile, ListedReleaseBundle, ShownReleaseBundle } from './release-bundle-queries.ts';
import { releaseBundleResource } from './release-bundle-resource.ts';

export function toSummary(row: ListedReleaseBundle): ReleaseBundleSummary {
  return {
    name: row.name,
    version: row.version,
    type: row.type,
    state: row.state,
    status: row.status,
    description: row.description,
    ...(row.tag === '' ? {} : { tag: row.tag }),
    files: row.files,
    bytes: row.bytes,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by,
    ...(row.signed_at === null ? {} : { signedAt: row.signed_at.toISOString() }),
  };
}

/** The console's form has one kind of source, and not every kind; clients go on with the others. */
function isOfForm(source: KeptSource | null): source is ReleaseBundleSource {
  return source !== null && source.from !== 'combined' && source.from !== 'package' && source.from !== 'bundle';
}

export function toReleaseBundle(row: ShownReleaseBundle, actor: Actor): ReleaseBundle {
  const can = (action: 'annotate' | 'deploy' | 'delete') => isAllowed(actor, action, releaseBundleResource(row.name, row.version));
  const isOpen = row.type === 'source' && row.state === 'OPEN';
  return {
    ...toSummary(row),
    releaseNotes: { syntax: row.notes_syntax, content: row.notes },
    ...(isOfForm(row.source) ? { source: row.source } : {}),
    storingRepository: row.storing_repository,
    ...(row.signed_by === null ? {} : { signedBy: row.signed_by }),
    ...(row.key_fingerprint === null ? {} : { keyFingerprint: row.key_fingerprint }),
    ...(row.manifest_sha256 === null ? {} : { manifestSha256: row.manifest_sha256 }),
    may: {
      change: isOpen && isOfForm(row.source) && can('deploy'),
      sign: isOpen && can('deploy'),
      distribute: row.type === 'source' && row.state === 'SIGNED' && mayDistributeSomewhere(actor, row, 'distribute'),
      recall: row.type === 'source' && row.state === 'SIGNED' && mayDistributeSomewhere(actor, row, 'delete'),
      promote: row.state === 'SIGNED' && !row.incoming && can('annotate'),
      delete: can('delete'),
    },
  };
}

export function toFile(row: GivenFile): ReleaseBundleFile {
  const { repository, path, sha256, size, properties } = row;
  return { repository, path, sourceRepository: row.source_repository, sourcePath: row.source_path, sha256, size, properties };
}
