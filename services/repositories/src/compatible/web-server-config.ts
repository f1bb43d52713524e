import { AppError, namedFieldRefusal } from '@packhouse/contract/errors.ts';
import type { WebServerConfig } from '@packhouse/contract/repositories/monitoring-compatible-routes.ts';
import { repositoryWords } from '@packhouse/contract/repositories/repository-words.ts';
import { WebServer } from '@packhouse/contract/repositories/web-server-routes.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { checked } from '../reading/request-body.ts';

/** Clients name the kind of the web server in capitals, and none of them this. */
const direct = 'DIRECT';
/** Container clients are told nothing of their own. */
const noMethod = 'NOVALUE';
/** What stands in front where nobody said it. */
const usualKind = 'nginx';
/** The services stand at fixed places below the address. */
const contexts: readonly unknown[] = ['artifactory', '', undefined, null];

/** The web server in front as existing clients know it. */
export function toWebServerConfig(settings: WebServer): WebServerConfig {
  const isDirect = settings.serverName === '';
  return {
    key: isDirect ? direct.toLowerCase() : (settings.kind ?? usualKind),
    webServerType: isDirect ? direct : (settings.kind ?? usualKind).toUpperCase(),
    artifactoryAppContext: 'artifactory',
    publicAppContext: '',
    serverName: settings.serverName,
    serverNameExpression: settings.dockerReverseProxyMethod === 'SUBDOMAIN' ? `*.${settings.serverName}` : '',
    artifactoryServerName: settings.internalHost,
    ...(settings.internalPort === undefined ? {} : { artifactoryPort: settings.internalPort }),
    dockerReverseProxyMethod: isDirect ? noMethod : settings.dockerReverseProxyMethod,
    useHttp: settings.useHttp,
    useHttps: settings.useHttps,
    httpPort: settings.httpPort,
    httpsPort: settings.httpsPort,
    sslKey: settings.sslKey,
    sslCertificate: settings.sslCertificate,
  };
}

/** What stands in front as a client says it; what it does not say stays. @throws AppError `bad_request`, naming the field that asks for what there is not */
export function readWebServerConfig(before: WebServer, body: WebServerConfig): WebServer {
  const { webServerType = before.kind ?? usualKind, dockerReverseProxyMethod: method } = body;
  for (const field of ['artifactoryAppContext', 'publicAppContext'])
    if (!contexts.includes(body[field]))
      throw new AppError(repositoryWords.field_value_not_served, { field, value: String(body[field]), usual: 'artifactory' });
  const isDirect = webServerType === direct;
  if (method === noMethod && !isDirect && body.serverName !== '')
    throw namedFieldRefusal(
      'dockerReverseProxyMethod',
      say(repositoryWords.field_value_not_served, { field: 'dockerReverseProxyMethod', value: noMethod, usual: 'REPOPATHPREFIX' }),
    );
  const given = {
    ...(isDirect ? {} : { kind: webServerType.toLowerCase() }),
    serverName: isDirect ? '' : body.serverName,
    internalHost: body.artifactoryServerName,
    internalPort: body.artifactoryPort,
    dockerReverseProxyMethod: method === noMethod ? undefined : method,
    useHttp: body.useHttp,
    useHttps: body.useHttps,
    httpPort: body.httpPort,
    httpsPort: body.httpsPort,
    sslKey: body.sslKey,
    sslCertificate: body.sslCertificate,
  };
  const said = Object.entries(given).filter(([, value]) => value !== undefined && value !== null);
  return checked({ ...before, ...Object.fromEntries(said) }, WebServer);
}
