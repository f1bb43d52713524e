import { AppError } from '@packhouse/contract/errors.ts';
import { containerFormats } from '@packhouse/contract/repositories/format-ids.ts';
import { queryWords } from '@packhouse/contract/repositories/query-words.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import type { Condition } from '@packhouse/kernel/database/conditions.ts';
import { type RawBuilder, sql } from 'kysely';
import { readable } from '../directory/readable-queries.ts';
import type { Db } from '../schema.ts';
import type { Aql } from './aql.ts';
import type { BorrowedFiles } from './borrowed-files.ts';
import { buildCondition, buildFields } from './build-criteria-queries.ts';
import { type FindRepositories, ItemCriteria, itemColumns, itemSource, readSource } from './item-queries.ts';
import { type Column, compareColumn } from './scalar-queries.ts';

export interface ItemRow {
  id: number | null;
  repository_id: number;
  path: string;
  folder: string;
  name: string;
  kind: 'file' | 'folder';
  sha256: string | null;
  sha1: string | null;
  md5: string | null;
  size: number;
  created_at: Date;
  created_by: string;
  modified_at: Date;
  modified_by: string;
  download_count: number;
  last_downloaded_at: Date | null;
  last_downloaded_by: string | null;
  folder_properties: Record<string, string[]> | null;
}

export interface PropertyRow {
  key: string;
  value: string;
}

export interface BuildRow {
  id: number;
  name: string;
  number: string;
  started_at: Date;
  created_at: Date;
  created_by: string;
  url: string | null;
  properties: Record<string, string>;
  statuses: readonly Record<string, unknown>[];
}

type Statement = RawBuilder<unknown>;

function orderBy(aql: Aql, columns: Readonly<Record<string, Column>>, tieBreaker: Statement): Statement {
  const wanted = aql.sort.map(({ field, descending }) => {
    const column = columns[field.replace(/^(items?|builds?|property|properties)\./, '')];
    if (!column) throw new AppError(queryWords.query_sort_unknown, { field });
    return descending ? sql`${column.sql} desc nulls last` : sql`${column.sql} asc nulls first`;
  });
  // Pages must not overlap, so whatever is skipped or sorted has an order to its end.
  if (wanted.length > 0 || aql.offset > 0) wanted.push(tieBreaker);
  return wanted.length > 0 ? sql` order by ${sql.join(wanted)}` : sql``;
}

function range(aql: Aql, most: number): Statement {
  const offset = aql.offset > 0 ? sql` offset ${aql.offset}` : sql``;
  return sql`${offset} limit ${Math.min(aql.limit ?? most, most)}`;
}

const readableItem = (actor: Actor) => readable(actor, { key: 'r.key', class: 'r.class', path: 'i.path' });

/** Fields without which two items can look the same. */
const identity = ['repo', 'path', 'name'];

/** Only one item for each set of the asked values, when what is asked for does not tell items apart. */
function distinctOn(aql: Aql): Statement | undefined {
  const fields = aql.include.filter((field) => field !== 'repo' && field !== 'type');
  if (!aql.distinct || aql.include.length === 0 || aql.include.includes('*') || aql.include.includes('id')) return undefined;
  if (identity.every((field) => aql.include.includes(field))) return undefined;
  const columns = fields.map((field) => itemColumns[field]?.sql);
  if (columns.includes(undefined)) return undefined;
  return sql.join([...(aql.include.includes('repo') ? [sql`i.repository_id`] : []), ...(aql.include.includes('type') ? [sql`i.kind`] : []), ...columns]);
}

/** One statement for a query over items, with its rows as `ItemRow`. */
export function itemStatement(aql: Aql, actor: Actor, repositories: FindRepositories, most: number, borrowed?: BorrowedFiles): Statement {
  const source = readSource(aql.criteria);
  const condition = new ItemCriteria(source, actor, repositories, borrowed).condition(aql.criteria);
  const rows = sql`from ${itemSource(source)} i join repository r on r.id = i.repository_id where ${condition} and ${readableItem(actor)}`;
  const order = orderBy(aql, itemColumns, sql`i.id, i.path`);
  const columns = distinctOn(aql);
  if (!columns) return sql`select i.* ${rows}${order}${range(aql, most)}`;
  return sql`select * from (select distinct on (${columns}) i.* ${rows}) i${order}${range(aql, most)}`;
}

const propertyFields: Readonly<Record<string, Column>> = {
  key: { sql: sql`p.key`, type: 'text' },
  value: { sql: sql`p.value`, type: 'text' },
};

/** Properties of files; criteria over the files themselves begin with `item.`. */
export function propertyStatement(aql: Aql, actor: Actor, repositories: FindRepositories, most: number): Statement {
  const items = new ItemCriteria('file', actor, repositories);
  const compile = (criterion: Aql['criteria']['parts'][number]): Condition => {
    if (criterion.kind === 'compare') {
      const { field, operator, value } = criterion;
      const own = propertyFields[field.replace(/^propert(y|ies)\./, '')];
      return own ? compareColumn(own, operator, value) : items.comparison({ ...criterion, field: field.replace(/^items?\./, '') });
    }
    const parts = criterion.parts.map(compile);
    return criterion.kind === 'or' ? sqlAny(parts) : sqlAll(parts);
  };
  return sql`select p.* from property p join ${itemSource('file')} i on i.id = p.artifact_id join repository r on r.id = i.repository_id
    where ${compile(aql.criteria)} and ${readableItem(actor)}${orderBy(aql, propertyFields, sql`p.key, p.value, i.id`)}${range(aql, most)}`;
}

const sqlAny = (parts: readonly Condition[]): Condition => (parts.length > 0 ? sql`(${sql.join([...parts], sql` or `)})` : sql`false`);
const sqlAll = (parts: readonly Condition[]): Condition => (parts.length > 0 ? sql`(${sql.join([...parts], sql` and `)})` : sql`true`);

export function buildStatement(aql: Aql, actor: Actor, most: number): Statement {
  return sql`select d.* from build d join artifact i on i.id = d.artifact_id join repository r on r.id = i.repository_id
    where ${buildCondition(aql.criteria)} and ${readableItem(actor)}${orderBy(aql, buildFields, sql`d.id`)}${range(aql, most)}`;
}

/** Image manifests that stand in these folders of container repositories. */
export async function selectManifestsIn(
  db: Db,
  folders: readonly string[],
  limit: number,
): Promise<readonly { repositoryId: number; folder: string; sha256: string }[]> {
  const { rows } = await sql<{ repositoryId: number; folder: string; sha256: string }>`
    select a.repository_id as "repositoryId", a.folder, a.sha256 from repository r join artifact a on a.repository_id = r.id
    where r.format = any(${containerFormats}::text[]) and a.folder = any(${folders}::text[]) and a.name = 'manifest.json' limit ${limit}`.execute(db);
  return rows;
}

/** Properties of several files, by file. */
export async function selectPropertiesOf(db: Db, ids: readonly number[], keys: readonly string[] | undefined): Promise<Map<number, PropertyRow[]>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<PropertyRow & { artifact_id: number }>`
    select artifact_id, key, value from property where artifact_id = any(${ids}::bigint[])
      and (${keys ?? null}::text[] is null or key = any(${keys ?? null}::text[])) order by artifact_id, key, value`.execute(db);
  return Map.groupBy(rows, (row) => row.artifact_id);
}
