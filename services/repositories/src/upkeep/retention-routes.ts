import { AppError, fieldRefusal } from '@packhouse/contract/errors.ts';
import { repositoryWords } from '@packhouse/contract/repositories/repository-words.ts';
import * as contract from '@packhouse/contract/repositories/retention-routes.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { tellSaid } from '@packhouse/kernel/database/said-columns.ts';
import { type HandlerContext, handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Transaction } from 'kysely';
import type { Context } from '../context.ts';
import type { RepositoriesSchema } from '../schema.ts';
import {
  deletePolicy,
  insertPolicy,
  type PolicyRow,
  type RunRow,
  selectLastRuns,
  selectLatestRuns,
  selectPolicies,
  selectPolicy,
  selectPolicyForUpdate,
  updatePolicy,
} from './policy-queries.ts';
import { countItems, type DoomedItem, type ItemPlace, selectItems } from './retention-item-queries.ts';
import { cancelRetention, startRetention } from './start-retention.ts';

const toRun = (row: RunRow): contract.RetentionRun => ({
  id: row.id,
  ...(row.policy_id === null ? {} : { policyId: row.policy_id }),
  policyName: row.policy_name,
  status: row.status,
  requestedBy: row.requested_by,
  startedAt: row.started_at.toISOString(),
  ...(row.finished_at ? { finishedAt: row.finished_at.toISOString() } : {}),
  items: row.items,
  files: row.files,
  bytes: row.bytes,
  ...tellSaid(row),
});

const toInput = ({ name, description, enabled, every, permanently, archive, selection }: PolicyRow): contract.RetentionPolicyInput => ({
  name,
  description,
  enabled,
  every,
  permanently,
  archive,
  ...selection,
});

const toPolicy = (row: PolicyRow, lastRun?: RunRow): contract.RetentionPolicy => ({
  id: row.id,
  ...toInput(row),
  modifiedAt: row.modified_at.toISOString(),
  modifiedBy: row.modified_by,
  ...(lastRun ? { lastRun: toRun(lastRun) } : {}),
});

const toItem = (item: DoomedItem): contract.RetentionItem => ({
  repositoryKey: item.repositoryKey,
  format: item.format,
  path: item.path,
  ...(item.package === null || item.version === null ? {} : { package: item.package, version: item.version }),
  files: item.files,
  bytes: item.bytes,
  storedAt: item.storedAt.toISOString(),
  ...(item.lastDownloadedAt ? { lastDownloadedAt: item.lastDownloadedAt.toISOString() } : {}),
});

/** A page ends at a repository and a path; neither can hold a line break. */
const placeText = ({ repositoryKey, path }: ItemPlace) => `${repositoryKey}\n${path}`;

function getPlace(after: string | undefined): ItemPlace | undefined {
  const [repositoryKey, path] = (after ?? '').split('\n');
  return repositoryKey && path ? { repositoryKey, path } : undefined;
}

const missing = () => new AppError(repositoryWords.no_retention_policy);

async function needPolicy(context: Context, id: number): Promise<PolicyRow> {
  const row = await selectPolicy(context.db, id);
  if (!row) throw missing();
  return row;
}

/** The policy as nobody else changes it until the transaction ends. */
async function lockPolicy(tx: Transaction<RepositoriesSchema>, id: number): Promise<PolicyRow> {
  const row = await selectPolicyForUpdate(tx, id);
  if (!row) throw missing();
  return row;
}

const refuseTakenName = (error: unknown): never => {
  if ((error as { code?: string }).code !== '23505') throw error;
  throw fieldRefusal('name', say(repositoryWords.policy_exists));
};

/** Rules for what is kept, for administrators. */
export function retentionRoutes(app: FastifyInstance, context: Context): void {
  policyRoutes(app, context);
  runRoutes(app, context);
}

function policyRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;
  const audit = (tx: Transaction<RepositoriesSchema>, call: HandlerContext, action: string, subject: string, change: { before?: unknown; after?: unknown }) =>
    platform.identity.audit({ actor: call.actor.name, address: call.address, action, subject, ...change }, tx);

  handle(app, platform, contract.listRetentionPolicies, async () => {
    const [rows, runs] = await Promise.all([selectPolicies(db), selectLastRuns(db)]);
    return { items: rows.map((row) => toPolicy(row, runs.get(row.id))) };
  });

  handle(app, platform, contract.readRetentionPolicy, async ({ params }) =>
    toPolicy(await needPolicy(context, params.id), (await selectLastRuns(db)).get(params.id)),
  );

  handle(app, platform, contract.createRetentionPolicy, async ({ body }, call) => {
    const row = await db.transaction().execute(async (tx) => {
      const made = await insertPolicy(tx, body, call.actor.name).catch(refuseTakenName);
      await audit(tx, call, 'retention-policy.created', made.name, { after: toInput(made) });
      return made;
    });
    return toPolicy(row);
  });

  handle(app, platform, contract.changeRetentionPolicy, async ({ params, body }, call) => {
    const row = await db.transaction().execute(async (tx) => {
      const before = await lockPolicy(tx, params.id);
      const after = await updatePolicy(tx, params.id, body, call.actor.name).catch(refuseTakenName);
      await audit(tx, call, 'retention-policy.changed', after.name, { before: toInput(before), after: toInput(after) });
      return after;
    });
    return toPolicy(row, (await selectLastRuns(db)).get(row.id));
  });

  handle(app, platform, contract.deleteRetentionPolicy, async ({ params }, call) => {
    await db.transaction().execute(async (tx) => {
      const before = await lockPolicy(tx, params.id);
      await deletePolicy(tx, params.id);
      await audit(tx, call, 'retention-policy.deleted', before.name, { before: toInput(before) });
    });
  });
}

function runRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;

  handle(app, platform, contract.previewRetention, async ({ body }) => {
    const [rows, totals] = await Promise.all([
      selectItems(db, body.selection, { after: getPlace(body.after), limit: body.limit + 1 }),
      countItems(db, body.selection),
    ]);
    const items = rows.slice(0, body.limit);
    const last = items.at(-1);
    return {
      items: items.map(toItem),
      total: totals.items,
      files: totals.files,
      bytes: totals.bytes,
      next: rows.length > items.length && last ? placeText(last) : null,
    };
  });

  handle(app, platform, contract.runRetentionPolicy, async ({ params }, { actor, address }) => {
    const policy = await needPolicy(context, params.id);
    return toRun(await startRetention(context, policy, { actor, address }));
  });

  handle(app, platform, contract.cancelRetentionRun, async ({ params }, { actor, address }) =>
    toRun(await cancelRetention(context, params.id, { actor, address })),
  );

  handle(app, platform, contract.listRetentionRuns, async () => ({ items: (await selectLatestRuns(db, 50)).map(toRun) }));
}
