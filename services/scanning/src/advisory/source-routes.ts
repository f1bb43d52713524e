import { AppError, fieldRefusal } from '@packhouse/contract/errors.ts';
import * as contract from '@packhouse/contract/scanning/scanning-source-routes.ts';
import { scanningWords } from '@packhouse/contract/scanning/scanning-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { type HandlerContext, handle, protocolScope } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Transaction } from 'kysely';
import type { Context } from '../context.ts';
import { queueAllRisks } from '../risk-queue.ts';
import type { ScanningSchema } from '../schema.ts';
import { largestDump, queueRun } from './import-job.ts';
import { presetRoutes } from './preset-routes.ts';
import {
  countRecords,
  deleteSource,
  insertRun,
  insertSource,
  type RunRow,
  type SourceRow,
  selectLastRuns,
  selectRuns,
  selectSource,
  selectSourceForUpdate,
  selectSources,
  updateSource,
} from './source-queries.ts';
import { toInput, toRun, toSource } from './source-view.ts';

const shownRuns = 20;

const missing = () => new AppError(scanningWords.no_source_advisories);

async function needSource({ db }: Context, id: number): Promise<SourceRow> {
  const row = await selectSource(db, id);
  if (!row) throw missing();
  return row;
}

/** The source as nobody else changes it until the transaction ends. */
async function lockSource(tx: Transaction<ScanningSchema>, id: number): Promise<SourceRow> {
  const row = await selectSourceForUpdate(tx, id);
  if (!row) throw missing();
  return row;
}

const refuseTakenName = (error: unknown): never => {
  if ((error as { code?: string }).code !== '23505') throw error;
  throw fieldRefusal('name', say(scanningWords.source_exists));
};

/** Where advisories come from, for administrators. */
export async function sourceRoutes(app: FastifyInstance, context: Context): Promise<void> {
  settingRoutes(app, context);
  runRoutes(app, context);
  presetRoutes(app, context);
  await protocolScope(app, (scope) => uploadRoute(scope, context));
}

/** Writes who did something, as a part of it. */
type Audit = (
  tx: Transaction<ScanningSchema>,
  call: Pick<HandlerContext, 'actor' | 'address'>,
  action: string,
  subject: string,
  change?: { before?: unknown; after?: unknown },
) => Promise<void>;

const getAudit =
  ({ platform }: Context): Audit =>
  (tx, { actor, address }, action, subject, change = {}) =>
    platform.identity.audit({ actor: actor.name, address, action, subject, ...change }, tx);

/** Has a dump imported. The import itself is long work in many transactions; its run says what came of it. */
function beginRun(
  context: Context,
  call: Pick<HandlerContext, 'actor' | 'address'>,
  source: SourceRow,
  begun: { action: string; sha256: string | null; after?: unknown },
): Promise<RunRow> {
  const { action, sha256, after } = begun;
  return context.db.transaction().execute(async (tx) => {
    const run = await insertRun(tx, { source_id: source.id, requested_by: call.actor.name, sha256 });
    await queueRun(context, run, tx);
    await getAudit(context)(tx, call, action, source.name, after === undefined ? {} : { after });
    return run;
  });
}

function settingRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;
  const audit = getAudit(context);
  handle(app, platform, contract.listAdvisorySources, async () => {
    const [rows, counts, runs] = await Promise.all([selectSources(db), countRecords(db), selectLastRuns(db)]);
    return { items: rows.map((row) => toSource(row, { advisories: counts.get(row.id), lastRun: runs.get(row.id) })) };
  });

  handle(app, platform, contract.createAdvisorySource, async ({ body }, call) => {
    const row = await db.transaction().execute(async (tx) => {
      const made = await insertSource(tx, { ...body, modified_by: call.actor.name }).catch(refuseTakenName);
      await audit(tx, call, 'advisory-source.created', made.name, { after: toInput(made) });
      return made;
    });
    return toSource(row);
  });

  handle(app, platform, contract.changeAdvisorySource, async ({ params, body }, call) => {
    const row = await db.transaction().execute(async (tx) => {
      const before = await lockSource(tx, params.id);
      // What was heard from another address says nothing about this one.
      const validators = body.url === before.url ? {} : { etag: null, last_modified: null, checked_at: null, newest: null };
      const change = { ...body, ...validators, modified_at: new Date(), modified_by: call.actor.name };
      const changed = (await updateSource(tx, params.id, change).catch(refuseTakenName)) ?? before;
      await audit(tx, call, 'advisory-source.changed', changed.name, { before: toInput(before), after: toInput(changed) });
      return changed;
    });
    const [counts, runs] = await Promise.all([countRecords(db), selectLastRuns(db)]);
    return toSource(row, { advisories: counts.get(row.id), lastRun: runs.get(row.id) });
  });

  handle(app, platform, contract.deleteAdvisorySource, async ({ params }, call) => {
    await db.transaction().execute(async (tx) => {
      const before = await lockSource(tx, params.id);
      await deleteSource(tx, params.id);
      // What only it said to be out of support is so no more.
      if (before.kind === 'eol') await queueAllRisks(context, tx);
      await audit(tx, call, 'advisory-source.deleted', before.name, { before: toInput(before) });
    });
  });
}

function runRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;
  handle(app, platform, contract.fetchAdvisorySource, async ({ params }, call) => {
    const source = await needSource(context, params.id);
    if (source.url === null) throw new AppError(scanningWords.source_without_address);
    return toRun(await beginRun(context, call, source, { action: 'advisory-source.fetched', sha256: null }));
  });

  handle(app, platform, contract.listImportRuns, async ({ params }) => {
    const source = await needSource(context, params.id);
    return { items: (await selectRuns(db, source.id, shownRuns)).map(toRun) };
  });
}

function uploadRoute(scope: FastifyInstance, context: Context): void {
  const { platform } = context;
  handle(scope, platform, contract.uploadAdvisories, async (_, { actor, address, request }) => {
    const id = Number((request.params as { id: string }).id);
    if (!Number.isSafeInteger(id)) throw new AppError('not_found');
    const source = await needSource(context, id);
    const staged = await platform.blobs.stage(request.raw, { limit: largestDump });
    try {
      await staged.promote();
    } finally {
      await staged.discard();
    }
    const { sha256, size } = staged;
    const run = await beginRun(context, { actor, address }, source, { action: 'advisory-source.uploaded', sha256, after: { sha256, size } });
    return toRun(run);
  });
}
