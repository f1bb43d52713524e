import { decoded } from '@packhouse/kernel/outgoing/undici-outgoing.ts';
import type { Platform } from '@packhouse/kernel/platform.ts';
import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import type { RepositoriesSchema } from '../schema.ts';

/** Whoever may see a repository sees its address, so what it holds before the '@' goes. */
const credentials = '^[^/]*//[^/?#]*@';

/**
 * Addresses used to be taken with a user name and a password in them. A repository's become its user name and password, encrypted, unless it has
 * some, which went before them; a vault has a token, so they go. Done at the start, because only the running platform can encrypt.
 */
export async function adoptCredentials(db: Kysely<RepositoriesSchema>, secrets: Platform['secrets'], log: Logger): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: number; key: string; settings: { url: string; username?: string; password?: string } }>`
      select id, key, settings from repository where class = 'remote' and settings->>'url' ~ ${credentials} order by id for update`.execute(tx);
    for (const { id, key, settings } of rows) {
      const { username, password } = URL.canParse(settings.url) ? new URL(settings.url) : { username: '', password: '' };
      const isFree = !settings.username && settings.password === undefined && username !== '';
      const adopted = isFree ? { username: decoded(username), ...(password === '' ? {} : { password: secrets.encrypt(decoded(password)) }) } : {};
      const changed = JSON.stringify({ ...adopted, url: withoutCredentials(settings.url) });
      await sql`update repository set settings = settings || ${changed}::jsonb, modified_at = now() where id = ${id}`.execute(tx);
      const outcome = isFree ? 'moved to its own fields' : 'removed';
      log.warn({ repository: key }, `user name and password in the address of the upstream: ${outcome}`);
    }
    const { rows: vaults } = await sql<{ id: number; key: string; url: string }>`
      select id, key, url from vault_config where url ~ ${credentials} order by id for update`.execute(tx);
    for (const { id, key, url } of vaults) {
      await sql`update vault_config set url = ${withoutCredentials(url)} where id = ${id}`.execute(tx);
      log.warn({ vault: key }, 'user name and password in the address of the vault: removed');
    }
  });
}

/** The address as it was written, but for what stands before the '@'. */
export function withoutCredentials(url: string): string {
  return url.replace(/^([^/]*\/\/)[^/?#]*@/, '$1');
}
