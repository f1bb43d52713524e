import { AppError } from '@packhouse/contract/errors.ts';
import type { KeyPair, NewKeyPair } from '@packhouse/contract/repositories/key-routes.ts';
import { vaultWords } from '@packhouse/contract/repositories/vault-words.ts';
import type { Context } from '../context.ts';
import { makePair, readPair } from './key-material.ts';
import { type KeyPairRow, selectPairs } from './key-queries.ts';
import { openVault } from './open-vault.ts';
import { readVaultKey } from './vault.ts';

type Owner = Pick<Context, 'db' | 'platform' | 'readers'>;

/** Gives what is stored of a new pair. @throws AppError `invalid_input`, `not_found`, `upstream_failed`, `upstream_unavailable` */
export async function pairValues(context: Owner, input: NewKeyPair) {
  const { name, kind } = input;
  const pair =
    input.from === 'generated'
      ? await makePair(kind, name)
      : await readPair(context, kind, input.from === 'imported' ? input : await readVaultKey(context, await openVault(context, input.vault), input.path));
  const inVault = input.from === 'vault';
  return {
    name,
    kind,
    fingerprint: pair.fingerprint,
    public_key: pair.publicKey,
    private_key: inVault ? null : context.platform.secrets.encrypt(pair.privateKey),
    vault: inVault ? input.vault : null,
    vault_path: inVault ? input.path : null,
  };
}

export function toKeyPair(row: KeyPairRow, usedBy: readonly string[]): KeyPair {
  return {
    name: row.name,
    kind: row.kind,
    fingerprint: row.fingerprint,
    publicKey: row.public_key,
    ...(row.vault === null ? {} : { vault: row.vault }),
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by,
    usedBy: [...usedBy],
  };
}

/** A pair that signs: its public half, and how to get at the private one. */
export async function signingPair(context: Owner, kinds: readonly KeyPair['kind'][], name: string) {
  const row = (await selectPairs(context.db)).find((one) => one.name === name && kinds.includes(one.kind));
  if (!row) throw new Error(`There is no key pair ${name} to sign with`);
  return { name, kind: row.kind, fingerprint: row.fingerprint, publicKey: row.public_key, privateHalf: () => privateHalf(context, row) };
}

/** The private half, from where it is kept. @throws AppError `not_found`, `upstream_failed`, `upstream_unavailable` */
async function privateHalf(context: Owner, row: KeyPairRow): Promise<string> {
  if (row.private_key !== null) return context.platform.secrets.decrypt(row.private_key);
  const pair = await readPair(context, row.kind, await readVaultKey(context, await openVault(context, row.vault ?? ''), row.vault_path ?? ''));
  if (pair.fingerprint !== row.fingerprint) throw new AppError(vaultWords.vault_key_differs, { vault: row.vault ?? '', name: row.name });
  return pair.privateKey;
}
