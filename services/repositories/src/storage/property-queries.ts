import { sql } from 'kysely';
import type { Db } from '../schema.ts';
import { below } from './artifact-queries.ts';
import type { ChangedValue, Properties } from './commit-queries.ts';

export async function idsBelow(db: Db, repositoryId: number, folder: string): Promise<number[]> {
  const rows = await db.selectFrom('artifact').select('id').where('repository_id', '=', repositoryId).where(below(folder)).orderBy('id').execute();
  return rows.map((row) => row.id);
}

/** Takes these keys from files; answers what was there. */
export async function deleteProperties(tx: Db, artifactIds: readonly number[], keys: readonly string[]): Promise<readonly ChangedValue[]> {
  if (artifactIds.length === 0 || keys.length === 0) return [];
  const rows = await tx
    .deleteFrom('property')
    .where('artifact_id', 'in', artifactIds)
    .where('key', 'in', keys)
    .returning(['artifact_id', 'key', 'value'])
    .execute();
  return rows.map((row) => ({ ...row, gained: false }));
}

/** What events say of files. */
export async function selectNamed(db: Db, artifactIds: readonly number[]): Promise<readonly { id: number; path: string; sha256: string; size: number }[]> {
  if (artifactIds.length === 0) return [];
  return db
    .selectFrom('artifact')
    .innerJoin('blob', 'blob.sha256', 'artifact.sha256')
    .select(['id', 'path', 'artifact.sha256', 'size'])
    .where(sql<boolean>`id = any(${artifactIds}::bigint[])`)
    .orderBy('path')
    .execute();
}

/** A new revision for the packages of these files; answers their names. */
export async function touchPackagesOf(tx: Db, artifactIds: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    update package set modified_at = modified_at where id in (
      select v.package_id from artifact a join version v on v.id = a.version_id where a.id = any(${artifactIds}::bigint[]))
    returning name`.execute(tx);
  return rows.map(({ name }) => name);
}

export async function updateFolderProperties(
  db: Db,
  repositoryId: number,
  folder: string,
  { set = {}, remove = [] }: { set?: Properties; remove?: readonly string[] },
): Promise<void> {
  await sql`
    update folder set properties = (properties - ${remove}::text[]) || ${JSON.stringify(set)}::jsonb
    where repository_id = ${repositoryId} and path = ${folder}`.execute(db);
}

export async function selectFolderProperties(db: Db, repositoryId: number, folder: string): Promise<Record<string, string[]>> {
  const row = await db.selectFrom('folder').select('properties').where('repository_id', '=', repositoryId).where('path', '=', folder).executeTakeFirst();
  return row?.properties ?? {};
}
