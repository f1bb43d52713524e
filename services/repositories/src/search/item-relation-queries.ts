import { AppError } from '@packhouse/contract/errors.ts';
import { queryWords } from '@packhouse/contract/repositories/query-words.ts';
import { releaseBundleRepositoryKey } from '@packhouse/contract/repository-keys.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import { type Condition, every } from '@packhouse/kernel/database/conditions.ts';
import { type SqlBool, sql } from 'kysely';
import { makeLike } from '../directory/glob.ts';
import { readable } from '../directory/readable-queries.ts';
import type { Comparison } from './aql.ts';
import { type Column, compareColumn } from './scalar-queries.ts';
import { fewLetters } from './typed-pattern.ts';

const releaseColumns: Readonly<Record<string, Column>> = {
  name: { sql: sql`split_part(k.path, '/', 1)`, type: 'text' },
  version: { sql: sql`split_part(k.path, '/', 2)`, type: 'text' },
};

const entryColumns: Readonly<Record<string, Column>> = {
  name: { sql: sql`e.name`, type: 'text' },
  path: { sql: sql`left(e.path, greatest(length(e.path) - length(e.name) - 1, 0))`, type: 'text' },
};

function compare(columns: Readonly<Record<string, Column>>, { field, operator, value }: Comparison): Condition {
  const column = columns[field.slice(field.lastIndexOf('.') + 1)];
  if (!column) throw new AppError(queryWords.query_field_unknown, { field });
  return compareColumn(column, operator, value);
}

/**
 * Says that the item's content is kept for one release bundle that fits all of this: distribution repositories hold `name/version/repository/path`.
 * Bundles that the actor may not read have nothing, so that nobody learns their names.
 */
export function sameRelease(parts: readonly Comparison[], actor: Actor): Condition {
  const conditions = parts.map((part) => compare(releaseColumns, part));
  return sql<SqlBool>`i.sha256 in (select k.sha256 from repository kr join artifact k on k.repository_id = kr.id
    where ('-' || kr.key) like ${`%-${releaseBundleRepositoryKey}`} and ${every(conditions)} and ${readable(actor, { key: 'kr.key', class: 'kr.class', path: 'k.path' })})`;
}

/** What the index over letters of paths can look up of a comparison: all that fits, and more. */
function findLetters({ operator, value }: Comparison): Condition | undefined {
  const isNegative = operator !== '$eq' && operator !== '$match';
  const text = String(value ?? '').toLowerCase();
  if (isNegative || !text.split(/[*?]/).some((part) => part.length >= fewLetters)) return undefined;
  return sql<SqlBool>`lower(e.path) like ${`%${makeLike(text)}%`}`;
}

/** Says that there is one file inside the item, an archive, that fits all of this. @throws AppError `bad_request` for fewer than three characters in a row */
export function sameEntry(parts: readonly Comparison[]): Condition {
  const conditions = parts.map((part) => compare(entryColumns, part));
  const letters = parts.map(findLetters).filter((condition) => condition !== undefined);
  if (letters.length === 0) throw new AppError(queryWords.archive_pattern_too_short, { count: fewLetters });
  return sql<SqlBool>`i.sha256 in (select c.sha256 from archive_entry e join archive_content c on c.id = e.content_id
    where ${every([...letters, ...conditions])})`;
}
