import { AppError } from '@packhouse/contract/errors.ts';
import { queryWords } from '@packhouse/contract/repositories/query-words.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import { always, type Condition, every, never, some } from '@packhouse/kernel/database/conditions.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { globMatches, hasWildcard, makeLike } from '../directory/glob.ts';
import type { Comparison, Compound, Criterion, Operator } from './aql.ts';
import { type BorrowedFiles, manifestFolder } from './borrowed-files.ts';
import { sameEntry, sameRelease } from './item-relation-queries.ts';
import { type Column, compareColumn } from './scalar-queries.ts';

/** Which repositories a criterion on `repo` means: their storage, under every name it is known by. */
export type FindRepositories = (operator: Operator, value: string) => readonly number[];

export type ItemSource = 'file' | 'folder' | 'any';

const files = sql`select a.id, a.repository_id, a.path, a.folder, a.name, 'file' as kind, a.sha256, b.sha1, b.md5, b.size, a.created_at, a.created_by, a.modified_at,
  a.modified_by, a.download_count, a.last_downloaded_at, a.last_downloaded_by, null::jsonb as folder_properties from artifact a join blob b on b.sha256 = a.sha256`;
const folders = sql`select null::bigint as id, f.repository_id, f.path, f.parent as folder, f.name, 'folder' as kind, null::text as sha256, null::text as sha1,
  null::text as md5, 0::bigint as size, f.created_at, f.created_by, f.created_at as modified_at, f.created_by as modified_by, 0::bigint as download_count,
  null::timestamptz as last_downloaded_at, null::text as last_downloaded_by, f.properties as folder_properties from folder f`;

/** Rows of items, as `i`. */
export function itemSource(source: ItemSource): RawBuilder<unknown> {
  if (source === 'file') return sql`(${files})`;
  return source === 'folder' ? sql`(${folders})` : sql`(${files} union all ${folders})`;
}

/** Items in the root of a repository have the path '.'. */
const pathColumn = sql`(case when i.folder = '' then '.' else i.folder end)`;

export const itemColumns: Readonly<Record<string, Column>> = {
  id: { sql: sql`i.id`, type: 'number' },
  name: { sql: sql`i.name`, type: 'text' },
  path: { sql: pathColumn, type: 'text' },
  type: { sql: sql`i.kind`, type: 'text' },
  size: { sql: sql`i.size`, type: 'number' },
  depth: { sql: sql`array_length(string_to_array(i.path, '/'), 1)`, type: 'number' },
  created: { sql: sql`i.created_at`, type: 'time' },
  created_by: { sql: sql`i.created_by`, type: 'text' },
  modified: { sql: sql`i.modified_at`, type: 'time' },
  modified_by: { sql: sql`i.modified_by`, type: 'text' },
  updated: { sql: sql`i.modified_at`, type: 'time' },
  original_md5: { sql: sql`i.md5`, type: 'text' },
  actual_md5: { sql: sql`i.md5`, type: 'text' },
  original_sha1: { sql: sql`i.sha1`, type: 'text' },
  actual_sha1: { sql: sql`i.sha1`, type: 'text' },
  sha256: { sql: sql`i.sha256`, type: 'text' },
  'stat.downloads': { sql: sql`i.download_count`, type: 'number' },
  'stat.downloaded': { sql: sql`i.last_downloaded_at`, type: 'time' },
  'stat.downloaded_by': { sql: sql`i.last_downloaded_by`, type: 'text' },
  // Downloads of other installations are not counted here.
  'stat.remote_downloads': { sql: sql`0`, type: 'number' },
};

const buildColumns: Readonly<Record<string, Column>> = {
  'module.build.name': { sql: sql`d.name`, type: 'text' },
  'module.build.number': { sql: sql`d.number`, type: 'text' },
  'module.build.started': { sql: sql`d.started_at`, type: 'time' },
  'module.build.created': { sql: sql`d.created_at`, type: 'time' },
  'module.build.created_by': { sql: sql`d.created_by`, type: 'text' },
  'module.name': { sql: sql`m.name`, type: 'text' },
  name: { sql: sql`x.name`, type: 'text' },
  type: { sql: sql`x.type`, type: 'text' },
  sha1: { sql: sql`x.sha1`, type: 'text' },
  md5: { sql: sql`x.md5`, type: 'text' },
};
const buildTables = { 'artifact.': sql.table('build_artifact'), 'dependency.': sql.table('build_dependency') } as const;
type BuildRelation = keyof typeof buildTables;
type Relation = 'property.' | BuildRelation | 'release_artifact.release.' | 'archive.entry.';

function unknownField(field: string): never {
  throw new AppError(queryWords.query_field_unknown, { field });
}

/** Which kinds of items the criteria ask for; only files unless they say. */
export function readSource(criteria: Criterion): ItemSource {
  const asked: Comparison[] = [];
  const collect = (criterion: Criterion): void => {
    if (criterion.kind !== 'compare') criterion.parts.forEach(collect);
    else if (criterion.field === 'type') asked.push(criterion);
  };
  collect(criteria);
  if (asked.length === 0) return 'file';
  const [kind] = new Set(asked.map(({ operator, value }) => (operator === '$eq' ? value : 'any')));
  const isOne = new Set(asked.map(({ operator, value }) => `${operator} ${value}`)).size === 1;
  return isOne && (kind === 'file' || kind === 'folder') ? kind : 'any';
}

function comparePath(operator: Operator, value: Comparison['value']): Condition {
  const text = value === null ? undefined : String(value);
  if (text === undefined || !(operator === '$match' || operator === '$nmatch' || operator === '$eq')) return compareColumn(itemColumns.path!, operator, value);
  if (operator === '$eq' || !hasWildcard(text)) {
    const folder = text === '.' ? '' : text;
    return operator === '$nmatch' ? sql<SqlBool>`i.folder <> ${folder}` : sql<SqlBool>`i.folder = ${folder}`;
  }
  const like = makeLike(text);
  const whole: Condition =
    like === '%'
      ? always
      : some([
          // Said on the column itself, so that an index serves patterns that begin with letters.
          sql<SqlBool>`(i.folder like ${like}${/^[*?]/.test(text) ? sql` and i.folder <> ''` : sql``})`,
          globMatches(text, '.') ? sql<SqlBool>`i.folder = ''` : never,
        ]);
  if (operator === '$match') return whole;
  return whole === always ? never : sql<SqlBool>`not ${whole}`;
}

function isOneOf(files: readonly { repositoryId: number; path: string }[]): Condition {
  if (files.length === 0) return never;
  const ids = files.map(({ repositoryId }) => repositoryId);
  const paths = files.map(({ path }) => path);
  return sql<SqlBool>`(i.repository_id, i.path) in (select * from unnest(${ids}::bigint[], ${paths}::text[]))`;
}

function propertyRow(source: ItemSource, condition: Condition): Condition {
  const ofFiles = sql<SqlBool>`exists (select from property p where p.artifact_id = i.id and ${condition})`;
  if (source === 'file') return ofFiles;
  const ofFolders = sql<SqlBool>`exists (select from (select k.key, v.value from jsonb_each(i.folder_properties) as k(key, values),
    jsonb_array_elements_text(k.values) as v(value)) p where ${condition})`;
  return source === 'folder' ? ofFolders : some([ofFiles, ofFolders]);
}

const keyColumn: Column = { sql: sql`p.key`, type: 'text' };
const valueColumn: Column = { sql: sql`p.value`, type: 'text' };
const keyIs = (key: string) => (key === '*' ? always : compareColumn(keyColumn, '$match', key));
const opposite: Partial<Record<Operator, Operator>> = { $ne: '$eq', $nmatch: '$match' };

/** `@key`: compared with nothing but itself, so that 'not equal' means 'has no such value', also when it has no such key. */
function compareProperty(source: ItemSource, { field, operator, value }: Comparison): Condition {
  const key = keyIs(field.slice(1));
  const positive = opposite[operator];
  if (value === null) return positive ? propertyRow(source, key) : sql<SqlBool>`not ${propertyRow(source, key)}`;
  const isAnything = (operator === '$match' || operator === '$nmatch') && makeLike(String(value)) === '%';
  const row = propertyRow(source, every([key, isAnything ? always : compareColumn(valueColumn, positive ?? operator, value)]));
  return positive ? sql<SqlBool>`not ${row}` : row;
}

/** All conditions on one and the same property. */
function sameProperty(source: ItemSource, parts: readonly Criterion[]): Condition {
  const conditions = parts.map((part): Condition => {
    if (part.kind !== 'compare') throw new AppError(queryWords.query_msp_compares);
    if (part.field === 'property.key') return compareColumn(keyColumn, part.operator, part.value);
    if (part.field === 'property.value') return compareColumn(valueColumn, part.operator, part.value);
    if (!part.field.startsWith('@')) return unknownField(part.field);
    return every([keyIs(part.field.slice(1)), compareColumn(valueColumn, part.operator, part.value)]);
  });
  return propertyRow(source, every(conditions));
}

function sameBuild(relation: BuildRelation, parts: readonly Comparison[]): Condition {
  const conditions = parts.map(({ field, operator, value }) => {
    const column = buildColumns[field.slice(relation.length)];
    return column ? compareColumn(column, operator, value) : unknownField(field);
  });
  return sql<SqlBool>`exists (select from ${buildTables[relation]} x join build_module m on m.id = x.module_id join build d on d.id = m.build_id
    where x.sha1 = i.sha1 and ${every(conditions)})`;
}

/** Fields whose conditions, when they stand together, are about one and the same row of another table. */
function findRelation(part: Criterion): Relation | undefined {
  if (part.kind !== 'compare') return undefined;
  const relations = ['property.', 'artifact.', 'dependency.', 'release_artifact.release.', 'archive.entry.'] as const;
  return relations.find((relation) => part.field.startsWith(relation));
}

/** Turns criteria over items into one condition over `i`. */
export class ItemCriteria {
  private readonly source: ItemSource;
  private readonly repositories: FindRepositories;
  private readonly borrowed: BorrowedFiles;
  private readonly actor: Actor;

  constructor(source: ItemSource, actor: Actor, repositories: FindRepositories, borrowed: BorrowedFiles = new Map()) {
    this.source = source;
    this.actor = actor;
    this.repositories = repositories;
    this.borrowed = borrowed;
  }

  condition(criterion: Criterion): Condition {
    if (criterion.kind === 'compare') return this.comparison(criterion);
    if (criterion.kind === 'same') return sameProperty(this.source, criterion.parts);
    return criterion.kind === 'and' ? this.all(flat(criterion)) : this.any(flat(criterion));
  }

  comparison(one: Comparison): Condition {
    const { field, operator, value } = one;
    if (field.startsWith('@')) return compareProperty(this.source, one);
    if (field === 'repo') return this.repository(operator, value);
    if (field === 'path') return this.path(one);
    if (field === 'type' && value === 'any') return operator === '$eq' ? always : never;
    const relation = findRelation(one);
    if (relation) return this.related(relation, [one]);
    const column = itemColumns[field.replace(/^(items?|stats)\./, (word) => (word === 'stats.' ? 'stat.' : ''))];
    return column ? compareColumn(column, operator, value) : unknownField(field);
  }

  private path({ operator, value }: Comparison): Condition {
    const isExact = typeof value === 'string' && (operator === '$eq' || (operator === '$match' && !hasWildcard(value)));
    if (!isExact) return comparePath(operator, value);
    const folder = manifestFolder(value);
    return some([comparePath(operator, folder), isOneOf(this.borrowed.get(folder) ?? [])]);
  }

  private repository(operator: Operator, value: Comparison['value']): Condition {
    const ids = this.repositories(operator, String(value));
    if (ids.length === 0) return never;
    return ids.length === 1 ? sql<SqlBool>`i.repository_id = ${ids[0]}` : sql<SqlBool>`i.repository_id = any(${ids}::bigint[])`;
  }

  private all(parts: readonly Criterion[]): Condition {
    const grouped = Map.groupBy(parts, findRelation);
    const conditions = (grouped.get(undefined) ?? []).map((part) => this.condition(part));
    for (const [relation, together] of grouped) if (relation) conditions.push(this.related(relation, together as Comparison[]));
    return every(conditions);
  }

  private related(relation: Relation, together: readonly Comparison[]): Condition {
    if (relation === 'property.') return sameProperty(this.source, together);
    if (relation === 'release_artifact.release.') return sameRelease(together, this.actor);
    return relation === 'archive.entry.' ? sameEntry(together) : sameBuild(relation, together);
  }

  /** Many exact places, as clients that batch send them, become one lookup instead of a condition each. */
  private any(parts: readonly Criterion[]): Condition {
    const places = parts.map((part) => (this.borrowed.size === 0 ? getPlace(part) : undefined));
    const rest = parts.filter((_, at) => places[at] === undefined);
    const exact = places.filter((place) => place !== undefined);
    const conditions = rest.map((part) => this.condition(part));
    const anywhere = exact.filter(({ repo }) => repo === undefined).map(({ path }) => path);
    if (anywhere.length > 0) conditions.push(sql<SqlBool>`i.path = any(${anywhere}::text[])`);
    const inside = exact.flatMap(({ repo, path }) =>
      repo === undefined ? [] : this.repositories('$eq', repo).map((repositoryId) => ({ repositoryId, path })),
    );
    return some([...conditions, isOneOf(inside)]);
  }
}

/** Compounds of the same kind inside each other are one. */
function flat({ kind, parts }: Compound): readonly Criterion[] {
  return parts.flatMap((part) => (part.kind === kind || (part.kind !== 'compare' && part.kind !== 'same' && part.parts.length === 1) ? flat(part) : [part]));
}

/** The one place that `{"$and": [{"repo": …, "path": …, "name": …}]}` names, when it names one. */
function getPlace(criterion: Criterion): { repo: string | undefined; path: string } | undefined {
  if (criterion.kind !== 'and' || criterion.parts.length < 2 || criterion.parts.length > 3) return undefined;
  const found: Record<string, string> = {};
  for (const part of criterion.parts) {
    if (part.kind !== 'compare' || part.operator !== '$eq' || typeof part.value !== 'string' || part.field in found) return undefined;
    found[part.field] = part.value;
  }
  const { repo, path, name, ...others } = found;
  if (path === undefined || name === undefined || Object.keys(others).length > 0) return undefined;
  return { repo, path: path === '.' ? name : `${path}/${name}` };
}
