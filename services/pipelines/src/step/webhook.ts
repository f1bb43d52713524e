import { AppError, saidBy } from '@packhouse/contract/errors.ts';
import { foresightWords } from '@packhouse/contract/pipelines/foresight-words.ts';
import { pipelineWords } from '@packhouse/contract/pipelines/pipeline-words.ts';
import { type Said, say } from '@packhouse/contract/sentences.ts';
import { requireAdministrator } from '@packhouse/kernel/access/authorisation.ts';
import type { ForesightCall, Outcome, StepCall, StepType } from './step-type.ts';

type Call = StepCall<'webhook'>;

const mostTries = 5;
/** A receiver that may be well again soon. */
const isPassing = (status: number) => status === 408 || status === 429 || status >= 500;

function tryAgain({ result }: Call, host: string, why: Said): Outcome {
  const tries = Number(result.tries ?? 0) + 1;
  const waitsFor = say(pipelineWords.step_waits_receiver, { host, why });
  if (tries >= mostTries) return { state: 'failed', said: waitsFor };
  return { state: 'waiting', waitsFor, seconds: 5 * 2 ** (tries - 1), result: { tries } };
}

/** @throws AppError where the author may not have others called, or the address is none */
function readHost({ actor, config: { url } }: ForesightCall<'webhook'>): string {
  requireAdministrator(actor);
  if (!URL.canParse(url)) throw new AppError('invalid_input');
  return new URL(url).host;
}

/** Tells a server elsewhere. It may be told twice after a crash, each time under the same name. Only administrators may have the platform call others. */
export const webhook: StepType<'webhook'> = {
  type: 'webhook',
  foresee: async (call) => ({ outlook: 'would', said: say(foresightWords.foresees_telling, { host: readHost(call) }) }),
  async perform(call) {
    const { context, config, mark, run, signal } = call;
    const host = readHost(call);
    const body = JSON.stringify({ pipeline: run.pipeline, run: run.number, ...config.body });
    const headers = { 'content-type': 'application/json', 'x-packhouse-delivery': mark };
    try {
      const answer = await context.platform.outgoing.request(config.url, { method: 'POST', headers, body, redirects: 0, signal });
      answer.body.destroy();
      const said = say(pipelineWords.step_told, { host, status: answer.status });
      if (isPassing(answer.status)) return tryAgain(call, host, said);
      return { state: answer.status >= 200 && answer.status < 300 ? 'succeeded' : 'failed', said };
    } catch (error) {
      if (error instanceof AppError && error.status >= 500 && !signal.aborted) return tryAgain(call, host, saidBy(error));
      throw error;
    }
  },
};
