import type { Account } from '../account/accounts.ts';
import { type By, inChange } from '../audit/change.ts';
import type { Context } from '../context.ts';
import { fingerprint, randomSecret } from '../secret/fingerprint.ts';
import { deleteApiKey, selectApiKey, selectApiKeyOwner, upsertApiKey } from './api-key-queries.ts';

// Clients take what begins like this for an API key.
const beginning = 'AKCp8';

export const looksLikeApiKey = (secret: string) => secret.startsWith(beginning) && secret.length === beginning.length + 64;

export async function readApiKey(context: Context, account: Account): Promise<string | undefined> {
  const row = await selectApiKey(context.db, account.id);
  return row && context.platform.secrets.decrypt(row.sealed);
}

/** Makes the user's key, in place of the one before. */
export function createApiKey(context: Context, account: Account, by: By): Promise<string> {
  const key = `${beginning}${randomSecret(48)}`;
  return inChange(context, by, async (transaction, record) => {
    await upsertApiKey(transaction, account.id, { hash: fingerprint(key), sealed: context.platform.secrets.encrypt(key) });
    await record({ action: 'key.created', subject: account.name });
    return key;
  });
}

export function removeApiKey(context: Context, account: Account, by: By): Promise<boolean> {
  return inChange(context, by, async (transaction, record) => {
    const existed = await deleteApiKey(transaction, account.id);
    if (existed) await record({ action: 'key.revoked', subject: account.name });
    return existed;
  });
}

export function findOwnerOfApiKey(context: Context, key: string): Promise<string | undefined> {
  return selectApiKeyOwner(context.db, fingerprint(key));
}
