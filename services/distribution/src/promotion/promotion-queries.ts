import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import { type Insertable, type Selectable, type SqlBool, sql, type Updateable } from 'kysely';
import { readableReleaseBundles } from '../release-bundle/readable-release-bundle-queries.ts';
import type { Db, PromotionTable } from '../schema.ts';

export type PromotionRow = Selectable<PromotionTable> & { name: string; version: string; storing_repository: string };

function promotions(db: Db) {
  return db
    .selectFrom('promotion')
    .innerJoin('bundle', 'bundle.id', 'promotion.bundle_id')
    .selectAll('promotion')
    .select(['bundle.name', 'bundle.version', 'bundle.storing_repository']);
}

export function selectPromotion(db: Db, id: number): Promise<PromotionRow | undefined> {
  return promotions(db).where('promotion.id', '=', id).executeTakeFirst();
}

export function selectPromotionAt(db: Db, bundleId: number, millis: number): Promise<PromotionRow | undefined> {
  return promotions(db).where('bundle_id', '=', bundleId).where('created_millis', '=', millis).executeTakeFirst();
}

export function selectPromotionsOfVersion(db: Db, bundleId: number, limit: number): Promise<PromotionRow[]> {
  return promotions(db).where('bundle_id', '=', bundleId).orderBy('promotion.id', 'desc').limit(limit).execute();
}

/** The one by which the files of the version came to where they are. */
export function selectLastCompleted(db: Db, bundleId: number): Promise<PromotionRow | undefined> {
  return promotions(db).where('bundle_id', '=', bundleId).where('status', '=', 'COMPLETED').orderBy('promotion.id', 'desc').limit(1).executeTakeFirst();
}

interface Filter {
  name: string;
  version?: string;
  environment?: string | undefined;
}

interface Part {
  offset: number;
  limit: number;
  orderBy: 'created' | 'environment';
  ascending: boolean;
}

/** Promotions of a bundle, as far as the actor may read its versions. */
export async function selectPromotions(db: Db, actor: Actor, { name, version, environment = '' }: Filter, { offset, limit, orderBy, ascending }: Part) {
  const contains = `%${environment.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  const isWanted = sql<SqlBool>`bundle.name = ${name} and (${version ?? null}::text is null or bundle.version = ${version ?? null}::text)
    and lower(environment) like ${contains} and ${readableReleaseBundles(actor)}`;
  const order = sql.raw(`${orderBy === 'environment' ? 'environment collate "C"' : 'created_millis'} ${ascending ? 'asc' : 'desc'}, promotion.id desc`);
  const [rows, { total }] = await Promise.all([
    promotions(db).where(isWanted).orderBy(order).offset(offset).limit(limit).execute(),
    db
      .selectFrom('promotion')
      .innerJoin('bundle', 'bundle.id', 'promotion.bundle_id')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where(isWanted)
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, total };
}

/** The version is held meanwhile, so that no two of its promotions have the same moment. */
export function insertPromotion(db: Db, row: Omit<Insertable<PromotionTable>, 'created_millis'>): Promise<{ id: number }> {
  const millis = sql<number>`greatest((extract(epoch from clock_timestamp()) * 1000)::bigint,
    (select max(created_millis) + 1 from promotion where bundle_id = ${row.bundle_id}))`;
  return db
    .insertInto('promotion')
    .values({ ...row, created_millis: millis })
    .returning('id')
    .executeTakeFirstOrThrow();
}

/** Held until the transaction ends; undefined when it has ended already, or is forgotten. */
export async function lockUnfinished(db: Db, id: number): Promise<PromotionRow | undefined> {
  const held = await db
    .selectFrom('promotion')
    .select('id')
    .where('id', '=', id)
    .where('status', 'in', ['PENDING', 'PROCESSING'])
    .forUpdate()
    .executeTakeFirst();
  return held && selectPromotion(db, id);
}

export async function updateUnfinished(db: Db, id: number, change: Updateable<PromotionTable>): Promise<void> {
  await db.updateTable('promotion').set(change).where('id', '=', id).where('status', 'in', ['PENDING', 'PROCESSING']).execute();
}

/** False while it is under way. */
export async function deleteFinished(db: Db, id: number): Promise<boolean> {
  const gone = await db.deleteFrom('promotion').where('id', '=', id).where('status', 'in', ['COMPLETED', 'FAILED']).returning('id').executeTakeFirst();
  return gone !== undefined;
}
