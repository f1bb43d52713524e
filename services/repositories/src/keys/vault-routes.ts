import * as contract from '@packhouse/contract/repositories/key-routes.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { selectVaults, type VaultRow } from './key-queries.ts';
import { createVault, deleteVault, readVaultUsers } from './vault-changes.ts';

const toVault = (row: VaultRow, usedBy: string[]): contract.VaultConfig => ({
  key: row.key,
  url: row.url,
  mount: row.mount,
  engine: row.engine,
  signIn: row.sign_in,
  allowPrivate: row.allow_private,
  createdAt: row.created_at.toISOString(),
  createdBy: row.created_by,
  usedBy,
});

/** Vaults that keep private keys, as the console shows them. */
export function vaultRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;

  handle(app, platform, contract.listVaultConfigs, async () => ({
    items: await Promise.all((await selectVaults(db)).map(async (row) => toVault(row, await readVaultUsers(db, row.key)))),
  }));
  handle(app, platform, contract.createVaultConfig, async ({ body }, call) => {
    const { token, ...place } = body;
    return toVault(await createVault(context, { ...place, engine: 'kv2', signIn: { kind: 'token', token } }, call), []);
  });
  handle(app, platform, contract.deleteVaultConfig, ({ params }, call) => deleteVault(context, params.key, call));
}
