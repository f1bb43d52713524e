import { type Beacon, largestBeacon } from '@packhouse/contract/mission-control/beacon-routes.ts';
import type { Context } from '../context.ts';
import { readSequence, selectHome } from './deployment-queries.ts';

/** Milliseconds for which a beacon is good: however many ask, figures are gathered this often. */
const goodFor = 10_000;
/** No list in a beacon is longer. */
const longestList = 100;
/** So many licences go with one beacon; where there are more, the next one has the next ones. */
const mostLicences = 200;
/** Milliseconds in which the next ones take their place: a deployment is asked more often than that. */
const nextWithin = 45_000;

/** Licences that a beacon of this moment tells of: the clock says how far they have come, so that it is the same whichever process answers. */
function pickLicences<T>(held: readonly T[], now: number): T[] {
  if (held.length <= mostLicences) return [...held];
  const start = Math.floor((now * mostLicences) / nextWithin) % held.length;
  return [...held.slice(start), ...held.slice(0, start)].slice(0, mostLicences);
}

/** With all licences, of which each answer takes some. */
const composed = new WeakMap<object, { at: number; beacon: Promise<Beacon> }>();

type ServiceNodes = Beacon['services'][number];

/** Some nodes of a service, and how many it has: one that is online, so that nobody takes it for missing, then those that are offline. */
function takeNodes({ nodes, ...service }: ServiceNodes, count: number): ServiceNodes {
  if (nodes.length <= count) return { nodes, ...service };
  const online = nodes.filter((node) => node.online);
  const telling = [...online.slice(0, 1), ...nodes.filter((node) => !node.online), ...online.slice(1)];
  return { nodeCount: nodes.length, onlineCount: online.length, ...service, nodes: telling.slice(0, count) };
}

async function readServices({ peers }: Context): Promise<Beacon['services']> {
  const services = (await peers.health?.services()) ?? {};
  return Object.entries(services).map(([type, { nodes }]) =>
    takeNodes({ type, nodes: nodes.map(({ node_id: id, status, version }) => ({ id, online: status === 'Online', version })) }, longestList),
  );
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

/** Halves of a beacon's lists, by their names: what stays of each. */
const halves = {
  copying: ({ copying }: Beacon) => ({ copying: copying.slice(0, copying.length / 2) }),
  federation: ({ federation }: Beacon) => ({ federation: federation.slice(0, federation.length / 2) }),
  licences: ({ licences }: Beacon) => ({ licences: licences.slice(0, licences.length / 2) }),
  services: ({ services }: Beacon) => ({ services: services.map((one) => takeNodes(one, Math.ceil(one.nodes.length / 2))) }),
} as const;
type Shortened = keyof typeof halves;

/** Lists of a beacon that can be shorter: every service says one node at least. */
function listShortenable(beacon: Beacon): { name: Shortened; size: number }[] {
  const names = Object.keys(halves) as Shortened[];
  const can = (name: Shortened) => (name === 'services' ? beacon.services.some(({ nodes }) => nodes.length > 1) : beacon[name].length > 0);
  return names.filter(can).map((name) => ({ name, size: JSON.stringify(beacon[name]).length }));
}

/** Takes away from the largest lists until it is small enough to be looked at. */
export function shorten(beacon: Beacon): Beacon {
  if (Buffer.byteLength(JSON.stringify(beacon)) <= largestBeacon) return beacon;
  const [largest] = listShortenable(beacon).toSorted((one, other) => other.size - one.size);
  return largest ? shorten({ ...beacon, ...halves[largest.name](beacon) }) : beacon;
}

async function gather(context: Context): Promise<Beacon> {
  const { db, peers, platform } = context;
  // Before anything is looked at: what is gathered later is never older.
  const sequence = await readSequence(db);
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
  return {
    id: home.id,
    name: home.name,
    url: url ?? platform.customBaseUrl ?? platform.config.baseUrl ?? '',
    version: platform.version,
    at: new Date().toISOString(),
    sequence,
    services,
    ...figures,
    licences: [...held],
    licenceCount: held.length,
    copying: copying.flatMap((list) => list ?? []).slice(0, longestList),
    federation: (federation ?? []).slice(0, longestList),
    eventsLag: Math.max(0, ...lags.map(({ seconds }) => seconds)),
  };
}

/** What this deployment knows of itself, as of a few seconds ago. */
function gatherSeldom(context: Context): Promise<Beacon> {
  const last = composed.get(context);
  if (last && performance.now() - last.at < goodFor) return last.beacon;
  const beacon = gather(context);
  composed.set(context, { at: performance.now(), beacon });
  beacon.catch(() => composed.delete(context));
  return beacon;
}

/** What this deployment says of itself now. */
export async function composeBeacon(context: Context): Promise<Beacon> {
  const beacon = await gatherSeldom(context);
  const now = new Date();
  return shorten({ ...beacon, licences: pickLicences(beacon.licences, now.getTime()), at: now.toISOString() });
}
