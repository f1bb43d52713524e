import { AppError, fieldRefusal } from '@packhouse/contract/errors.ts';
import * as contract from '@packhouse/contract/scanning/scanning-issue-routes.ts';
import { scanningWords } from '@packhouse/contract/scanning/scanning-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { severities } from '@packhouse/contract/severities.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import { type HandlerContext, handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import { keepAffected } from '../advisory/keep-affected.ts';
import type { Context } from '../context.ts';
import { queueEvaluation } from '../evaluation-queue.ts';
import { mayIgnore, requireIgnoring } from '../ignore/ignore-rule.ts';
import { readProjects } from '../ignore/ignored-queries.ts';
import { matchComponents } from '../match/match-components.ts';
import { toAdvisory } from './custom-issue.ts';
import { type CustomIssueRow, deleteIssue, isTaken, keepIssue, selectCustomIssues, selectKnownIssue, selectTouchedBy } from './issue-queries.ts';
import { needIssue, needKept, readSeen, readSight } from './issue-rights.ts';

type By = Pick<HandlerContext, 'actor' | 'address'>;

const toIssue = (actor: Actor, { document, author, created_at, modified, project, findings }: CustomIssueRow): contract.CustomIssue => ({
  ...document,
  author,
  created: created_at.toISOString(),
  modified: modified.toISOString(),
  project,
  findings,
  may_change: mayIgnore(actor, project ?? undefined),
});

/** What the audit log says of an issue. */
const auditable = (document: contract.CustomIssueInput, project: string | null) => ({ ...document, ...(project === null ? {} : { project }) });

interface Kept {
  before?: CustomIssueRow;
  /** It holds in this project; null: everywhere. */
  project: string | null;
}

/** Keeps what somebody describes, and judges what it was and is about. */
async function save(context: Context, { actor, address }: By, input: contract.CustomIssueInput, { before, project }: Kept): Promise<contract.CustomIssue> {
  const { db, platform } = context;
  const advisory = toAdvisory(input, project);
  const touched = await selectTouchedBy(db, input.id);
  await db.transaction().execute(async (tx) => {
    if (!before && (await isTaken(tx, input.id))) throw fieldRefusal('id', say(scanningWords.issue_exists));
    await keepIssue(tx, advisory, { document: input, author: actor.name, project });
    await keepAffected(tx, advisory);
    const action = before ? 'custom-issue.changed' : 'custom-issue.created';
    const changed = { ...(before ? { before: auditable(before.document, project) } : {}), after: auditable(input, project) };
    await platform.identity.audit({ actor: actor.name, address, action, subject: input.id, ...changed }, tx);
  });
  await matchComponents(context, [...touched, ...(await selectTouchedBy(db, input.id))]);
  await queueEvaluation(context);
  return toIssue(actor, await needIssue(context, actor, input.id));
}

function readRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform, peers } = context;
  handle(app, platform, contract.listCustomIssues, async ({ query }, { actor }) => {
    const page = { limit: query.num_of_rows, offset: (query.page_num - 1) * query.num_of_rows };
    const { rows, total } = await selectCustomIssues(db, await readProjects(peers), { of: await readSeen(context, actor, query.projectKey), ...page });
    return { data: rows.map((row) => toIssue(actor, row)), total_count: total };
  });
  handle(app, platform, contract.readCustomIssue, async ({ params }, { actor }) => toIssue(actor, await needIssue(context, actor, params.id)));
  handle(app, platform, contract.readUserIssue, async ({ query }, { actor }) => toIssue(actor, await needIssue(context, actor, query.id)));
}

function changeRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform, peers } = context;
  handle(app, platform, contract.createCustomIssue, async ({ query: { projectKey }, body }, by) => {
    requireIgnoring(by.actor, projectKey);
    if (projectKey !== undefined && !(await peers.projects?.find(projectKey))) throw new AppError('project_not_found');
    return save(context, by, body, { project: projectKey ?? null });
  });
  handle(app, platform, contract.changeCustomIssue, async ({ params, body }, by) => {
    const before = await needKept(context, by.actor, params.id);
    if (body.id !== params.id) throw new AppError(scanningWords.issue_id_stays);
    return save(context, by, body, { before, project: before.project });
  });
  handle(app, platform, contract.deleteCustomIssue, async ({ params }, { actor, address }) => {
    const { document, project } = await needKept(context, actor, params.id);
    await db.transaction().execute(async (tx) => {
      await deleteIssue(tx, params.id);
      const before = auditable(document, project);
      await platform.identity.audit({ actor: actor.name, address, action: 'custom-issue.deleted', subject: params.id, before }, tx);
    });
    await queueEvaluation(context);
  });
}

/** Vulnerabilities that people here describe, and what is known of any. */
export function issueRoutes(app: FastifyInstance, context: Context): void {
  readRoutes(app, context);
  changeRoutes(app, context);
  handle(app, context.platform, contract.readIssueDetails, async ({ query }, { actor }) => {
    const sees = await readSight(context, actor);
    const rows = (await selectKnownIssue(context.db, query.id)).filter(({ project }) => sees(project));
    const [first] = rows;
    if (!first) throw new AppError(scanningWords.no_issue, { id: query.id });
    const unique = (values: readonly (string | null)[]) => [...new Set(values.flatMap((value) => value ?? []))];
    return {
      id: first.canonical,
      advisories: unique(rows.map(({ id }) => id)),
      aliases: unique(rows.flatMap(({ aliases }) => aliases)).filter((alias) => alias !== first.canonical),
      severity: severities.find((severity) => rows.some((row) => row.severity === severity)) ?? 'Unknown',
      summary: rows.find(({ summary }) => summary !== '')?.summary ?? '',
      details: first.details,
      published: first.published?.toISOString() ?? null,
      modified: first.modified.toISOString(),
      sources: unique(rows.map(({ source }) => source)),
      epss: rows.find(({ epss }) => epss !== null)?.epss ?? null,
      exploited: rows.find(({ exploited }) => exploited !== null)?.exploited ?? null,
      custom: rows.some(({ custom }) => custom),
    };
  });
}
