import type { WebServerConfig } from '@packhouse/contract/repositories/monitoring-compatible-routes.ts';
import type { WebServer } from '@packhouse/contract/repositories/web-server-routes.ts';
import type { Transaction } from 'kysely';
import type { Context } from '../context.ts';
import type { RepositoriesSchema } from '../schema.ts';
import { changeWebServerIn } from '../set-up/change-web-server.ts';
import { selectWebServer } from '../set-up/web-server.ts';
import { element, value } from './descriptor-elements.ts';
import { isRemoval, needRecord, refuse, requireKnown } from './descriptor-fields.ts';
import { readWebServerConfig, toWebServerConfig } from './web-server-config.ts';

const place = 'reverseProxies';
const texts = [
  'key',
  'webServerType',
  'artifactoryAppContext',
  'publicAppContext',
  'serverName',
  'artifactoryServerName',
  'dockerReverseProxyMethod',
  'sslKey',
  'sslCertificate',
];
const flags = ['useHttp', 'useHttps'];
const numbers = ['artifactoryPort', 'httpPort', 'httpsPort'];

function requireKinds(record: Record<string, unknown>, at: string): void {
  for (const [names, kind] of [
    [texts, 'string'],
    [flags, 'boolean'],
    [numbers, 'number'],
  ] as const) {
    const wrong = names.find((name) => record[name] !== undefined && record[name] !== null && typeof record[name] !== kind);
    if (wrong) refuse(`${at}.${wrong}`);
  }
}

/** Reads what a descriptor says of the web server in front, of which there is one. @throws AppError `bad_request` for everything that is not obeyed, by its name */
export function readWebServer(given: unknown): WebServerConfig | undefined {
  if (given === undefined) return undefined;
  const [first, second] = Object.entries(needRecord(given, place));
  if (second) refuse(`${place}.${second[0]}`);
  if (!first) return undefined;
  const [key, config] = first;
  if (isRemoval(config)) return { webServerType: 'DIRECT' };
  const record = needRecord(config, `${place}.${key}`);
  requireKnown(record, [...texts, ...flags, ...numbers], `${place}.${key}`);
  requireKinds(record, `${place}.${key}`);
  return record;
}

/** Has the web server in front be as the descriptor says. @throws AppError `bad_request`, `invalid_input` */
export async function changeDescribedWebServer(
  context: Context,
  tx: Transaction<RepositoriesSchema>,
  given: WebServerConfig,
  { actor, address }: { actor: { name: string }; address: string },
): Promise<void> {
  await changeWebServerIn(context, tx, readWebServerConfig(await selectWebServer(tx), given), { name: actor.name, address });
}

/** The web server in front as existing clients read it in the descriptor. */
export function toWebServerElement(settings: WebServer): string {
  const told = Object.entries(toWebServerConfig(settings)).map(([name, one]) => value(name, String(one)));
  return element(place, element('reverseProxy', told.join('')));
}
