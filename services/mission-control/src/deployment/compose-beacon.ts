import { type Beacon, largestBeacon } from '@packhouse/contract/mission-control/beacon-routes.ts';
import type { Context } from '../context.ts';
import { selectHome } from './deployment-queries.ts';

/** Milliseconds for which a beacon is good: however many ask, figures are gathered this often. */
const goodFor = 10_000;
/** No list in a beacon is longer. */
const longestList = 100;
/** So many licences go with one beacon; where there are more, the next one has the next ones. */
const mostLicences = 200;

/** How far the licences have been told, by deployment. */
const toldUpTo = new WeakMap<object, number>();

/** Everything of the list, from this place on and around. */
const beginningAt = <T>(list: readonly T[], start: number): T[] => [...list.slice(start), ...list.slice(0, start)];

const composed = new WeakMap<object, { at: number; beacon: Promise<Beacon> }>();

async function readServices({ peers }: Context): Promise<Beacon['services']> {
  const services = (await peers.health?.services()) ?? {};
  return Object.entries(services).map(([type, { nodes }]) => ({
    type,
    nodes: nodes.slice(0, longestList).map(({ node_id: id, status, version }) => ({ id, online: status === 'Online', version })),
  }));
}

async function readStorage({ peers }: Context): Promise<{ storage: Beacon['storage']; counts: Beacon['counts'] }> {
  const [looks, usage] = await Promise.all([peers.health?.storage(), peers.storageUsage?.read()]);
  const disk = looks?.find((look) => look.disk)?.disk;
  return {
    storage: {
      // A node that does not say in time hides nothing of the others.
      writable: !looks?.some(({ state }) => state === 'Unusable' || state === 'Full'),
      used: usage?.blobs.bytes ?? null,
      total: disk?.total ?? usage?.disk?.total ?? null,
      free: disk?.free ?? usage?.disk?.free ?? null,
    },
    counts: usage ? { repositories: usage.repositories.length, files: usage.repositories.reduce((sum, { files }) => sum + files, 0) } : {},
  };
}

/** Takes away from the longest lists until it is small enough to be looked at. */
function shorten(beacon: Beacon): Beacon {
  const short = { ...beacon };
  while (Buffer.byteLength(JSON.stringify(short)) > largestBeacon && short.copying.length + short.federation.length + short.licences.length > 0) {
    const longest = (['copying', 'federation', 'licences'] as const).toSorted((one, other) => short[other].length - short[one].length)[0]!;
    Object.assign(short, { [longest]: short[longest].slice(0, Math.floor(short[longest].length / 2)) });
  }
  return short;
}

async function gather(context: Context): Promise<Beacon> {
  const { db, peers, platform } = context;
  const [home, services, figures, licences, federation, lags, url, ...copying] = await Promise.all([
    selectHome(db),
    readServices(context),
    readStorage(context),
    peers.heldLicences?.(),
    peers.federationLinks?.(),
    platform.followers.readLags(),
    peers.clientUrl?.(),
    peers.releaseBundleCopying?.(),
    peers.repositoryCopying?.(),
  ]);
  const held = licences ?? [];
  const start = held.length > mostLicences ? (toldUpTo.get(context) ?? 0) % held.length : 0;
  const beacon = shorten({
    id: home.id,
    name: home.name,
    url: url ?? platform.customBaseUrl ?? platform.config.baseUrl ?? '',
    version: platform.version,
    at: new Date().toISOString(),
    services,
    ...figures,
    licences: beginningAt(held, start).slice(0, mostLicences),
    licenceCount: held.length,
    copying: copying.flatMap((list) => list ?? []).slice(0, longestList),
    federation: (federation ?? []).slice(0, longestList),
    eventsLag: Math.max(0, ...lags.map(({ seconds }) => seconds)),
  });
  toldUpTo.set(context, start + beacon.licences.length);
  return beacon;
}

/** What this deployment says of itself, as of a few seconds ago. */
export async function composeBeacon(context: Context): Promise<Beacon> {
  const last = composed.get(context);
  if (last && performance.now() - last.at < goodFor) return { ...(await last.beacon), at: new Date().toISOString() };
  const beacon = gather(context);
  composed.set(context, { at: performance.now(), beacon });
  beacon.catch(() => composed.delete(context));
  return beacon;
}
