import { foresightWords } from '@packhouse/contract/pipelines/foresight-words.ts';
import { pipelineWords } from '@packhouse/contract/pipelines/pipeline-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { needPeer, splitPlace, toLists } from './step-parts.ts';
import type { ForesightCall, StepType } from './step-type.ts';

async function set({ context, actor, config: { path, properties, recursive } }: ForesightCall<'set-properties'>, dryRun: boolean): Promise<void> {
  const actions = needPeer(context.peers.repositoryActions, 'artifactory');
  await actions.setProperties(actor, splitPlace(path), toLists(properties), { recursive, dryRun });
}

/** Sets properties of a file or a folder; done twice it is as done once. */
export const setProperties: StepType<'set-properties'> = {
  type: 'set-properties',
  async foresee(call) {
    await set(call, true);
    const { path, properties } = call.config;
    return { outlook: 'would', said: say(foresightWords.foresees_properties, { names: Object.keys(properties).join(', '), path }) };
  },
  async perform(call) {
    await set(call, false);
    const { path } = call.config;
    return { state: 'succeeded', said: say(pipelineWords.step_properties_set, { path }) };
  },
};
