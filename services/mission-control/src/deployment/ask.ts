import { AppError, saidBy } from '@packhouse/contract/errors.ts';
import { largestBeacon, readBeacon } from '@packhouse/contract/mission-control/beacon-routes.ts';
import { missionWords } from '@packhouse/contract/mission-control/mission-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import type { Context } from '../context.ts';
import { composeBeacon } from './compose-beacon.ts';
import type { DueDeployment } from './deployment-queries.ts';
import { passOn } from './pass-on.ts';
import { settle } from './settle.ts';
import { lookAtInstance } from './single-instance.ts';
import { judgeAnswer, judgeBeacon, type Seen, seeRefusal, seeSilence, seeStranger } from './verdict.ts';

/** Milliseconds that a deployment has for its answer. */
const patience = 10_000;

async function seeFailure(error: unknown, at: Date, offsetMs: number | undefined): Promise<Seen> {
  if (!(error instanceof AppError)) throw error;
  if (error.code === 'forbidden') return seeRefusal(saidBy(error), at, offsetMs);
  if (error.code === 'not_found') return seeRefusal(say(missionWords.trust_ended_here), at, offsetMs);
  // Something answers: it leads elsewhere, or says more than any beacon.
  if (error.code === 'upstream_failed') return seeStranger(saidBy(error));
  return seeSilence(saidBy(error));
}

/** Whether somebody waits for what it says, who asks need not know. */
type Asked = Omit<DueDeployment, 'awaited'> & Partial<Pick<DueDeployment, 'awaited'>>;

/** Looks at a deployment; at this one without any network. */
async function look(context: Context, row: Asked, at: Date, signal?: AbortSignal): Promise<Seen> {
  const { id, home, legacy } = row;
  if (home) return judgeBeacon(await composeBeacon(context));
  if (legacy) return lookAtInstance(context, row, at, signal);
  const { trust } = context.peers;
  if (!trust) throw new AppError(missionWords.trust_missing);
  const call = { method: 'GET', path: readBeacon.url, timeout: patience, largestAnswer: largestBeacon, ...(signal ? { signal } : {}) } as const;
  try {
    const answer = await trust.call(id, call);
    return judgeAnswer(id, answer, at, answer.offset);
  } catch (error) {
    // What is cut off says nothing of the other side.
    if (signal?.aborted) throw error;
    return seeFailure(error, at, await trust.offset(id));
  }
}

/** Asks a deployment how it is, and keeps what it says. */
export async function askDeployment(context: Context, row: Asked, signal?: AbortSignal): Promise<void> {
  const seen = await look(context, row, new Date(), signal);
  const at = new Date();
  const kept = await settle(context, row.id, seen, { at });
  if (!kept || !seen.beacon || row.home || row.legacy) return;
  await passOn(context, row.id, seen.beacon, { at, known: row.awaited === false ? kept.told : null });
}
