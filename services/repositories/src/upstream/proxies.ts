import { AppError, fieldRefusal } from '@packhouse/contract/errors.ts';
import type { NamedProxy, NewProxy, ProxyChange } from '@packhouse/contract/repositories/proxy-routes.ts';
import type { RemoteSettings } from '@packhouse/contract/repositories/repository-settings.ts';
import { repositoryWords } from '@packhouse/contract/repositories/repository-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import type { OutgoingProxy } from '@packhouse/kernel/outgoing/outgoing.ts';
import type { Platform } from '@packhouse/kernel/platform.ts';
import type { z } from 'zod';
import type { Db } from '../schema.ts';
import { holdProxy, type ProxyRow, type ProxyValues, selectProxies } from './proxy-queries.ts';

type Choice = Pick<RemoteSettings, 'proxy' | 'disableProxy'>;

/** The outgoing proxies as every call sees them: in memory, read again when one changes. */
export interface Proxies {
  /** Gives what a remote repository's calls go through, in the words of an outgoing request. @throws AppError `upstream_unavailable` */
  of(choice: Choice): Promise<{ proxy?: OutgoingProxy | null }>;
  /** The proxy of this key. */
  find(key: string): Promise<OutgoingProxy | undefined>;
  usual(): Promise<OutgoingProxy | undefined>;
  forget(): void;
}

/** Address of a proxy with its credentials. */
export function getAddress({ host, port, tls, username }: Pick<ProxyRow, 'host' | 'port' | 'tls' | 'username'>, password: string | undefined): string {
  const url = new URL(`${tls ? 'https' : 'http'}://${host}:${port}`);
  if (username !== '') {
    url.username = encodeURIComponent(username);
    url.password = encodeURIComponent(password ?? '');
  }
  return url.href;
}

export function openProxies(db: Db, secrets: Platform['secrets']): Proxies {
  let current: Promise<readonly ProxyRow[]> | undefined;
  const rows = () => {
    current ??= selectProxies(db).catch((error) => {
      current = undefined;
      throw error;
    });
    return current;
  };
  const toOutgoing = (row: ProxyRow): OutgoingProxy => ({
    url: getAddress(row, row.password === null ? undefined : secrets.decrypt(row.password)),
    noProxy: row.no_proxy,
  });
  const find = async (wanted: string) => {
    const row = (await rows()).find(({ key }) => key === wanted);
    return row && toOutgoing(row);
  };
  return {
    find,
    async of({ proxy, disableProxy }) {
      if (disableProxy) return { proxy: null };
      if (proxy === '') return {};
      const found = await find(proxy);
      // Going out another way than the one that was chosen would be worse than not going.
      if (!found) throw new AppError(repositoryWords.no_proxy, { key: proxy });
      return { proxy: found };
    },
    async usual() {
      const row = (await rows()).find(({ is_default }) => is_default);
      return row && toOutgoing(row);
    },
    forget() {
      current = undefined;
    },
  };
}

export function toProxy(row: ProxyRow, usedBy: readonly string[]): NamedProxy {
  const { key, host, port, tls, username, is_default, no_proxy, password } = row;
  return { key, host, port, tls, username, isDefault: is_default, noProxy: no_proxy, hasPassword: password !== null, usedBy: [...usedBy] };
}

/**
 * Gives what is stored of what was sent. A password that is kept only ever goes to the server it was given for.
 * @throws AppError `invalid_input`
 */
export function findValues(
  { host, port, tls, username, isDefault, noProxy, password }: z.output<typeof NewProxy> | z.output<typeof ProxyChange>,
  { secrets, by, before }: { secrets: Platform['secrets']; by: string; before?: ProxyRow },
): ProxyValues {
  const kept = password === undefined ? (before?.password ?? null) : null;
  if (kept !== null && before && !isSameServer(before, { host, port, tls })) {
    throw fieldRefusal('password', say(repositoryWords.stored_password_of_another_server));
  }
  return {
    host,
    port,
    tls,
    username,
    password: password ? secrets.encrypt(password) : kept,
    no_proxy: [...noProxy],
    is_default: isDefault,
    modified_by: by,
  };
}

/** Whether both name one server; one that loses its TLS is another one. */
export function isSameServer(one: Pick<ProxyRow, 'host' | 'port' | 'tls'>, other: Pick<ProxyRow, 'host' | 'port' | 'tls'>): boolean {
  return one.host.toLowerCase() === other.host.toLowerCase() && one.port === other.port && one.tls === other.tls;
}

/** The proxy that a repository names is there, and stays until the transaction ends. @throws AppError `invalid_input` */
export async function requireProxy(tx: Db, { proxy }: Pick<RemoteSettings, 'proxy'>): Promise<void> {
  if (proxy === '' || (await holdProxy(tx, proxy))) return;
  throw fieldRefusal('settings.proxy', say(repositoryWords.no_proxy, { key: proxy }));
}
