import { setImmediate } from 'node:timers/promises';
import { AppError } from '@packhouse/contract/errors.ts';
import { queryWords } from '@packhouse/contract/repositories/query-words.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import type { RawBuilder } from 'kysely';
import type { Context } from '../context.ts';
import type { Repository } from '../directory/directory.ts';
import { globMatches } from '../directory/glob.ts';
import type { Db } from '../schema.ts';
import { type Aql, type Operator, parseAql } from './aql.ts';
import { type BuildRow, buildStatement, type ItemRow, itemStatement, type PropertyRow, propertyStatement, selectPropertiesOf } from './aql-queries.ts';
import { buildResult, type ItemShape, itemResult, itemShape, propertyResult } from './aql-result.ts';
import { readRows } from './cursor-queries.ts';
import { imageLayers } from './image-layers.ts';
import type { FindRepositories } from './item-queries.ts';

/** Rows that one answer holds at most. */
const mostRows = 1_000_000;

/** Repositories by the names that queries call them: their key, `<key>-cache` for a remote's storage, and the virtual ones they are in. */
export interface RepositoryNames {
  find: FindRepositories;
  shown(id: number): string;
  virtuals(id: number): readonly string[];
}

const shownKey = (repository: Repository) => (repository.class === 'remote' ? `${repository.key}-cache` : repository.key);

export async function repositoryNames(context: Context): Promise<RepositoryNames> {
  const names = new Map<string, number[]>();
  const shown = new Map<number, string>();
  const virtuals = new Map<number, string[]>();
  for (const repository of await context.directory.list()) {
    if (repository.class === 'virtual') {
      const members = await context.directory.flatten(repository);
      names.set(
        repository.key,
        members.map(({ id }) => id),
      );
      for (const { id } of members) virtuals.set(id, [...(virtuals.get(id) ?? []), repository.key]);
      continue;
    }
    names.set(repository.key, [repository.id]);
    names.set(shownKey(repository), [repository.id]);
    shown.set(repository.id, shownKey(repository));
  }
  return { find: (operator, value) => findByName(names, shown, operator, value), shown: (id) => shown.get(id) ?? '', virtuals: (id) => virtuals.get(id) ?? [] };
}

function findByName(names: ReadonlyMap<string, readonly number[]>, shown: ReadonlyMap<number, string>, operator: Operator, value: string): number[] {
  const named = (matches: (name: string) => boolean) => [...new Set([...names].filter(([name]) => matches(name)).flatMap(([, ids]) => ids))];
  const storing = (matches: (name: string) => boolean) => [...shown].filter(([, name]) => matches(name)).map(([id]) => id);
  if (operator === '$eq') return [...(names.get(value) ?? [])];
  if (operator === '$match') return value === '*' ? [...shown.keys()] : named((name) => globMatches(value, name));
  if (operator === '$ne') {
    const excluded = new Set(names.get(value));
    return [...shown.keys()].filter((id) => !excluded.has(id));
  }
  if (operator === '$nmatch') return storing((name) => !globMatches(value, name));
  if (operator === '$gt') return storing((name) => name > value);
  if (operator === '$gte') return storing((name) => name >= value);
  if (operator === '$lt') return storing((name) => name < value);
  if (operator === '$lte') return storing((name) => name <= value);
  throw new AppError(queryWords.query_repository_operator, { operator });
}

async function* itemResults(context: Context, actor: Actor, aql: Aql): AsyncGenerator<readonly unknown[]> {
  const shape = itemShape(aql.include);
  const names = await repositoryNames(context);
  const statement = itemStatement(aql, actor, names.find, mostRows, await imageLayers(context, aql));
  for await (const { rows, db } of readRows<ItemRow>(context.db, statement)) yield await withProperties(db, shape, names, rows);
}

async function withProperties(db: Db, shape: ItemShape, names: RepositoryNames, rows: readonly ItemRow[]): Promise<readonly unknown[]> {
  const keys = shape.properties === 'all' || shape.properties === 'none' ? undefined : shape.properties;
  const ids = rows.map(({ id }) => id).filter((id) => id !== null);
  const properties = shape.properties === 'none' ? new Map<number, PropertyRow[]>() : await selectPropertiesOf(db, ids, keys);
  return rows.map((row) =>
    itemResult(shape, row, {
      repository: names.shown(row.repository_id),
      virtuals: names.virtuals(row.repository_id),
      properties: row.id === null ? folderRows(row, keys) : (properties.get(row.id) ?? []),
    }),
  );
}

function folderRows(row: ItemRow, keys: readonly string[] | undefined): PropertyRow[] {
  const wanted = Object.entries(row.folder_properties ?? {}).filter(([key]) => !keys || keys.includes(key));
  return wanted.flatMap(([key, values]) => values.map((value) => ({ key, value })));
}

async function* simpleResults<Row>(context: Context, statement: RawBuilder<unknown>, show: (row: Row) => unknown): AsyncGenerator<readonly unknown[]> {
  for await (const { rows } of readRows<Row>(context.db, statement)) yield rows.map(show);
}

/** The results of a query, batch by batch. @throws AppError `bad_request` */
export async function runAql(context: Context, actor: Actor, text: string): Promise<{ aql: Aql; results: AsyncGenerator<readonly unknown[]> }> {
  const aql = parseAql(text);
  // Reading a long query and making a statement of it are two things to wait for, not one.
  await setImmediate();
  if (aql.domain === 'items') return { aql, results: itemResults(context, actor, aql) };
  if (aql.domain === 'builds')
    return { aql, results: simpleResults<BuildRow>(context, buildStatement(aql, actor, mostRows), (row) => buildResult(aql.include, row)) };
  const { find } = await repositoryNames(context);
  const statement = propertyStatement(aql, actor, find, mostRows);
  return { aql, results: simpleResults<PropertyRow>(context, statement, (row) => propertyResult(aql.include, row)) };
}

export interface FoundItem {
  repository: string;
  row: ItemRow;
  properties: readonly PropertyRow[];
}

/** Items that fit, all at once; for questions whose answers are short. */
export async function findItems(context: Context, actor: Actor, aql: Aql): Promise<FoundItem[]> {
  const names = await repositoryNames(context);
  const found: FoundItem[] = [];
  for await (const { rows, db } of readRows<ItemRow>(context.db, itemStatement(aql, actor, names.find, aql.limit ?? mostRows))) {
    const ids = rows.map(({ id }) => id).filter((id) => id !== null);
    const properties = await selectPropertiesOf(db, ids, undefined);
    for (const row of rows) found.push({ repository: names.shown(row.repository_id), row, properties: properties.get(row.id ?? -1) ?? [] });
  }
  return found;
}
