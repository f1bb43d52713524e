import { reportBeacon } from '@packhouse/contract/mission-control/beacon-routes.ts';
import type { Pump } from '@packhouse/kernel/pump/pump.ts';
import type { Context } from '../context.ts';
import { composeBeacon } from './compose-beacon.ts';
import { claimListeners, keepListeners, type Listener, settleListener } from './listener-queries.ts';

/** Milliseconds after which the list of those that are trusted is read again. */
const readAgain = 30_000;
/** Milliseconds between two looks for whom is to be told. */
const lookAgain = 5000;
/** Seconds between two reports; at most where nobody answers, since somebody may any moment; and at most where they are not wanted, or not yet. */
const usual = 30;
const unreachable = 60;
const unwanted = 300;
const patience = 10_000;

/** Seconds until the next report, after so many that were not taken. */
const getWait = (failures: number, hasAnswered: boolean): number => Math.min(usual * 2 ** failures, hasAnswered ? unwanted : unreachable);

async function report(context: Context, { peer, failures }: Listener, signal: AbortSignal): Promise<void> {
  const { db, peers } = context;
  const json = await composeBeacon(context);
  const answer = await peers.trust!.call(peer, { method: 'POST', path: reportBeacon.url, json, timeout: patience, signal }).catch(() => undefined);
  if (answer?.status === 413) context.log.warn({ peer, answer: answer.text.slice(0, 500) }, 'a mission control finds the report too large');
  const left = answer?.status === 200 ? 0 : failures + 1;
  await settleListener(db, peer, left, getWait(left, answer !== undefined) * (0.8 + Math.random() * 0.4));
}

/** Tells mission controls that do not ask how this deployment is: they may be unable to reach it. */
export function reportPump(context: Context): Pump<Listener> {
  let [readAt, lookedAt] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let hasListeners = false;
  return {
    name: 'mission-control.report',
    width: 4,
    endsBringWork: false,
    wakes: () => false,
    async claim(free) {
      const { trust } = context.peers;
      if (!trust) return [];
      if (performance.now() - readAt > readAgain) {
        readAt = performance.now();
        const watching = (await trust.list('mission-control')).filter(({ accepts }) => accepts.watching).map(({ id }) => id);
        hasListeners = watching.length > 0;
        await keepListeners(context.db, watching);
      }
      if (!hasListeners || performance.now() - lookedAt < lookAgain) return [];
      const listeners = await claimListeners(context.db, free);
      // Where there may be more, they wait for whoever has room first.
      if (listeners.length < free) lookedAt = performance.now();
      return listeners;
    },
    work: (listener, signal) => report(context, listener, signal),
  };
}
