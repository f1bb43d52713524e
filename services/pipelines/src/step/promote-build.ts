import { foresightWords } from '@packhouse/contract/pipelines/foresight-words.ts';
import { pipelineWords } from '@packhouse/contract/pipelines/pipeline-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { needPeer, splitBuild, toLists } from './step-parts.ts';
import { effectOfBuild, effectOfPath, type ForesightCall, type Outcome, type StepCall, type StepType } from './step-type.ts';

const done = ({ config }: StepCall<'promote-build'>): Outcome => ({
  state: 'succeeded',
  said: say(pipelineWords.step_promoted, { build: config.build, repository: config.to }),
});
const toBuild = ({ config }: Pick<StepCall<'promote-build'>, 'config'>) => ({ ...splitBuild(config.build), projectKey: config.project || undefined });

function promote(call: ForesightCall<'promote-build'>, order: { comment: string; dryRun: boolean }): Promise<{ files: number }> {
  const { to, from, copy, status, properties } = call.config;
  const actions = needPeer(call.context.peers.repositoryActions, 'artifactory');
  return actions.promote(call.actor, toBuild(call), { target: to, source: from, copy, status, properties: toLists(properties), ...order });
}

/** Brings what a build made to the repository of its next stage. It is done when the build remembers a promotion with the mark of this step. */
export const promoteBuild: StepType<'promote-build'> = {
  type: 'promote-build',
  effects: ({ build, to }) => [effectOfBuild(build), effectOfPath(to)],
  async findDone(call) {
    const actions = needPeer(call.context.peers.repositoryActions, 'artifactory');
    return (await actions.isPromoted(call.actor, toBuild(call), call.mark)) ? done(call) : undefined;
  },
  async foresee(call) {
    const { files } = await promote(call, { comment: '', dryRun: true });
    const { build, to } = call.config;
    return { outlook: 'would', said: say(foresightWords.foresees_promotion, { build, repository: to, count: files }) };
  },
  async perform(call) {
    await promote(call, { comment: call.mark, dryRun: false });
    return done(call);
  },
};
