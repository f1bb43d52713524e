import { distributionWords } from '@packhouse/contract/distribution/distribution-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { type Actor, authorise } from '@packhouse/kernel/access/authorisation.ts';
import type { FoundFile } from '@packhouse/peers/release-bundle-storage.ts';
import type { Context } from '../context.ts';
import type { NestedSource } from '../schema.ts';
import { selectFiles, selectReleaseBundle } from './release-bundle-queries.ts';
import { releaseBundleResource } from './release-bundle-resource.ts';

/** A file with where its content is, which may be another place than the one it is known by. */
export interface SourcedFile extends FoundFile {
  source: { repository: string; path: string };
}

/**
 * The files of a signed version, as it keeps them: whatever became of them where they were found. Whoever may only send a version does not get at them.
 * @throws AppError `not_found`, `forbidden`, `conflict` for one that is not signed
 */
export async function findKeptFiles(context: Context, actor: Actor, { name, version }: NestedSource): Promise<SourcedFile[]> {
  authorise(actor, 'read', releaseBundleResource(name, version));
  const row = await selectReleaseBundle(context.db, name, version);
  if (!row) throw new AppError(distributionWords.no_release_bundle, { name, version });
  if (row.state !== 'SIGNED' || row.incoming) throw new AppError(distributionWords.source_not_signed, { name, version });
  return (await selectFiles(context.db, row.id)).map(({ repository, path, sha256, size, properties, format }) => {
    const source = { repository: row.storing_repository, path: `${name}/${version}/${repository}/${path}` };
    return { repository, path, sha256, size, properties, format, source };
  });
}
