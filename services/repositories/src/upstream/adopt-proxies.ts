import { constants } from '@packhouse/contract/constants.ts';
import { HostName } from '@packhouse/contract/repositories/proxy-routes.ts';
import { decoded } from '@packhouse/kernel/outgoing/undici-outgoing.ts';
import type { Platform } from '@packhouse/kernel/platform.ts';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { RepositoriesSchema } from '../schema.ts';
import { insertProxy, lockAdoption, selectProxyAddresses, setProxyOfRepository } from './proxy-queries.ts';

/**
 * Repositories used to hold the address of their own proxy. Each such address becomes a named proxy, its password encrypted;
 * repositories with the same address share one. Done at the start, because only the running platform can encrypt.
 */
export async function adoptProxies(db: Kysely<RepositoriesSchema>, secrets: Platform['secrets'], log: Logger): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockAdoption(tx);
    const byAddress = Map.groupBy(await selectProxyAddresses(tx), ({ proxy }) => proxy);
    for (const [address, repositories] of byAddress) {
      const url = URL.canParse(address) ? new URL(address) : undefined;
      const host = HostName.safeParse(url?.hostname);
      if (!url || !host.success) {
        // Without a proxy of that name they contact nobody, rather than going out another way; the password must not stay in sight.
        const shown = address.replace(/^([^/]*\/\/)[^/?#]*@/, '$1');
        for (const { id } of repositories) await setProxyOfRepository(tx, id, shown);
        log.error({ repositories: repositories.map(({ key }) => key), proxy: shown }, 'the address of the proxy cannot be used: choose a proxy for them');
        continue;
      }
      const tls = url.protocol === 'https:';
      const password = decoded(url.password);
      const values = {
        host: host.data,
        port: Number(url.port) || constants.defaultPorts[tls ? 'https' : 'http'],
        tls,
        username: decoded(url.username),
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
