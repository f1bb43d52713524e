import { AppError, fieldRefusal } from '@packhouse/contract/errors.ts';
import * as contract from '@packhouse/contract/scanning/scanning-issue-routes.ts';
import { scanningWords } from '@packhouse/contract/scanning/scanning-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { severities } from '@packhouse/contract/severities.ts';
import { type HandlerContext, handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import { keepAffected } from '../advisory/keep-affected.ts';
import type { Context } from '../context.ts';
import { queueEvaluation } from '../evaluation-queue.ts';
import { matchComponents } from '../match/match-components.ts';
import { toAdvisory } from './custom-issue.ts';
import {
  type CustomIssueRow,
  deleteIssue,
  isTaken,
  keepIssue,
  selectCustomIssue,
  selectCustomIssues,
  selectKnownIssue,
  selectTouchedBy,
} from './issue-queries.ts';

const toIssue = ({ document, author, created_at, modified, findings }: CustomIssueRow): contract.CustomIssue => ({
  ...document,
  author,
  created: created_at.toISOString(),
  modified: modified.toISOString(),
  findings,
});

async function needIssue({ db }: Pick<Context, 'db'>, id: string): Promise<CustomIssueRow> {
  const row = await selectCustomIssue(db, id);
  if (!row) throw new AppError(scanningWords.no_issue, { id });
  return row;
}

type By = Pick<HandlerContext, 'actor' | 'address'>;

/** Keeps what somebody describes, and judges what it was and is about. */
async function save(
  context: Context,
  { actor, address }: By,
  input: contract.CustomIssueInput,
  before: CustomIssueRow | undefined,
): Promise<contract.CustomIssue> {
  const { db, platform } = context;
  const advisory = toAdvisory(input);
  const touched = await selectTouchedBy(db, input.id);
  await db.transaction().execute(async (tx) => {
    if (!before && (await isTaken(tx, input.id))) throw fieldRefusal('id', say(scanningWords.issue_exists));
    await keepIssue(tx, advisory, input, actor.name);
    await keepAffected(tx, advisory);
    const action = before ? 'custom-issue.changed' : 'custom-issue.created';
    await platform.identity.audit({ actor: actor.name, address, action, subject: input.id, ...(before ? { before: before.document } : {}), after: input }, tx);
  });
  await matchComponents(context, [...touched, ...(await selectTouchedBy(db, input.id))]);
  await queueEvaluation(context);
  return toIssue(await needIssue(context, input.id));
}

function customRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;
  handle(app, platform, contract.listCustomIssues, async ({ query }) => {
    const { rows, total } = await selectCustomIssues(db, { limit: query.num_of_rows, offset: (query.page_num - 1) * query.num_of_rows });
    return { data: rows.map(toIssue), total_count: total };
  });
  handle(app, platform, contract.createCustomIssue, async ({ body }, by) => save(context, by, body, undefined));
  handle(app, platform, contract.readCustomIssue, async ({ params }) => toIssue(await needIssue(context, params.id)));
  handle(app, platform, contract.readUserIssue, async ({ query }) => toIssue(await needIssue(context, query.id)));
  handle(app, platform, contract.changeCustomIssue, async ({ params, body }, by) => {
    const before = await needIssue(context, params.id);
    if (body.id !== params.id) throw new AppError(scanningWords.issue_id_stays);
    return save(context, by, body, before);
  });
  handle(app, platform, contract.deleteCustomIssue, async ({ params }, { actor, address }) => {
    const before = await needIssue(context, params.id);
    await db.transaction().execute(async (tx) => {
      await deleteIssue(tx, params.id);
      await platform.identity.audit({ actor: actor.name, address, action: 'custom-issue.deleted', subject: params.id, before: before.document }, tx);
    });
    await queueEvaluation(context);
  });
}

/** Vulnerabilities that people here describe, and what is known of any. */
export function issueRoutes(app: FastifyInstance, context: Context): void {
  customRoutes(app, context);
  handle(app, context.platform, contract.readIssueDetails, async ({ query }) => {
    const rows = await selectKnownIssue(context.db, query.id);
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
