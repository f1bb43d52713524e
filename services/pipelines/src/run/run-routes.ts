import { randomUUID } from 'node:crypto';
import { AppError } from '@packhouse/contract/errors.ts';
import * as contract from '@packhouse/contract/pipelines/pipeline-routes.ts';
import { pipelineWords } from '@packhouse/contract/pipelines/pipeline-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { sharedWords } from '@packhouse/contract/shared-words.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { listVariables } from '../document/lookups.ts';
import { needPipeline } from '../pipeline/keep-pipeline.ts';
import type { PipelineRow, RunRow } from '../pipeline/pipeline-queries.ts';
import { mayDecide, requireRun } from '../pipeline/pipeline-rights.ts';
import { cancelRun, decideApproval, retryRun } from './change-run.ts';
import { findRun, selectApprovals, selectRuns } from './run-queries.ts';
import { toRun, toRunSummaries } from './run-view.ts';
import { requireRoom, requireStartable, startRun } from './start-run.ts';

function readBefore(after: string | undefined): number | undefined {
  if (after === undefined) return undefined;
  if (!/^\d{1,9}$/.test(after)) throw new AppError(sharedWords.after_is_no_cursor, {}, { detail: [{ path: 'after', ...say(sharedWords.unknown_cursor) }] });
  return Number(after);
}

async function startByHand(context: Context, pipeline: PipelineRow, variables: Readonly<Record<string, string>>, call: { actor: Actor; address: string }) {
  const { actor, address } = call;
  requireRun(actor, pipeline);
  const isByHand = pipeline.parsed.on.some((trigger) => trigger === 'manual' || (typeof trigger === 'object' && 'manual' in trigger));
  if (!isByHand) throw new AppError(pipelineWords.pipeline_not_by_hand, { name: pipeline.name });
  requireStartable(pipeline, variables, listVariables(pipeline.parsed));
  await requireRoom(context, pipeline);
  return context.db.transaction().execute(async (tx) => {
    const cause = { kind: 'manual' as const, by: actor.name, said: say(pipelineWords.cause_manual, { user: actor.name }) } as contract.RunCause;
    const started = await startRun(context, tx, pipeline, { cause, causeKey: `manual ${randomUUID()}`, variables, depth: 0 });
    const subject = `${pipeline.name} #${started.number}`;
    await context.platform.identity.audit({ actor: actor.name, address, action: 'pipeline.run-started', subject, after: { variables } }, tx);
    return started;
  });
}

interface Named {
  name: string;
  number: number;
}

export async function needRun(context: Context, actor: Actor, { name, number }: Named): Promise<{ pipeline: PipelineRow; run: RunRow }> {
  const pipeline = await needPipeline(context, actor, name);
  const run = await findRun(context.db, pipeline.id, number);
  if (!run) throw new AppError(pipelineWords.no_pipeline_run, { number, name });
  return { pipeline, run };
}

/** A run as it is by now. */
const tellRun = async (context: Context, actor: Actor, named: Named) => {
  const { pipeline, run } = await needRun(context, actor, named);
  return toRun(context, actor, pipeline, run);
};

/** Approvals that wait for somebody are answered up to this many. */
const mostApprovals = 200;

async function listApprovals({ db }: Context, actor: Actor): Promise<contract.WaitingApproval[]> {
  const rows = await selectApprovals(db, actor, mostApprovals);
  return rows.flatMap(({ name, number, id, config, result, started_at, created_at }) => {
    if (config.type !== 'approval' || !mayDecide(actor, config)) return [];
    const { expiresAt } = (result ?? {}) as { expiresAt?: string };
    const since = (started_at ?? created_at).toISOString();
    return [{ pipeline: name, number, step: id, question: config.question, since, ...(expiresAt === undefined ? {} : { expiresAt }) }];
  });
}

/** Runs: starting them, looking at them, and what people do about them. */
export function runRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;

  handle(app, platform, contract.runPipeline, async ({ params, body }, call) => {
    const { number } = await startByHand(context, await needPipeline(context, call.actor, params.name), body.variables, call);
    return { number };
  });

  handle(app, platform, contract.listRuns, async ({ params, query }, { actor }) => {
    const pipeline = await needPipeline(context, actor, params.name);
    const { rows, total } = await selectRuns(db, pipeline.id, { state: query.state, before: readBefore(query.after), limit: query.limit });
    const page = rows.slice(0, query.limit);
    return { items: await toRunSummaries(context, page), total, next: rows.length > page.length ? String(page.at(-1)!.number) : null };
  });

  handle(app, platform, contract.readRun, ({ params }, { actor }) => tellRun(context, actor, params));

  handle(app, platform, contract.listApprovals, async (_input, { actor }) => ({ items: await listApprovals(context, actor) }));

  handle(app, platform, contract.cancelRun, async ({ params }, call) => {
    await cancelRun(context, await needRun(context, call.actor, params), call);
    return tellRun(context, call.actor, params);
  });
  handle(app, platform, contract.retryRun, async ({ params, body }, call) => {
    await retryRun(context, await needRun(context, call.actor, params), body.step, call);
    return tellRun(context, call.actor, params);
  });
  handle(app, platform, contract.decideApproval, async ({ params, body }, call) => {
    await decideApproval(context, await needRun(context, call.actor, params), { step: params.step, ...body }, call);
    return tellRun(context, call.actor, params);
  });
}
