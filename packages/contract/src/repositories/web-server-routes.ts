import { z } from 'zod';
import { constants } from '../constants.ts';
import { route } from '../route.ts';
import { type Said, say } from '../sentences.ts';
import { HostName, Port } from './proxy-routes.ts';
import { repositoryRules } from './repository-words.ts';

const base = '/ui/api/v1/ui/webServer';

export const webServerTypes = ['nginx', 'apache'] as const;
export type WebServerType = (typeof webServerTypes)[number];

/** How container clients reach a repository: by a sub-domain of its own, by a port of its own, or by the first part of an image's name. */
export const dockerMethods = ['SUBDOMAIN', 'PORTPERREPO', 'REPOPATHPREFIX'] as const;

export const usualHttpPort: number = constants.defaultPorts.http;
export const usualHttpsPort: number = constants.defaultPorts.https;

/** A file on the machine of the web server. It stands in its configuration, so only plain characters. */
const CertificateFile = z
  .string()
  .trim()
  .max(500)
  .regex(/^(?:\/[\w./@+-]*)?$/, repositoryRules.give_absolute_path.en);

/** The web server in front of the platform: what clients reach, and what its configuration is generated from. */
export const WebServer = z
  .strictObject({
    /** Name that clients use; empty while there is no web server in front. */
    serverName: z.union([z.literal(''), HostName]).default(''),
    dockerReverseProxyMethod: z.enum(dockerMethods).default('REPOPATHPREFIX'),
    /** Container repositories with a port of their own; for PORTPERREPO. */
    reverseProxyRepositories: z
      .array(z.strictObject({ repoKey: z.string().min(1, repositoryRules.choose_repository.en).max(64), port: Port }))
      .max(500)
      .default([]),
    useHttps: z.boolean().default(true),
    useHttp: z.boolean().default(false),
    httpsPort: Port.default(usualHttpsPort),
    httpPort: Port.default(usualHttpPort),
    sslCertificate: CertificateFile.default(''),
    sslKey: CertificateFile.default(''),
    /** Where the web server finds the platform; empty for its own machine and the platform's port. */
    internalHost: z.union([z.literal(''), HostName]).default(''),
    internalPort: Port.optional(),
    /** Its kind, where an existing client said it; configurations are made for either. */
    kind: z.enum(webServerTypes).optional(),
  })
  .check(({ value, issues }) => {
    const refuse = (path: (string | number)[], said: Said) => issues.push({ code: 'custom', path, message: said.message, params: { said }, input: value });
    if (value.serverName !== '' && !value.useHttps && !value.useHttp) refuse(['useHttps'], say(repositoryRules.choose_https_or_http));
    const taken = new Map<number, string>();
    if (value.useHttps) taken.set(value.httpsPort, 'HTTPS');
    if (value.useHttp && taken.has(value.httpPort)) refuse(['httpPort'], say(repositoryRules.port_taken_by_https));
    if (value.useHttp) taken.set(value.httpPort, 'HTTP');
    for (const [index, { repoKey, port }] of value.reverseProxyRepositories.entries()) {
      const other = taken.get(port);
      if (other !== undefined) refuse(['reverseProxyRepositories', index, 'port'], say(repositoryRules.port_taken, { protocol: other }));
      else taken.set(port, repoKey);
    }
    if (value.dockerReverseProxyMethod === 'SUBDOMAIN' && /^[\d.]+$|^\[/.test(value.serverName))
      refuse(['serverName'], say(repositoryRules.address_has_no_subdomains));
  });
export type WebServer = z.output<typeof WebServer>;

export const readWebServer = route('readWebServer', {
  summary: 'The web server (reverse proxy) in front of the platform',
  method: 'GET',
  url: base,
  access: 'administrator',
  reply: WebServer,
});

export const updateWebServer = route('updateWebServer', {
  summary: 'Say what stands in front of the platform; commands shown to users name it from then on',
  method: 'PUT',
  url: base,
  access: 'administrator',
  body: WebServer,
  reply: WebServer,
});

export const webServerConfiguration = route('webServerConfiguration', {
  summary: 'The configuration of nginx or Apache that fits the settings',
  method: 'GET',
  url: `${base}/configuration`,
  access: 'administrator',
  query: z.object({ type: z.enum(webServerTypes).default('nginx') }),
  reply: z.object({ type: z.enum(webServerTypes), fileName: z.string(), text: z.string() }),
});

/** Where a container client finds a repository: the registry's host, and what comes before the image's name. */
export interface ContainerPlace {
  host: string;
  /** Empty, or a repository's key with a slash behind it. */
  prefix: string;
}

const withPort = (name: string, port: number, usual: number) => (port === usual ? name : `${name}:${port}`);

/** The address that clients use; undefined while no web server is named. Usual ports are left out. */
export function webServerUrl({ serverName, useHttps, httpsPort, httpPort }: WebServer): string | undefined {
  if (serverName === '') return undefined;
  return useHttps ? `https://${withPort(serverName, httpsPort, usualHttpsPort)}` : `http://${withPort(serverName, httpPort, usualHttpPort)}`;
}

/** Whether a repository's key can be a sub-domain. */
const isDomainLabel = (key: string) => /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(key);

/** Where container clients find a repository behind this web server; undefined while no web server is named. */
export function containerPlace(settings: WebServer, repoKey: string): ContainerPlace | undefined {
  const { serverName, dockerReverseProxyMethod: method, reverseProxyRepositories, useHttps } = settings;
  const url = webServerUrl(settings);
  if (url === undefined) return undefined;
  const port = reverseProxyRepositories.find((one) => one.repoKey === repoKey)?.port;
  const usual = useHttps ? usualHttpsPort : usualHttpPort;
  const own = useHttps ? settings.httpsPort : settings.httpPort;
  if (method === 'PORTPERREPO' && port !== undefined) return { host: withPort(serverName, port, usual), prefix: '' };
  if (method === 'SUBDOMAIN' && isDomainLabel(repoKey)) return { host: withPort(`${repoKey}.${serverName}`, own, usual), prefix: '' };
  return { host: url.replace(/^https?:\/\//, ''), prefix: `${repoKey}/` };
}

/** The repository that a host of the registry protocol stands for by itself; undefined where the image's name says it. */
export function findRepositoryOfHost(settings: WebServer, hostWithPort: string): string | undefined {
  const { serverName, dockerReverseProxyMethod: method, reverseProxyRepositories } = settings;
  if (serverName === '' || method === 'REPOPATHPREFIX') return undefined;
  const [, name = '', port] = /^(.*?)(?::(\d+))?$/.exec(hostWithPort.toLowerCase()) ?? [];
  const own = serverName.toLowerCase();
  if (method === 'PORTPERREPO') return name === own ? reverseProxyRepositories.find((one) => String(one.port) === port)?.repoKey : undefined;
  const label = name.endsWith(`.${own}`) ? name.slice(0, -own.length - 1) : '';
  return isDomainLabel(label) ? label : undefined;
}
