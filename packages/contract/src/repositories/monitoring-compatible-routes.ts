// What monitoring and the tools of administrators that exist already ask of the repositories.
import { z } from 'zod';
import { proofs } from '../compatible-proofs.ts';
import { prefixes } from '../prefixes.ts';
import { json, route, stream } from '../route.ts';
import { webServerTypes } from './web-server-routes.ts';

const api = `${prefixes.repositories}/api`;
const compatible = { provenBy: [proofs.monitoring] };
const shared = { access: 'administrator', compatible } as const;

export const readServiceId = route('readServiceId', {
  ...shared,
  summary: 'What tells this installation from every other one',
  method: 'GET',
  url: `${api}/system/service_id`,
  access: 'user',
  reply: stream('text/plain'),
});

export const listTasks = route('listTasks', {
  ...shared,
  summary: 'Work in the background that runs or waits',
  method: 'GET',
  url: `${api}/tasks`,
  reply: z.object({
    tasks: z.array(z.object({ id: z.string(), type: z.string(), state: z.enum(['running', 'scheduled']), description: z.string(), nodeId: z.string() })),
  }),
});

export const readRepositoriesMetrics = route('readRepositoriesMetrics', {
  ...shared,
  summary: 'Measurements in the OpenMetrics format, under the names that dashboards know',
  method: 'GET',
  url: `${api}/v1/metrics`,
  reply: stream('application/openmetrics-text'),
  compatible: { ...compatible, note: 'only what is measured; the rest of our own is at `/metrics`' },
});

const nothing = z.array(z.never());

const federation = {
  ...shared,
  summary: 'Mirrors of federated repositories, of which there are none',
  method: 'GET',
  reply: nothing,
  compatible: { lacks: 'repositories are not federated', provenBy: compatible.provenBy },
} as const;
export const listFederationLags = route('listFederationLags', { ...federation, url: `${api}/federation/status/mirrorsLag` });
export const listFederationFailures = route('listFederationFailures', { ...federation, url: `${api}/federation/status/unavailableMirrors` });

const certificates = `${api}/system/security/certificates`;

export const listCertificates = route('listCertificates', {
  ...shared,
  summary: 'Certificates that remote repositories can show their upstreams',
  method: 'GET',
  url: certificates,
  reply: z.array(
    z.object({
      certificateAlias: z.string(),
      issuedTo: z.string(),
      issuedBy: z.string(),
      issuedOn: z.string(),
      validUntil: z.string(),
      fingerprint: z.string(),
    }),
  ),
});

export const keepNamedCertificate = route('keepNamedCertificate', {
  ...shared,
  summary: 'Keep a certificate with its private key, both in PEM; one of that name gives way',
  method: 'POST',
  url: `${certificates}/:alias`,
  body: stream('text/plain'),
  reply: json(z.object({ status: z.number(), message: z.string() })),
});

export const removeNamedCertificate = route('removeNamedCertificate', {
  ...shared,
  summary: 'Delete a certificate that no repository shows',
  method: 'DELETE',
  url: `${certificates}/:alias`,
  reply: json(z.object({ status: z.number(), message: z.string() })),
});

const WebServerConfig = z.looseObject({
  webServerType: z.string().optional(),
  artifactoryAppContext: z.string().nullish(),
  publicAppContext: z.string().nullish(),
  serverName: z.string().nullish(),
  artifactoryServerName: z.string().nullish(),
  artifactoryPort: z.int().nullish(),
  dockerReverseProxyMethod: z.string().nullish(),
  useHttp: z.boolean().nullish(),
  useHttps: z.boolean().nullish(),
  httpPort: z.int().nullish(),
  httpsPort: z.int().nullish(),
  sslKey: z.string().nullish(),
  sslCertificate: z.string().nullish(),
});
export type WebServerConfig = z.output<typeof WebServerConfig>;

const webServer = `${api}/system/configuration/webServer`;

export const readWebServerConfig = route('readWebServerConfig', {
  ...shared,
  summary: 'The web server in front of the platform',
  method: 'GET',
  url: webServer,
  reply: WebServerConfig,
});

export const readReverseProxySnippet = route('readReverseProxySnippet', {
  ...shared,
  summary: 'The configuration that makes the web server in front what the settings say',
  method: 'GET',
  url: `${api}/system/configuration/reverseProxy/:kind`,
  params: z.object({ kind: z.enum(webServerTypes) }),
  reply: stream('text/plain'),
});

export const changeWebServerConfig = route('changeWebServerConfig', {
  ...shared,
  summary: 'Say what stands in front of the platform',
  method: 'POST',
  url: webServer,
  body: WebServerConfig,
  reply: WebServerConfig,
  status: 200,
});
