import { randomUUID, timingSafeEqual } from 'node:crypto';
import { AppError } from '@packhouse/contract/errors.ts';
import { callHook, hookHeaders, type RunCause } from '@packhouse/contract/pipelines/pipeline-routes.ts';
import { pipelineWords } from '@packhouse/contract/pipelines/pipeline-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { sumSecret } from '../pipeline/keep-pipeline.ts';
import { findPipeline } from '../pipeline/pipeline-queries.ts';
import { requireRoom, requireStartable, startRun } from '../run/start-run.ts';

const longestDelivery = 200;

function isRight(given: unknown, kept: string | null | undefined): boolean {
  if (typeof given !== 'string') return false;
  const [one, other] = [Buffer.from(sumSecret(given)), Buffer.from(kept ?? '')];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** Starts runs from outside. Whoever has no secret learns nothing, not even whether there is such a pipeline. */
export function hookRoutes(app: FastifyInstance, context: Context): void {
  handle(app, context.platform, callHook, async ({ params, body }, { request, address }) => {
    const pipeline = await findPipeline(context.db, params.name);
    if (!isRight(request.headers[hookHeaders.secret], pipeline?.hook_sum) || !pipeline?.parsed.on.includes('hook'))
      throw new AppError(pipelineWords.pipeline_hook_refused);
    // What the platform's own events tell is not for strangers to make up.
    requireStartable(pipeline, body.variables, Object.keys(pipeline.parsed.variables));
    await requireRoom(context, pipeline);
    const delivery = String(request.headers[hookHeaders.delivery] ?? '').slice(0, longestDelivery) || randomUUID();
    const cause = { kind: 'hook', by: address, said: say(pipelineWords.cause_hook) } as RunCause;
    return context.db
      .transaction()
      .execute((tx) => startRun(context, tx, pipeline, { cause, causeKey: `hook ${delivery}`, variables: body.variables, depth: 0 }));
  });
}
