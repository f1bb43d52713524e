import { findFormatId } from '@packhouse/contract/repositories/format-ids.ts';
import type { SearchFilters } from '@packhouse/contract/repositories/search-query.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../schema.ts';

export interface SearchedRow {
  format: string;
  package: string;
  version: string;
  repository: string;
  path: string;
  state: string;
}

export interface ComponentSearch {
  repositories: readonly string[];
  search: string | undefined;
  filters: SearchFilters;
  /** The files in which was found what filters ask for: a query answering `repository` and `path`. */
  findings: RawBuilder<unknown> | undefined;
  order: 'name' | 'package_type' | 'updated';
  direction: 'asc' | 'desc';
  limit: number;
}

const orders = {
  name: sql`lower(package)`,
  package_type: sql`format`,
  updated: sql`coalesce(scanned_at, created_at)`,
};

/** A text with `*` and `?` as a `like` pattern. */
const makeLike = (text: string) =>
  text
    .replace(/[\\%_]/g, '\\$&')
    .replace(/\*+/g, '%')
    .replace(/\?/g, '_');

function typeIs(types: readonly string[]): RawBuilder<unknown>[] {
  if (types.length === 0 || types.some((type) => type === '*' || type.toLowerCase() === 'all')) return [];
  return [sql`format = any(${types.map((type) => findFormatId(type)).filter((id) => id !== undefined)}::text[])`];
}

function folderIs(path: string): RawBuilder<unknown> {
  const folder = makeLike(
    path
      .trim()
      .replace(/^\/+|\/+$/g, '')
      .toLowerCase(),
  );
  return folder === '' ? sql`true` : sql`lower(path) like ${`${folder}/%`}`;
}

function scopeIs(scope: string): RawBuilder<unknown> {
  const plain = makeLike(scope.replace(/^@/, '')).toLowerCase();
  return sql`lower(package) like any(${[`@${plain}/%`, `${plain}/%`, `${plain}:%`]}::text[])`;
}

/** What the table of versions knows of a version itself. */
function conditions({ search, filters, findings }: ComponentSearch): RawBuilder<unknown>[] {
  const { version, licenses, checksum, path, scope, before, after } = filters;
  return [
    ...(search ? [sql`lower(package) like ${`%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`}`] : []),
    ...typeIs([...(filters.packageTypes ?? []), ...(filters.pkgType ? [filters.pkgType] : [])]),
    ...(version ? [sql`version like ${makeLike(version)}`] : []),
    ...(licenses?.length ? [sql`licences && ${licenses}::text[]`] : []),
    ...(checksum
      ? [
          sql`sha256 = ${checksum
            .trim()
            .toLowerCase()
            .replace(/^sha256:/, '')}`,
        ]
      : []),
    ...(path ? [folderIs(path)] : []),
    ...(scope ? [scopeIs(scope)] : []),
    ...(after ? [sql`coalesce(scanned_at, created_at) >= ${`${after}T00:00:00Z`}::timestamptz`] : []),
    ...(before ? [sql`coalesce(scanned_at, created_at) < ${`${before}T00:00:00Z`}::timestamptz`] : []),
    ...(findings ? [sql`(repository, path) in (${findings})`] : []),
  ];
}

/** Versions in some repositories, by the files that stand for them. */
export async function searchTargets(db: Db, search: ComponentSearch): Promise<SearchedRow[]> {
  const { repositories, order, direction, limit } = search;
  const way = direction === 'desc' ? sql`desc` : sql`asc`;
  const { rows } = await sql<SearchedRow>`
    select format, package, version, repository, path, state from target
    where ${sql.join([sql`repository = any(${repositories}::text[])`, ...conditions(search)], sql` and `)}
    order by ${orders[order]} ${way}, lower(package) ${way}, format, version ${way}, array_position(${repositories}::text[], repository), path
    limit ${limit}`.execute(db);
  return rows;
}
