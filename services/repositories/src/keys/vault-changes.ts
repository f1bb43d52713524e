import { AppError } from '@packhouse/contract/errors.ts';
import { vaultWords } from '@packhouse/contract/repositories/vault-words.ts';
import type { Context } from '../context.ts';
import * as queries from './key-queries.ts';
import { auditor, type Doer, refuseTaken, usersAs } from './named-keys.ts';
import { forgetPublishedKeys } from './signer.ts';
import { checkVault, type OpenVault, type VaultSignIn, wayTo } from './vault.ts';

type Secrets = Context['platform']['secrets'];

/** What is kept of how the platform signs in. */
function keepSignIn(secrets: Secrets, signIn: VaultSignIn): { sign_in: VaultSignIn['kind']; identity: string | null; token: string } {
  const kept = (identity: string | null, secret: string) => ({ sign_in: signIn.kind, identity, token: secrets.encrypt(secret) });
  switch (signIn.kind) {
    case 'token':
      return kept(null, signIn.token);
    case 'app-role':
      return kept(secrets.encrypt(signIn.roleId), signIn.secretId);
    case 'certificate':
      return kept(signIn.certificate, signIn.privateKey);
    case 'agent':
      return kept(null, '');
  }
}

/** Names of the key pairs that a vault keeps. */
export const readVaultUsers = async (tx: Context['db'], key: string): Promise<string[]> =>
  (await queries.selectPairs(tx)).filter(({ vault }) => vault === key).map(({ name }) => name);

/** What the audit log tells of a vault. */
const toTold = ({ url, mount, engine, sign_in: signIn, allow_private: allowPrivate }: queries.VaultRow) => ({ url, mount, engine, signIn, allowPrivate });

const toValues = ({ platform }: Context, { key, url, mount, engine, allowPrivate, signIn }: OpenVault) => ({
  key,
  url,
  mount,
  engine,
  allow_private: allowPrivate,
  ...keepSignIn(platform.secrets, signIn),
});

/** Adds a vault that lets the platform in. @throws AppError `already_exists`, `upstream_failed`, `upstream_unavailable`, `address_refused` */
export async function createVault(context: Context, vault: OpenVault, by: Doer): Promise<queries.VaultRow> {
  await checkVault(context, vault);
  return context.db
    .transaction()
    .execute(async (tx) => {
      const made = await queries.insertVault(tx, { ...toValues(context, vault), created_by: by.actor.name });
      await auditor(context)(tx, by, 'vault.created', made.key, { after: toTold(made) });
      return made;
    })
    .catch(refuseTaken('key', vault.key));
}

/**
 * Has a vault be as it is given, whether there was one or not; it need not answer now, as descriptions of whole installations are applied in any order.
 * Where nothing is said of private addresses, it stays as it was. @throws AppError `address_refused`
 */
export async function putVault(
  context: Context,
  given: Omit<OpenVault, 'allowPrivate'> & { allowPrivate: boolean | undefined },
  by: Doer,
): Promise<queries.VaultRow> {
  await wayTo(given);
  const row = await context.db
    .transaction()
    .execute(async (tx) => {
      const before = await queries.lockVault(tx, given.key);
      const values = toValues(context, { ...given, allowPrivate: given.allowPrivate ?? before?.allow_private ?? false });
      const after = before ? await queries.updateVault(tx, before.id, values) : await queries.insertVault(tx, { ...values, created_by: by.actor.name });
      const states = { ...(before && { before: toTold(before) }), after: toTold(after) };
      await auditor(context)(tx, by, before ? 'vault.updated' : 'vault.created', given.key, states);
      // Private halves that were read from elsewhere are asked for again, in every process.
      if (before) await context.platform.outbox.publish(tx, { type: 'key.changed', subject: given.key, data: {} });
      return after;
    })
    .catch(refuseTaken('key', given.key));
  forgetPublishedKeys();
  return row;
}

/** Deletes a vault that keeps no key. @throws AppError `not_found`, `in_use` */
export async function deleteVault(context: Context, key: string, by: Doer): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const row = await queries.lockVault(tx, key);
    if (!row) throw new AppError(vaultWords.no_vault, { key });
    const users = await readVaultUsers(tx, key);
    if (users.length > 0) throw usersAs(users);
    await queries.deleteVaultRow(tx, row.id);
    await auditor(context)(tx, by, 'vault.deleted', row.key, { before: toTold(row) });
  });
}
