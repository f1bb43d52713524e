import { foresightWords } from '@packhouse/contract/pipelines/foresight-words.ts';
import { pipelineWords } from '@packhouse/contract/pipelines/pipeline-words.ts';
import { type Said, say } from '@packhouse/contract/sentences.ts';
import { sharedWords } from '@packhouse/contract/shared-words.ts';
import type { DistributionState } from '@packhouse/peers/release-bundle-actions.ts';
import { needPeer } from './step-parts.ts';
import type { Outcome, StepCall, StepType } from './step-type.ts';

type Call = StepCall<'distribute'>;

const lookAgain = 2;
const getActions = ({ context }: Pick<Call, 'context'>) => needPeer(context.peers.releaseBundleActions, 'distribution');

function judge({ config }: Pick<Call, 'config'>, { id, isEnded, sites }: DistributionState): Outcome {
  const [bundle, targets] = [`${config.name}/${config.version}`, config.targets.join(', ')];
  const result = { distribution: id };
  const done = sites.filter(({ isDone }) => isDone).length;
  if (!isEnded)
    return { state: 'waiting', waitsFor: say(pipelineWords.step_distributing, { bundle, targets, done, count: sites.length }), seconds: lookAgain, result };
  const lost = sites.find(({ isDone }) => !isDone);
  if (!lost) return { state: 'succeeded', said: say(pipelineWords.step_distributed, { bundle, targets }), result };
  return { state: 'failed', said: say(pipelineWords.step_not_distributed, { bundle, why: describeLoss(lost) }), result };
}

function describeLoss({ target, problem }: DistributionState['sites'][number]): Said {
  return say(sharedWords.named, { name: target, why: problem ?? say(pipelineWords.step_failed_unexpectedly) });
}

/** Sends a signed version to targets and waits until all have it. What this step began already is gone on with. */
export const distribute: StepType<'distribute'> = {
  type: 'distribute',
  async foresee(call) {
    const { config } = call;
    const { sites } = await getActions(call).tryDistribute(call, config, config.targets, config['create-repositories']);
    const [bundle, targets] = [`${config.name}/${config.version}`, config.targets.join(', ')];
    const lost = sites.find(({ problem }) => problem !== undefined);
    if (lost) return { outlook: 'refused', said: say(pipelineWords.step_not_distributed, { bundle, why: describeLoss(lost) }) };
    return { outlook: 'would', said: say(foresightWords.foresees_distribution, { bundle, targets }) };
  },
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
