import type { Pump } from '@packhouse/kernel/pump/pump.ts';
import type { Context } from '../context.ts';
import { type ClaimedStep, claimSteps } from './claim-queries.ts';
import { workStep } from './work-step.ts';

/** So many steps are under way in one process. */
const width = 16;

/** Does the steps whose turn it is. */
export function stepPump(context: Context): Pump<ClaimedStep> {
  return {
    name: 'pipelines.step',
    width,
    wakes: (type) => type === 'pipeline.run.changed',
    claim: (free) => context.db.transaction().execute((tx) => claimSteps(tx, free)),
    work: (step, signal) => workStep(context, step, signal),
  };
}
