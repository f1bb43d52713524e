import { createHash, randomBytes } from 'node:crypto';
import { AppError, fieldRefusal } from '@packhouse/contract/errors.ts';
import type { PipelineDocument } from '@packhouse/contract/pipelines/pipeline-document.ts';
import { pipelineWords } from '@packhouse/contract/pipelines/pipeline-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import type { AnyTransaction } from '@packhouse/kernel/database/database.ts';
import type { HandlerContext } from '@packhouse/kernel/http/http.ts';
import type { Transaction } from 'kysely';
import type { Context } from '../context.ts';
import { needDocument } from '../document/read-document.ts';
import { findNext } from '../document/schedule.ts';
import type { Db, PipelinesSchema } from '../schema.ts';
import {
  deletePipelineRow,
  findPipeline,
  insertPipeline,
  insertRevision,
  lockPipeline,
  type PipelineRow,
  replaceSchedules,
  switchPipeline,
  updatePipeline,
} from './pipeline-queries.ts';
import { listNamed, mayRead, requireChange, requireWriter } from './pipeline-rights.ts';

type Call = Pick<HandlerContext, 'actor' | 'address'>;

/** Tells the open consoles of those who see a pipeline, or saw it before, that something is different. */
async function announcePipeline({ platform }: Pick<Context, 'platform'>, tx: AnyTransaction, ...rows: readonly PipelineRow[]): Promise<void> {
  const audience = { users: rows.flatMap(({ author, users }) => [author, ...users]), groups: rows.flatMap(({ groups }) => groups) };
  await platform.outbox.publish(tx, { type: 'pipeline.changed', subject: `pipeline ${rows[0]?.id}`, data: { audience } });
}

async function audit({ platform }: Context, tx: AnyTransaction, { actor, address }: Call, action: string, subject: string, change: object = {}) {
  await platform.identity.audit({ actor: actor.name, address, action: `pipeline.${action}`, subject, ...change }, tx);
}

/** Who may not see a pipeline does not learn that there is one. @throws AppError `not_found` */
export async function needPipeline({ db }: { db: Db }, actor: Actor, name: string): Promise<PipelineRow> {
  const row = await findPipeline(db, name);
  if (!row || !mayRead(actor, row)) throw new AppError(pipelineWords.no_pipeline, { name });
  return row;
}

async function lockVisible(tx: Db, actor: Actor, name: string): Promise<PipelineRow> {
  const row = await lockPipeline(tx, name);
  if (!mayRead(actor, row)) throw new AppError(pipelineWords.no_pipeline, { name });
  return row;
}

function readColumns(text: string, document: PipelineDocument) {
  const events = document.on.flatMap((trigger) => (typeof trigger === 'object' && 'event' in trigger ? [trigger.event] : []));
  return { description: document.description, document: text, parsed: JSON.stringify(document), events: [...new Set(events)], ...listNamed(document) };
}

/** Steps are done in the name of whoever wrote the revision, and as long as it means the same person. */
async function readAuthor({ platform }: Context, actor: Actor): Promise<{ author: string; author_account: string }> {
  const found = await platform.identity.actorOfUser(actor.name);
  if (!found) throw new AppError('forbidden');
  return { author: actor.name, author_account: found.account };
}

async function renewSchedules(tx: Db, { id, parsed }: Pick<PipelineRow, 'id' | 'parsed'>): Promise<void> {
  const now = new Date();
  const schedules = parsed.on.flatMap((trigger, place) => {
    if (typeof trigger !== 'object' || !('cron' in trigger)) return [];
    const next = findNext(trigger.cron, trigger.zone, now);
    return next ? [{ pipeline: id, place, cron: trigger.cron, zone: trigger.zone, next_at: next }] : [];
  });
  await replaceSchedules(tx, id, schedules);
}

const toAudited = ({ revision, document, enabled }: PipelineRow) => ({ revision, enabled, document });

async function keepRevision(context: Context, tx: Transaction<PipelinesSchema>, row: PipelineRow, ...before: readonly PipelineRow[]): Promise<void> {
  await insertRevision(tx, row);
  await renewSchedules(tx, row);
  await announcePipeline(context, tx, row, ...before);
}

/** @throws AppError `invalid_input`, `already_exists`, `forbidden` */
export async function createPipeline(context: Context, text: string, call: Call): Promise<PipelineRow> {
  // Those who may write none at all are told so before anything about what they sent.
  requireWriter(call.actor);
  const document = needDocument(text);
  const { name } = document;
  requireWriter(call.actor, name);
  const author = await readAuthor(context, call.actor);
  return context.db.transaction().execute(async (tx) => {
    const from = await context.platform.outbox.position(tx);
    const row = await insertPipeline(tx, { name, ...readColumns(text, document), ...author, created_by: author.author, enabled_from: JSON.stringify(from) });
    if (!row) throw fieldRefusal('document', say(pipelineWords.pipeline_exists, { name }));
    await keepRevision(context, tx, row);
    await audit(context, tx, call, 'created', name, { after: toAudited(row) });
    return row;
  });
}

/** @throws AppError `not_found`, `invalid_input`, `conflict`, `forbidden` */
export async function replacePipeline(context: Context, name: string, text: string, revision: number | undefined, call: Call): Promise<PipelineRow> {
  const author = await readAuthor(context, call.actor);
  return context.db.transaction().execute(async (tx) => {
    const before = await lockVisible(tx, call.actor, name);
    requireChange(call.actor, before);
    requireWriter(call.actor, name);
    const document = needDocument(text);
    if (document.name !== name) throw fieldRefusal('document', say(pipelineWords.pipeline_keeps_name, { name }));
    if (revision !== undefined && revision !== before.revision) throw new AppError(pipelineWords.pipeline_changed, { revision: before.revision });
    const row = await updatePipeline(tx, before.id, { ...readColumns(text, document), ...author, revision: before.revision + 1 });
    await keepRevision(context, tx, row, before);
    await audit(context, tx, call, 'updated', name, { before: toAudited(before), after: toAudited(row) });
    return row;
  });
}

/** @throws AppError `not_found`, `forbidden` */
export async function enablePipeline(context: Context, name: string, enabled: boolean, call: Call): Promise<PipelineRow> {
  return context.db.transaction().execute(async (tx) => {
    const before = await lockVisible(tx, call.actor, name);
    requireChange(call.actor, before);
    if (before.enabled === enabled) return before;
    const row = await switchPipeline(tx, before.id, enabled ? await context.platform.outbox.position(tx) : undefined);
    await renewSchedules(tx, row);
    await announcePipeline(context, tx, row);
    await audit(context, tx, call, enabled ? 'enabled' : 'disabled', name);
    return row;
  });
}

/** @throws AppError `not_found`, `forbidden` */
export async function removePipeline(context: Context, name: string, call: Call): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const row = await lockVisible(tx, call.actor, name);
    requireChange(call.actor, row);
    await deletePipelineRow(tx, row.id);
    await announcePipeline(context, tx, row);
    await audit(context, tx, call, 'deleted', name, { before: toAudited(row) });
  });
}

export const sumSecret = (secret: string) => createHash('sha256').update(secret).digest('hex');

/** Answers the secret, of which only a checksum is kept. @throws AppError `not_found`, `forbidden` */
export async function renewHookSecret(context: Context, name: string, call: Call): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  await context.db.transaction().execute(async (tx) => {
    const row = await lockVisible(tx, call.actor, name);
    requireChange(call.actor, row);
    await updatePipeline(tx, row.id, { hook_sum: sumSecret(secret) });
    await announcePipeline(context, tx, row);
    await audit(context, tx, call, 'hook-secret-renewed', name);
  });
  return secret;
}
