import { foresightWords } from '@packhouse/contract/pipelines/foresight-words.ts';
import { getSeconds } from '@packhouse/contract/pipelines/pipeline-document.ts';
import { pipelineWords } from '@packhouse/contract/pipelines/pipeline-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { readVerdict } from './judged.ts';
import type { StepType } from './step-type.ts';

/** Seconds between two looks. */
const lookAgain = 2;

/** Goes on when everything in a build, or a file, has been read and judged. */
export const waitForScan: StepType<'wait-for-scan'> = {
  type: 'wait-for-scan',
  async foresee(call) {
    const { subject, verdict } = await readVerdict(call);
    if (verdict.waiting === 0) return { outlook: 'would', said: say(pipelineWords.step_scan_done, { subject, count: verdict.files }) };
    const why = say(pipelineWords.step_scan_waits, { subject, count: verdict.waiting });
    return { outlook: 'waits', said: say(foresightWords.foresees_waiting, { why }) };
  },
  async perform(call) {
    const { config, startedAt, now } = call;
    const { subject, verdict } = await readVerdict(call);
    if (verdict.waiting === 0) return { state: 'succeeded', said: say(pipelineWords.step_scan_done, { subject, count: verdict.files }) };
    if (now.getTime() - startedAt.getTime() > getSeconds(config.timeout) * 1000)
      return { state: 'failed', said: say(pipelineWords.step_scan_timeout, { subject, time: config.timeout }) };
    return { state: 'waiting', waitsFor: say(pipelineWords.step_scan_waits, { subject, count: verdict.waiting }), seconds: lookAgain };
  },
};
