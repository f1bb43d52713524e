import { getFormat } from '@packhouse/formats/formats.ts';
import { type Actor, authorise } from '@packhouse/kernel/access/authorisation.ts';
import type { PlacedFile, ReleaseBundlePlace } from '@packhouse/peers/release-bundle-storage.ts';
import type { Context } from '../context.ts';
import { type LocalRepository, readResource } from '../directory/directory.ts';
import { neededElsewhere } from '../protocols/container/unused-content.ts';
import { removeArtifacts } from '../storage/removal.ts';
import { dropFolder } from './keep-files.ts';
import { selectUnchanged } from './release-bundle-file-queries.ts';
import { keptFolder } from './release-bundle-folders.ts';

/** Those of the files that stand at their places with this very content, by repository. */
export async function findStanding(context: Context, files: readonly PlacedFile[]): Promise<{ repository: LocalRepository; there: Map<string, Date> }[]> {
  const found = [];
  for (const [key, own] of Map.groupBy(files, ({ repository }) => repository)) {
    const repository = await context.directory.find(key);
    if (repository?.class === 'local') found.push({ repository, there: await selectUnchanged(context.db, repository.id, own) });
  }
  return found;
}

export async function standing(context: Context, files: readonly PlacedFile[]): Promise<Set<string>> {
  const found = await findStanding(context, files);
  return new Set(found.flatMap(({ repository, there }) => [...there.keys()].map((path) => `${repository.key}/${path}`)));
}

/** Versions may share content that stands beside them: what others lead to is not the bundle's alone. */
export async function keepShared(context: Context, repository: LocalRepository, doomed: Map<string, Date>): Promise<void> {
  const format = getFormat(repository.format);
  const paths = new Set(doomed.keys());
  const images = new Set([...paths].map((path) => format.contentLeftBy?.(path)).filter((image) => image !== undefined));
  for (const image of images) for (const path of await neededElsewhere(context, repository, image, paths)) doomed.delete(path);
}

/** Files that somebody has changed since are theirs; those that another bundle brought too stay. */
export async function withdraw(context: Context, place: ReleaseBundlePlace, files: readonly PlacedFile[], actor: Actor): Promise<void> {
  const removals = await findStanding(context, files);
  // All of it is asked before any of it is done.
  for (const { repository, there } of removals) {
    await keepShared(context, repository, there);
    for (const path of there.keys()) authorise(actor, 'delete', readResource(repository, path));
  }
  for (const { repository, there } of removals)
    if (there.size > 0) await removeArtifacts(context, repository, { actor: actor.name, paths: [...there.keys()], lookedAt: there });
  const store = await context.directory.find(place.repository);
  if (store?.class === 'local') await dropFolder(context, store, keptFolder(place), actor.name);
}
