import { AppError } from '@packhouse/contract/errors.ts';
import { pipelineWords } from '@packhouse/contract/pipelines/pipeline-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { keepSaid } from '@packhouse/kernel/database/said-columns.ts';
import type { HandlerContext } from '@packhouse/kernel/http/http.ts';
import type { Transaction } from 'kysely';
import type { Context } from '../context.ts';
import type { PipelineRow, RunRow } from '../pipeline/pipeline-queries.ts';
import { mayDecide, requireRun } from '../pipeline/pipeline-rights.ts';
import type { PipelinesSchema } from '../schema.ts';
import { advanceRun, hasEnded } from './advance.ts';
import { describeApprovers } from './describe-approvers.ts';
import { computed, insertLog, lockRun, type StepRow, selectSteps, updateRun, updateStep } from './run-queries.ts';

type Call = Pick<HandlerContext, 'actor' | 'address'>;
type Tx = Transaction<PipelinesSchema>;

interface Chosen {
  pipeline: PipelineRow;
  run: RunRow;
}

async function audit({ platform }: Context, tx: Tx, { actor, address }: Call, action: string, { pipeline, run }: Chosen, after?: object) {
  const subject = `${pipeline.name} #${run.number}`;
  await platform.identity.audit({ actor: actor.name, address, action: `pipeline.${action}`, subject, ...(after ? { after } : {}) }, tx);
}

/** Changes a run that is held meanwhile, and goes on from there. */
async function change(context: Context, { run }: Chosen, work: (tx: Tx, steps: readonly StepRow[], hasRunEnded: boolean) => Promise<void>): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const locked = await lockRun(tx, run.id);
    if (!locked) throw new AppError('not_found');
    await work(tx, await selectSteps(tx, run.id), locked.ended_at !== null);
    await advanceRun(context, tx, run.id);
  });
}

/** Ends everything that has not ended; whoever does a step just now may not say any more how it went. @throws AppError */
export async function cancelRun(context: Context, chosen: Chosen, call: Call): Promise<void> {
  requireRun(call.actor, chosen.pipeline);
  await change(context, chosen, async (tx, steps, hasRunEnded) => {
    if (hasRunEnded) throw new AppError(pipelineWords.run_ended_already);
    const said = say(pipelineWords.run_cancelled, { user: call.actor.name });
    for (const step of steps)
      if (!hasEnded(step))
        await updateStep(tx, chosen.run.id, step.id, {
          state: 'cancelled',
          waits_for: null,
          lease: null,
          lease_until: null,
          runner: null,
          ended_at: computed.now,
          ...keepSaid(said),
        });
    // A run that was still queued has no turn to wait for any more.
    await updateRun(tx, chosen.run.id, { state: 'running' });
    await audit(context, tx, call, 'run-cancelled', chosen);
  });
}

/** A step with all that needs it, in one way or another. */
function listFrom(steps: readonly StepRow[], first: string): Set<string> {
  const found = new Set([first]);
  for (let before = 0; before < found.size; ) {
    before = found.size;
    for (const { id, needs } of steps) if (needs.some((need) => found.has(need))) found.add(id);
  }
  return found;
}

function chooseAgain(steps: readonly StepRow[], first: string | undefined): Set<string> {
  if (first === undefined) {
    const chosen = new Set(steps.filter(({ state }) => state !== 'succeeded').map(({ id }) => id));
    if (chosen.size === 0) throw new AppError(pipelineWords.run_nothing_to_retry);
    return chosen;
  }
  if (!steps.some(({ id }) => id === first)) throw new AppError(pipelineWords.no_pipeline_step, { step: first });
  // What did not succeed before the chosen step has to be done as well, or the step would never have its turn.
  return new Set([...listFrom(steps, first), ...steps.filter(({ state }) => state !== 'succeeded').map(({ id }) => id)]);
}

/** Does steps again, with the same revision and the same values. @throws AppError */
export async function retryRun(context: Context, chosen: Chosen, first: string | undefined, call: Call): Promise<void> {
  requireRun(call.actor, chosen.pipeline);
  await change(context, chosen, async (tx, steps, hasRunEnded) => {
    if (!hasRunEnded) throw new AppError(pipelineWords.run_not_ended);
    const again = chooseAgain(steps, first);
    const said = say(pipelineWords.step_again_from, { user: call.actor.name });
    for (const id of again)
      await updateStep(tx, chosen.run.id, id, {
        state: 'pending',
        waits_for: JSON.stringify(say(pipelineWords.step_waits_for_turn)),
        attempt: 0,
        round: computed.nextRound,
        result: null,
        message: null,
        said: null,
        started_at: null,
        ended_at: null,
      });
    await insertLog(
      tx,
      [...again].map((step) => ({ run: chosen.run.id, step, ...keepSaid(said) })),
    );
    await updateRun(tx, chosen.run.id, { state: 'queued', ended_at: null, message: null, said: null });
    await audit(context, tx, call, 'run-retried', chosen, { steps: [...again] });
  });
}

interface Decision {
  step: string;
  approve: boolean;
  comment: string;
}

function describeDecision({ approve, comment }: Decision, user: string) {
  if (comment === '') return approve ? say(pipelineWords.step_approved, { user }) : say(pipelineWords.step_refused, { user });
  return approve ? say(pipelineWords.step_approved_why, { user, comment }) : say(pipelineWords.step_refused_why, { user, comment });
}

/** Keeps who decided, and why. @throws AppError `forbidden`, `conflict`, `not_found` */
export async function decideApproval(context: Context, chosen: Chosen, decision: Decision, call: Call): Promise<void> {
  const { actor } = call;
  await change(context, chosen, async (tx, steps) => {
    const step = steps.find(({ id }) => id === decision.step);
    if (!step) throw new AppError(pipelineWords.no_pipeline_step, { step: decision.step });
    const { config } = step;
    if (config.type !== 'approval' || step.state !== 'waiting') throw new AppError(pipelineWords.approval_not_asked, { step: step.id });
    if (!mayDecide(actor, config)) throw new AppError(pipelineWords.approval_not_yours, { who: describeApprovers(config) });
    const said = describeDecision(decision, actor.name);
    await updateStep(tx, chosen.run.id, step.id, {
      state: decision.approve ? 'succeeded' : 'failed',
      waits_for: null,
      result: JSON.stringify({ ...step.result, by: actor.name, comment: decision.comment }),
      ended_at: computed.now,
      ...keepSaid(said),
    });
    await insertLog(tx, [{ run: chosen.run.id, step: step.id, ...keepSaid(said) }]);
    await audit(context, tx, call, decision.approve ? 'step-approved' : 'step-refused', chosen, { step: step.id, comment: decision.comment });
  });
}
