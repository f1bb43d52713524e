import { getEntitlements } from '@packhouse/contract/access/licence-types.ts';
import { getReportedVersion, getWireName } from '@packhouse/contract/shell/service-names.ts';
import * as routes from '@packhouse/contract/shell/shell-routes.ts';
import { isAllowed, repositoryResource } from '@packhouse/kernel/access/authorisation.ts';
import type { Config } from '@packhouse/kernel/config.ts';
import { handle, publicBaseUrl } from '@packhouse/kernel/http/http.ts';
import type { Platform } from '@packhouse/kernel/platform.ts';
import type { Peers } from '@packhouse/peers/peers.ts';
import type { FastifyInstance } from 'fastify';
import type { BuiltConsole } from './console-assets.ts';
import { getFeatures } from './features.ts';

/** The services of this installation under their wire names. */
function presentServices({ config }: Platform): string[] {
  return config.services.map(getWireName);
}

function installationRoutes(app: FastifyInstance, platform: Platform, peers: Readonly<Peers>): void {
  const { config, version } = platform;
  const is = (trait: Config['installation'][number]) => config.installation.includes(trait);
  const tenancy = { cloud: is('cloud'), trial: is('trial'), dedicated: is('dedicated') };
  handle(app, platform, routes.generalConfig, async (_, { request, actor }) => {
    const baseUrl = (await peers.clientUrl?.()) ?? publicBaseUrl(request, config);
    const licenseType = (await peers.licence?.current()) ?? 'ENTERPRISE_PLUS';
    return {
      domainName: new URL(baseUrl).host,
      baseUrl,
      licenseType,
      ...(actor.administrator && !actor.scope ? { licenseEndsAt: (await peers.licence?.ends())?.toISOString() ?? null } : {}),
      flavour: is('containers') ? ('JCR' as const) : ('OSS' as const),
      lightweight: is('lightweight'),
      ...tenancy,
      trial: tenancy.trial || licenseType.endsWith('TRIAL'),
    };
  });
  handle(app, platform, routes.footer, async () => {
    const face = await peers.installation?.face();
    return {
      logoUrl: face?.logoUrl || null,
      userLogo: face?.hasLogo ?? false,
      anonymousAccess: await platform.identity.anonymousAllowed(),
      buildLine: `Packhouse ${version}`,
      message: face?.footerMessage ?? '',
    };
  });
  handle(app, platform, routes.platformConfig, async (_, { request }) => ({
    serverName: (await peers.installation?.face())?.serverName || new URL(publicBaseUrl(request, config)).hostname,
    baseUrl: publicBaseUrl(request, config),
    anonymousUiBlocked: (await peers.installation?.anonymousUiBlocked()) ?? false,
  }));
  handle(app, platform, routes.featuresConfig, () => getFeatures(config, peers));
  handle(app, platform, routes.entitlements, async () => getEntitlements((await peers.licence?.current()) ?? 'ENTERPRISE_PLUS'));
  handle(app, platform, routes.cloudInfo, async () => tenancy);
  handle(app, platform, routes.analyticsState, async () => ({ enabled: false }));
}

/**
 * Whoever can answer has started every service of the process, since a service that fails stops the start, and has reached the database.
 * What can go away meanwhile is the store, without which no artifact is read or written.
 */
async function isStoreThere({ blobs, logger }: Platform): Promise<boolean> {
  try {
    return (await blobs.readMark()) !== undefined;
  } catch (err) {
    logger('platform').warn({ err }, 'the store cannot be read');
    return false;
  }
}

function serviceRoutes(app: FastifyInstance, platform: Platform, peers: Readonly<Peers>): void {
  const { version } = platform;
  const present = presentServices(platform);
  const getVersion = (name: string) => getReportedVersion(name, version);
  const isPresent = async ({ params }: { params: { name: string } }) => ({ enabled: present.includes(params.name) });
  handle(app, platform, routes.microservices, async () => present.map((name) => ({ name, version: getVersion(name) })));
  handle(app, platform, routes.systemVersion, async () => ({
    version,
    services: Object.fromEntries(present.map((name) => [name, { version: getVersion(name) }])),
  }));
  handle(app, platform, routes.systemStatus, async () => {
    const works = { [getWireName('repositories')]: await isStoreThere(platform) };
    const services = present.map((name) => ({ name, status: works[name] === false ? ('offline' as const) : ('online' as const) }));
    return { status: services.every(({ status }) => status === 'online') ? ('ok' as const) : ('degraded' as const), services };
  });
  handle(app, platform, routes.isMicroserviceEnabled, isPresent);
  handle(app, platform, routes.isServiceEnabled, isPresent);
  handle(app, platform, routes.scanPermissions, async (_, { actor }) => ({
    available: peers.scans !== undefined,
    view: peers.scans !== undefined,
    manage: peers.scans !== undefined && actor.administrator && !actor.scope,
  }));
  handle(app, platform, routes.scanIndexStatus, async (_, { actor }) => {
    // Figures over all repositories are for those who may see all of them.
    const progress = actor.administrator && !actor.scope ? await peers.scans?.progress() : undefined;
    return { available: peers.scans !== undefined, indexed: progress?.scanned ?? 0, total: progress?.total ?? 0 };
  });
}

function contentRoutes(app: FastifyInstance, platform: Platform, peers: Readonly<Peers>): void {
  handle(app, platform, routes.repositoryData, async (_, { actor }) => {
    const all = (await peers.repositories?.list()) ?? [];
    return all
      .filter((repository) => isAllowed(actor, 'read', repositoryResource(repository)))
      .map(({ key, class: kind, format }) => ({ key, class: kind, format }));
  });
  handle(app, platform, routes.availablePackages, async () => [...(peers.repositories?.formats ?? [])]);
}

/** The calls with which the console starts. What no service stands behind yet answers that it is absent. */
export function startUpRoutes(app: FastifyInstance, platform: Platform, peers: Readonly<Peers>, built: () => BuiltConsole): void {
  installationRoutes(app, platform, peers);
  serviceRoutes(app, platform, peers);
  contentRoutes(app, platform, peers);
  handle(app, platform, routes.consoleAreas, async () => [...built().areas]);
}
