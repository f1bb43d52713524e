import { sql } from 'kysely';
import type { Db } from '../schema.ts';
import type { TokenOrder } from '../token/token-order.ts';

/** False when this session exists already, or when too many have begun and not ended. */
export async function insertClientLogin(
  db: Db,
  row: { sessionHash: string; address: string; expiresAt: Date },
  most: { fromAddress: number; atAll: number },
): Promise<boolean> {
  await db.deleteFrom('client_login').where('expires_at', '<', new Date()).execute();
  const { numAffectedRows } = await sql`
    insert into client_login (session_hash, address, expires_at) select ${row.sessionHash}, ${row.address}, ${row.expiresAt}::timestamptz
    where (select count(*) from client_login where address = ${row.address}) < ${most.fromAddress} and (select count(*) from client_login) < ${most.atAll}
    on conflict do nothing`.execute(db);
  return numAffectedRows === 1n;
}

/** False when nobody waits with this session, or when somebody has agreed to it already. */
export async function approveLogin(db: Db, sessionHash: string, order: TokenOrder): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('client_login')
    .set({ token_order: JSON.stringify(order) })
    .where('session_hash', '=', sessionHash)
    .where('token_order', 'is', null)
    .where('expires_at', '>', new Date())
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Takes what was agreed to, once. */
export async function takeApproved(db: Db, sessionHash: string): Promise<TokenOrder | undefined> {
  const row = await db
    .deleteFrom('client_login')
    .where('session_hash', '=', sessionHash)
    .where('token_order', 'is not', null)
    .where('expires_at', '>', new Date())
    .returning('token_order')
    .executeTakeFirst();
  return row?.token_order ?? undefined;
}
