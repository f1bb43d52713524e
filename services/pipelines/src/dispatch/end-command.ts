import type { StepConfig } from '@packhouse/contract/pipelines/pipeline-document.ts';
import { type endStep, runnerLimits, type StepEnding } from '@packhouse/contract/pipelines/runner-routes.ts';
import { runnerWords } from '@packhouse/contract/pipelines/runner-words.ts';
import { type Said, say } from '@packhouse/contract/sentences.ts';
import { keepSaid } from '@packhouse/kernel/database/said-columns.ts';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { settleStep } from '../engine/settle-step.ts';
import { findPipelineById } from '../pipeline/pipeline-queries.ts';
import { findRunById, insertLog } from '../run/run-queries.ts';
import type { CommandState } from '../step/run-command.ts';
import type { Outcome } from '../step/step-type.ts';
import { findHeld, type HeldStep } from './dispatch-queries.ts';

type Ending = z.output<(typeof endStep)['body'] & z.ZodType>;

interface Facts {
  runner: string;
  code: number;
  detail: string;
  config: StepConfig<'run'>;
}

const sentences: { readonly [Ending in StepEnding]: (facts: Facts) => Said } = {
  succeeded: ({ runner }) => say(runnerWords.step_command_succeeded, { runner }),
  exited: ({ runner, code }) => say(runnerWords.step_command_exited, { runner, code }),
  timeout: ({ runner, config }) => say(runnerWords.step_command_timeout, { runner, time: config.timeout }),
  memory: ({ runner, config }) => say(runnerWords.step_command_memory, { runner, memory: config.memory }),
  disk: ({ runner, detail }) => say(runnerWords.step_command_disk, { runner, detail }),
  checkout: ({ detail }) => say(runnerWords.step_command_checkout, { detail }),
  publish: ({ detail }) => say(runnerWords.step_command_publish, { detail }),
  sandbox: ({ runner, detail }) => say(runnerWords.step_command_sandbox, { runner, detail }),
  stopped: ({ runner }) => say(runnerWords.step_command_stopped, { runner }),
};

/** How a step stands after its command has ended; one that failed waits for a runner again while it has tries left. */
function judge(step: HeldStep, { ending, code, detail }: Ending): Outcome {
  const config = step.config as StepConfig<'run'>;
  const said = sentences[ending]({ runner: step.runner ?? '', code, detail, config });
  if (ending === 'succeeded') return { state: 'succeeded', said };
  const failures = ((step.result as CommandState | null)?.failures ?? 0) + 1;
  if (failures > config.retry) return { state: 'failed', said };
  return { state: 'waiting', waitsFor: say(runnerWords.step_tried_again, { why: said }), seconds: 0, result: { failures } };
}

/** Keeps how a command ended; false where the step is not this runner's any more. */
export async function endCommand(context: Context, runner: string, lease: string, ending: Ending): Promise<boolean> {
  const step = await findHeld(context.db, runner, lease);
  const run = step && (await findRunById(context.db, step.run));
  const pipeline = run && (await findPipelineById(context.db, run.pipeline));
  if (!pipeline) return false;
  if (ending.isCut) await insertLog(context.db, [{ run: run.id, step: step.id, ...keepSaid(say(runnerWords.step_output_cut, { count: runnerLimits.lines })) }]);
  await settleStep(context, { step, run, pipeline: pipeline.name }, judge(step, ending));
  return true;
}
