import type { FederatedType } from '@packhouse/contract/access/federation-peer-routes.ts';
import { sql } from 'kysely';
import type { Db } from '../schema.ts';

/** What this deployment takes from another at most, whatever that one sends. */
export interface FederationLimits {
  entities: readonly FederatedType[];
  administrators: boolean;
}

/** Whether a deployment is trusted for federation, and what it is called here; as long as this transaction lasts, it stays so. */
export async function holdTrust(db: Db, peer: string): Promise<{ name: string; isTrusted: boolean }> {
  const { rows } = await sql<{ name: string; isTrusted: boolean }>`
    select name, revoked_at is null and 'federation' = any(purposes) as "isTrusted" from peer where id = ${peer} for key share`.execute(db);
  return rows[0] ?? { name: peer, isTrusted: false };
}

export async function readLimits(db: Db, peer: string): Promise<FederationLimits> {
  const { rows } = await sql<{ accepts: FederationLimits }>`select accepts from peer where id = ${peer} and revoked_at is null`.execute(db);
  return rows[0]?.accepts ?? { entities: [], administrators: false };
}
