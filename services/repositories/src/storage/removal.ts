import type { Transaction } from 'kysely';
import type { Context } from '../context.ts';
import type { StoringRepository } from '../directory/directory.ts';
import type { Db, RepositoriesSchema } from '../schema.ts';
import { deleteArtifacts, foldersWithin } from './artifact-queries.ts';
import { withRetries } from './commit.ts';
import { lockPlaces, touchMentions } from './commit-queries.ts';
import { type FileEvent, makeArchiveEvents, makeDeletion, makeDeletions, makeTransfers } from './file-events.ts';
import { getFolder, listAncestors } from './path.ts';
import { deleteEmptyFolder, type Removal, type Removed, selectDoomed, selectPackagesOf, tidyPackages } from './removal-queries.ts';
import { requireUnsealed } from './sealed.ts';
import { insertTrash } from './trash-queries.ts';

const mostEvents = 1000;

/** Takes artifacts away, into the trash; answers how many. Versions and packages without artifacts go too. */
export async function removeArtifacts(context: Context, repository: StoringRepository, asked: Removal): Promise<number> {
  if (!asked.ofBundle) requireUnsealed(repository);
  return withRetries(() => context.db.transaction().execute((tx) => remove(context, tx, repository, asked)));
}

/** Takes artifacts of several repositories away, all of them or none, with what `record` writes. */
export async function removeTogether(
  context: Context,
  removals: readonly { repository: StoringRepository; removal: Removal }[],
  record: (tx: Transaction<RepositoriesSchema>) => Promise<void>,
): Promise<void> {
  for (const { repository, removal } of removals) if (!removal.ofBundle) requireUnsealed(repository);
  // Always in the same order, so that two of them do not wait for each other.
  const ordered = removals.toSorted((a, b) => a.repository.id - b.repository.id);
  await withRetries(() =>
    context.db.transaction().execute(async (tx) => {
      for (const { repository, removal } of ordered) await remove(context, tx, repository, removal);
      await record(tx);
    }),
  );
}

async function remove(context: Context, tx: Transaction<RepositoriesSchema>, repository: StoringRepository, asked: Removal): Promise<number> {
  const { doomed, removal } = await selectUnchanged(tx, repository.id, asked);
  const ids = doomed.map((row) => row.id);
  const archived = removal.archive === true && repository.class === 'local';
  if (ids.length > 0 && repository.class === 'local' && (archived || !removal.permanently))
    await insertTrash(tx, repository.key, ids, { actor: removal.actor, archived });
  const names = await selectPackagesOf(tx, ids, repository.id, removal);
  await context.hooks.forgetEntries(tx, repository, ids);
  await context.hooks.announceRemoval(tx, repository, ids, removal.actor);
  if (ids.length > 0) await deleteArtifacts(tx, ids);
  await tidyPackages(tx, repository.id, [...names.keys()], removal);
  await touchMentions(tx, repository, names.values());
  await tidyFolders(
    tx,
    repository.id,
    doomed.map((row) => row.path),
    removal.folder,
  );
  const about = { repository: repository.key, class: repository.class, format: repository.format, by: removal.actor };
  const packages = [...names.values()].map((name) => ({ type: 'package.changed', subject: `${repository.key}/${name}`, data: { ...about, package: name } }));
  const putAway = archived ? makeArchiveEvents('files.archived', repository, doomed, removal.actor) : [];
  await context.platform.outbox.publish(tx, ...listEvents(repository, removal, doomed), ...putAway, ...packages);
  return doomed.length;
}

/** One event for each file, as long as that is a number somebody could look at; for followers, pages tell of every file. */
function listEvents(repository: StoringRepository, { actor, folder, moved }: Removal, doomed: readonly Removed[]): FileEvent[] {
  const isMany = doomed.length > mostEvents && folder !== undefined;
  const places = moved?.places;
  const wholes = moved
    ? makeTransfers(
        'files.moved',
        repository,
        moved.target,
        doomed.map(({ path, sha256, size }) => ({ from: path, to: places?.get(path) ?? path, sha256, size })),
        actor,
      )
    : isMany
      ? makeDeletions(repository, doomed, actor)
      : [];
  if (!isMany) return [...doomed.map((file) => makeDeletion(repository, file, actor, moved && 'move')), ...wholes];
  const data = { repository: repository.key, class: repository.class, format: repository.format, by: actor, path: folder, files: doomed.length };
  return [{ type: 'folder.deleted', subject: `${repository.key}/${folder}`, data }, ...wholes];
}

/** Leaves out what has changed since it was looked at, versions as a whole. */
async function selectUnchanged(tx: Db, repositoryId: number, removal: Removal): Promise<{ doomed: Removed[]; removal: Removal }> {
  const { lookedAt, versions = [] } = removal;
  if (!lookedAt) return { doomed: await selectDoomed(tx, repositoryId, removal), removal };
  const isChanged = ({ path, modified_at }: Removed) => {
    const seen = lookedAt.get(path);
    // The time is that at which a transaction began: what replaced a file may well bear an earlier one.
    return seen ? modified_at.getTime() !== seen.getTime() : removal.folder !== undefined;
  };
  const kept: NonNullable<Removal['versions']>[number][] = [];
  for (const version of versions)
    if (!(await selectDoomed(tx, repositoryId, { actor: removal.actor, versions: [version] })).some(isChanged)) kept.push(version);
  const still = { ...removal, versions: kept };
  const all = await selectDoomed(tx, repositoryId, still);
  const doomed = all.filter((row) => !isChanged(row));
  // A folder in which something stays is no removed folder.
  return { doomed, removal: doomed.length < all.length ? { ...still, folder: undefined } : still };
}

/** Folders that nobody made on purpose go when nothing is in them; so does the removed folder itself. */
async function tidyFolders(tx: Db, repositoryId: number, paths: readonly string[], removed?: string): Promise<void> {
  if (removed !== undefined) await tx.deleteFrom('folder').where('repository_id', '=', repositoryId).where(foldersWithin(removed)).execute();
  const above = [...new Set(paths.map(getFolder).filter((path) => path !== ''))];
  const candidates = new Set(above.flatMap((path) => [...listAncestors(path), path]));
  if (removed) for (const ancestor of listAncestors(removed)) candidates.add(ancestor);
  // Deepest first: a folder can only be empty after those in it have gone.
  const folders = [...candidates]
    .filter((path) => removed === undefined || path !== removed)
    .sort((a, b) => b.split('/').length - a.split('/').length || (a < b ? -1 : 1));
  if (folders.length === 0) return;
  await lockPlaces(tx, repositoryId, [...folders].sort());
  for (const path of folders) await deleteEmptyFolder(tx, repositoryId, path);
}
