import { AppError, saidBy } from '@packhouse/contract/errors.ts';
import { type StepConfig, stepSchemas } from '@packhouse/contract/pipelines/pipeline-document.ts';
import { pipelineWords } from '@packhouse/contract/pipelines/pipeline-words.ts';
import { reasonedSaid } from '@packhouse/contract/rule-words.ts';
import { type Said, say } from '@packhouse/contract/sentences.ts';
import { keepSaid } from '@packhouse/kernel/database/said-columns.ts';
import type { Context } from '../context.ts';
import { fillStep } from '../document/lookups.ts';
import { findPipelineById, type RunRow } from '../pipeline/pipeline-queries.ts';
import { findRunById, insertLog } from '../run/run-queries.ts';
import type { Outcome, StepCall, StepType } from '../step/step-type.ts';
import { getStepType } from '../step/step-types.ts';
import { type ClaimedStep, noteEffects, renewLease } from './claim-queries.ts';
import { settleStep } from './settle-step.ts';

/** Begun so often at most: what ends processes must not do so for ever. */
const mostAttempts = 5;
/** Milliseconds after which a step is held for longer. */
const renewal = 10_000;

/** Refusals of others that pass by themselves. */
const passing: ReadonlySet<string> = new Set(['unavailable', 'upstream_unavailable', 'upstream_timeout', 'too_many_requests']);

const fail = (said: Said): Outcome => ({ state: 'failed', said });

/** The settings with what they look up; what came of that has to fit as well. @throws AppError */
export function readConfig({ type, config }: Pick<ClaimedStep, 'type' | 'config'>, { variables }: Pick<RunRow, 'variables'>): StepConfig {
  const parsed = stepSchemas[type].safeParse(fillStep(config, variables), { reportInput: true });
  if (parsed.success) return parsed.data;
  throw new AppError('invalid_input', { said: reasonedSaid(parsed.error.issues[0]!) });
}

async function perform(kind: StepType, call: StepCall, step: ClaimedStep): Promise<Outcome> {
  if (step.begins) await noteEffects(call.context.db, kind.effects?.(call.config) ?? [], { depth: call.run.depth, by: call.actor.name });
  const done = step.begins && step.attempt > 1 ? await kind.findDone?.(call) : undefined;
  if (done?.state === 'succeeded') await call.log(say(pipelineWords.step_done_before));
  return done ?? kind.perform(call);
}

/** What becomes of a step that could not be done. */
function judgeFailure({ log }: Context, step: ClaimedStep, error: unknown): Outcome | { state: 'again'; said: Said } {
  const isOurs = error instanceof AppError && error.code !== 'internal';
  if (!isOurs) log.error({ err: error, run: step.run, step: step.id }, 'a step failed in a way nobody foresaw');
  const said = isOurs ? saidBy(error) : say(pipelineWords.step_failed_unexpectedly);
  return (!isOurs || passing.has(error.code)) && step.attempt < mostAttempts ? { state: 'again', said } : fail(said);
}

/** What the author of the revision may do now; nothing is done in the name of somebody who is gone, or of another person with the same name. */
export async function findActorOf({ platform }: Pick<Context, 'platform'>, written: Pick<RunRow, 'author' | 'author_account'>) {
  const found = await platform.identity.actorOfUser(written.author);
  return found && found.account === written.author_account ? found.actor : undefined;
}

async function attend(context: Context, step: ClaimedStep, run: RunRow, pipeline: string, signal: AbortSignal) {
  const log = (...lines: readonly Said[]) =>
    insertLog(
      context.db,
      lines.map((line) => ({ run: run.id, step: step.id, ...keepSaid(line) })),
    );
  if (step.attempt > mostAttempts) return fail(say(pipelineWords.step_too_often, { count: mostAttempts }));
  const actor = await findActorOf(context, run);
  if (!actor) return fail(say(pipelineWords.step_author_gone, { user: run.author }));
  const lostRunner = step.was_lost ? (step.runner ?? undefined) : undefined;
  if (step.was_lost && lostRunner === undefined) await log(say(pipelineWords.step_taken_over));
  else if (step.begins && lostRunner === undefined) await log(say(pipelineWords.step_begins, { user: run.author }));
  const call: StepCall = {
    context,
    actor,
    address: `pipeline ${pipeline} #${run.number}`,
    config: readConfig(step, run),
    run: { id: run.id, number: run.number, pipeline, depth: run.depth },
    mark: `pipeline ${pipeline} #${run.number} ${step.id}${step.round > 1 ? ` (${step.round})` : ''}`,
    startedAt: step.started_at,
    now: step.now,
    result: step.result ?? {},
    lostRunner,
    signal,
    log,
  };
  return perform(getStepType(step.type), call, step);
}

/** Does a step that was claimed, and keeps how it went. */
export async function workStep(context: Context, step: ClaimedStep, signal: AbortSignal): Promise<void> {
  const run = await findRunById(context.db, step.run);
  const pipeline = run && (await findPipelineById(context.db, run.pipeline));
  if (!pipeline) return;
  const held = new AbortController();
  const renew = () =>
    renewLease(context.db, step).then(
      (isHeld) => {
        if (!isHeld) held.abort();
      },
      () => undefined,
    );
  const timer = setInterval(() => void renew(), renewal);
  try {
    const outcome = await attend(context, step, run, pipeline.name, AbortSignal.any([signal, held.signal])).catch((error: unknown) => {
      // What was cut off by the end of the process is taken up again by another one.
      if (signal.aborted) throw error;
      return judgeFailure(context, step, error);
    });
    await settleStep(context, { step, run, pipeline: pipeline.name }, outcome);
  } finally {
    clearInterval(timer);
  }
}
