import { AppError } from '@packhouse/contract/errors.ts';
import { descriptorWords } from '@packhouse/contract/repositories/descriptor-words.ts';
import type { WebServerConfig } from '@packhouse/contract/repositories/monitoring-compatible-routes.ts';
import { NewProxy, type ProxyChange, ProxyKey } from '@packhouse/contract/repositories/proxy-routes.ts';
import { TrashSettings } from '@packhouse/contract/repositories/trash-routes.ts';
import { findRecord } from '@packhouse/formats/text/plain-json.ts';
import type { z } from 'zod';
import { checked } from '../reading/request-body.ts';
import type { ProxyRow } from '../upstream/proxy-queries.ts';
import { readDescriptorXml } from './descriptor-document.ts';
import { isRemoval, needRecord, refuse, requireKnown } from './descriptor-fields.ts';
import { type GivenFolderDownload, readFolderDownload } from './descriptor-folder-download.ts';
import { type GivenMail, readMail } from './descriptor-mail.ts';
import { type GivenReplications, readReplications, replicationLists } from './descriptor-replications.ts';
import { completeSettings, type GivenSettings, generalNames, readSettings } from './descriptor-settings.ts';
import { readWebServer } from './descriptor-web-server.ts';

/** What a change of the descriptor means: proxies by their keys, nothing for those that go, replications, and the settings of the trash can, the mail server, the web server in front and the installation. */
export interface DescriptorChange {
  proxies: ReadonlyMap<string, GivenProxy | undefined>;
  trash: TrashSettings | undefined;
  settings: GivenSettings;
  mail: GivenMail | 'none' | undefined;
  webServer: WebServerConfig | undefined;
  replications: GivenReplications;
  folderDownload: GivenFolderDownload | undefined;
  /** It says everything: what it does not name goes, or is as in the beginning. */
  isWhole: boolean;
}
type GivenProxy = Record<string, unknown>;

const proxyFields = ['host', 'port', 'username', 'password', 'platformDefault'];
/** Clients send these always; what they can say is nothing that a proxy has here. */
const emptyProxyFields = ['ntHost', 'ntDomain', 'domain', 'redirectedToHosts', 'services'];

function readProxy(value: unknown, place: string): GivenProxy {
  const given = needRecord(value, place);
  requireKnown(given, [...proxyFields, ...emptyProxyFields], place);
  const used = emptyProxyFields.find((name) => given[name] !== undefined && given[name] !== null && given[name] !== '');
  if (used !== undefined) refuse(`${place}.${used}`);
  return given;
}

function readProxies(value: unknown): DescriptorChange['proxies'] {
  if (value === undefined) return new Map();
  const entries = Object.entries(needRecord(value, 'proxies'));
  return new Map(entries.map(([key, given]) => [checked(key, ProxyKey), isRemoval(given) ? undefined : readProxy(given, `proxies.${key}`)]));
}

function readTrash(value: unknown): TrashSettings | undefined {
  if (value === undefined) return undefined;
  const given = needRecord(value, 'trashcanConfig');
  requireKnown(given, ['enabled', 'retentionPeriodDays'], 'trashcanConfig');
  // What is deleted always goes there.
  if (given.enabled !== undefined && given.enabled !== true) refuse('trashcanConfig.enabled');
  if (given.retentionPeriodDays === undefined) return undefined;
  const { success, data } = TrashSettings.safeParse({ keepDays: given.retentionPeriodDays });
  if (!success || data.keepDays === null) throw new AppError(descriptorWords.descriptor_days_unfit, { field: 'trashcanConfig.retentionPeriodDays' });
  return data;
}

/** Reads a change of the descriptor as existing clients send it. @throws AppError `bad_request` for everything that is not obeyed, by its name */
export function readDescriptorChange(document: unknown): DescriptorChange {
  const record = findRecord(document);
  if (!record) throw new AppError(descriptorWords.descriptor_is_no_map);
  requireKnown(
    record,
    ['proxies', 'trashcanConfig', 'security', 'mailServer', 'reverseProxies', 'folderDownloadConfig', ...replicationLists, ...generalNames],
    '',
  );
  return {
    proxies: readProxies(record.proxies),
    trash: readTrash(record.trashcanConfig),
    settings: readSettings(record),
    mail: readMail(record.mailServer),
    webServer: readWebServer(record.reverseProxies),
    replications: readReplications(record),
    folderDownload: readFolderDownload(record.folderDownloadConfig),
    isWhole: false,
  };
}

/** Reads the whole descriptor, which is to hold from now on. @throws AppError `bad_request` for everything that is not obeyed, by its name */
export function readWholeDescriptor(bytes: Buffer): DescriptorChange {
  const change = readDescriptorChange(readDescriptorXml(bytes));
  return {
    ...change,
    trash: change.trash ?? { keepDays: null },
    settings: completeSettings(change.settings),
    mail: change.mail ?? 'none',
    webServer: change.webServer ?? { webServerType: 'DIRECT' },
    folderDownload: change.folderDownload ?? 'usual',
    isWhole: true,
  };
}

/** Gives a proxy as it is to be: what is not said stays as it is, and an empty password is none. @throws AppError `bad_request` */
export function getProxyChange(given: GivenProxy, before: ProxyRow | undefined): z.output<typeof ProxyChange> {
  const { host, port, username, password, platformDefault } = given;
  const said = Object.entries({ host, port, username, password, isDefault: platformDefault }).filter(([, value]) => value !== undefined && value !== null);
  const kept = before && {
    host: before.host,
    port: before.port,
    tls: before.tls,
    username: before.username,
    isDefault: before.is_default,
    noProxy: before.no_proxy,
  };
  return checked({ ...kept, ...Object.fromEntries(said) }, NewProxy.omit({ key: true }));
}
