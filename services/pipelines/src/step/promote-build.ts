import { pipelineWords } from '@packhouse/contract/pipelines/pipeline-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { needPeer, splitBuild, toLists } from './step-parts.ts';
import { effectOfBuild, effectOfPath, type Outcome, type StepCall, type StepType } from './step-type.ts';

const done = ({ config }: StepCall<'promote-build'>): Outcome => ({
  state: 'succeeded',
  said: say(pipelineWords.step_promoted, { build: config.build, repository: config.to }),
});
const toBuild = ({ config }: StepCall<'promote-build'>) => ({ ...splitBuild(config.build), projectKey: config.project || undefined });

/** Brings what a build made to the repository of its next stage. It is done when the build remembers a promotion with the mark of this step. */
export const promoteBuild: StepType<'promote-build'> = {
  type: 'promote-build',
  effects: ({ build, to }) => [effectOfBuild(build), effectOfPath(to)],
  async findDone(call) {
    const actions = needPeer(call.context.peers.repositoryActions, 'artifactory');
    return (await actions.isPromoted(call.actor, toBuild(call), call.mark)) ? done(call) : undefined;
  },
  async perform(call) {
    const { to, from, copy, status, properties } = call.config;
    const actions = needPeer(call.context.peers.repositoryActions, 'artifactory');
    await actions.promote(call.actor, toBuild(call), { target: to, source: from, copy, status, comment: call.mark, properties: toLists(properties) });
    return done(call);
  },
};
