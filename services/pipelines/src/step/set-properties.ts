import { pipelineWords } from '@packhouse/contract/pipelines/pipeline-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { needPeer, splitPlace, toLists } from './step-parts.ts';
import type { StepType } from './step-type.ts';

/** Sets properties of a file or a folder; done twice it is as done once. */
export const setProperties: StepType<'set-properties'> = {
  type: 'set-properties',
  async perform({ context, actor, config: { path, properties, recursive } }) {
    const actions = needPeer(context.peers.repositoryActions, 'artifactory');
    await actions.setProperties(actor, splitPlace(path), toLists(properties), recursive);
    return { state: 'succeeded', said: say(pipelineWords.step_properties_set, { path }) };
  },
};
