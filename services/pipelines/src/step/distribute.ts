import { pipelineWords } from '@packhouse/contract/pipelines/pipeline-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { sharedWords } from '@packhouse/contract/shared-words.ts';
import type { DistributionState } from '@packhouse/peers/release-bundle-actions.ts';
import { needPeer } from './step-parts.ts';
import type { Outcome, StepCall, StepType } from './step-type.ts';

type Call = StepCall<'distribute'>;

const lookAgain = 2;
const getActions = ({ context }: Call) => needPeer(context.peers.releaseBundleActions, 'distribution');

function judge({ config }: Call, { id, isEnded, sites }: DistributionState): Outcome {
  const [bundle, targets] = [`${config.name}/${config.version}`, config.targets.join(', ')];
  const result = { distribution: id };
  const done = sites.filter(({ isDone }) => isDone).length;
  if (!isEnded)
    return { state: 'waiting', waitsFor: say(pipelineWords.step_distributing, { bundle, targets, done, count: sites.length }), seconds: lookAgain, result };
  const lost = sites.find(({ isDone }) => !isDone);
  if (!lost) return { state: 'succeeded', said: say(pipelineWords.step_distributed, { bundle, targets }), result };
  const why = say(sharedWords.named, { name: lost.target, why: lost.problem ?? say(pipelineWords.step_failed_unexpectedly) });
  return { state: 'failed', said: say(pipelineWords.step_not_distributed, { bundle, why }), result };
}

/** Sends a signed version to targets and waits until all have it. What this step began already is gone on with. */
export const distribute: StepType<'distribute'> = {
  type: 'distribute',
  async findDone(call) {
    const { config, startedAt } = call;
    const begun = await getActions(call).findDistribution(call, config, config.targets, startedAt);
    return begun && judge(call, begun);
  },
  async perform(call) {
    const { config, result } = call;
    const known = typeof result.distribution === 'number' ? await getActions(call).readDistribution(result.distribution) : undefined;
    return judge(call, known ?? (await getActions(call).distribute(call, config, config.targets, config['create-repositories'])));
  },
};
