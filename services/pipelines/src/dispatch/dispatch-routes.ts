import { AppError } from '@packhouse/contract/errors.ts';
import * as contract from '@packhouse/contract/pipelines/runner-routes.ts';
import { runnerWords } from '@packhouse/contract/pipelines/runner-words.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { sumSecret } from '../pipeline/keep-pipeline.ts';
import { findRunnerByToken, noteRunner, type RunnerRow, seeRunner } from '../runner/runner-queries.ts';
import { findHeld, holdForRunner, insertOutput } from './dispatch-queries.ts';
import { endCommand } from './end-command.ts';
import { giveWork } from './give-work.ts';
import { hangWorkBell } from './work-bell.ts';

/** Milliseconds after which is looked for work even though nobody rang. */
const lookAgain = 5000;

/** @throws AppError `unauthenticated`, whatever is wrong with the token */
async function needRunner({ db }: Pick<Context, 'db'>, { headers }: FastifyRequest): Promise<RunnerRow> {
  const token = headers[contract.runnerHeader];
  const runner = typeof token === 'string' && token !== '' ? await findRunnerByToken(db, sumSecret(token)) : undefined;
  if (!runner) throw new AppError(runnerWords.runner_refused);
  return runner;
}

/** Aborted when the runner hangs up. */
function watchCaller({ raw }: FastifyReply): AbortSignal {
  const left = new AbortController();
  raw.once('close', () => left.abort());
  return left.signal;
}

/** What runners ask and tell. They call from outside; the server never calls them. */
export function dispatchRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;
  const bell = hangWorkBell(context);
  app.addHook('preClose', async () => bell.close());

  handle(app, platform, contract.takeWork, async ({ body }, { request, reply }) => {
    const { name } = await needRunner(context, request);
    await noteRunner(db, name, body);
    const left = watchCaller(reply);
    for (const until = Date.now() + contract.runnerLimits.poll * 1000; !bell.isClosed && !left.aborted; ) {
      const heard = bell.wait(Math.min(lookAgain, Math.max(0, until - Date.now())), left);
      // One that was revoked meanwhile is given nothing.
      await needRunner(context, request);
      const work = await giveWork(context, name);
      if (work) return { work };
      if (Date.now() >= until) break;
      await heard;
    }
    return { work: null };
  });

  handle(app, platform, contract.holdStep, async ({ params }, { request }) => {
    const { name } = await needRunner(context, request);
    await seeRunner(db, name);
    return { goesOn: await holdForRunner(db, name, params.lease) };
  });

  handle(app, platform, contract.tellOutput, async ({ params, body }, { request }) => {
    const { name } = await needRunner(context, request);
    const step = await findHeld(db, name, params.lease);
    if (step) await insertOutput(db, { step, ...body });
    return { goesOn: step !== undefined };
  });

  handle(app, platform, contract.endStep, async ({ params, body }, { request }) => {
    const { name } = await needRunner(context, request);
    return { isKept: await endCommand(context, name, params.lease, body) };
  });
}
