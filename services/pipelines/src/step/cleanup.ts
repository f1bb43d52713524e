import { foresightWords } from '@packhouse/contract/pipelines/foresight-words.ts';
import { pipelineWords } from '@packhouse/contract/pipelines/pipeline-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { needPeer } from './step-parts.ts';
import type { StepType } from './step-type.ts';

const lookAgain = 2;

/** Applies a retention policy and waits for its end. Applied once more, it finds nothing that it has taken away already. */
export const cleanup: StepType<'cleanup'> = {
  type: 'cleanup',
  async foresee({ context, actor, config: { policy } }) {
    const isKnown = await needPeer(context.peers.repositoryActions, 'artifactory').hasRetention(actor, policy);
    if (!isKnown) return { outlook: 'refused', said: say(pipelineWords.step_no_retention, { policy }) };
    return { outlook: 'would', said: say(foresightWords.foresees_cleanup, { policy }) };
  },
  async perform({ context, actor, address, config: { policy }, result }) {
    const actions = needPeer(context.peers.repositoryActions, 'artifactory');
    const id = typeof result.retention === 'number' ? result.retention : await actions.applyRetention(actor, policy, address);
    const run = id === undefined ? undefined : await actions.readRetention(id);
    if (!run) return { state: 'failed', said: say(pipelineWords.step_no_retention, { policy }) };
    if (run.state === 'finished') return { state: 'succeeded', said: say(pipelineWords.step_cleaned, { policy, count: run.files }) };
    if (run.state === 'failed') return { state: 'failed', said: say(pipelineWords.step_not_cleaned, { policy }) };
    return { state: 'waiting', waitsFor: say(pipelineWords.step_cleaning, { policy }), seconds: lookAgain, result: { retention: id } };
  },
};
