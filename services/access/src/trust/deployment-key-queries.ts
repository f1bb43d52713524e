import type { DeploymentKey } from '@packhouse/contract/access/access-trust-routes.ts';
import { sql } from 'kysely';
import type { Db } from '../schema.ts';

export interface NewKey {
  id: string;
  publicKey: DeploymentKey;
  sealedPrivateKey: string;
}

/** All keys of this deployment, the newest first. */
export function selectDeploymentKeys(db: Db) {
  return db.selectFrom('deployment_key').selectAll().orderBy('created_at', 'desc').orderBy('id').execute();
}

export async function insertDeploymentKey(db: Db, { id, publicKey, sealedPrivateKey }: NewKey): Promise<void> {
  await db
    .insertInto('deployment_key')
    .values({ id, public_key: JSON.stringify(publicKey), sealed_private_key: sealedPrivateKey })
    .execute();
}

/** Adds the first key; nothing happens when another process was faster. */
export async function insertFirstDeploymentKey(db: Db, key: NewKey): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtext('packhouse deployment key'))`.execute(transaction);
    if ((await selectDeploymentKeys(transaction)).length === 0) await insertDeploymentKey(transaction, key);
  });
}
