import { sql } from 'kysely';
import type { Db } from '../schema.ts';

const isHead = sql<boolean>`path ~ '(^|/)(InRelease|Release|repomd\\.xml)$'`;

export async function deleteHeadEntries(db: Db, repositoryId: number): Promise<void> {
  await db.deleteFrom('remote_entry').where('repository_id', '=', repositoryId).where(isHead).execute();
}

export async function selectHeadPaths(db: Db, repositoryId: number): Promise<string[]> {
  const rows = await db.selectFrom('artifact').select('path').where('repository_id', '=', repositoryId).where(isHead).execute();
  return rows.map(({ path }) => path);
}
