import type { Beacon, Copying, FederationLink } from '@packhouse/contract/mission-control/beacon-routes.ts';
import { type Connection, connectionKinds } from '@packhouse/contract/mission-control/connections.ts';
import type { KnownRow } from './deployment-queries.ts';

type Place = Pick<KnownRow, 'id' | 'url' | 'home'> & { beacon: Beacon | null };

const getAddress = (url: string) => (URL.canParse(url) ? `${new URL(url).origin}/` : undefined);

/** The deployment that an address belongs to. */
function findAt(places: readonly Place[], url: string): Place | undefined {
  const address = getAddress(url);
  return address === undefined ? undefined : places.find((place) => [place.url, place.beacon?.url ?? ''].some((one) => getAddress(one) === address));
}

function toReplication(places: readonly Place[], here: Place, { name, url, direction, status, lastAt, error }: Copying): Connection[] {
  const there = findAt(places, url);
  if (!there || there.id === here.id) return [];
  const [source, target] = direction === 'push' ? [here.id, there.id] : [there.id, here.id];
  return [{ kind: 'REPLICATION', name, source, target, status, lastAt, lagMs: null, error }];
}

/** A moment as another deployment tells it; what is none is left out. */
const readMoment = (told: string | null | undefined) => (told && !Number.isNaN(Date.parse(told)) ? new Date(told).toISOString() : undefined);

function toFederation(places: readonly Place[], link: FederationLink): Connection[] {
  const { source, target, types, lagMs, lastAt, error } = link;
  if (!places.some(({ id }) => id === source) || !places.some(({ id }) => id === target)) return [];
  // A link is tried until it is ended: the error of the last time stands beside what it has done, and is no end.
  const status = lastAt === null ? 'Not Run' : 'Succeeded';
  const [failingSince, nextAt] = [readMoment(link.failingSince), readMoment(link.nextAt)];
  const tries = { ...(failingSince && { failingSince }), ...(nextAt && { nextAt }) };
  return [{ kind: 'FEDERATION', name: types.join(', '), source, target, status, lastAt, lagMs, error, ...tries }];
}

const getKey = ({ kind, name, source, target }: Connection) => JSON.stringify([kind, name, source, target]);

/**
 * What goes from one deployment to another, as they say themselves; both ends of a link may tell of it. Where nothing goes to or from a deployment,
 * that is said as well.
 */
export function findConnections(places: readonly Place[]): Connection[] {
  const told = places.flatMap((place) => [
    ...(place.beacon?.copying ?? []).flatMap((one) => toReplication(places, place, one)),
    ...(place.beacon?.federation ?? []).flatMap((link) => toFederation(places, link)),
  ]);
  const once = [...new Map(told.map((one) => [getKey(one), one])).values()];
  const home = places.find((place) => place.home);
  const others = places.filter((place) => !place.home);
  const none = connectionKinds.flatMap((kind) =>
    others
      .filter(({ id }) => !once.some((one) => one.kind === kind && (one.source === id || one.target === id)))
      .map(({ id }): Connection => ({ kind, name: '', source: home?.id ?? id, target: id, status: 'Not Configured', lastAt: null, lagMs: null, error: null })),
  );
  return [...once, ...none];
}
