import { type RawBuilder, sql } from 'kysely';

/** Keys of repositories, or what is in any: whoever may read everything names none, since thousands of names cost each question more than its answer. */
export type Repositories = readonly string[] | 'any';

/** Whether a column names one of some repositories. */
export function isWithin(column: 'repository' | 'violation.repository' | 'target.repository', repositories: Repositories): RawBuilder<boolean> {
  return repositories === 'any' ? sql`true` : sql`${sql.ref(column)} = any(${repositories}::text[])`;
}
