import { pipelineWords } from '@packhouse/contract/pipelines/pipeline-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { readVerdict } from './judged.ts';
import type { StepType } from './step-type.ts';

const mostTold = 50;

/** Fails where violations stand against a build or a file. */
export const policy: StepType<'policy'> = {
  type: 'policy',
  async perform(call) {
    const { config } = call;
    const { subject, verdict } = await readVerdict(call);
    const standing = verdict.violations.filter(
      ({ watch, blocks }) => (config.watches.length === 0 || config.watches.includes(watch)) && (config['fail-on'] === 'any' || blocks),
    );
    const [worst] = standing;
    if (!worst) return { state: 'succeeded', said: say(pipelineWords.step_policy_good, { subject }) };
    const lines = standing.map(({ severity, issue, policy: name, watch }) => say(pipelineWords.step_violation, { severity, issue, policy: name, watch }));
    await call.log(...lines.slice(0, mostTold));
    return { state: 'failed', said: say(pipelineWords.step_policy_bad, { subject, count: standing.length, worst: lines[0]! }) };
  },
};
