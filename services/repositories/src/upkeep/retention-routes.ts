import * as contract from '@packhouse/contract/repositories/retention-routes.ts';
import { tellSaid } from '@packhouse/kernel/database/said-columns.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { type PolicyRow, type RunRow, selectLastRuns, selectLatestRuns } from './policy-queries.ts';
import { countItems, type DoomedItem, type ItemPlace, selectItems } from './retention-item-queries.ts';
import { findKeptProjects, requireKept } from './retention-keepers.ts';
import { changePolicy, createPolicy, listPolicies, needPolicy, removePolicy, toInput } from './retention-policies.ts';
import { cancelRetention, startRetention } from './start-retention.ts';

const toRun = (row: RunRow): contract.RetentionRun => ({
  id: row.id,
  ...(row.policy_id === null ? {} : { policyId: row.policy_id }),
  policyName: row.policy_name,
  ...(row.project_key === null ? {} : { projectKey: row.project_key }),
  status: row.status,
  requestedBy: row.requested_by,
  ...(row.dry_run ? { dryRun: true } : {}),
  startedAt: row.started_at.toISOString(),
  ...(row.finished_at ? { finishedAt: row.finished_at.toISOString() } : {}),
  items: row.items,
  files: row.files,
  bytes: row.bytes,
  ...tellSaid(row),
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

/** Rules for what is kept, for administrators, of the platform and of projects. */
export function retentionRoutes(app: FastifyInstance, context: Context): void {
  policyRoutes(app, context);
  runRoutes(app, context);
}

function policyRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;

  handle(app, platform, contract.listRetentionPolicies, async ({ query }, { actor }) => {
    const [rows, runs] = await Promise.all([listPolicies(context, actor, query.ofProject), selectLastRuns(db)]);
    return { items: rows.map((row) => toPolicy(row, runs.get(row.id))) };
  });

  handle(app, platform, contract.readRetentionPolicy, async ({ params }, { actor }) =>
    toPolicy(await needPolicy(context, actor, params.id), (await selectLastRuns(db)).get(params.id)),
  );

  handle(app, platform, contract.createRetentionPolicy, async ({ body }, call) => toPolicy(await createPolicy(context, body, call)));

  handle(app, platform, contract.changeRetentionPolicy, async ({ params, body }, call) => {
    const row = await changePolicy(context, params.id, () => body, call);
    return toPolicy(row, (await selectLastRuns(db)).get(row.id));
  });

  handle(app, platform, contract.deleteRetentionPolicy, ({ params }, call) => removePolicy(context, params.id, call));
}

function runRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;

  handle(app, platform, contract.previewRetention, async ({ body }, { actor }) => {
    requireKept(actor, body.selection);
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
    const policy = await needPolicy(context, actor, params.id);
    return toRun(await startRetention(context, policy, { actor, address }));
  });

  handle(app, platform, contract.cancelRetentionRun, async ({ params }, { actor, address }) =>
    toRun(await cancelRetention(context, params.id, { actor, address })),
  );

  handle(app, platform, contract.listRetentionRuns, async ({ query }, { actor }) => ({
    items: (await selectLatestRuns(db, 50, await findKeptProjects(db, actor, query.ofProject))).map(toRun),
  }));
}
