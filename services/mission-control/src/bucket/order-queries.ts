import type { SaidColumns } from '@packhouse/kernel/database/said-columns.ts';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db } from '../schema.ts';
import type { BucketLicence } from './bucket-agreement.ts';
import type { BucketTables } from './bucket-schema.ts';

export type OrderRow = Selectable<BucketTables['attach_order']>;

/** Longer than a call can take. */
const lease = sql<Date>`now() + interval '90 seconds'`;

export function insertOrder(db: Db, values: Insertable<BucketTables['attach_order']>): Promise<OrderRow> {
  return (
    db
      .insertInto('attach_order')
      // The moment at which its transaction began: those of one request have the same.
      .values({ ...values, at: sql<Date>`now()`, lease_until: lease })
      .returningAll()
      .executeTakeFirstOrThrow()
  );
}

/** Reserves free licences for an order; answers how many there were. Whoever holds the bucket is alone at it. */
export async function reserve(db: Db, { id, bucket, deployment, wanted }: OrderRow): Promise<number> {
  const reserved = await db
    .updateTable('bucket_licence')
    .set({ state: 'reserved', deployment, order_id: id, changed_at: sql<Date>`now()`, reported_at: null })
    .where('jti', 'in', (inner) =>
      inner
        .selectFrom('bucket_licence')
        .select('jti')
        .where('bucket', '=', bucket)
        .where('state', '=', 'free')
        .orderBy('jti')
        .limit(wanted)
        .forUpdate()
        .skipLocked(),
    )
    .executeTakeFirst();
  return Number(reserved.numUpdatedRows);
}

/** Marks what a deployment has of a bucket as being taken back; answers how many that are. */
export async function beginRelease(db: Db, { id, bucket, deployment }: Pick<OrderRow, 'id' | 'bucket' | 'deployment'>): Promise<number> {
  const marked = await db
    .updateTable('bucket_licence')
    .set({ state: 'releasing', release_id: id, changed_at: sql<Date>`now()` })
    .where('bucket', '=', bucket)
    .where('deployment', '=', deployment)
    .where('state', 'in', ['attached', 'releasing'])
    .executeTakeFirst();
  return Number(marked.numUpdatedRows);
}

export async function setWanted(db: Db, id: string, wanted: number): Promise<void> {
  await db.updateTable('attach_order').set({ wanted }).where('id', '=', id).execute();
}

/** Licences of an order that are still on their way. */
export function selectReserved(db: Db, order: string, limit: number): Promise<BucketLicence[]> {
  return db
    .selectFrom('bucket_licence')
    .select(['jti', 'jws'])
    .where('order_id', '=', order)
    .where('state', '=', 'reserved')
    .orderBy('jti')
    .limit(limit)
    .execute();
}

/** Licences that an order takes back, with the orders that brought them. */
export async function selectReleasing(db: Db, release: string, limit: number): Promise<{ jti: string; order: string }[]> {
  const rows = await db
    .selectFrom('bucket_licence')
    .select(['jti', 'order_id'])
    .where('release_id', '=', release)
    .where('state', '=', 'releasing')
    .orderBy('jti')
    .limit(limit)
    .execute();
  return rows.map(({ jti, order_id: order }) => ({ jti, order: order ?? release }));
}

/** The deployment has these licences of an order. Those that are not the order's any more are left alone. */
export async function settleAttached(db: Db, order: string, jtis: readonly string[]): Promise<void> {
  if (jtis.length === 0) return;
  // In one step: of a process that ends between two, the order would say that nothing arrived, and whoever asks again would be served twice.
  await db
    .with('settled', (part) =>
      part
        .updateTable('bucket_licence')
        .set({ state: 'attached', changed_at: sql<Date>`now()`, reported_at: sql<Date>`now()` })
        .where('order_id', '=', order)
        .where('state', '=', 'reserved')
        .where(sql<boolean>`jti = any(${jtis}::text[])`)
        .returning('jti'),
    )
    .updateTable('attach_order')
    .set({ done: sql<number>`done + (select count(*) from settled)::int`, lease_until: lease })
    .where('id', '=', order)
    .execute();
}

const freed = { state: 'free', deployment: null, order_id: null, release_id: null, changed_at: sql<Date>`now()`, reported_at: null } as const;

/** The deployment has nothing more of an order, or not these licences of it. */
export async function freeReserved(db: Db, order: string, jtis?: readonly string[]): Promise<void> {
  await db
    .updateTable('bucket_licence')
    .set(freed)
    .where('order_id', '=', order)
    .where('state', '=', 'reserved')
    .$if(jtis !== undefined, (query) => query.where(sql<boolean>`jti = any(${jtis}::text[])`))
    .execute();
}

/** The deployment has these licences no more. */
export async function settleReleased(db: Db, release: string, jtis: readonly string[]): Promise<void> {
  await db
    .with('settled', (part) =>
      part
        .updateTable('bucket_licence')
        .set(freed)
        .where('release_id', '=', release)
        .where('state', '=', 'releasing')
        .where(sql<boolean>`jti = any(${jtis}::text[])`)
        .returning('jti'),
    )
    .updateTable('attach_order')
    .set({ done: sql<number>`done + (select count(*) from settled)::int`, lease_until: lease })
    .where('id', '=', release)
    .execute();
}

/** The deployment did not give them back. */
export async function keepReleasing(db: Db, release: string): Promise<void> {
  await db
    .updateTable('bucket_licence')
    .set({ state: 'attached', release_id: null })
    .where('release_id', '=', release)
    .where('state', '=', 'releasing')
    .execute();
}

/** Counts everything of a bucket that a deployment has as free; answers how many licences that were. */
export async function forgetAt(db: Db, bucket: string, deployment: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('bucket_licence')
    .set(freed)
    .where('bucket', '=', bucket)
    .where('deployment', '=', deployment)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

const open = ['calling', 'unsettled'] as const;

/** Ends an order, unless it has ended. */
export async function endOrder(db: Db, id: string, state: OrderRow['state'], said: SaidValues): Promise<void> {
  await db
    .updateTable('attach_order')
    .set({ state, ...said, lease_until: null })
    .where('id', '=', id)
    .where('state', 'in', [...open])
    .execute();
}

type SaidValues = Partial<Pick<Insertable<SaidColumns>, 'message' | 'said'>>;

/** Leaves an order to be looked at again: soon at first, later every ten minutes. */
export async function leaveOrder(db: Db, id: string, said: SaidValues): Promise<void> {
  await db
    .updateTable('attach_order')
    .set({
      state: 'unsettled',
      ...said,
      tries: sql<number>`tries + 1`,
      lease_until: sql<Date>`now() + least(interval '10 minutes', interval '30 seconds' * power(2, least(tries, 6)))`,
    })
    .where('id', '=', id)
    .where('state', 'in', [...open])
    .execute();
}

export async function endOrdersAt(db: Db, bucket: string, deployment: string, said: SaidValues): Promise<void> {
  await db
    .updateTable('attach_order')
    .set({ state: 'forgotten', ...said, lease_until: null })
    .where('bucket', '=', bucket)
    .where('deployment', '=', deployment)
    .where('state', 'in', [...open])
    .execute();
}

/** Takes open orders that nobody looks at. */
export function claimOrders(db: Db, free: number): Promise<OrderRow[]> {
  return db
    .updateTable('attach_order')
    .set({ lease_until: lease })
    .where('id', 'in', (inner) =>
      inner
        .selectFrom('attach_order')
        .select('id')
        .where('state', 'in', [...open])
        .where('lease_until', '<=', sql<Date>`now()`)
        .orderBy('lease_until')
        .limit(free)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute();
}

/** A deployment was heard of: what is unsettled with it can be settled now. Answers whether anything is. */
export async function hasten(db: Db, deployment: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('attach_order')
    .set({ lease_until: sql<Date>`now()` })
    .where('deployment', '=', deployment)
    .where('state', '=', 'unsettled')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Whether something with a deployment waits to be settled. */
export async function hasUnsettled(db: Db, deployment: string): Promise<boolean> {
  const found = db.selectFrom('attach_order').select('id').where('deployment', '=', deployment).where('state', '=', 'unsettled').limit(1);
  return (await found.executeTakeFirst()) !== undefined;
}

export function selectOrder(db: Db, id: string): Promise<OrderRow | undefined> {
  return db.selectFrom('attach_order').selectAll().where('id', '=', id).executeTakeFirst();
}

const listed = 50;

/** The last orders, newest first: so many, and everything that was asked for together with one of them. */
export function selectOrders(db: Db, bucket: string): Promise<OrderRow[]> {
  const last = db.selectFrom('attach_order').select('at').where('bucket', '=', bucket).orderBy('at', 'desc').limit(listed);
  return db
    .selectFrom('attach_order')
    .selectAll()
    .where('bucket', '=', bucket)
    .where('at', '>=', (inner) => inner.selectFrom(last.as('last')).select(({ fn }) => fn.min('last.at').as('at')))
    .orderBy('at', 'desc')
    .orderBy('deployment_name')
    .orderBy('id')
    .execute();
}

/** Holds on to orders that wait for their turn. */
export async function renewOrders(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db.updateTable('attach_order').set({ lease_until: lease }).where(sql<boolean>`id = any(${ids}::uuid[])`).where('state', '=', 'calling').execute();
}
