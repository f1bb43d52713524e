import type { RunCause } from '@packhouse/contract/pipelines/pipeline-routes.ts';
import { pipelineWords } from '@packhouse/contract/pipelines/pipeline-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { listVariables } from '../document/lookups.ts';
import { needPipeline } from '../pipeline/keep-pipeline.ts';
import { requireRun } from '../pipeline/pipeline-rights.ts';
import { requireStartable, startRun } from '../run/start-run.ts';
import type { StepType } from './step-type.ts';

/** Starts a run of another pipeline that the author may start by hand; begun again, it finds the run that it started. */
export const trigger: StepType<'trigger'> = {
  type: 'trigger',
  async perform({ context, actor, config, run, mark }) {
    const pipeline = await needPipeline(context, actor, config.pipeline);
    requireRun(actor, pipeline);
    requireStartable(pipeline, config.variables, listVariables(pipeline.parsed));
    const said = say(pipelineWords.cause_trigger, { number: run.number, pipeline: run.pipeline });
    const cause = { kind: 'trigger', by: actor.name, said } as RunCause;
    const { number } = await context.db
      .transaction()
      .execute((tx) => startRun(context, tx, pipeline, { cause, causeKey: `trigger ${mark}`, variables: config.variables, depth: run.depth + 1 }));
    return { state: 'succeeded', said: say(pipelineWords.step_triggered, { number, pipeline: pipeline.name }) };
  },
};
