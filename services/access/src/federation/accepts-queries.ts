import type { FederatedType } from '@packhouse/contract/access/federation-peer-routes.ts';
import { sql } from 'kysely';
import type { Db } from '../schema.ts';

/** What this deployment takes from another at most, whatever that one sends. */
export interface FederationLimits {
  entities: readonly FederatedType[];
  administrators: boolean;
}

export async function readLimits(db: Db, peer: string): Promise<FederationLimits> {
  const { rows } = await sql<{ accepts: FederationLimits }>`select accepts from peer where id = ${peer} and revoked_at is null`.execute(db);
  return rows[0]?.accepts ?? { entities: [], administrators: false };
}
