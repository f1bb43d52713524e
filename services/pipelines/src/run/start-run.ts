import { AppError, fieldRefusal, saidBy } from '@packhouse/contract/errors.ts';
import type { RunCause } from '@packhouse/contract/pipelines/pipeline-routes.ts';
import { pipelineWords } from '@packhouse/contract/pipelines/pipeline-words.ts';
import { type Said, say } from '@packhouse/contract/sentences.ts';
import { keepSaid } from '@packhouse/kernel/database/said-columns.ts';
import type { Transaction } from 'kysely';
import type { Context } from '../context.ts';
import { fillIn } from '../document/lookups.ts';
import type { PipelineRow } from '../pipeline/pipeline-queries.ts';
import type { PipelinesSchema } from '../schema.ts';
import { advanceRun, announceRun } from './advance.ts';
import { countOpenRuns, findNumberOfCause, holdPipeline, insertRun, takeNumber } from './run-queries.ts';

/** So many runs may lead to each other without anybody in between. */
const deepest = 10;
/** Runs of one pipeline that people and callers may heap up. */
const mostOpen = 2000;

export interface Start {
  cause: RunCause;
  /** Tells it from whatever else starts this pipeline: of two starts with the same one, only the first is made. */
  causeKey: string;
  variables: Readonly<Record<string, string>>;
  /** Of the run that this one comes of, plus one. */
  depth: number;
}

export interface Started {
  number: number;
  isNew: boolean;
}

/** @throws AppError `too_many_requests` */
export async function requireRoom({ db }: Pick<Context, 'db'>, { id, name }: PipelineRow): Promise<void> {
  const count = await countOpenRuns(db, id);
  if (count >= mostOpen) throw new AppError(pipelineWords.pipeline_too_many_runs, { count, name });
}

/** @throws AppError `invalid_input` naming what the pipeline does not know */
export function requireVariables(variables: Readonly<Record<string, string>>, known: readonly string[]): void {
  const strange = Object.keys(variables).find((one) => !known.includes(one));
  if (strange !== undefined) throw fieldRefusal(`variables.${strange}`, say(pipelineWords.pipeline_no_variable, { name: strange }));
}

/** @throws AppError `conflict` while it is off, `invalid_input` naming what the pipeline does not know */
export function requireStartable({ name, enabled }: PipelineRow, variables: Readonly<Record<string, string>>, known: readonly string[]): void {
  if (!enabled) throw new AppError(pipelineWords.pipeline_is_off, { name });
  requireVariables(variables, known);
}

function readGroup({ parsed }: PipelineRow, values: Readonly<Record<string, string>>): { group: string | null; refusal?: Said } {
  if (!parsed.concurrency) return { group: null };
  try {
    return { group: fillIn(parsed.concurrency.group, values) };
  } catch (error) {
    return { group: null, refusal: saidBy(error) };
  }
}

/** Begins a run of the present revision; one that must not be is kept as failed, with the reason. */
export async function startRun(context: Pick<Context, 'platform'>, tx: Transaction<PipelinesSchema>, pipeline: PipelineRow, start: Start): Promise<Started> {
  await holdPipeline(tx, pipeline.id);
  const before = await findNumberOfCause(tx, pipeline.id, start.causeKey);
  if (before !== undefined) return { number: before, isNew: false };
  const number = await takeNumber(tx, pipeline.id);
  const { parsed } = pipeline;
  const variables = { ...parsed.variables, ...start.variables, 'pipeline.name': pipeline.name, 'run.number': String(number), 'run.by': start.cause.by };
  const { group, refusal } = readGroup(pipeline, variables);
  const refused = start.depth > deepest ? say(pipelineWords.run_too_deep, { depth: start.depth, most: deepest }) : refusal;
  const steps = parsed.steps.map(({ id, type, needs, ...settings }, position) => ({
    id,
    type,
    needs,
    position,
    config: JSON.stringify({ id, type, ...settings }),
    ...(refused
      ? { state: 'skipped' as const, waits_for: null, ended_at: new Date(), ...keepSaid(refused) }
      : { state: 'pending' as const, waits_for: JSON.stringify(say(pipelineWords.step_waits_for_turn)) }),
  }));
  const id = await insertRun(
    tx,
    {
      pipeline: pipeline.id,
      number,
      revision: pipeline.revision,
      cause: JSON.stringify(start.cause),
      cause_key: start.causeKey,
      depth: start.depth,
      variables: JSON.stringify(variables),
      group_name: group,
      ...(refused ? { state: 'failed', ended_at: new Date(), ...keepSaid(refused) } : { state: 'queued' }),
    },
    steps,
  );
  if (refused) await announceRun(context, tx, id);
  else await advanceRun(context, tx, id);
  return { number, isNew: true };
}
