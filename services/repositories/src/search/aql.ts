import { AppError } from '@packhouse/contract/errors.ts';
import { queryLimits } from '@packhouse/contract/repositories/limits.ts';
import { queryWords } from '@packhouse/contract/repositories/query-words.ts';
import { type Said, say } from '@packhouse/contract/sentences.ts';
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

/** Making a statement of them takes all the process has, for so long as nobody notices. */
const mostComparisons = queryLimits.criteria.most;
/** What a comparison of a property takes, in those of fields. */
const propertyWeight = 3;
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

function refuse(why: Said): never {
  throw new AppError(queryWords.query_not_parsed, { why });
}

function getScalar(value: AqlValue): Scalar {
  if (typeof value === 'boolean') return String(value);
  if (value === null || typeof value === 'number') return value;
  if (typeof value !== 'string') return refuse(say(queryWords.value_expected));
  // PostgreSQL holds no such character, so nothing can be equal to it.
  if (value.includes('\0')) return refuse(say(queryWords.text_character_unknown));
  return value;
}

const isOperator = (word: string): word is Operator => (operators as readonly string[]).includes(word);

/** Criteria of one pair of braces; they are joined as the compound around them says, so that `$or` reaches into its braces. */
function makeCriteria(value: AqlValue, counter: { left: number }): Criterion[] {
  if (Array.isArray(value)) return value.flatMap((one) => makeCriteria(one as AqlValue, counter));
  if (!isAqlObject(value)) return refuse(say(queryWords.criteria_without_braces));
  return value.entries.map(([key, given]) => {
    const compound = compounds[key];
    if (compound) return { kind: compound, parts: makeCriteria(given, counter) };
    if (key.startsWith('$')) return refuse(say(queryWords.operator_unknown, { operator: key }));
    return makeComparison(key, given, counter);
  });
}

function makeComparison(field: string, given: AqlValue, counter: { left: number }): Criterion {
  counter.left -= field.includes('@') ? propertyWeight : 1;
  if (counter.left < 0) refuse(say(queryWords.too_many_criteria, { count: mostComparisons }));
  if (!isAqlObject(given)) return { kind: 'compare', field, operator: '$eq', value: getScalar(given) };
  const parts = given.entries.map(([operator, value]): Comparison => {
    if (!isOperator(operator)) return refuse(say(queryWords.operator_unknown, { operator }));
    return { kind: 'compare', field, operator, value: getScalar(value) };
  });
  const [first] = parts;
  if (!first) return refuse(say(queryWords.field_compared_with_nothing, { field }));
  return parts.length === 1 ? first : { kind: 'and', parts };
}

function makeNumber(call: AqlCall, most: number): number {
  const number = Number(call.parameters[0]);
  if (call.parameters.length !== 1 || !Number.isSafeInteger(number) || number < 0) refuse(say(queryWords.call_takes_number, { call: call.name }));
  if (number > most) refuse(say(queryWords.call_number_too_large, { call: call.name, count: most }));
  return number;
}

function readWords(call: AqlCall, values: readonly AqlValue[]): string[] {
  return values.flatMap((value) =>
    Array.isArray(value) ? readWords(call, value) : typeof value === 'string' ? [value] : refuse(say(queryWords.call_takes_fields, { call: call.name })),
  );
}

function getSort(call: AqlCall): Aql['sort'] {
  return call.parameters.flatMap((parameter) => {
    if (!isAqlObject(parameter)) return refuse(say(queryWords.sort_takes_fields));
    return parameter.entries.flatMap(([direction, fields]) => {
      if (direction !== '$asc' && direction !== '$desc') return refuse(say(queryWords.sort_takes_fields));
      return readWords(call, [fields]).map((field) => ({ field, descending: direction === '$desc' }));
    });
  });
}

function getDomain(name: string): Domain {
  const [word = '', call] = name.split('.');
  if (call !== 'find' || name.split('.').length !== 2) return refuse(say(queryWords.query_begins_otherwise));
  const domain = domainNames[word];
  return domain ?? refuse(say(queryWords.domain_unknown, { word, domains: domains.join(', ') }));
}

/** Reads a query. @throws AppError `bad_request` that says what is wrong and where */
export function parseAql(text: string): Aql {
  const [find, ...rest] = new AqlReader(text).read();
  if (!find) return refuse(say(queryWords.query_empty));
  const counter = { left: mostComparisons };
  const query = {
    domain: getDomain(find.name),
    criteria: { kind: 'and' as const, parts: find.parameters.flatMap((parameter) => makeCriteria(parameter, counter)) },
    include: [] as string[],
    sort: [] as Aql['sort'],
    offset: 0,
    limit: undefined as number | undefined,
    distinct: true,
  };
  for (const call of rest) {
    if (call.name === 'include') query.include = [...query.include, ...readWords(call, call.parameters)];
    else if (call.name === 'sort') query.sort = [...query.sort, ...getSort(call)];
    else if (call.name === 'offset') query.offset = makeNumber(call, furthestOffset);
    else if (call.name === 'limit') query.limit = makeNumber(call, Number.MAX_SAFE_INTEGER);
    else if (call.name === 'distinct') query.distinct = String(call.parameters[0]) !== 'false';
    // Asks the upstreams of remote repositories as well; what has never been fetched is not known here.
    else if (call.name !== 'transitive') refuse(say(queryWords.call_unknown, { call: call.name }));
  }
  if (query.include.length > 200 || query.sort.length > 20) refuse(say(queryWords.too_many_fields));
  return query;
}
