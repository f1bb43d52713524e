import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db } from '../schema.ts';
import type { PairingTable } from './trust-schema.ts';

export async function countPairings(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('pairing')
    .select((one) => one.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertPairing(db: Db, row: Insertable<PairingTable>): Promise<void> {
  await db.insertInto('pairing').values(row).execute();
}

/** Takes a pairing that holds still, so that nobody can take it again. */
export function takePairing(db: Db, hash: string): Promise<Selectable<PairingTable> | undefined> {
  return db.deleteFrom('pairing').where('hash', '=', hash).where('expires_at', '>', sql<Date>`now()`).returningAll().executeTakeFirst();
}

export async function deleteOldPairings(db: Db): Promise<void> {
  await db.deleteFrom('pairing').where('expires_at', '<=', sql<Date>`now()`).execute();
}
