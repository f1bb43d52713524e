import { AppError } from '@packhouse/contract/errors.ts';
import { getConflictKey } from '@packhouse/contract/mission-control/conflict-key.ts';
import type { listFederationConflicts } from '@packhouse/contract/mission-control/federation-routes.ts';
import type { RouteReply } from '@packhouse/contract/route.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { sharedWords } from '@packhouse/contract/shared-words.ts';
import { z } from 'zod';

type Conflict = RouteReply<typeof listFederationConflicts>['items'][number];
/** A place in the list of all members' conflicts: that of one of them. */
type Place = Pick<Conflict, 'at' | 'deployment' | 'id'>;

/** The newest first; of several at one moment by deployment, of one deployment the later numbers first. */
function compare(one: Place, other: Place): number {
  if (one.at !== other.at) return one.at < other.at ? 1 : -1;
  if (one.deployment !== other.deployment) return one.deployment < other.deployment ? -1 : 1;
  return other.id - one.id;
}

const PlaceParts = z.tuple([z.iso.datetime(), z.coerce.number().int().min(0), z.string().min(1)]);

/** The place that the page before told. @throws AppError where the text is none */
export function readPlace(text: string): Place {
  const { data } = PlaceParts.safeParse(text.split(' '));
  if (!data) throw new AppError(sharedWords.after_is_no_cursor, {}, { detail: [{ path: 'after', ...say(sharedWords.unknown_cursor) }] });
  const [at, id, deployment] = data;
  return { at, id, deployment };
}

const writePlace = ({ at, id, deployment }: Place) => `${at} ${id} ${deployment}`;

/** What a deployment is asked for, so that it tells of its conflicts behind a place of all. */
export function askBehind(place: Place | undefined, deployment: string): { before?: string; beforeId?: number } {
  if (!place) return {};
  const isWhole = deployment < place.deployment ? 0 : Number.MAX_SAFE_INTEGER;
  return { before: place.at, beforeId: deployment === place.deployment ? place.id : isWhole };
}

/**
 * A page of the conflicts of all members, the newest first: each once, though several members noted it, since using the other value at one of them is using it
 * everywhere. Members tell of some deployments by their ids; `getName` knows what these are called. Those of versions before know nothing of places.
 */
export function gatherConflicts(
  found: readonly Conflict[],
  getName: (deployment: string) => string,
  { limit, place }: { limit: number; place: Place | undefined },
): { items: Conflict[]; next: string | null } {
  const named = found.map((one) => ({ ...one, keptBy: getName(one.keptBy), lostBy: getName(one.lostBy) }));
  const behind = place ? named.filter((one) => compare(one, place) > 0) : named;
  const page = behind.toSorted(compare).slice(0, limit);
  const groups = Map.groupBy(page, getConflictKey);
  return { items: [...groups.values()].map(([first]) => first!), next: behind.length > limit ? writePlace(page.at(-1)!) : null };
}
