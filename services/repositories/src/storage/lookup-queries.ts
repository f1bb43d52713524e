import { sql } from 'kysely';
import type { Db } from '../schema.ts';

export async function selectRevisions(db: Db, places: readonly { repositoryId: number; name: string }[]) {
  const { rows } = await sql<{ repositoryId: number; name: string; revision: number }>`
    select p.repository_id as "repositoryId", p.name, p.revision
    from unnest(${places.map((place) => place.repositoryId)}::bigint[], ${places.map((place) => place.name)}::text[]) as wanted(repository_id, name)
    join package p on p.repository_id = wanted.repository_id and p.name = wanted.name`.execute(db);
  return rows;
}

export async function selectDirectoryRevision(db: Db): Promise<number> {
  return (await db.selectFrom('directory_revision').select('revision').executeTakeFirstOrThrow()).revision;
}

export async function selectFolders(db: Db, places: readonly { repositoryId: number; path: string }[]) {
  const { rows } = await sql<{ repositoryId: number; path: string }>`
    select f.repository_id as "repositoryId", f.path
    from unnest(${places.map((place) => place.repositoryId)}::bigint[], ${places.map((place) => place.path)}::text[]) as wanted(repository_id, path)
    join folder f on f.repository_id = wanted.repository_id and f.path = wanted.path`.execute(db);
  return rows;
}

export async function selectClaims(db: Db, names: readonly { format: string; name: string }[]) {
  const { rows } = await sql<{ format: string; name: string; repositoryId: number }>`
    select c.format, c.name, c.repository_id as "repositoryId"
    from unnest(${names.map((one) => one.format)}::text[], ${names.map((one) => one.name)}::text[]) as wanted(format, name)
    join name_claim c on c.format = wanted.format and c.name = wanted.name`.execute(db);
  return rows;
}
