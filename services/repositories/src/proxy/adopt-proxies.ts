import { HostName } from '@packhouse/contract/proxy-routes.ts';
import type { Platform } from '@packhouse/kernel/platform.ts';
import { type Kysely, sql } from 'kysely';
import type { RepositoriesSchema } from '../schema.ts';
import { insertProxy, selectProxyAddresses, setProxyOfRepository } from './proxy-queries.ts';

/**
 * Repositories used to hold the address of their own proxy. Each such address becomes a named proxy, its password encrypted;
 * repositories with the same address share one. Done at the start, because only the running platform can encrypt.
 */
export async function adoptProxies(db: Kysely<RepositoriesSchema>, secrets: Platform['secrets']): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('adopt-proxies'))`.execute(tx);
    const byAddress = Map.groupBy(await selectProxyAddresses(tx), ({ proxy }) => proxy);
    for (const [address, repositories] of byAddress) {
      const url = new URL(address);
      const tls = url.protocol === 'https:';
      const password = decodeURIComponent(url.password);
      const values = {
        host: HostName.parse(url.hostname),
        port: Number(url.port) || (tls ? 443 : 80),
        tls,
        username: decodeURIComponent(url.username),
        password: password === '' ? null : secrets.encrypt(password),
        no_proxy: [],
        is_default: false,
        modified_by: 'system',
      };
      let key: string | undefined;
      for (let number = 1; key === undefined; number++)
        key = (await insertProxy(tx, `${url.hostname.replace(/[^\w.-]/g, '')}-${number}`.replace(/^\W+/, ''), values))?.key;
      for (const { id } of repositories) await setProxyOfRepository(tx, id, key);
    }
  });
}
