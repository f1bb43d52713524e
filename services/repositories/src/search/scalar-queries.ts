import { AppError } from '@packhouse/contract/errors.ts';
import { queryWords } from '@packhouse/contract/repositories/query-words.ts';
import { type Said, say } from '@packhouse/contract/sentences.ts';
import type { Condition } from '@packhouse/kernel/database/conditions.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { hasWildcard, makeLike } from '../directory/glob.ts';
import type { Operator, Scalar } from './aql.ts';

export type ScalarType = 'text' | 'number' | 'time';
export interface Column {
  readonly sql: RawBuilder<unknown>;
  readonly type: ScalarType;
}

const comparators: Partial<Record<Operator, RawBuilder<unknown>>> = { $gt: sql`>`, $gte: sql`>=`, $lt: sql`<`, $lte: sql`<=` };

function refuse(why: Said): never {
  throw new AppError(queryWords.query_not_parsed, { why });
}

const units: Record<string, string> = {
  ms: 'milliseconds',
  milli: 'milliseconds',
  millis: 'milliseconds',
  millisecond: 'milliseconds',
  milliseconds: 'milliseconds',
  s: 'seconds',
  sec: 'seconds',
  second: 'seconds',
  seconds: 'seconds',
  mi: 'minutes',
  minute: 'minutes',
  minutes: 'minutes',
  h: 'hours',
  hour: 'hours',
  hours: 'hours',
  d: 'days',
  day: 'days',
  days: 'days',
  w: 'weeks',
  week: 'weeks',
  weeks: 'weeks',
  mo: 'months',
  month: 'months',
  months: 'months',
  y: 'years',
  year: 'years',
  years: 'years',
};

/** `5minutes`, `3 d`, `1mo` */
function getInterval(value: Scalar): string {
  const [, count, word] = /^(\d{1,6})\s*([a-z]+)$/.exec(String(value).trim().toLowerCase()) ?? [];
  const unit = units[word ?? ''];
  return unit ? `${count} ${unit}` : refuse(say(queryWords.no_span_of_time, { value: String(value) }));
}

function readTime(value: Scalar): Date {
  // Some clients write the zone without a colon.
  const text = typeof value === 'string' ? value.trim().replace(/([+-]\d{2})(\d{2})$/, '$1:$2') : value;
  const time = new Date(typeof text === 'string' && /^\d{9,15}$/.test(text) ? Number(text) : (text ?? Number.NaN));
  return Number.isNaN(time.getTime()) || Math.abs(time.getTime()) > 8e12 * 10 ? refuse(say(queryWords.no_time, { value: String(value) })) : time;
}

function getParameter(type: ScalarType, value: Scalar): RawBuilder<unknown> {
  if (type === 'time') return sql`${readTime(value)}::timestamptz`;
  if (type === 'text') return sql`${String(value)}::text`;
  const number = Number(value);
  if (value === '' || !Number.isFinite(number)) refuse(say(queryWords.no_number, { value: String(value) }));
  return sql`${number}::numeric`;
}

/** One comparison of a column. */
export function compareColumn({ sql: column, type }: Column, operator: Operator, value: Scalar): Condition {
  if (operator === '$before' || operator === '$last') {
    if (type !== 'time') refuse(say(queryWords.operator_compares_times, { operator }));
    const moment = sql`now() - ${getInterval(value)}::interval`;
    return operator === '$last' ? sql<SqlBool>`${column} >= ${moment}` : sql<SqlBool>`${column} < ${moment}`;
  }
  const isNegative = operator === '$ne' || operator === '$nmatch';
  if (value === null) return isNegative ? sql<SqlBool>`${column} is not null` : sql<SqlBool>`${column} is null`;
  if ((operator === '$match' || operator === '$nmatch') && hasWildcard(String(value))) {
    const text = type === 'text' ? column : sql`(${column})::text`;
    const like = makeLike(String(value));
    if (like === '%') return isNegative ? sql<SqlBool>`${column} is null` : sql<SqlBool>`${column} is not null`;
    return isNegative ? sql<SqlBool>`(${text} like ${like}) is not true` : sql<SqlBool>`${text} like ${like}`;
  }
  const parameter = getParameter(type, value);
  const comparator = comparators[operator];
  if (comparator) return sql<SqlBool>`${column} ${comparator} ${parameter}`;
  return isNegative ? sql<SqlBool>`${column} is distinct from ${parameter}` : sql<SqlBool>`${column} = ${parameter}`;
}
