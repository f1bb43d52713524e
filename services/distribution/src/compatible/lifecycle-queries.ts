import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import { type SqlBool, sql } from 'kysely';
import { readableReleaseBundles } from '../release-bundle/readable-release-bundle-queries.ts';
import type { Db } from '../schema.ts';

/** This environment is where things are in production, on every installation. */
const productionEnvironment = 'PROD';

/** A part of a list, as clients ask for it. */
export interface Part {
  offset: number;
  limit: number;
  /** In the names, or the versions. */
  search?: string | undefined;
  orderBy: 'created' | 'name';
  ascending: boolean;
}

export interface ReleaseBundleGroup {
  name: string;
  latest: string;
  versions: number;
  created_at: Date;
  storing_repository: string;
}

const contains = (text: string | undefined) => `%${(text ?? '').toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;

/** Bundles put together here, by name, each with its latest version. */
export async function selectGroups(
  db: Db,
  actor: Actor,
  { offset, limit, search, orderBy, ascending }: Part,
): Promise<{ rows: ReleaseBundleGroup[]; total: number }> {
  const mine = sql<SqlBool>`bundle.type = 'source' and ${readableReleaseBundles(actor)} and lower(bundle.name) like ${contains(search)}`;
  const order = sql.raw(`${orderBy === 'name' ? 'name collate "C"' : 'created_at'} ${ascending ? 'asc' : 'desc'}, name collate "C"`);
  const [{ rows }, counted] = await Promise.all([
    sql<ReleaseBundleGroup>`
      select name, (array_agg(version order by id desc))[1] as latest, count(*)::int as versions, max(created_at) as created_at,
        (array_agg(storing_repository order by id desc))[1] as storing_repository
      from bundle where ${mine} group by name order by ${order} offset ${offset} limit ${limit}`.execute(db),
    sql<{ total: number }>`select count(distinct name)::int as total from bundle where ${mine}`.execute(db),
  ]);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

export interface ReleaseBundleVersionRow {
  version: string;
  state: 'OPEN' | 'SIGNED';
  created_at: Date;
  created_by: string;
  storing_repository: string;
  tag: string;
  /** It was promoted to where things are in production. */
  is_released: boolean;
}

/** Versions of one bundle put together here. */
export async function selectVersions(
  db: Db,
  actor: Actor,
  name: string,
  { offset, limit, search, orderBy, ascending }: Part,
): Promise<{ rows: ReleaseBundleVersionRow[]; total: number }> {
  const mine = sql<SqlBool>`bundle.type = 'source' and name = ${name} and ${readableReleaseBundles(actor)} and lower(version) like ${contains(search)}`;
  const order = sql.raw(`${orderBy === 'name' ? 'version collate "C"' : 'id'} ${ascending ? 'asc' : 'desc'}`);
  const [{ rows }, counted] = await Promise.all([
    sql<ReleaseBundleVersionRow>`
      select version, state, created_at, created_by, storing_repository, tag, exists (select from promotion where promotion.bundle_id = bundle.id
          and promotion.status = 'COMPLETED' and promotion.environment = ${productionEnvironment}) as is_released from bundle where ${mine} order by ${order} offset ${offset} limit ${limit}`.execute(
      db,
    ),
    sql<{ total: number }>`select count(*)::int as total from bundle where ${mine}`.execute(db),
  ]);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}
