import { AppError } from '@packhouse/contract/errors.ts';
import { descriptorWords } from '@packhouse/contract/repositories/descriptor-words.ts';
import { unescapeMarkup } from '@packhouse/formats/text/html-text.ts';
import { findRecord } from '@packhouse/formats/text/plain-json.ts';
import { parseXml } from '@packhouse/formats/text/xml-document.ts';

/** Where a descriptor lists things: the element of each, and the one that names it. */
const lists: Readonly<Record<string, { element: string; name: string }>> = {
  proxies: { element: 'proxy', name: 'key' },
  reverseProxies: { element: 'reverseProxy', name: 'key' },
  ldapSettings: { element: 'ldapSetting', name: 'key' },
  ldapGroupSettings: { element: 'ldapGroupSetting', name: 'name' },
  oauthProvidersSettings: { element: 'oauthProvidersSettings', name: 'name' },
  localReplications: { element: 'localReplication', name: 'replicationKey' },
  remoteReplications: { element: 'remoteReplication', name: 'replicationKey' },
};
/** Elements whose texts are numbers. */
const numbers = new Set([
  'port',
  'artifactoryPort',
  'httpPort',
  'httpsPort',
  'retentionPeriodDays',
  'passwordMaxAge',
  'loginAttempts',
  'socketTimeoutMillis',
  'maxDownloadSizeMb',
  'maxFiles',
  'maxConcurrentRequests',
]);
/** Only told: the other fields say it. */
const derived = new Set(['serverNameExpression']);

function readText(name: string, text: string): unknown {
  const plain = unescapeMarkup(text);
  if (plain === 'true' || plain === 'false') return plain === 'true';
  return numbers.has(name) && /^\d{1,12}$/.test(plain) ? Number(plain) : plain;
}

function readList(place: string, given: unknown): Record<string, unknown> {
  const { element, name } = lists[place]!;
  const record = findRecord(given) ?? {};
  const other = Object.keys(record).find((one) => one !== element);
  if (other !== undefined) throw new AppError(descriptorWords.descriptor_lacks_field, { field: `${place}.${other}` });
  const each = [record[element] ?? []].flat().map((one) => readRecord(findRecord(one) ?? {}));
  const keyed = each.map((one) => {
    const { [name]: key } = one;
    if (key === undefined || key === '') throw new AppError(descriptorWords.descriptor_needs_field, { field: `${place}.${element}.${name}` });
    return [String(key), one] as const;
  });
  const twice = keyed.find(([key], at) => keyed.findIndex(([other]) => other === key) !== at);
  if (twice) throw new AppError(descriptorWords.descriptor_names_twice, { field: `${place}.${twice[0]}` });
  // Where something has its name as a field, too, that is the one it is listed under.
  const withoutName = (one: Record<string, unknown>) => Object.fromEntries(Object.entries(one).filter(([field]) => field !== name));
  return Object.fromEntries(keyed.map(([key, one]) => [key, withoutName(one)]));
}

function readRecord(given: Record<string, unknown>): Record<string, unknown> {
  const read = Object.entries(given).flatMap(([name, content]): [string, unknown][] => {
    if (derived.has(name)) return [];
    if (Object.hasOwn(lists, name)) return [[name, readList(name, content)]];
    if (typeof content === 'string') return [[name, readText(name, content)]];
    const record = findRecord(content);
    return [[name, record ? readRecord(record) : content]];
  });
  return Object.fromEntries(read);
}

/** Has an element any content, itself or in those inside? */
function saysAnything(content: unknown): boolean {
  if (Array.isArray(content)) return content.some(saysAnything);
  const record = findRecord(content);
  return record ? Object.values(record).some(saysAnything) : content !== '';
}

/** Sections that say nothing are as good as absent. */
function leaveOutEmpty(record: Record<string, unknown>): Record<string, unknown> {
  const isSaid = ([name, content]: [string, unknown]) => (Object.hasOwn(lists, name) ? Object.keys(content as object).length > 0 : saysAnything(content));
  return Object.fromEntries(Object.entries(record).filter(isSaid));
}

/**
 * Reads a whole descriptor as XML into what a change of it looks like: lists as maps by name.
 * @throws AppError `bad_request` when it is none, or lists one thing twice
 */
export function readDescriptorXml(bytes: Buffer): Record<string, unknown> {
  const document = readRecord(parseXml(bytes, 'config', 'bad_request'));
  const security = findRecord(document.security);
  if (!security) throw new AppError(descriptorWords.descriptor_needs_field, { field: 'security' });
  return { ...leaveOutEmpty(document), security: leaveOutEmpty(security) };
}
