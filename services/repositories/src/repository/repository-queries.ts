import { type Insertable, sql } from 'kysely';
import { type Db, type RepositoryRow, type RepositoryTable, repositoryColumns } from '../schema.ts';

export function lockRepository(db: Db, key: string): Promise<RepositoryRow | undefined> {
  return db.selectFrom('repository').select(repositoryColumns).where('key', '=', key).forUpdate().executeTakeFirst();
}

/** Nothing when the key is taken. */
export function insertRepository(db: Db, row: Insertable<RepositoryTable>): Promise<RepositoryRow | undefined> {
  return db
    .insertInto('repository')
    .values(row)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning(repositoryColumns)
    .executeTakeFirst();
}

interface RowChange {
  description?: string;
  settings?: string;
  project_key?: string | null;
  environments?: string[];
  shared_with?: string[];
  shared_with_all?: boolean;
  shared_read_only?: boolean;
}

export function updateRepositoryRow(db: Db, id: number, values: RowChange): Promise<RepositoryRow> {
  return db
    .updateTable('repository')
    .set({ ...values, modified_at: new Date() })
    .where('id', '=', id)
    .returning(repositoryColumns)
    .executeTakeFirstOrThrow();
}

/** Keys of the virtual repositories that have it as a member. */
export async function selectUsers(db: Db, memberId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('repository_member')
    .innerJoin('repository', 'repository.id', 'repository_member.virtual_id')
    .select('repository.key')
    .where('member_id', '=', memberId)
    .orderBy('repository.key')
    .execute();
  return rows.map((row) => row.key);
}

export async function replaceMembers(db: Db, virtualId: number, memberIds: readonly number[]): Promise<void> {
  await db.deleteFrom('repository_member').where('virtual_id', '=', virtualId).execute();
  if (memberIds.length === 0) return;
  await db
    .insertInto('repository_member')
    .values(memberIds.map((member_id, position) => ({ virtual_id: virtualId, member_id, position })))
    .execute();
}

export async function holdsFiles(db: Db, id: number): Promise<boolean> {
  return (await db.selectFrom('artifact').select('id').where('repository_id', '=', id).limit(1).executeTakeFirst()) !== undefined;
}

export async function deleteRepositoryRow(db: Db, id: number): Promise<void> {
  await db.deleteFrom('repository_member').where('member_id', '=', id).execute();
  await db.deleteFrom('repository').where('id', '=', id).execute();
}

/** Gives an environment another name in every repository that is in it. */
export async function renameEnvironmentOfRepositories(db: Db, from: string, to: string): Promise<void> {
  await db
    .updateTable('repository')
    .set({ environments: sql`array_replace(environments, ${from}, ${to})` })
    .where(sql<boolean>`${from} = any(environments)`)
    .execute();
}

/** Takes a project that is no more out of all with which repositories are shared. */
export function removeSharedProject(db: Db, projectKey: string): Promise<RepositoryRow[]> {
  return db
    .updateTable('repository')
    .set({ shared_with: sql`array_remove(shared_with, ${projectKey})` })
    .where(sql<boolean>`${projectKey} = any(shared_with)`)
    .returning(repositoryColumns)
    .execute();
}
