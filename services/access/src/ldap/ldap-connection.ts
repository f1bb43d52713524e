import { isIP } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import type { LdapServerInput } from '@packhouse/contract/access/access-ldap-routes.ts';
import { signInWords } from '@packhouse/contract/access/sign-in-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import type { Outgoing } from '@packhouse/kernel/outgoing/outgoing.ts';
import type { Client, Entry } from 'ldapts';
import { getAddress } from './ldap-names.ts';

/** Longer than this a directory is not waited for: somebody is signing in. */
const milliseconds = 10_000;

/** How to reach a server, with the password of the manager in the clear. */
export interface LdapTarget {
  server: LdapServerInput;
  managerPassword: string;
}

/** The library waits for a handshake without end, and the connection with it; what it spoke on before is in the options then. */
async function startTls(client: Client, options: ConnectionOptions, patience: number): Promise<void> {
  const { promise: silence, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(new AppError(signInWords.directory_server_silent));
    options.socket?.destroy();
  }, patience);
  try {
    await Promise.race([client.startTLS(options), silence]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Runs work on a fresh connection, encrypted as the settings say. The address is checked by the rules for outgoing connections, and the library is
 * given the very address that was checked.
 * @throws AppError `address_refused` or `upstream_unavailable`; errors of TLS and LDAP as they come
 */
export async function withConnection<T>(
  outgoing: Outgoing,
  { server }: LdapTarget,
  work: (client: Client) => Promise<T>,
  { patience = milliseconds } = {},
): Promise<T> {
  const { isEncrypted, host, port } = getAddress(server);
  const checked = await outgoing.connect({ host, port, allowPrivate: server.allowPrivate, timeout: milliseconds });
  const address = checked.remoteAddress!;
  checked.destroy();
  const tls = {
    host,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ...(server.certificateAuthorities === '' ? {} : { ca: server.certificateAuthorities }),
  };
  const url = `${isEncrypted ? 'ldaps' : 'ldap'}://${isIP(address) === 6 ? `[${address}]` : address}:${port}`;
  const { Client } = await import('ldapts');
  const client = new Client({ url, timeout: milliseconds, connectTimeout: milliseconds, strictDN: false, ...(isEncrypted ? { tlsOptions: tls } : {}) });
  try {
    if (server.startTls) await startTls(client, tls, patience);
    return await work(client);
  } finally {
    await client.unbind().catch(() => undefined);
  }
}

/** Signs the manager in; without one the directory is asked anonymously. */
export async function bindManager(client: Client, { server, managerPassword }: LdapTarget): Promise<void> {
  if (server.managerDn !== '') await client.bind(server.managerDn, managerPassword);
}

/** The values of an attribute, whose name knows no case. */
export function findValues(entry: Entry, attribute: string): string[] {
  const found = Object.entries(entry).find(([name]) => name.toLowerCase() === attribute.toLowerCase())?.[1];
  const values = Array.isArray(found) ? found : found === undefined ? [] : [found];
  return values.map((value) => (Buffer.isBuffer(value) ? value.toString('hex') : value));
}
