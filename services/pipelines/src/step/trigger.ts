import { foresightWords } from '@packhouse/contract/pipelines/foresight-words.ts';
import type { RunCause } from '@packhouse/contract/pipelines/pipeline-routes.ts';
import { pipelineWords } from '@packhouse/contract/pipelines/pipeline-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { listVariables } from '../document/lookups.ts';
import { needPipeline } from '../pipeline/keep-pipeline.ts';
import type { PipelineRow } from '../pipeline/pipeline-queries.ts';
import { requireRun } from '../pipeline/pipeline-rights.ts';
import { requireStartable, startRun } from '../run/start-run.ts';
import type { ForesightCall, StepType } from './step-type.ts';

/** @throws AppError where it is not there, is off, or the author may not start it */
async function needStartable({ context, actor, config }: ForesightCall<'trigger'>): Promise<PipelineRow> {
  const pipeline = await needPipeline(context, actor, config.pipeline);
  requireRun(actor, pipeline);
  requireStartable(pipeline, config.variables, listVariables(pipeline.parsed));
  return pipeline;
}

/** Starts a run of another pipeline that the author may start by hand; begun again, it finds the run that it started. */
export const trigger: StepType<'trigger'> = {
  type: 'trigger',
  foresee: async (call) => ({ outlook: 'would', said: say(foresightWords.foresees_start, { pipeline: (await needStartable(call)).name }) }),
  async perform(call) {
    const { context, actor, config, run, mark } = call;
    const pipeline = await needStartable(call);
    const said = say(pipelineWords.cause_trigger, { number: run.number, pipeline: run.pipeline });
    const cause = { kind: 'trigger', by: actor.name, said } as RunCause;
    const { number } = await context.db
      .transaction()
      .execute((tx) => startRun(context, tx, pipeline, { cause, causeKey: `trigger ${mark}`, variables: config.variables, depth: run.depth + 1 }));
    return { state: 'succeeded', said: say(pipelineWords.step_triggered, { number, pipeline: pipeline.name }) };
  },
};
