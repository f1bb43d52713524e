import { pipelineWords } from '@packhouse/contract/pipelines/pipeline-words.ts';
import { type Said, say } from '@packhouse/contract/sentences.ts';
import { keepSaid } from '@packhouse/kernel/database/said-columns.ts';
import type { Transaction } from 'kysely';
import type { Context } from '../context.ts';
import type { PipelinesSchema } from '../schema.ts';
import { type Change, computed, findFirstOfGroup, findReaders, lockRun, type StepRow, selectSteps, updateRun, updateStep } from './run-queries.ts';

type Tx = Transaction<PipelinesSchema>;
type Steps = Pick<Context, 'platform'>;

/** Wakes the pumps of every process once the change is committed, and the consoles of those who see the pipeline. */
export async function announceRun({ platform }: Steps, tx: Tx, id: number): Promise<void> {
  await platform.outbox.publish(tx, { type: 'pipeline.run.changed', subject: `run ${id}`, data: { audience: await findReaders(tx, id) } });
}

const endStates: ReadonlySet<string> = new Set(['succeeded', 'failed', 'cancelled', 'skipped']);

export const hasEnded = ({ state }: { state: string }) => endStates.has(state);

const keep = (said: Said) => JSON.stringify(said);

/** What becomes of a step that waits for others; undefined where all is as it was. */
function findChange(step: StepRow, states: ReadonlyMap<string, StepRow>): { state?: StepRow['state']; change: Change<'step'>; waitsFor?: Said } | undefined {
  if (step.state !== 'pending') return undefined;
  const needs = step.needs.map((id) => states.get(id)!);
  const lost = needs.find((need) => hasEnded(need) && need.state !== 'succeeded');
  if (lost) return { state: 'skipped', change: { waits_for: null, ended_at: computed.now, ...keepSaid(say(pipelineWords.step_skipped, { step: lost.id })) } };
  const open = needs.filter((need) => !hasEnded(need));
  if (open.length === 0) return { state: 'ready', change: { waits_for: keep(say(pipelineWords.step_waits_for_turn)), next_at: computed.now } };
  const waitsFor = say(pipelineWords.step_waits_for_steps, { steps: open.map(({ id }) => id).join(', ') });
  return waitsFor.message === step.waits_for?.message ? undefined : { change: { waits_for: keep(waitsFor) }, waitsFor };
}

/** Goes over the steps until nothing changes any more. */
async function moveSteps(tx: Tx, run: number): Promise<StepRow[]> {
  const steps = new Map((await selectSteps(tx, run)).map((step) => [step.id, step]));
  for (let isMoving = true; isMoving; ) {
    isMoving = false;
    for (const step of steps.values()) {
      const found = findChange(step, steps);
      if (!found) continue;
      const { state, change, waitsFor } = found;
      await updateStep(tx, run, step.id, state ? { ...change, state } : change);
      if (waitsFor) step.waits_for = waitsFor;
      if (!state) continue;
      step.state = state;
      isMoving = true;
    }
  }
  return [...steps.values()];
}

async function endRun(context: Steps, tx: Tx, run: { id: number; group_name: string | null }, steps: readonly StepRow[]): Promise<void> {
  const failed = steps.find(({ state }) => state === 'failed');
  const cancelled = steps.find(({ state }) => state === 'cancelled');
  const said = failed ? say(pipelineWords.run_failed_at, { step: failed.id, why: { message: failed.message ?? '', ...failed.said } }) : undefined;
  const ending = said ?? (cancelled ? { message: cancelled.message ?? '', ...cancelled.said } : null);
  await updateRun(tx, run.id, {
    state: failed ? 'failed' : cancelled ? 'cancelled' : 'succeeded',
    ended_at: computed.now,
    ...keepSaid(ending),
  });
  const next = run.group_name === null ? undefined : await findFirstOfGroup(tx, run.group_name);
  if (next) await advanceRun(context, tx, next.id);
}

/** Whether a run of a group may go on; what holds it up is written down otherwise. */
async function takeTurn(tx: Tx, run: { id: number; group_name: string | null; state: string }): Promise<boolean> {
  if (run.state !== 'queued') return true;
  const first = run.group_name === null ? undefined : await findFirstOfGroup(tx, run.group_name);
  if (!first || first.id === run.id) {
    await updateRun(tx, run.id, { state: 'running', started_at: computed.firstStart, message: null, said: null });
    return true;
  }
  const held = say(pipelineWords.run_held, { number: first.number, pipeline: first.name });
  await updateRun(tx, run.id, keepSaid(held));
  for (const step of await selectSteps(tx, run.id))
    if (step.state === 'pending') await updateStep(tx, run.id, step.id, { waits_for: keep(say(pipelineWords.step_waits_for_run, { why: held })) });
  return false;
}

/** Brings a run as far as it goes by itself: steps whose turn has come, steps that cannot come any more, its end. */
export async function advanceRun(context: Steps, tx: Tx, id: number): Promise<void> {
  const run = await lockRun(tx, id);
  if (!run || run.ended_at) return;
  if (await takeTurn(tx, run)) {
    const steps = await moveSteps(tx, id);
    if (steps.every(hasEnded)) await endRun(context, tx, run, steps);
  }
  await announceRun(context, tx, id);
}
