import { AppError } from '@packhouse/contract/errors.ts';
import * as contract from '@packhouse/contract/scanning-source-routes.ts';
import { requireAdministrator } from '@packhouse/kernel/authorisation.ts';
import { type HandlerContext, handle, protocolScope } from '@packhouse/kernel/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { largestDump, queueRun } from './import-job.ts';
import {
  countAdvisories,
  deleteSource,
  insertRun,
  insertSource,
  type RunRow,
  type SourceRow,
  selectLastRuns,
  selectRuns,
  selectSource,
  selectSources,
  updateSource,
} from './source-queries.ts';

const shownRuns = 20;

const toRun = (row: RunRow): contract.ImportRun => ({
  id: row.id,
  status: row.status,
  requestedBy: row.requested_by,
  startedAt: row.started_at.toISOString(),
  finishedAt: row.finished_at?.toISOString() ?? null,
  records: row.records,
  changed: row.changed,
  withdrawn: row.withdrawn,
  rejected: row.rejected,
  rejects: row.rejects,
  message: row.message,
});

const toInput = ({ name, url, every, enabled, complete }: SourceRow): contract.AdvisorySourceInput => ({ name, url, every, enabled, complete });

const toSource = (row: SourceRow, figures: { advisories?: number | undefined; lastRun?: RunRow | undefined } = {}): contract.AdvisorySource => ({
  id: row.id,
  ...toInput(row),
  advisories: figures.advisories ?? 0,
  modifiedAt: row.modified_at.toISOString(),
  modifiedBy: row.modified_by,
  lastRun: figures.lastRun ? toRun(figures.lastRun) : null,
});

async function needSource({ db }: Context, id: number): Promise<SourceRow> {
  const row = await selectSource(db, id);
  if (!row) throw new AppError('not_found', { message: 'There is no such source of advisories' });
  return row;
}

const refuseTakenName = (error: unknown): never => {
  if ((error as { code?: string }).code !== '23505') throw error;
  throw new AppError('invalid_input', { message: 'Another source has this name', detail: [{ path: 'name', message: 'Another source has this name' }] });
};

/** Where advisories come from, for administrators. */
export async function sourceRoutes(app: FastifyInstance, context: Context): Promise<void> {
  settingRoutes(app, context);
  runRoutes(app, context);
  await protocolScope(app, (scope) => uploadRoute(scope, context));
}

type Audit = (
  call: Pick<HandlerContext, 'actor' | 'address'>,
  action: string,
  subject: string,
  change?: { before?: unknown; after?: unknown },
) => Promise<void>;

const auditOf =
  ({ platform }: Context): Audit =>
  ({ actor, address }, action, subject, change = {}) =>
    platform.identity.audit({ actor: actor.name, address, action, subject, ...change });

function settingRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;
  const audit = auditOf(context);
  handle(app, platform, contract.listAdvisorySources, async () => {
    const [rows, counts, runs] = await Promise.all([selectSources(db), countAdvisories(db), selectLastRuns(db)]);
    return { items: rows.map((row) => toSource(row, { advisories: counts.get(row.id), lastRun: runs.get(row.id) })) };
  });

  handle(app, platform, contract.createAdvisorySource, async ({ body }, call) => {
    const row = await insertSource(db, { ...body, modified_by: call.actor.name }).catch(refuseTakenName);
    await audit(call, 'advisory-source.created', row.name, { after: toInput(row) });
    return toSource(row);
  });

  handle(app, platform, contract.changeAdvisorySource, async ({ params, body }, call) => {
    const before = await needSource(context, params.id);
    // What was heard from another address says nothing about this one.
    const validators = body.url === before.url ? {} : { etag: null, last_modified: null, checked_at: null };
    const change = { ...body, ...validators, modified_at: new Date(), modified_by: call.actor.name };
    const row = (await updateSource(db, params.id, change).catch(refuseTakenName)) ?? before;
    await audit(call, 'advisory-source.changed', row.name, { before: toInput(before), after: toInput(row) });
    const [counts, runs] = await Promise.all([countAdvisories(db), selectLastRuns(db)]);
    return toSource(row, { advisories: counts.get(row.id), lastRun: runs.get(row.id) });
  });

  handle(app, platform, contract.deleteAdvisorySource, async ({ params }, call) => {
    const before = await needSource(context, params.id);
    await deleteSource(db, params.id);
    await audit(call, 'advisory-source.deleted', before.name, { before: toInput(before) });
  });
}

function runRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;
  handle(app, platform, contract.fetchAdvisorySource, async ({ params }, call) => {
    const source = await needSource(context, params.id);
    if (source.url === null) throw new AppError('bad_request', { message: 'This source has no address; upload its dump' });
    const run = await insertRun(db, { source_id: source.id, requested_by: call.actor.name, sha256: null });
    await queueRun(context, run);
    await auditOf(context)(call, 'advisory-source.fetched', source.name);
    return toRun(run);
  });

  handle(app, platform, contract.listImportRuns, async ({ params }) => {
    const source = await needSource(context, params.id);
    return { items: (await selectRuns(db, source.id, shownRuns)).map(toRun) };
  });
}

function uploadRoute(scope: FastifyInstance, context: Context): void {
  const { db, platform } = context;
  scope.put<{ Params: { id: string } }>(contract.dumpPath(':id'), async (request, reply) => {
    const { actor, ip: address } = request;
    requireAdministrator(actor);
    const id = Number(request.params.id);
    if (!Number.isSafeInteger(id)) throw new AppError('not_found');
    const source = await needSource(context, id);
    const staged = await platform.blobs.stage(request.raw, { limit: largestDump });
    try {
      await staged.promote();
    } finally {
      await staged.discard();
    }
    const run = await insertRun(db, { source_id: source.id, requested_by: actor.name, sha256: staged.sha256 });
    await queueRun(context, run);
    await auditOf(context)({ actor, address }, 'advisory-source.uploaded', source.name, { after: { sha256: staged.sha256, size: staged.size } });
    return reply.code(202).send(toRun(run));
  });
}
