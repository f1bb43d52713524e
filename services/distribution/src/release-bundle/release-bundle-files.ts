import { isAllowed } from '@packhouse/kernel/access/authorisation.ts';
import type { Peers } from '@packhouse/peers/peers.ts';
import type { Db } from '../schema.ts';
import { selectFiles, selectReleaseBundle } from './release-bundle-queries.ts';
import { releaseBundleResource } from './release-bundle-resource.ts';

/** Tells other services what is in the versions of release bundles that somebody may read. */
export function releaseBundleFiles(db: Db): NonNullable<Peers['releaseBundleFiles']> {
  return async (actor, { name, version }) => {
    const bundle = isAllowed(actor, 'read', releaseBundleResource(name, version)) ? await selectReleaseBundle(db, name, version) : undefined;
    if (!bundle) return undefined;
    const files = await selectFiles(db, bundle.id);
    return { createdAt: bundle.created_at, files: files.map(({ repository, path, sha256 }) => ({ repository, path, sha256 })) };
  };
}
