import { requiredBlobs } from '@packhouse/formats/container/manifest.ts';
import { blobPath, needDigest } from '@packhouse/formats/container/reference.ts';
import type { Context } from '../context.ts';
import { readManifestIn } from '../protocols/container/manifest-reading.ts';
import { readManifest } from '../protocols/container/manifest-store.ts';
import { getFolder } from '../storage/path.ts';
import type { Aql, Criterion } from './aql.ts';
import { selectManifestsIn } from './aql-queries.ts';
import { type BorrowedFiles, manifestFolder } from './borrowed-files.ts';

const mostImages = 500;
/** Some hundred times what as many images have; a manifest may name tens of thousands. */
const mostLayers = 100_000;

/**
 * Clients look for an image's layers in the folder of its tag. Here images share their layers, so these are found there but not stored there.
 * Whoever asks for folders too wants to change what is in them, and must not be given what other tags need.
 */
export async function imageLayers(context: Context, aql: Aql): Promise<BorrowedFiles> {
  const folders = new Set<string>();
  let asksForKinds = false;
  const collect = (criterion: Criterion): void => {
    if (criterion.kind !== 'compare') criterion.parts.forEach(collect);
    else if (criterion.field === 'type') asksForKinds = true;
    else if (criterion.field === 'path' && typeof criterion.value === 'string' && criterion.value.includes('/')) folders.add(manifestFolder(criterion.value));
  };
  collect(aql.criteria);
  const borrowed = new Map<string, { repositoryId: number; path: string }[]>();
  let left = mostLayers;
  if (asksForKinds || folders.size === 0 || folders.size > mostImages) return borrowed;
  for (const { repositoryId, folder, sha256 } of await selectManifestsIn(context.db, [...folders], mostImages)) {
    const layers = requiredBlobs(await readManifestIn(context, (await readManifest(context, sha256)).bytes)).slice(0, left);
    left -= layers.length;
    const paths = layers.map((digest) => ({ repositoryId, path: blobPath(getFolder(folder), needDigest(digest)) }));
    borrowed.set(folder, [...(borrowed.get(folder) ?? []), ...paths]);
  }
  return borrowed;
}
