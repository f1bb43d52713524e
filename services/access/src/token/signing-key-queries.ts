import type { JWK } from 'jose';
import { sql } from 'kysely';
import type { Db } from '../schema.ts';

export function selectSigningKeys(db: Db) {
  return db.selectFrom('signing_key').select(['id', 'public_key', 'sealed_private_key']).orderBy('created_at', 'desc').orderBy('id').execute();
}

/** Adds the first key; nothing happens when another process was faster. */
export async function insertFirstSigningKey(db: Db, key: { id: string; publicKey: JWK; sealedPrivateKey: string }): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtext('packhouse access signing key'))`.execute(transaction);
    const existing = await transaction.selectFrom('signing_key').select('id').executeTakeFirst();
    if (existing) return;
    await transaction
      .insertInto('signing_key')
      .values({ id: key.id, public_key: JSON.stringify(key.publicKey), sealed_private_key: key.sealedPrivateKey })
      .execute();
  });
}
