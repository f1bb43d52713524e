import { AppError, saidBy } from '@packhouse/contract/errors.ts';
import type { StepOutlook } from '@packhouse/contract/pipelines/dry-run-routes.ts';
import { foresightWords } from '@packhouse/contract/pipelines/foresight-words.ts';
import type { PipelineDocument, StepConfig, StepTypeName } from '@packhouse/contract/pipelines/pipeline-document.ts';
import { pipelineWords } from '@packhouse/contract/pipelines/pipeline-words.ts';
import { type Said, say } from '@packhouse/contract/sentences.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import type { Context } from '../context.ts';
import { readConfig } from '../engine/work-step.ts';
import { getStepType } from '../step/step-types.ts';

type Step = PipelineDocument['steps'][number];

/** In whose name a dry run judges, and by which values. */
export interface Foreseeing {
  context: Context;
  actor: Actor;
  address: string;
  variables: Readonly<Record<string, string>>;
}

/** Steps of these types leave everything as it is; what others leave behind is not there yet. */
const leaving: ReadonlySet<StepTypeName> = new Set(['wait-for-scan', 'policy', 'approval', 'webhook']);

/** Whether something that a step needs, in one way or another, may change what it finds. */
function comesAfterChange(step: Step, steps: ReadonlyMap<string, Step>): boolean {
  return step.needs.some((id) => {
    const need = steps.get(id);
    return need !== undefined && (!leaving.has(need.type) || comesAfterChange(need, steps));
  });
}

function judgeRefusal(error: AppError, step: Step, steps: ReadonlyMap<string, Step>): { outlook: StepOutlook; said: Said } {
  const why = saidBy(error);
  const isAbsent = error.status === 404 && error.reason !== pipelineWords.step_needs_service.reason;
  if (isAbsent && comesAfterChange(step, steps)) return { outlook: 'open', said: say(foresightWords.foresees_open, { why }) };
  return { outlook: 'refused', said: why };
}

/** What a step would do now in somebody's name. */
export async function foreseeStep(how: Foreseeing, step: Step, steps: ReadonlyMap<string, Step>): Promise<{ outlook: StepOutlook; said: Said }> {
  const { context, actor, address, variables } = how;
  let config: StepConfig;
  try {
    const { needs: _, ...settings } = step;
    config = readConfig({ type: step.type, config: settings as StepConfig }, { variables });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { outlook: 'open', said: say(foresightWords.foresees_value, { why: saidBy(error) }) };
  }
  try {
    return await getStepType(step.type).foresee({ context, actor, address, config });
  } catch (error) {
    if (error instanceof AppError && error.code !== 'internal') return judgeRefusal(error, step, steps);
    throw error;
  }
}
