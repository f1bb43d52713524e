import { mediaTypes } from '@packhouse/formats/container/media-types.ts';
import type { Context } from '../../context.ts';
import { isExpired } from '../../storage/expiry.ts';
import { selectIndexes, selectTagExpiries } from './container-queries.ts';
import { readManifestIn } from './manifest-reading.ts';
import { type FoundManifest, readManifest } from './manifest-store.ts';

const indexTypes = [mediaTypes.ociIndex, mediaTypes.dockerList];

/** The indexes of an image, by what they name. */
async function readIndexes(context: Context, repositoryId: number, image: string): Promise<{ sha256: string; names: ReadonlySet<string> }[]> {
  const found = await selectIndexes(context.db, repositoryId, image, indexTypes);
  return Promise.all(
    found.map(async (sha256) => {
      const { manifests } = await readManifestIn(context, (await readManifest(context, sha256)).bytes);
      return { sha256, names: new Set(manifests.map(({ digest }) => digest)) };
    }),
  );
}

/**
 * When the last tag expired that stands for a manifest or for an index that names it. Undefined while one of them has not, and for what something
 * leads to that was never tagged: a digest by itself does not expire.
 */
export async function lastExpiry(context: Context, { repository, artifact, digest }: FoundManifest, image: string): Promise<Date | undefined> {
  const tags = await selectTagExpiries(context.db, repository.id, image);
  if (tags.length === 0) return undefined;
  const indexes = await readIndexes(context, repository.id, image);
  const seen = new Set<string>();
  const open = [{ sha256: artifact.sha256, digests: [digest, `sha256:${artifact.sha256}`] }];
  let last: Date | undefined;
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    const { sha256, digests } = one;
    if (seen.has(sha256)) continue;
    seen.add(sha256);
    const own = tags.filter((tag) => tag.sha256 === sha256);
    const above = indexes.filter(({ names }) => digests.some((text) => names.has(text)));
    if ((own.length === 0 && above.length === 0) || own.some((tag) => !isExpired(tag))) return undefined;
    for (const { expiresAt } of own) if (expiresAt && (!last || expiresAt > last)) last = expiresAt;
    for (const index of above) open.push({ sha256: index.sha256, digests: [`sha256:${index.sha256}`] });
  }
  return last;
}
