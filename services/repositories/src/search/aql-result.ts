import { AppError } from '@packhouse/contract/errors.ts';
import { queryWords } from '@packhouse/contract/repositories/query-words.ts';
import type { Aql } from './aql.ts';
import type { BuildRow, ItemRow, PropertyRow } from './aql-queries.ts';

/** These are shown of an item unless the query says. */
const usualItemFields = ['repo', 'path', 'name', 'type', 'size', 'created', 'created_by', 'modified', 'modified_by', 'updated'];
const itemValues: Readonly<Record<string, (row: ItemRow) => unknown>> = {
  path: (row) => (row.folder === '' ? '.' : row.folder),
  name: (row) => row.name,
  type: (row) => row.kind,
  size: (row) => row.size,
  depth: (row) => row.path.split('/').length,
  created: (row) => row.created_at.toISOString(),
  created_by: (row) => row.created_by,
  modified: (row) => row.modified_at.toISOString(),
  modified_by: (row) => row.modified_by,
  updated: (row) => row.modified_at.toISOString(),
  original_md5: (row) => row.md5,
  actual_md5: (row) => row.md5,
  original_sha1: (row) => row.sha1,
  actual_sha1: (row) => row.sha1,
  sha256: (row) => row.sha256,
  id: (row) => row.id,
};

/** The answer shows this of each item. */
export interface ItemShape {
  readonly fields: readonly string[];
  readonly repository: boolean;
  readonly virtuals: boolean;
  /** Of properties: none, these keys, or all. */
  readonly properties: 'none' | 'all' | readonly string[];
  readonly propertyParts: readonly ('key' | 'value')[];
  readonly statistics: readonly string[];
}

const statisticFields = ['downloads', 'downloaded', 'downloaded_by', 'remote_downloads', 'remote_downloaded', 'remote_downloaded_by'];

/** @throws AppError `bad_request` for a field that no item has */
export function itemShape(include: Aql['include']): ItemShape {
  const fields = new Set<string>();
  const keys = new Set<string>();
  const parts = new Set<'key' | 'value'>();
  const statistics = new Set<string>();
  for (const word of include.map((one) => one.replace(/^items?\./, ''))) {
    const [domain, field = '*'] = word.startsWith('@') ? [word] : word.split('.');
    if (word === '*') for (const name of ['repo', 'virtual_repos', ...Object.keys(itemValues)]) fields.add(name);
    else if (word === 'repo' || word === 'virtual_repos' || word in itemValues) fields.add(word);
    else if (word.startsWith('@')) keys.add(word.slice(1));
    else if (domain === 'property' || domain === 'properties')
      for (const part of field === '*' ? (['key', 'value'] as const) : [field]) parts.add(part as 'key');
    else if (domain === 'stat' || domain === 'stats') for (const name of field === '*' ? statisticFields : [field]) statistics.add(name);
    else throw new AppError(queryWords.query_include_unknown, { word });
  }
  if (fields.size === 0) for (const name of usualItemFields) fields.add(name);
  const allKeys = parts.size > 0 || keys.has('*');
  return {
    fields: Object.keys(itemValues).filter((name) => fields.has(name)),
    repository: fields.has('repo'),
    virtuals: fields.has('virtual_repos'),
    properties: allKeys ? 'all' : keys.size > 0 ? [...keys] : 'none',
    propertyParts: parts.size === 1 ? [...parts] : ['key', 'value'],
    statistics: [...statistics],
  };
}

const statisticValues: Readonly<Record<string, (row: ItemRow) => unknown>> = {
  downloads: (row) => row.download_count,
  downloaded: (row) => row.last_downloaded_at?.toISOString(),
  downloaded_by: (row) => row.last_downloaded_by ?? undefined,
  remote_downloads: () => 0,
};

export interface ItemSurroundings {
  /** The key under which the item's repository is shown. */
  repository: string;
  virtuals: readonly string[];
  properties: readonly PropertyRow[];
}

/** One item of the answer. */
export function itemResult(shape: ItemShape, row: ItemRow, around: ItemSurroundings): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  if (shape.repository) result.repo = around.repository;
  for (const field of shape.fields) {
    const value = itemValues[field]?.(row);
    if (value !== null && value !== undefined) result[field] = value;
  }
  if (shape.virtuals) result.virtual_repos = around.virtuals;
  if (shape.properties !== 'none' && around.properties.length > 0)
    result.properties = around.properties.map((property) => Object.fromEntries(shape.propertyParts.map((part) => [part, property[part]])));
  if (shape.statistics.length > 0)
    result.stats = [Object.fromEntries(shape.statistics.map((name) => [name, statisticValues[name]?.(row)]).filter(([, value]) => value !== undefined))];
  return result;
}

export function propertyResult(include: Aql['include'], row: PropertyRow): Record<string, unknown> {
  const asked = include.map((one) => one.replace(/^propert(y|ies)\./, ''));
  if (asked.length === 0 || asked.includes('*')) return { key: row.key, value: row.value };
  return { ...(asked.includes('key') ? { key: row.key } : {}), ...(asked.includes('value') ? { value: row.value } : {}) };
}

const buildValues: Readonly<Record<string, (row: BuildRow) => unknown>> = {
  url: (row) => row.url ?? undefined,
  name: (row) => row.name,
  number: (row) => row.number,
  started: (row) => row.started_at.toISOString(),
  created: (row) => row.created_at.toISOString(),
  created_by: (row) => row.created_by,
};

/** Fields of other domains than items carry their domain in their name. */
export function buildResult(include: Aql['include'], row: BuildRow): Record<string, unknown> {
  const asked = include.map((one) => one.replace(/^builds?\./, ''));
  const own = asked.filter((field) => field in buildValues);
  const fields = own.length > 0 && !asked.includes('*') ? own : Object.keys(buildValues);
  const result: Record<string, unknown> = {};
  for (const field of fields) {
    const value = buildValues[field]?.(row);
    if (value !== undefined) result[`build.${field}`] = value;
  }
  if (asked.some((field) => /^promotions?(\.|$)/.test(field)))
    result['build.promotions'] = row.statuses.map((status) => ({
      'build.promotion.status': status.status,
      'build.promotion.comment': status.comment,
      'build.promotion.created': status.timestamp,
      'build.promotion.created_by': status.user,
      'build.promotion.repo': status.repository,
      'build.promotion.user': status.ciUser,
    }));
  const keys = asked.filter((field) => field.startsWith('@')).map((field) => field.slice(1));
  const allProperties = asked.some((field) => /^propert(y|ies)(\.|$)/.test(field));
  if (keys.length > 0 || allProperties)
    result['build.properties'] = Object.entries(row.properties)
      .filter(([key]) => allProperties || keys.includes(key))
      .map(([key, value]) => ({ 'build.property.key': key, 'build.property.value': value }));
  return result;
}
