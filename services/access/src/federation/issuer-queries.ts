import { sql } from 'kysely';
import type { Db } from '../schema.ts';
import type { Json } from './merge/register.ts';

/** The keys of a deployment, in place of those that were known; a key of somebody else is not taken over. */
export async function replaceIssuers(db: Db, deployment: string, issuers: readonly { kid: string; key: Record<string, Json> }[]): Promise<void> {
  await db.deleteFrom('federation_issuer').where('deployment', '=', deployment).execute();
  for (const { kid, key } of issuers)
    await sql`insert into federation_issuer (kid, deployment, key) values (${kid}, ${deployment}, ${JSON.stringify(key)}::jsonb) on conflict (kid) do nothing`.execute(
      db,
    );
}

/** A key of a deployment, while that is trusted: whoever has taken it over may have the key, too. */
export function selectIssuer(db: Db, deployment: string, kid: string) {
  return db
    .selectFrom('federation_issuer as issuer')
    .innerJoin('peer', 'peer.id', 'issuer.deployment')
    .select('issuer.key')
    .where('issuer.deployment', '=', deployment)
    .where('issuer.kid', '=', kid)
    .where('peer.revoked_at', 'is', null)
    .where(sql<boolean>`'federation' = any(peer.purposes)`)
    .executeTakeFirst();
}
