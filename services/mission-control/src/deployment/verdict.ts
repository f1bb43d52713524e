import { trustWords } from '@packhouse/contract/access/trust-words.ts';
import { kernelWords } from '@packhouse/contract/kernel-words.ts';
import { Beacon } from '@packhouse/contract/mission-control/beacon-routes.ts';
import type { DeploymentStatus } from '@packhouse/contract/mission-control/deployment-statuses.ts';
import { missionWords } from '@packhouse/contract/mission-control/mission-words.ts';
import { type Said, say } from '@packhouse/contract/sentences.ts';
import { z } from 'zod';
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

/** Whether a refusal is about the clocks: calls correct the difference by themselves, so that one that is known need not be why. */
function isAboutClocks({ reason, values }: Said): boolean {
  const { why } = (values ?? {}) as { why?: Said | string | number };
  return reason === trustWords.clocks_differ.reason || (typeof why === 'object' && why.reason === trustWords.clocks_differ.reason);
}

/** It does not let us, or is not let: where the clocks are to blame, both are told. */
export function seeRefusal(reason: Said, now: Date, offsetMs: number | undefined): Seen {
  if (offsetMs === undefined || !isAboutClocks(reason)) return bad('UNAUTHORIZED', reason, offsetMs);
  const [theirs, ours] = [new Date(now.getTime() + offsetMs).toISOString(), now.toISOString()];
  return bad('UNAUTHORIZED', say(missionWords.deployment_clocks_differ, { theirs, ours }), offsetMs);
}

const Refusal = z.object({ errors: z.array(z.object({ reason: z.string().optional() })).min(1) });

function readText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Why it answers that we may not: it says so itself, unless something between refuses in words of its own. */
function readRefusal(text: string): Said {
  const { reason } = Refusal.safeParse(readText(text)).data?.errors[0] ?? {};
  if (reason === kernelWords.not_accepted_here.reason) return say(missionWords.deployment_not_watched);
  return say(reason === kernelWords.not_trusted_for_that.reason ? missionWords.deployment_trusts_otherwise : missionWords.deployment_refuses);
}

/** How the deployment of this id is by what answered at its address. */
export function judgeAnswer(id: string, { status, text }: { status: number; text: string }, now: Date, offsetMs: number | undefined): Seen {
  if (status === 401 || status === 403) return bad('UNAUTHORIZED', readRefusal(text), offsetMs);
  if (status === 404) return seeStranger(say(missionWords.no_beacon_there));
  if (status !== 200) return seeStranger(say(missionWords.deployment_fails, { status }));
  const beacon = Beacon.safeParse(readText(text)).data;
  if (!beacon) return seeStranger(say(missionWords.beacon_unreadable));
  if (beacon.id !== id) return seeStranger(say(missionWords.beacon_of_another));
  return judgeBeacon(beacon, offsetMs ?? Date.parse(beacon.at) - now.getTime());
}
