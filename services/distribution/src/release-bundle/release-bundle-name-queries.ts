import { type Actor, patternExpression } from '@packhouse/kernel/access/authorisation.ts';
import { sql } from 'kysely';
import type { Db } from '../schema.ts';
import { readableReleaseBundles } from './readable-release-bundle-queries.ts';

export interface NameFilter {
  /** Of Ant patterns one must include the name, where there are any, and none exclude it. */
  include?: readonly string[];
  exclude?: readonly string[];
  /** Keys of the repositories that keep them. */
  repositories?: readonly string[];
}

/** Names of bundles of which the actor may read a version, in alphabetical order. */
export async function selectNames(db: Db, actor: Actor, { include = [], exclude = [], repositories }: NameFilter, limit: number): Promise<string[]> {
  let query = db.selectFrom('bundle').select('name').distinct().where(readableReleaseBundles(actor)).orderBy('name').limit(limit);
  if (include.length > 0) query = query.where(sql<boolean>`name ~ any(${include.map(patternExpression)}::text[])`);
  if (exclude.length > 0) query = query.where(sql<boolean>`not name ~ any(${exclude.map(patternExpression)}::text[])`);
  if (repositories) query = query.where('storing_repository', 'in', [...repositories]);
  const rows = await query.execute();
  return rows.map(({ name }) => name);
}
