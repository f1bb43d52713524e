import { distributionWords } from '@packhouse/contract/distribution/distribution-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { expiryProperty } from '@packhouse/contract/repositories/artifact-routes.ts';
import type { FormatId } from '@packhouse/contract/repositories/format-ids.ts';
import { RepositoryInput } from '@packhouse/contract/repositories/repository-settings.ts';
import { sharedWords } from '@packhouse/contract/shared-words.ts';
import { getFormat } from '@packhouse/formats/formats.ts';
import { type Actor, authorise, isAllowed } from '@packhouse/kernel/access/authorisation.ts';
import { readUpTo } from '@packhouse/limits/read-up-to.ts';
import type { Doer, PlacedFile, ReleaseBundlePlace } from '@packhouse/peers/release-bundle-storage.ts';
import type { Context } from '../context.ts';
import { requireDeployable } from '../directory/accepted-paths.ts';
import { type LocalRepository, readResource } from '../directory/directory.ts';
import { createRepository } from '../repository/repository.ts';
import { type CommitFile, commitTogether } from '../storage/commit.ts';
import { commitFileOf } from '../storage/commit-file.ts';
import { inspectFile } from '../storage/inspected.ts';
import { storagePath } from '../storage/path.ts';
import { requireProperties } from '../storage/properties.ts';
import type { KnownBlob } from '../storage/stored-artifact.ts';
import { asStaged } from '../storage/stored-blob.ts';
import { incoming } from './incoming.ts';
import { dropFolder, keptFile, needReleaseBundleRepository } from './keep-files.ts';
import { selectBlobs } from './release-bundle-file-queries.ts';
import { incomingFolder } from './release-bundle-folders.ts';

interface Wanted {
  key: string;
  format: FormatId;
}

export async function missingRepositories(context: Context, wanted: readonly Wanted[], actor: Actor): Promise<readonly Wanted[]> {
  const missing: Wanted[] = [];
  for (const { key, format } of wanted) {
    const found = await context.directory.find(key);
    // Asked in both cases, so that nobody learns which repositories there are where they may put nothing.
    authorise(actor, 'deploy', readResource(found ?? { key, class: 'local' }));
    if (!found) {
      missing.push({ key, format });
      continue;
    }
    if (found.class !== 'local') throw new AppError(distributionWords.bundle_repository_class, { key, class: found.class });
    if (found.format !== format) throw new AppError(distributionWords.bundle_repository_format, { key, format: found.format, otherFormat: format });
  }
  return missing;
}

export async function createRepositories(context: Context, wanted: readonly Wanted[], { actor, address }: Doer): Promise<void> {
  if (wanted.length === 0) return;
  if (!actor.administrator || actor.scope) throw new AppError(sharedWords.creating_needs_administrator, { names: wanted.map(({ key }) => key).join(', ') });
  for (const { key, format } of wanted) {
    const input = RepositoryInput.parse({ class: 'local', key, format, description: 'Made for a release bundle' });
    await createRepository(context, input, { name: actor.name, address, administrator: true }).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.code !== 'repository_exists') throw error;
    });
  }
}

/** Only what came in for this very version counts: that the platform holds such content somewhere is no permission to it. */
async function requireComplete(context: Context, place: ReleaseBundlePlace, files: readonly PlacedFile[]): Promise<Map<string, KnownBlob>> {
  const there = await incoming(context, place);
  const digests = [...new Set(files.map(({ sha256 }) => sha256))];
  const missing = digests.filter((sha256) => !there.has(sha256));
  if (missing.length > 0)
    throw new AppError(distributionWords.bundle_files_missing, { count: missing.length }, { detail: { missing: missing.slice(0, 10_000) } });
  const blobs = await selectBlobs(context.db, digests);
  for (const { sha256, size, repository, path } of files) {
    const blob = blobs.get(sha256);
    if (blob?.size !== size || (await context.platform.blobs.size(sha256)) !== size)
      throw new AppError(distributionWords.bundle_file_size_differs, { repository, path, size: blob?.size ?? 0, signed: size });
  }
  return blobs;
}

/** Reads of a file's neighbours come from the bundle itself. */
function neighbours(context: Context, files: readonly PlacedFile[], repository: string) {
  const byPath = new Map(files.filter((file) => file.repository === repository).map((file) => [file.path, file]));
  return async (path: string, limit: number) => {
    const file = byPath.get(path);
    if (!file || file.size > limit) return undefined;
    return readUpTo(await context.platform.blobs.open(file.sha256), limit);
  };
}

/** Reads what the files are to the format of their repository. */
export async function readCommitFiles(context: Context, repository: LocalRepository, all: readonly PlacedFile[], blobs: ReadonlyMap<string, KnownBlob>) {
  const format = getFormat(repository.format);
  const readBeside = neighbours(context, all, repository.key);
  const files: CommitFile[] = [];
  for (const file of all.filter((one) => one.repository === repository.key)) {
    const staged = asStaged(context.platform.blobs, blobs.get(file.sha256)!);
    const location = format.locate(file.path);
    const inspection = await inspectFile(context, format, location, file.path, staged, readBeside);
    const { [expiryProperty]: _, ...properties } = file.properties;
    files.push({ ...(await commitFileOf(context, repository, file.path, staged, properties, inspection)), content: { sha256: file.sha256 } });
  }
  return files;
}

const mayReplaceRival = (repository: LocalRepository, { instead }: CommitFile, actor: Actor) =>
  instead === undefined || isAllowed(actor, 'delete', readResource(repository, instead));

export async function publish(context: Context, place: ReleaseBundlePlace, files: readonly PlacedFile[], actor: Actor): Promise<void> {
  const store = await needReleaseBundleRepository(context, place.repository);
  const repositories = new Map<string, LocalRepository>();
  for (const file of files) {
    const repository = repositories.get(file.repository) ?? (await needTarget(context, file.repository, actor));
    repositories.set(file.repository, repository);
    if (storagePath(file.path) !== file.path || file.path === '') throw new AppError(distributionWords.no_file_path, { path: file.path });
    requireProperties(file.properties);
    authorise(actor, 'deploy', readResource(repository, file.path));
    requireDeployable(repository, file.path);
  }
  const blobs = await requireComplete(context, place, files);
  const changes = [];
  for (const repository of repositories.values()) {
    const own = await readCommitFiles(context, repository, files, blobs);
    const overwrite = own.every((file) => isAllowed(actor, 'delete', readResource(repository, file.path)) && mayReplaceRival(repository, file, actor));
    changes.push({ repository, change: { actor: actor.name, overwrite, files: own } });
  }
  const kept = { actor: actor.name, overwrite: false, files: files.map((file) => keptFile(place, file)), ofBundle: true };
  await commitTogether(context, [...changes, { repository: store, change: kept }]);
  await dropFolder(context, store, incomingFolder(place), actor.name);
}

/** @throws AppError `forbidden`, `path_refused` */
export async function needTarget(context: Context, key: string, actor: Actor): Promise<LocalRepository> {
  authorise(actor, 'deploy', readResource((await context.directory.find(key)) ?? { key, class: 'local' }));
  const repository = await context.directory.need(key);
  if (repository.class !== 'local') throw new AppError(distributionWords.no_local_repository, { key });
  return repository;
}
