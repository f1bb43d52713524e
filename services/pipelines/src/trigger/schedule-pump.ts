import type { RunCause } from '@packhouse/contract/pipelines/pipeline-routes.ts';
import { pipelineWords } from '@packhouse/contract/pipelines/pipeline-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import type { Pump } from '@packhouse/kernel/pump/pump.ts';
import type { Context } from '../context.ts';
import { findNext } from '../document/schedule.ts';
import { findPipelineById } from '../pipeline/pipeline-queries.ts';
import { startRun } from '../run/start-run.ts';
import { moveSchedule, selectDueSchedule } from './trigger-queries.ts';

const atOnce = 20;

/** Starts the one that is due for longest; false where none is. Moments that passed while nothing ran start one run together, not one each. */
function startNext(context: Context): Promise<boolean> {
  return context.db.transaction().execute(async (tx) => {
    const schedule = await selectDueSchedule(tx);
    if (!schedule) return false;
    const pipeline = await findPipelineById(tx, schedule.pipeline);
    if (!pipeline) return true;
    await moveSchedule(tx, schedule, findNext(schedule.cron, schedule.zone, schedule.now));
    const cause = { kind: 'cron', by: pipeline.author, said: say(pipelineWords.cause_cron) } as RunCause;
    const causeKey = `cron ${schedule.place} ${schedule.next_at.toISOString()}`;
    await startRun(context, tx, pipeline, { cause, causeKey, variables: {}, depth: 0 });
    return true;
  });
}

/** Starts what is due, each by itself: who holds one pipeline and waits for its group must not hold another. */
async function startDue(context: Context): Promise<void> {
  for (let started = 0; started < atOnce && (await startNext(context)); ) started++;
}

/** Looks every second whether a schedule is due; the rows themselves see to it that only one process starts it. */
export function schedulePump(context: Context): Pump<never> {
  return {
    name: 'pipelines.schedule',
    width: 1,
    wakes: () => false,
    async claim() {
      await startDue(context);
      return [];
    },
    work: async () => undefined,
  };
}
