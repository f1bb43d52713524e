import { signInWords } from '@packhouse/contract/access/sign-in-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { type RawBuilder, sql } from 'kysely';
import { scimError } from './scim-error.ts';
import type { Comparison, Filter, Literal } from './scim-filter.ts';

type Sql<T = unknown> = RawBuilder<T>;

/** How an attribute of SCIM is found in the tables; keys are paths in lower case. */
export interface Attributes {
  readonly [path: string]:
    | { kind: 'text'; column: Sql; exact?: boolean }
    | { kind: 'truth'; column: Sql }
    | { kind: 'moment'; column: Sql }
    /** A multi-valued attribute: `has` asks whether an element fulfils a condition on `of`; alone it means its `value`. */
    | { kind: 'elements'; has: (condition: Sql<boolean>) => Sql<boolean>; of: Attributes };
}

const order: Partial<Record<Comparison, Sql>> = { gt: sql`>`, ge: sql`>=`, lt: sql`<`, le: sql`<=` };
const wrongValue = (path: string) => scimError('invalidFilter', say(signInWords.filter_value_unfit, { path }));

function ofText(path: string, column: Sql, isExact: boolean, op: Comparison, value: Literal): Sql<boolean> {
  if (value === null && (op === 'eq' || op === 'ne')) return op === 'eq' ? sql<boolean>`${column} = ''` : sql<boolean>`${column} <> ''`;
  if (typeof value !== 'string') throw wrongValue(path);
  const [a, b] = isExact ? [column, sql`${value}::text`] : [sql`lower(${column})`, sql`${value.toLowerCase()}::text`];
  if (op === 'eq') return sql<boolean>`${a} = ${b}`;
  if (op === 'ne') return sql<boolean>`${a} is distinct from ${b}`;
  if (op === 'co') return sql<boolean>`strpos(${a}, ${b}) > 0`;
  if (op === 'sw') return sql<boolean>`starts_with(${a}, ${b})`;
  if (op === 'ew') return sql<boolean>`right(${a}, length(${b})) = ${b}`;
  return sql<boolean>`${a} ${order[op]!} ${b}`;
}

function ofTruth(path: string, column: Sql, op: Comparison, value: Literal): Sql<boolean> {
  // Some providers quote truth values.
  const wanted = typeof value === 'string' && /^(true|false)$/i.test(value) ? value.toLowerCase() === 'true' : value;
  if (typeof wanted !== 'boolean' || (op !== 'eq' && op !== 'ne')) throw wrongValue(path);
  return sql<boolean>`(${column}) = ${op === 'eq' ? wanted : !wanted}`;
}

function ofMoment(path: string, column: Sql, op: Comparison, value: Literal): Sql<boolean> {
  const moment = typeof value === 'string' ? new Date(value) : undefined;
  if (!moment || Number.isNaN(moment.getTime())) throw wrongValue(path);
  // What was answered has milliseconds only, and is what the caller compares with.
  const answered = sql`date_trunc('milliseconds', ${column})`;
  if (op === 'eq') return sql<boolean>`${answered} = ${moment}`;
  if (op === 'ne') return sql<boolean>`${answered} <> ${moment}`;
  const compare = order[op];
  if (!compare) throw wrongValue(path);
  return sql<boolean>`${answered} ${compare} ${moment}`;
}

function present(path: string, attributes: Attributes): Sql<boolean> {
  const attribute = attributes[path];
  if (attribute?.kind === 'text') return sql<boolean>`${attribute.column} <> ''`;
  if (attribute?.kind === 'elements') return attribute.has(sql<boolean>`true`);
  if (attribute) return sql<boolean>`${attribute.column} is not null`;
  const parts = Object.keys(attributes).filter((name) => name.startsWith(`${path}.`));
  if (parts.length > 0)
    return sql<boolean>`(${sql.join(
      parts.map((part) => present(part, attributes)),
      sql` or `,
    )})`;
  const outer = findElements(path, attributes);
  return outer.elements.has(present(outer.rest, outer.elements.of));
}

function findElements(path: string, attributes: Attributes) {
  const [name = '', ...rest] = path.split('.');
  const elements = attributes[name];
  if (elements?.kind !== 'elements' || rest.length === 0) throw scimError('invalidFilter', say(signInWords.filter_attribute_unknown, { path }));
  return { elements, rest: rest.join('.') };
}

function compare(path: string, op: Comparison, value: Literal, attributes: Attributes): Sql<boolean> {
  const attribute = attributes[path];
  if (attribute?.kind === 'text') return ofText(path, attribute.column, attribute.exact ?? false, op, value);
  if (attribute?.kind === 'truth') return ofTruth(path, attribute.column, op, value);
  if (attribute?.kind === 'moment') return ofMoment(path, attribute.column, op, value);
  if (attribute) return attribute.has(compare('value', op, value, attribute.of));
  const { elements, rest } = findElements(path, attributes);
  return elements.has(compare(rest, op, value, elements.of));
}

/** The filter as a condition of SQL; every value travels as a parameter. @throws AppError with `invalidFilter` for attributes that do not exist */
export function getCondition(filter: Filter, attributes: Attributes): Sql<boolean> {
  if (filter.kind === 'not') return sql<boolean>`not coalesce(${getCondition(filter.inner, attributes)}, false)`;
  if (filter.kind === 'present') return present(filter.path, attributes);
  if (filter.kind === 'compare') return compare(filter.path, filter.op, filter.value, attributes);
  if (filter.kind === 'element') {
    const elements = attributes[filter.path];
    if (elements?.kind !== 'elements') throw scimError('invalidFilter', say(signInWords.filter_without_elements, { path: filter.path }));
    return elements.has(getCondition(filter.inner, elements.of));
  }
  const [left, right] = [getCondition(filter.left, attributes), getCondition(filter.right, attributes)];
  return filter.kind === 'and' ? sql<boolean>`(${left} and ${right})` : sql<boolean>`(${left} or ${right})`;
}
