import { decoded } from '@packhouse/kernel/outgoing/undici-outgoing.ts';
import type { Platform } from '@packhouse/kernel/platform.ts';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { RepositoriesSchema } from '../schema.ts';
import { lockRemotesWithCredentials, lockVaultsWithCredentials, mergeSettings, updateVaultAddress } from './credential-queries.ts';

/**
 * Addresses used to be taken with a user name and a password in them. A repository's become its user name and password, encrypted, unless it has
 * some, which went before them; a vault has a token, so they go. Done at the start, because only the running platform can encrypt.
 */
export async function adoptCredentials(db: Kysely<RepositoriesSchema>, secrets: Platform['secrets'], log: Logger): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const { id, key, settings } of await lockRemotesWithCredentials(tx)) {
      const { username, password } = URL.canParse(settings.url) ? new URL(settings.url) : { username: '', password: '' };
      const isFree = !settings.username && settings.password === undefined && username !== '';
      const adopted = isFree ? { username: decoded(username), ...(password === '' ? {} : { password: secrets.encrypt(decoded(password)) }) } : {};
      await mergeSettings(tx, id, { ...adopted, url: withoutCredentials(settings.url) });
      const outcome = isFree ? 'moved to its own fields' : 'removed';
      log.warn({ repository: key }, `user name and password in the address of the upstream: ${outcome}`);
    }
    for (const { id, key, url } of await lockVaultsWithCredentials(tx)) {
      await updateVaultAddress(tx, id, withoutCredentials(url));
      log.warn({ vault: key }, 'user name and password in the address of the vault: removed');
    }
  });
}

/** The address as it was written, but for what stands before the '@'. */
export function withoutCredentials(url: string): string {
  return url.replace(/^([^/]*\/\/)[^/?#]*@/, '$1');
}
