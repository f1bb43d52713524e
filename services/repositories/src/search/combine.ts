import { type RawBuilder, type SqlBool, sql } from 'kysely';

export type Condition = RawBuilder<SqlBool>;
export const always: Condition = sql<SqlBool>`true`;
export const never: Condition = sql<SqlBool>`false`;

/** All of them; `always` itself when nothing is asked. */
export function every(conditions: readonly Condition[]): Condition {
  const telling = conditions.filter((condition) => condition !== always);
  return telling.length === 0 ? always : sql<SqlBool>`(${sql.join(telling, sql` and `)})`;
}

/** At least one of them. */
export function some(conditions: readonly Condition[]): Condition {
  return conditions.length === 0 ? never : sql<SqlBool>`(${sql.join([...conditions], sql` or `)})`;
}
