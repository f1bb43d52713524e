import { foresightWords } from '@packhouse/contract/pipelines/foresight-words.ts';
import { getSeconds } from '@packhouse/contract/pipelines/pipeline-document.ts';
import { pipelineWords } from '@packhouse/contract/pipelines/pipeline-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { describeApprovers } from '../run/describe-approvers.ts';
import type { StepType } from './step-type.ts';

/** Waits until somebody of those whom it names has decided. */
export const approval: StepType<'approval'> = {
  type: 'approval',
  foresee: async ({ config }) => ({ outlook: 'waits', said: say(foresightWords.foresees_asking, { who: describeApprovers(config), time: config.expires }) }),
  async perform({ config, startedAt, now }) {
    const who = describeApprovers(config);
    const left = startedAt.getTime() + getSeconds(config.expires) * 1000 - now.getTime();
    if (left <= 0) return { state: 'failed', said: say(pipelineWords.step_approval_expired, { who, time: config.expires }) };
    const result = { expiresAt: new Date(now.getTime() + left).toISOString() };
    return { state: 'waiting', waitsFor: say(pipelineWords.step_waits_approval, { who }), seconds: Math.ceil(left / 1000), result };
  },
};
