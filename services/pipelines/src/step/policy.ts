import { pipelineWords } from '@packhouse/contract/pipelines/pipeline-words.ts';
import { type Said, say } from '@packhouse/contract/sentences.ts';
import { readVerdict } from './judged.ts';
import type { ForesightCall, Outcome, StepType } from './step-type.ts';

const mostTold = 50;

/** What stands against it, as it is said in the log, and how that is judged. */
async function judge(call: ForesightCall<'policy'>): Promise<{ lines: Said[]; outcome: Extract<Outcome, { said: Said }> }> {
  const { config } = call;
  const { subject, verdict } = await readVerdict(call);
  const standing = verdict.violations.filter(
    ({ watch, blocks }) => (config.watches.length === 0 || config.watches.includes(watch)) && (config['fail-on'] === 'any' || blocks),
  );
  const lines = standing.map(({ severity, issue, policy: name, watch }) => say(pipelineWords.step_violation, { severity, issue, policy: name, watch }));
  const [worst] = lines;
  const looking = verdict.watches.filter((name) => config.watches.length === 0 || config.watches.includes(name));
  // That nothing stands against it says nothing where nobody looked.
  if (!worst && looking.length === 0) return { lines, outcome: { state: 'succeeded', said: say(pipelineWords.step_policy_not_judged, { subject }) } };
  if (!worst) return { lines, outcome: { state: 'succeeded', said: say(pipelineWords.step_policy_good, { subject }) } };
  return { lines, outcome: { state: 'failed', said: say(pipelineWords.step_policy_bad, { subject, count: standing.length, worst }) } };
}

/** Fails where violations stand against a build or a file. */
export const policy: StepType<'policy'> = {
  type: 'policy',
  async foresee(call) {
    const { state, said } = (await judge(call)).outcome;
    return { outlook: state === 'failed' ? 'refused' : 'would', said };
  },
  async perform(call) {
    const { lines, outcome } = await judge(call);
    await call.log(...lines.slice(0, mostTold));
    return outcome;
  },
};
