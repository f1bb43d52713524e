import { buildRepositorySuffix } from '@packhouse/contract/repository-keys.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../schema.ts';

/** Of this project, over rows of repositories: those placed in it, and the one that holds the documents of its builds. */
export function ofProject(projectKey: string, table = 'repository'): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${sql.ref(`${table}.project_key`)} = ${projectKey} or ${sql.ref(`${table}.key`)} = ${`${projectKey}${buildRepositorySuffix}`})`;
}

/** What a project uses: its own, and what is shared with it. */
export function usedByProject(projectKey: string, table = 'repository'): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${ofProject(projectKey, table)} or ${sql.ref(`${table}.shared_with_all`)} or ${projectKey} = any(${sql.ref(`${table}.shared_with`)}))`;
}

/** The storage of a project's repositories. */
export async function selectProjectStorage(db: Db, projectKey: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select r.id from repository r where r.class <> 'virtual' and ${ofProject(projectKey, 'r')}`.execute(db);
  return rows.map(({ id }) => id);
}
