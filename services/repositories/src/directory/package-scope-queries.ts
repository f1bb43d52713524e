import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { makeLike } from './glob.ts';

/** Names of packages in a scope of npm, a group of Maven or a namespace of images. */
export function inScope(scope: string, column: string): RawBuilder<SqlBool> {
  const plain = makeLike(scope.replace(/^@/, '')).toLowerCase();
  return sql<SqlBool>`lower(${sql.ref(column)}) like any(${[`@${plain}/%`, `${plain}/%`, `${plain}:%`]}::text[])`;
}
