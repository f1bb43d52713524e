import { randomBytes } from 'node:crypto';
import { AppError, fieldRefusal } from '@packhouse/contract/errors.ts';
import type { Runner, RunnerInput } from '@packhouse/contract/pipelines/runner-routes.ts';
import { runnerWords } from '@packhouse/contract/pipelines/runner-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import type { HandlerContext } from '@packhouse/kernel/http/http.ts';
import type { Transaction } from 'kysely';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { sumSecret } from '../pipeline/keep-pipeline.ts';
import type { PipelinesSchema } from '../schema.ts';
import { deleteRunner, insertRunner, type RunnerRow, type RunningStep, recallSteps, selectRunners, selectRunning } from './runner-queries.ts';

type Call = Pick<HandlerContext, 'actor' | 'address'>;

function toRunner(row: RunnerRow, running: readonly RunningStep[]): Runner {
  return {
    name: row.name,
    labels: [...row.labels],
    groups: [...row.groups],
    network: row.network,
    version: row.version,
    isOnline: row.is_online,
    ...(row.seen_at ? { lastSeenAt: row.seen_at.toISOString() } : {}),
    createdBy: row.created_by,
    createdAt: row.created_at.toISOString(),
    running: running.filter(({ runner }) => runner === row.name).map(({ pipeline, number, step }) => ({ pipeline, number, step })),
  };
}

export async function readRunners({ db }: Pick<Context, 'db'>): Promise<Runner[]> {
  const [rows, running] = await Promise.all([selectRunners(db), selectRunning(db)]);
  return rows.map((row) => toRunner(row, running));
}

/** What waits for runners is looked at again, and the consoles of administrators are told. */
async function announceRunners({ platform }: Context, tx: Transaction<PipelinesSchema>, name: string): Promise<void> {
  await recallSteps(tx);
  await platform.outbox.publish(tx, { type: 'pipeline.runner.changed', subject: `runner ${name}`, data: {} });
}

/** Answers the token, of which only a checksum is kept. @throws AppError `invalid_input` */
export async function registerRunner(
  context: Context,
  input: z.output<typeof RunnerInput>,
  { actor, address }: Call,
): Promise<{ runner: Runner; token: string }> {
  const token = randomBytes(32).toString('base64url');
  const { name, labels, groups } = input;
  const row = await context.db.transaction().execute(async (tx) => {
    const made = await insertRunner(tx, { name, labels, groups, token_sum: sumSecret(token), created_by: actor.name });
    if (!made) throw fieldRefusal('name', say(runnerWords.runner_exists, { name }));
    await announceRunners(context, tx, name);
    await context.platform.identity.audit({ actor: actor.name, address, action: 'runner.registered', subject: name, after: { labels, groups } }, tx);
    return made;
  });
  return { runner: toRunner(row, []), token };
}

/** Its token is worth nothing any more. What it does is given up when its lease ends, by which time the program has ended it. @throws AppError `not_found` */
export async function revokeRunner(context: Context, name: string, { actor, address }: Call): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const gone = await deleteRunner(tx, name);
    if (!gone) throw new AppError(runnerWords.no_runner, { name });
    await announceRunners(context, tx, name);
    const { labels, groups } = gone;
    await context.platform.identity.audit({ actor: actor.name, address, action: 'runner.revoked', subject: name, before: { labels, groups } }, tx);
  });
}
