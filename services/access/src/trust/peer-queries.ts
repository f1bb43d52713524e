import type { TrustPurpose } from '@packhouse/contract/trust-purposes.ts';
import { type Insertable, type Selectable, type SqlBool, sql, type Updateable } from 'kysely';
import type { Db } from '../schema.ts';
import type { PeerTable } from './trust-schema.ts';

export type PeerRow = Selectable<PeerTable>;

export function selectPeers(db: Db): Promise<PeerRow[]> {
  return db.selectFrom('peer').selectAll().orderBy('name').orderBy('id').execute();
}

export function selectLivePeers(db: Db, purpose: TrustPurpose | undefined): Promise<PeerRow[]> {
  const live = db.selectFrom('peer').selectAll().where('revoked_at', 'is', null).orderBy('name').orderBy('id');
  return (purpose === undefined ? live : live.where(sql<SqlBool>`${purpose} = any(purposes)`)).execute();
}

/** Every column by its name: a statement that is asked for each call is worth keeping prepared, which none with a star is. */
const columns = [
  'id',
  'name',
  'url',
  'keys',
  'purposes',
  'accepts',
  'allow_private',
  'paired_at',
  'paired_by',
  'clock_offset',
  'clock_at',
  'revoked_at',
  'revoked_there',
  'knows_key',
  'knows_url',
  'tell_at',
  'tell_attempts',
] as const satisfies readonly (keyof PeerTable)[];

export function selectPeer(db: Db, id: string): Promise<PeerRow | undefined> {
  return db.selectFrom('peer').select(columns).where('id', '=', id).executeTakeFirst();
}

/** Held until the transaction ends. */
export function lockPeer(db: Db, id: string): Promise<PeerRow | undefined> {
  return db.selectFrom('peer').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Adds a deployment, or takes the place of what was known of it. */
export function upsertPeer(db: Db, row: Insertable<PeerTable>): Promise<PeerRow> {
  return db
    .insertInto('peer')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...row, paired_at: new Date(), revoked_at: null, revoked_there: false, tell_at: null }))
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function updatePeer(db: Db, id: string, change: Updateable<PeerTable>): Promise<PeerRow> {
  return db.updateTable('peer').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

export async function deletePeer(db: Db, id: string): Promise<void> {
  await db.deleteFrom('peer').where('id', '=', id).execute();
}

/** Keeps the number of a call of a deployment that is trusted at this moment; false when it is not, or when the number has been there. */
export async function insertCall(db: Db, peer: string, id: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('peer_call')
    .columns(['peer', 'id'])
    .expression((from) =>
      from
        .selectFrom('peer')
        .select((one) => ['id as peer', one.val(id).as('id')])
        .where('id', '=', peer)
        .where('revoked_at', 'is', null),
    )
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** Calls are too old to be taken after a minute on either side of the clock. */
export async function deleteOldCalls(db: Db): Promise<void> {
  await db.deleteFrom('peer_call').where('at', '<', sql<Date>`now() - interval '2 minutes'`).execute();
}
