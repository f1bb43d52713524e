import { type Actor, patternExpression } from '@packhouse/kernel/access/authorisation.ts';
import { type SqlBool, sql } from 'kysely';
import { ofProject } from '../directory/project-queries.ts';
import { readable } from '../directory/readable-queries.ts';
import type { Db } from '../schema.ts';

/** A name stays when its last run goes, and is one of nothing until there is another. */
const names = sql`build_name n join repository r on r.id = n.repository_id`;
/** Runs as `d` of the build that `n` is, their documents as `i`, as far as the actor may read them. */
const readableRuns = (actor: Actor) =>
  sql`build d join artifact i on i.id = d.artifact_id where d.name = n.name and i.repository_id = n.repository_id
    and ${readable(actor, { key: 'r.key', class: 'r.class', path: 'i.path' })}`;
const nameHolds = (text: string) => sql<SqlBool>`lower(n.name) like ${`%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`}`;

export interface BuildName {
  name: string;
  repositoryKey: string;
  lastStarted: Date;
  lastNumber: string;
  runs: number;
}

export interface BuildNameFilter {
  repositoryKey?: string | undefined;
  projectKey?: string | undefined;
  search?: string | undefined;
  after?: { started: Date; name: string; repositoryKey: string } | undefined;
}

/** Builds, the last one to run first; `after` is the last of the page before. However many runs there are, only the last of each build is looked at. */
export async function selectBuildNames(db: Db, actor: Actor, filter: BuildNameFilter, limit: number): Promise<BuildName[]> {
  const { after } = filter;
  const conditions = [
    sql<SqlBool>`true`,
    ...(filter.repositoryKey === undefined ? [] : [sql<SqlBool>`r.key = ${filter.repositoryKey}`]),
    ...(filter.projectKey ? [ofProject(filter.projectKey, 'r')] : []),
    ...(filter.search ? [nameHolds(filter.search)] : []),
    ...(after ? [sql<SqlBool>`(last.started_at, n.name, r.key) < (${after.started}::timestamptz, ${after.name}::text, ${after.repositoryKey}::text)`] : []),
  ];
  const { rows } = await sql<BuildName>`
    select n.name, r.key as "repositoryKey", n.started_at as "lastStarted", n.number as "lastNumber", (select count(*) from ${readableRuns(actor)}) as runs
    from (
      select n.name, n.repository_id, last.started_at, last.number from ${names}
        cross join lateral (select d.started_at, d.number from ${readableRuns(actor)} order by d.started_at desc, d.id desc limit 1) last
      where ${sql.join(conditions, sql` and `)} order by last.started_at desc, n.name desc, r.key desc limit ${limit}) n
    join repository r on r.id = n.repository_id order by n.started_at desc, n.name desc, r.key desc`.execute(db);
  return rows;
}

/** Names of builds in alphabetical order. Of Ant patterns one must include the name, where there are any, and none exclude it. */
export async function selectNamesOfBuilds(
  db: Db,
  actor: Actor,
  { search, include = [], exclude = [] }: { search?: string | undefined; include?: readonly string[]; exclude?: readonly string[] },
  limit: number,
): Promise<string[]> {
  const conditions = [
    ...(search ? [nameHolds(search)] : []),
    ...(include.length > 0 ? [sql<SqlBool>`n.name ~ any(${include.map(patternExpression)}::text[])`] : []),
    ...(exclude.length > 0 ? [sql<SqlBool>`not n.name ~ any(${exclude.map(patternExpression)}::text[])`] : []),
    sql<SqlBool>`exists (select from ${readableRuns(actor)})`,
  ];
  const { rows } = await sql<{ name: string }>`
    select distinct n.name from ${names} where ${sql.join(conditions, sql` and `)} order by n.name limit ${limit}`.execute(db);
  return rows.map(({ name }) => name);
}
