import { BlockList, isIPv6 } from 'node:net';
import { HeaderSsoSettings } from '@packhouse/contract/access/access-header-sso-routes.ts';
import { signInWords } from '@packhouse/contract/access/sign-in-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import type { FastifyRequest } from 'fastify';
import { type By, inChange } from '../audit/change.ts';
import type { Context } from '../context.ts';
import type { Proof } from '../external/directories.ts';
import type { Db } from '../schema.ts';
import { selectSettings, upsertSetting } from '../setting/settings.ts';

const settingName = 'headerSso';

export async function readSettings(db: Db): Promise<HeaderSsoSettings> {
  return HeaderSsoSettings.parse((await selectSettings(db)).find(({ name }) => name === settingName)?.value ?? {});
}

export function changeSettings(context: Context, settings: HeaderSsoSettings, by: By): Promise<HeaderSsoSettings> {
  return inChange(context, by, async (transaction, record) => {
    const before = await readSettings(transaction);
    await upsertSetting(transaction, settingName, settings);
    await record({ action: 'setting.changed', subject: 'header-sso', before, after: settings });
    return settings;
  });
}

/** IPv4 addresses also come written as IPv6 ones. */
const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');

function isAmong(peer: string, proxies: readonly string[]): boolean {
  const list = new BlockList();
  for (const proxy of proxies) {
    const [address = '', bits] = proxy.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list.check(peer, isIPv6(peer) ? 'ipv6' : 'ipv4');
}

function getHeader(request: FastifyRequest, name: string): string {
  const value = name === '' ? undefined : request.headers[name.toLowerCase()];
  // Two headers of one name: one of them is not the proxy's, and which cannot be known.
  return typeof value === 'string' ? value.trim() : '';
}

/** Node joins repeated headers with commas; no user name contains one. */
const getName = (value: string) => (value.includes(',') ? '' : value);

export interface Told {
  /** The address at the other end of the connection; what headers claim about addresses counts for nothing here. */
  peer: string;
  trusted: boolean;
  userName: string;
  email: string;
  groups: string[];
}

/** Reads what the proxy says about the user, if the request comes from one that is trusted. */
export function toldBy(request: FastifyRequest, settings: HeaderSsoSettings): Told {
  const peer = plain(request.socket.remoteAddress ?? '');
  if (peer === '' || !isAmong(peer, settings.proxies)) return { peer, trusted: false, userName: '', email: '', groups: [] };
  const groups = getHeader(request, settings.groupHeader)
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return { peer, trusted: true, userName: getName(getHeader(request, settings.userHeader)), email: getHeader(request, settings.emailHeader), groups };
}

/** The person whom a trusted proxy names. @throws AppError `not_found` while this way in is closed, `unauthenticated` when nobody is named */
export async function readProof(context: Context, request: FastifyRequest): Promise<Proof> {
  const settings = await readSettings(context.db);
  if (!settings.enabled) throw new AppError(signInWords.header_sign_in_off);
  const { trusted, userName, email, groups } = toldBy(request, settings);
  if (!trusted) throw new AppError(signInWords.proxy_not_trusted);
  if (userName === '') throw new AppError(signInWords.proxy_names_nobody);
  const { createUsers, linkExisting, profileUpdatable } = settings;
  const follows = settings.groupHeader !== '';
  return {
    identity: { provider: 'http', realm: 'http', subject: userName.toLowerCase(), userName, email, groups: follows ? groups : undefined },
    rules: { createUsers, linkExisting, profileUpdatable, syncGroups: follows, groupMapping: {} },
  };
}
