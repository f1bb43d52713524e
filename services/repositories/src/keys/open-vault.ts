import { AppError } from '@packhouse/contract/errors.ts';
import { vaultWords } from '@packhouse/contract/repositories/vault-words.ts';
import type { Context } from '../context.ts';
import { selectVaults, type VaultRow } from './key-queries.ts';
import type { OpenVault, VaultSignIn } from './vault.ts';

function openSignIn(secrets: Context['platform']['secrets'], { sign_in: kind, identity, token }: VaultRow): VaultSignIn {
  switch (kind) {
    case 'token':
      return { kind, token: secrets.decrypt(token) };
    case 'app-role':
      return { kind, roleId: secrets.decrypt(identity ?? ''), secretId: secrets.decrypt(token) };
    case 'certificate':
      return { kind, certificate: identity ?? '', privateKey: secrets.decrypt(token) };
    case 'agent':
      return { kind };
  }
}

/** @throws AppError `not_found` */
export async function openVault({ db, platform }: Pick<Context, 'db' | 'platform'>, key: string): Promise<OpenVault> {
  const row = (await selectVaults(db)).find((one) => one.key === key);
  if (!row) throw new AppError(vaultWords.no_vault, { key });
  return { key, url: row.url, mount: row.mount, engine: row.engine, allowPrivate: row.allow_private, signIn: openSignIn(platform.secrets, row) };
}
