import { AppError } from '@packhouse/contract/errors.ts';
import * as contract from '@packhouse/contract/repositories/system-compatible-routes.ts';
import { readYaml } from '@packhouse/formats/text/yaml-document.ts';
import { handle, protocolScope, publicBaseUrl } from '@packhouse/kernel/http/http.ts';
import { readUpTo } from '@packhouse/limits/read-up-to.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';
import { changeFolderDownloadIn, readFolderDownload } from '../artifact/folder-download-settings.ts';
import type { Context } from '../context.ts';
import { bodyLimits } from '../reading/request-body.ts';
import { showReplications } from '../replication/replication-view.ts';
import type { RepositoriesSchema } from '../schema.ts';
import { changeTrashSettingsIn, readTrashSettings } from '../upkeep/trash-settings.ts';
import { changeProxies, createProxyIn, deleteProxyIn, updateProxyIn } from '../upstream/proxy-changes.ts';
import { lockProxy, type ProxyRow, selectProxies } from '../upstream/proxy-queries.ts';
import { type DescriptorChange, getProxyChange, readDescriptorChange, readWholeDescriptor } from './descriptor-change.ts';
import { element, value } from './descriptor-elements.ts';
import { changeFolderDownload, toFolderDownloadElement } from './descriptor-folder-download.ts';
import { changeMail, toMailElement } from './descriptor-mail.ts';
import { toOauthConfig } from './descriptor-oauth.ts';
import { changeDescribedReplications, toReplicationElements } from './descriptor-replications.ts';
import { toSamlConfig } from './descriptor-saml.ts';
import { changeSettings, countSettings, toSettingElements } from './descriptor-settings.ts';
import { changeDescribedWebServer, toWebServerElement } from './descriptor-web-server.ts';
import { refuseStorage } from './storage-routes.ts';

const limits = { lexemes: 20_000, nodes: 5000, text: bodyLimits.names, whole: bodyLimits.properties };

/** A proxy as existing clients read it; its password is told to nobody. */
const toProxyElement = ({ key, host, port, username, is_default: isDefault }: ProxyRow) =>
  element(
    'proxy',
    [
      value('key', key),
      value('host', host),
      value('port', port),
      ...(username === '' ? [] : [value('username', username)]),
      value('platformDefault', isDefault),
    ].join(''),
  );

/** The settings that are kept here, as the descriptor of existing clients has them. */
async function makeDescriptor(context: Context): Promise<string> {
  const [proxies, { keepDays }] = await Promise.all([selectProxies(context.db), readTrashSettings(context)]);
  const trash = value('enabled', true) + (keepDays === null ? '' : value('retentionPeriodDays', keepDays));
  const mail = context.peers.mailServer ? toMailElement(await context.peers.mailServer.read()) : '';
  const { platformSettings } = context.peers;
  const { top, security } = platformSettings ? toSettingElements(await platformSettings.read()) : { top: '', security: '' };
  const front = toWebServerElement(await context.webServer.current());
  const more = toReplicationElements(await showReplications(context)) + toFolderDownloadElement(await readFolderDownload(context.db));
  const content = top + element('proxies', proxies.map(toProxyElement).join('')) + front + element('trashcanConfig', trash) + mail + more + security;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('config', content)}\n`;
}

interface Call {
  actor: FastifyRequest['actor'];
  address: string;
  base: string;
}

async function placeProxies(context: Context, tx: Transaction<RepositoriesSchema>, { proxies }: DescriptorChange, call: Call): Promise<void> {
  for (const [key, given] of proxies) {
    if (!given) continue;
    const before = await lockProxy(tx, key);
    if (before) await updateProxyIn(context, tx, key, getProxyChange(given, before), call);
    else await createProxyIn(context, tx, { key, ...getProxyChange(given, undefined) }, call);
  }
}

/** After what names them has changed. One that is gone is gone. */
async function removeProxies(context: Context, tx: Transaction<RepositoriesSchema>, { proxies, isWhole }: DescriptorChange, call: Call): Promise<void> {
  for (const { key } of await selectProxies(tx)) {
    const isUnwanted = proxies.has(key) ? proxies.get(key) === undefined : isWhole;
    if (isUnwanted) await deleteProxyIn(context, tx, key, call);
  }
}

/** Changes everything that a document says, or nothing. */
async function changeAll(context: Context, change: DescriptorChange, call: Call): Promise<void> {
  const { trash, settings, mail, webServer, replications, folderDownload, isWhole } = change;
  await changeProxies(context, 'descriptor', async (tx) => {
    await placeProxies(context, tx, change, call);
    if (trash) await changeTrashSettingsIn(context, tx, trash, call);
    if (webServer) await changeDescribedWebServer(context, tx, webServer, call);
    if (folderDownload) await changeFolderDownloadIn(context, tx, changeFolderDownload(folderDownload, await readFolderDownload(tx)), call);
    await changeDescribedReplications(context, { tx, call }, replications, isWhole);
    await removeProxies(context, tx, change, call);
    // Last, since another service keeps them: where it refuses, nothing else is changed either. Mail goes first, as it may be refused for what it says.
    if (mail !== undefined) await changeMail(context, mail, call);
    await changeSettings(context.peers.platformSettings, settings, { actor: call.actor.name, address: call.address, base: call.base });
  });
  if (webServer) context.webServer.forget();
}

const countChanges = ({ proxies, trash, mail, webServer, folderDownload, settings, replications }: DescriptorChange) =>
  proxies.size + replications.size + [trash, mail, webServer, folderDownload].filter((one) => one !== undefined).length + countSettings(settings);

/** `/artifactory/api/system/configuration`: the descriptor, as far as there is what it is about. */
export async function descriptorRoutes(app: FastifyInstance, context: Context): Promise<void> {
  handle(app, context.platform, contract.readOauthConfig, async () => {
    if (!context.peers.platformSettings) throw new AppError('unavailable');
    return toOauthConfig((await context.peers.platformSettings.read()).providers);
  });
  handle(app, context.platform, contract.readSamlConfig, async () => {
    if (!context.peers.platformSettings) throw new AppError('unavailable');
    return toSamlConfig((await context.peers.platformSettings.read()).saml);
  });
  const getCall = (request: FastifyRequest): Call => ({
    actor: request.actor,
    address: request.ip,
    base: publicBaseUrl(request, context.platform.config),
  });
  await protocolScope(app, (scope) => {
    scope.setErrorHandler(refuseStorage(context));
    handle(scope, context.platform, contract.readDescriptor, async (_, { reply }) => reply.type('application/xml').send(await makeDescriptor(context)));
    handle(scope, context.platform, contract.changeDescriptor, async (_, { request, reply }) => {
      const text = (await readUpTo(request.raw, limits.text)).toString('utf8');
      const change = readDescriptorChange(readYaml(text, 'bad_request', limits));
      await changeAll(context, change, getCall(request));
      return reply.type('text/plain').send(`${countChanges(change)} changes to config merged successfully`);
    });
    handle(scope, context.platform, contract.replaceDescriptor, async (_, { request, reply }) => {
      const change = readWholeDescriptor(await readUpTo(request.raw, limits.whole));
      await changeAll(context, change, getCall(request));
      return reply.type('text/plain').send('Reload of new configuration succeeded');
    });
  });
}
