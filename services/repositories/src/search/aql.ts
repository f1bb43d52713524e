import { AppError } from '@packhouse/contract/errors.ts';
import { type AqlCall, AqlReader, type AqlValue, isAqlObject } from './aql-text.ts';

export const operators = ['$eq', '$ne', '$gt', '$gte', '$lt', '$lte', '$match', '$nmatch', '$before', '$last'] as const;
export type Operator = (typeof operators)[number];
export type Scalar = string | number | null;

export interface Comparison {
  readonly kind: 'compare';
  readonly field: string;
  readonly operator: Operator;
  readonly value: Scalar;
}
export interface Compound {
  /** `same`: all of the parts hold of one and the same property. */
  readonly kind: 'and' | 'or' | 'same';
  readonly parts: readonly Criterion[];
}
export type Criterion = Comparison | Compound;

export const domains = ['items', 'properties', 'builds'] as const;
export type Domain = (typeof domains)[number];

/** A query, understood. */
export interface Aql {
  readonly domain: Domain;
  readonly criteria: Compound;
  readonly include: readonly string[];
  readonly sort: readonly { field: string; descending: boolean }[];
  readonly offset: number;
  readonly limit: number | undefined;
  readonly distinct: boolean;
}

/** What a single statement can carry. */
const mostComparisons = 20_000;
/** Paging by offset reads what it skips. */
const furthestOffset = 20_000_000;

const domainNames: Record<string, Domain> = {
  item: 'items',
  items: 'items',
  property: 'properties',
  properties: 'properties',
  build: 'builds',
  builds: 'builds',
};
const compounds: Record<string, Compound['kind']> = { $and: 'and', $or: 'or', $msp: 'same' };

function refuse(message: string): never {
  throw new AppError('bad_request', { message: `Failed to parse query: ${message}` });
}

function scalarOf(value: AqlValue): Scalar {
  if (typeof value === 'boolean') return String(value);
  if (value === null || typeof value === 'number') return value;
  if (typeof value !== 'string') return refuse('a value was expected');
  // PostgreSQL holds no such character, so nothing can be equal to it.
  if (value.includes('\0')) return refuse('a text contains a character that no item has');
  return value;
}

const isOperator = (word: string): word is Operator => (operators as readonly string[]).includes(word);

/** Criteria of one pair of braces; they are joined as the compound around them says, so that `$or` reaches into its braces. */
function criteriaOf(value: AqlValue, counter: { left: number }): Criterion[] {
  if (Array.isArray(value)) return value.flatMap((one) => criteriaOf(one as AqlValue, counter));
  if (!isAqlObject(value)) return refuse('criteria stand in braces, as in {"name": "a.zip"}');
  return value.entries.map(([key, given]) => {
    const compound = compounds[key];
    if (compound) return { kind: compound, parts: criteriaOf(given, counter) };
    if (key.startsWith('$')) return refuse(`the operator ${key} is not known`);
    return comparisonOf(key, given, counter);
  });
}

function comparisonOf(field: string, given: AqlValue, counter: { left: number }): Criterion {
  if (--counter.left < 0) refuse(`a query can hold at most ${mostComparisons} criteria`);
  if (!isAqlObject(given)) return { kind: 'compare', field, operator: '$eq', value: scalarOf(given) };
  const parts = given.entries.map(([operator, value]): Comparison => {
    if (!isOperator(operator)) return refuse(`the operator ${operator} is not known`);
    return { kind: 'compare', field, operator, value: scalarOf(value) };
  });
  const [first] = parts;
  if (!first) return refuse(`'${field}' is compared with nothing`);
  return parts.length === 1 ? first : { kind: 'and', parts };
}

function numberOf(call: AqlCall, most: number): number {
  const number = Number(call.parameters[0]);
  if (call.parameters.length !== 1 || !Number.isSafeInteger(number) || number < 0) refuse(`${call.name} takes a number`);
  if (number > most) refuse(`${call.name} can be at most ${most}; narrow the query instead`);
  return number;
}

function wordsOf(call: AqlCall, values: readonly AqlValue[]): string[] {
  return values.flatMap((value) =>
    Array.isArray(value) ? wordsOf(call, value) : typeof value === 'string' ? [value] : refuse(`${call.name} takes names of fields`),
  );
}

function sortOf(call: AqlCall): Aql['sort'] {
  return call.parameters.flatMap((parameter) => {
    if (!isAqlObject(parameter)) return refuse('sort takes {"$asc": [fields]} or {"$desc": [fields]}');
    return parameter.entries.flatMap(([direction, fields]) => {
      if (direction !== '$asc' && direction !== '$desc') return refuse('sort takes {"$asc": [fields]} or {"$desc": [fields]}');
      return wordsOf(call, [fields]).map((field) => ({ field, descending: direction === '$desc' }));
    });
  });
}

function domainOf(name: string): Domain {
  const [word = '', call] = name.split('.');
  if (call !== 'find' || name.split('.').length !== 2) return refuse("a query begins like 'items.find('");
  const domain = domainNames[word];
  return domain ?? refuse(`the domain '${word}' is not known here; there are ${domains.join(', ')}`);
}

/** Reads a query. @throws AppError `bad_request` that says what is wrong and where */
export function parseAql(text: string): Aql {
  const [find, ...rest] = new AqlReader(text).read();
  if (!find) return refuse('it is empty');
  const counter = { left: mostComparisons };
  const query = {
    domain: domainOf(find.name),
    criteria: { kind: 'and' as const, parts: find.parameters.flatMap((parameter) => criteriaOf(parameter, counter)) },
    include: [] as string[],
    sort: [] as Aql['sort'],
    offset: 0,
    limit: undefined as number | undefined,
    distinct: true,
  };
  for (const call of rest) {
    if (call.name === 'include') query.include = [...query.include, ...wordsOf(call, call.parameters)];
    else if (call.name === 'sort') query.sort = [...query.sort, ...sortOf(call)];
    else if (call.name === 'offset') query.offset = numberOf(call, furthestOffset);
    else if (call.name === 'limit') query.limit = numberOf(call, Number.MAX_SAFE_INTEGER);
    else if (call.name === 'distinct') query.distinct = String(call.parameters[0]) !== 'false';
    // Asks the upstreams of remote repositories as well; what has never been fetched is not known here.
    else if (call.name !== 'transitive') refuse(`.${call.name} is not known`);
  }
  if (query.include.length > 200 || query.sort.length > 20) refuse('it names too many fields');
  return query;
}
