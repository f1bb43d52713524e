import { AppError } from '@packhouse/contract/errors.ts';
import { pipelineWords } from '@packhouse/contract/pipelines/pipeline-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import type { Verdict } from '@packhouse/peers/verdicts.ts';
import { needPeer, splitBuild, splitPlace } from './step-parts.ts';
import type { ForesightCall } from './step-type.ts';

/** How policies judge what a step is about. @throws AppError where there is no such thing that its author may read */
export async function readVerdict({ context, actor, config }: ForesightCall<'wait-for-scan' | 'policy'>): Promise<{ subject: string; verdict: Verdict }> {
  const judge = needPeer(context.peers.judge, 'xray');
  const { build, artifact = '', project } = config;
  if (build !== undefined) {
    const verdict = await judge(actor, { build: { ...splitBuild(build), projectKey: project || undefined } });
    if (!verdict) throw new AppError('not_found', { said: say(pipelineWords.step_no_build, { build, user: actor.name }) });
    return { subject: build, verdict };
  }
  const verdict = await judge(actor, splitPlace(artifact));
  if (!verdict) throw new AppError('not_found', { said: say(pipelineWords.step_no_scanned_artifact, { path: artifact, user: actor.name }) });
  return { subject: artifact, verdict };
}
