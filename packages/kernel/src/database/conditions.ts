import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** A condition of a query that is put together from parts. */
export type Condition = RawBuilder<SqlBool>;
export const always: Condition = sql<SqlBool>`true`;
export const never: Condition = sql<SqlBool>`false`;

/** All of them hold; `always` itself when nothing is asked. */
export function every(conditions: readonly Condition[]): Condition {
  if (conditions.includes(never)) return never;
  const telling = conditions.filter((condition) => condition !== always);
  return telling.length === 0 ? always : sql<SqlBool>`(${sql.join(telling, sql` and `)})`;
}

/** At least one of them holds; `never` itself when there is none that could. */
export function some(conditions: readonly Condition[]): Condition {
  if (conditions.includes(always)) return always;
  const possible = conditions.filter((condition) => condition !== never);
  return possible.length === 0 ? never : sql<SqlBool>`(${sql.join(possible, sql` or `)})`;
}
