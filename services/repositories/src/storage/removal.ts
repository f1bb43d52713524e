import { sql, type Transaction } from 'kysely';
import type { Context } from '../context.ts';
import type { StoringRepository } from '../directory/directory.ts';
import type { Db, RepositoriesSchema } from '../schema.ts';
import { below, foldersWithin } from './artifact-queries.ts';
import { withRetries } from './commit.ts';
import { lockPaths, touchMentions } from './commit-queries.ts';
import { getFolder, listAncestors } from './path.ts';
import { requireUnsealed } from './sealed.ts';
import { insertTrash } from './take-away.ts';

export interface Removal {
  actor: string;
  /** Single files. */
  paths?: readonly string[];
  /** A folder with all that is in it; '' is the whole repository. */
  folder?: string;
  /** Whole packages or single versions. */
  versions?: readonly { package: string; version?: string }[];
  pointers?: readonly { package: string; name: string }[];
  /** When the files that were looked at had been put there, by path: whatever was put there at another time stays, and so does what of a folder is not named here. */
  lookedAt?: ReadonlyMap<string, Date>;
  /** Skip the trash. Cached content of remotes always does. */
  permanently?: boolean;
  /** It is the distribution repository's own work. */
  ofBundle?: boolean;
}

const mostEvents = 1000;

interface Removed {
  id: number;
  path: string;
  version_id: number | null;
  modified_at: Date;
}

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
  if (ids.length > 0 && repository.class === 'local' && !removal.permanently) await insertTrash(tx, repository.key, ids, removal.actor);
  const names = await selectPackagesOf(tx, ids, repository.id, removal);
  await context.hooks.forgetEntries(tx, repository, ids);
  if (ids.length > 0) await sql`delete from artifact where id = any(${ids}::bigint[])`.execute(tx);
  await tidyPackages(tx, repository.id, [...names.keys()], removal);
  await touchMentions(tx, repository, names.values());
  await tidyFolders(
    tx,
    repository.id,
    doomed.map((row) => row.path),
    removal.folder,
  );
  await publishRemoval(context, tx, repository, removal, doomed);
  for (const name of names.values())
    await context.platform.outbox.publish(tx, {
      type: 'package.changed',
      subject: `${repository.key}/${name}`,
      data: { repository: repository.key, class: repository.class, package: name, format: repository.format, by: removal.actor },
    });
  return doomed.length;
}

/** One event for each file, as long as that is a number somebody could look at. */
async function publishRemoval(
  context: Context,
  tx: Transaction<RepositoriesSchema>,
  repository: StoringRepository,
  removal: Removal,
  doomed: readonly Removed[],
): Promise<void> {
  const about = { repository: repository.key, class: repository.class, format: repository.format, by: removal.actor };
  if (doomed.length > mostEvents && removal.folder !== undefined) {
    const data = { ...about, path: removal.folder, files: doomed.length };
    await context.platform.outbox.publish(tx, { type: 'folder.deleted', subject: `${repository.key}/${removal.folder}`, data });
    return;
  }
  for (const { path } of doomed)
    await context.platform.outbox.publish(tx, { type: 'artifact.deleted', subject: `${repository.key}/${path}`, data: { ...about, path } });
}

async function selectDoomed(tx: Db, repositoryId: number, removal: Removal): Promise<Removed[]> {
  const found = new Map<number, Removed>();
  const query = () =>
    tx.selectFrom('artifact').select(['id', 'path', 'version_id', 'modified_at']).where('repository_id', '=', repositoryId).orderBy('id').forUpdate();
  if (removal.paths && removal.paths.length > 0) for (const row of await query().where('path', 'in', removal.paths).execute()) found.set(row.id, row);
  if (removal.folder !== undefined) for (const row of await query().where(below(removal.folder)).execute()) found.set(row.id, row);
  for (const { package: name, version } of removal.versions ?? []) {
    const { rows } = await sql<Removed>`
      select a.id, a.path, a.version_id, a.modified_at from artifact a join version v on v.id = a.version_id join package p on p.id = v.package_id
      where p.repository_id = ${repositoryId} and p.name = ${name} and (${version ?? null}::text is null or v.version = ${version ?? null}::text)
      order by a.id for update of a`.execute(tx);
    for (const row of rows) found.set(row.id, row);
  }
  return [...found.values()];
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

/** Locks the packages concerned, in the order of their ids. */
async function selectPackagesOf(tx: Db, artifactIds: readonly number[], repositoryId: number, removal: Removal): Promise<Map<number, string>> {
  const named = [...(removal.versions ?? []), ...(removal.pointers ?? [])].map((one) => one.package);
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from package where repository_id = ${repositoryId} and (name = any(${named}::text[]) or id in (
      select v.package_id from artifact a join version v on v.id = a.version_id where a.id = any(${artifactIds}::bigint[])))
    order by id for update`.execute(tx);
  return new Map(rows.map((row) => [row.id, row.name]));
}

async function tidyPackages(tx: Db, repositoryId: number, packageIds: readonly number[], removal: Removal): Promise<void> {
  if (packageIds.length === 0) return;
  for (const { package: name, name: pointer } of removal.pointers ?? [])
    await sql`update package set pointers = pointers - ${pointer} where repository_id = ${repositoryId} and name = ${name}`.execute(tx);
  for (const { package: name, version } of removal.versions ?? [])
    await sql`
      delete from version v using package p where p.id = v.package_id and p.repository_id = ${repositoryId} and p.name = ${name}
        and (${version ?? null}::text is null or v.version = ${version ?? null}::text)`.execute(tx);
  await sql`delete from version v where v.package_id = any(${packageIds}::bigint[]) and not exists (select from artifact a where a.version_id = v.id)`.execute(
    tx,
  );
  // A movable name must not point at a version that is gone.
  await sql`
    update package p set modified_at = now(), pointers = coalesce((
      select jsonb_object_agg(pointer.key, pointer.value) from jsonb_each_text(p.pointers) pointer
      where exists (select from version v where v.package_id = p.id and v.version = pointer.value)), '{}')
    where p.id = any(${packageIds}::bigint[])`.execute(tx);
  await sql`delete from package p where p.id = any(${packageIds}::bigint[]) and not exists (select from version v where v.package_id = p.id)`.execute(tx);
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
  await lockPaths(tx, repositoryId, { shared: [], alone: [...folders].sort() });
  for (const path of folders)
    await sql`
      delete from folder f where f.repository_id = ${repositoryId} and f.path = ${path} and not f.kept
        and not exists (select from artifact a where a.repository_id = f.repository_id and a.folder = f.path)
        and not exists (select from folder inner_folder where inner_folder.repository_id = f.repository_id and inner_folder.parent = f.path)`.execute(tx);
}
