import { distributionWords } from '@packhouse/contract/distribution/distribution-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { expiryProperty } from '@packhouse/contract/repositories/artifact-routes.ts';
import { type Actor, isAllowed } from '@packhouse/kernel/access/authorisation.ts';
import type { Doer, PlacedFile, ReleaseBundlePlace } from '@packhouse/peers/release-bundle-storage.ts';
import type { Context } from '../context.ts';
import { type LocalRepository, readResource } from '../directory/directory.ts';
import { ensureReleaseBundleRepository } from '../repository/repository.ts';
import { type CommitFile, commit } from '../storage/commit.ts';
import { requireUnexpired } from '../storage/expiry.ts';
import { removeArtifacts } from '../storage/removal.ts';
import { findArtifact } from '../storage/stored-artifact.ts';
import { incomingFolder, keptFolder } from './release-bundle-folders.ts';

/** Files of one transaction. */
const batchSize = 250;

/** What is kept never expires. */
export function keptFile(place: ReleaseBundlePlace, file: PlacedFile): CommitFile {
  const { [expiryProperty]: _, ...properties } = file.properties;
  return { path: `${keptFolder(place)}/${file.repository}/${file.path}`, content: { sha256: file.sha256 }, properties, mayReplace: false };
}

export async function needReleaseBundleRepository(context: Context, key: string): Promise<LocalRepository> {
  const repository = await context.directory.need(key);
  if (repository.class !== 'local') throw new AppError(distributionWords.repository_keeps_no_bundles, { repository: key });
  return repository;
}

export async function ensureRepository(context: Context, key: string, { actor, address }: Doer): Promise<void> {
  if (await context.directory.find(key)) return void (await needReleaseBundleRepository(context, key));
  if (!actor.administrator || actor.scope) throw new AppError(distributionWords.no_distribution_repository, { key });
  await ensureReleaseBundleRepository(context, key, { name: actor.name, address, administrator: true });
}

type Source = PlacedFile & { from: { repository: string; path: string } };

/** What was found must still be so: nobody signs what they have not seen. */
async function requireUnchanged(context: Context, file: Source, actor: Actor): Promise<void> {
  const resolved = await context.directory.resolve(file.from.repository);
  const artifact = resolved && (await findArtifact(context, resolved.repository.id, file.from.path));
  if (!resolved || !artifact || artifact.sha256 !== file.sha256 || !isAllowed(actor, 'read', readResource(resolved.repository, file.from.path)))
    throw new AppError(distributionWords.bundle_file_changed, { repository: file.from.repository, path: file.from.path });
  requireUnexpired(artifact);
}

export async function keep(context: Context, place: ReleaseBundlePlace, files: readonly Source[], actor: Actor): Promise<void> {
  const repository = await needReleaseBundleRepository(context, place.repository);
  // Lookups of one moment become one query.
  for (let at = 0; at < files.length; at += batchSize) await Promise.all(files.slice(at, at + batchSize).map((file) => requireUnchanged(context, file, actor)));
  // What an interrupted attempt left may be of another composition.
  await dropFolder(context, repository, keptFolder(place), actor.name);
  for (let at = 0; at < files.length; at += batchSize) {
    const batch = files.slice(at, at + batchSize).map((file) => keptFile(place, file));
    await commit(context, repository, { actor: actor.name, overwrite: false, files: batch, ofBundle: true });
  }
}

export async function dropFolder(context: Context, repository: LocalRepository, folder: string, by: string): Promise<void> {
  await removeArtifacts(context, repository, { actor: by, folder, permanently: true, ofBundle: true });
}

export async function drop(context: Context, place: ReleaseBundlePlace, by: string): Promise<void> {
  const repository = await context.directory.find(place.repository);
  if (repository?.class !== 'local') return;
  await dropFolder(context, repository, keptFolder(place), by);
  await dropFolder(context, repository, incomingFolder(place), by);
}
