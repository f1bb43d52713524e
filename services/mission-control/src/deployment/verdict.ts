import { Beacon } from '@packhouse/contract/mission-control/beacon-routes.ts';
import type { DeploymentStatus } from '@packhouse/contract/mission-control/deployment-statuses.ts';
import { missionWords } from '@packhouse/contract/mission-control/mission-words.ts';
import { type Said, say } from '@packhouse/contract/sentences.ts';
import type { Streak } from '../schema.ts';

/** One look at a deployment. */
export interface Seen {
  status: DeploymentStatus;
  reason: Said | null;
  /** Types of services that no node runs. */
  missing: readonly string[];
  beacon?: Beacon;
  /** So far its clock is ahead, where it was seen. */
  offsetMs?: number;
}

/** Clocks that differ by more are spoken of. */
export const sameTime = 60_000;
const rank: Readonly<Record<DeploymentStatus, number>> = { ONLINE: 2, PARTIAL: 1, OFFLINE: 0, UNAUTHORIZED: 0, UNAVAILABLE: 0 };
/** So many answers in a row make a status better, and worse. */
const needed: Readonly<Record<Streak['towards'], number>> = { better: 2, worse: 3 };

export const getNeeded = ({ towards }: Pick<Streak, 'towards'>): number => needed[towards];

/** A single answer changes nothing: what a deployment is follows what it was and what was seen, so that one that flaps does not flicker. */
export function move(now: { status: DeploymentStatus; streak: Streak | null }, seen: DeploymentStatus): { status: DeploymentStatus; streak: Streak | null } {
  if (seen === now.status) return { status: seen, streak: null };
  const towards = rank[seen] > rank[now.status] ? 'better' : 'worse';
  const answers = now.streak?.towards === towards ? now.streak.answers + 1 : 1;
  return answers >= needed[towards] ? { status: seen, streak: null } : { status: now.status, streak: { towards, status: seen, answers } };
}

/** How a deployment is by what it says of itself. */
export function judgeBeacon(beacon: Beacon, offsetMs?: number): Seen {
  const missing = beacon.services.filter(({ nodes }) => !nodes.some(({ online }) => online)).map(({ type }) => type);
  const seen = { missing, beacon, ...(offsetMs === undefined ? {} : { offsetMs }) };
  if (missing.length > 0) return { ...seen, status: 'PARTIAL', reason: say(missionWords.some_services_offline) };
  if (!beacon.storage.writable) return { ...seen, status: 'PARTIAL', reason: say(missionWords.storage_not_writable) };
  return { ...seen, status: 'ONLINE', reason: null };
}

/** It is not as it should be. */
export const bad = (status: DeploymentStatus, reason: Said, offsetMs?: number): Seen => ({
  status,
  reason,
  missing: [],
  ...(offsetMs === undefined ? {} : { offsetMs }),
});

/** Nobody answered. */
export const seeSilence = (why: Said): Seen => bad('OFFLINE', say(missionWords.deployment_silent, { why }));

/** Something answered that is no deployment. */
export const seeStranger = (reason: Said): Seen => bad('UNAVAILABLE', reason);

/** It does not let us, or is not let: where the clocks are to blame, both are told. */
export function seeRefusal(reason: Said, now: Date, offsetMs: number | undefined): Seen {
  if (offsetMs === undefined || Math.abs(offsetMs) <= sameTime) return bad('UNAUTHORIZED', reason, offsetMs);
  const [theirs, ours] = [new Date(now.getTime() + offsetMs).toISOString(), now.toISOString()];
  return bad('UNAUTHORIZED', say(missionWords.deployment_clocks_differ, { theirs, ours }), offsetMs);
}

function readBeacon(text: string): Beacon | undefined {
  try {
    return Beacon.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** How the deployment of this id is by what answered at its address. */
export function judgeAnswer(id: string, { status, text }: { status: number; text: string }, now: Date, offsetMs: number | undefined): Seen {
  if (status === 401 || status === 403) return seeRefusal(say(missionWords.deployment_refuses), now, offsetMs);
  if (status === 404) return seeStranger(say(missionWords.no_beacon_there));
  if (status !== 200) return seeStranger(say(missionWords.deployment_fails, { status }));
  const beacon = readBeacon(text);
  if (!beacon) return seeStranger(say(missionWords.beacon_unreadable));
  if (beacon.id !== id) return seeStranger(say(missionWords.beacon_of_another));
  return judgeBeacon(beacon, offsetMs ?? Date.parse(beacon.at) - now.getTime());
}
