import { sql } from 'kysely';
import type { Db } from '../schema.ts';
import { below } from './artifact-queries.ts';

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
  /** Put it away in the archive instead of the trash. Cached content of remotes goes: it can be fetched again. */
  archive?: boolean | undefined;
  /** Skip the trash. Cached content of remotes always does. */
  permanently?: boolean;
  /** It is the distribution repository's own work. */
  ofBundle?: boolean;
  /** It ends a move: where each file is now, by where it was. */
  moved?: { target: string; places: ReadonlyMap<string, string> };
}

export interface Removed {
  id: number;
  path: string;
  version_id: number | null;
  modified_at: Date;
  sha256: string;
  /** Null where the file was replaced at this very moment. */
  size: number | null;
}

/** No join: a file that somebody replaces while its row is waited for would drop out of it. */
const sizeOfBlob = sql<number | null>`(select size from blob where blob.sha256 = artifact.sha256)`;

export async function selectDoomed(tx: Db, repositoryId: number, removal: Removal): Promise<Removed[]> {
  const found = new Map<number, Removed>();
  const query = () =>
    tx
      .selectFrom('artifact')
      .select(['id', 'path', 'version_id', 'modified_at', 'sha256', sizeOfBlob.as('size')])
      .where('repository_id', '=', repositoryId)
      .orderBy('id')
      .forUpdate();
  if (removal.paths && removal.paths.length > 0) for (const row of await query().where('path', 'in', removal.paths).execute()) found.set(row.id, row);
  if (removal.folder !== undefined) for (const row of await query().where(below(removal.folder)).execute()) found.set(row.id, row);
  for (const { package: name, version } of removal.versions ?? []) {
    const { rows } = await sql<Removed>`
      select a.id, a.path, a.version_id, a.modified_at, a.sha256, (select size from blob where blob.sha256 = a.sha256) as size
      from artifact a join version v on v.id = a.version_id join package p on p.id = v.package_id
      where p.repository_id = ${repositoryId} and p.name = ${name} and (${version ?? null}::text is null or v.version = ${version ?? null}::text)
      order by a.id for update of a`.execute(tx);
    for (const row of rows) found.set(row.id, row);
  }
  return [...found.values()];
}

/** Locks the packages concerned, in the order of their ids. */
export async function selectPackagesOf(tx: Db, artifactIds: readonly number[], repositoryId: number, removal: Removal): Promise<Map<number, string>> {
  const named = [...(removal.versions ?? []), ...(removal.pointers ?? [])].map((one) => one.package);
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from package where repository_id = ${repositoryId} and (name = any(${named}::text[]) or id in (
      select v.package_id from artifact a join version v on v.id = a.version_id where a.id = any(${artifactIds}::bigint[])))
    order by id for update`.execute(tx);
  return new Map(rows.map((row) => [row.id, row.name]));
}

export async function tidyPackages(tx: Db, repositoryId: number, packageIds: readonly number[], removal: Removal): Promise<void> {
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

export async function deleteEmptyFolder(tx: Db, repositoryId: number, path: string): Promise<void> {
  await sql`
    delete from folder f where f.repository_id = ${repositoryId} and f.path = ${path} and not f.kept
      and not exists (select from artifact a where a.repository_id = f.repository_id and a.folder = f.path)
      and not exists (select from folder inner_folder where inner_folder.repository_id = f.repository_id and inner_folder.parent = f.path)`.execute(tx);
}
