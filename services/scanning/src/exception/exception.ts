import { AppError } from '@packhouse/contract/errors.ts';
import type { Analysis } from '@packhouse/contract/scanning/analysis.ts';
import type { AskedPolicyException, PolicyException } from '@packhouse/contract/scanning/policy-exception-routes.ts';
import { policyWords } from '@packhouse/contract/scanning/policy-words.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import type { Transaction } from 'kysely';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { endRule, type IgnoreRuleRow, selectRules } from '../ignore/ignore-queries.ts';
import { auditRule, type By, insertRule, toRule } from '../ignore/ignore-rule.ts';
import { tellAskers } from '../ignore/tell-askers.ts';
import type { ScanningSchema } from '../schema.ts';
import { makeFilters } from '../violation/ignore-violation.ts';
import { isLapsed, needViolation } from '../violation/violation-view.ts';
import { decideRow, type ExceptionState, lockAsked, selectAsked } from './exception-queries.ts';
import { queueTelling } from './tell-deciders.ts';
import { mayDecide, type Repositories, readRepositories } from './who-decides.ts';

type Tx = Transaction<ScanningSchema>;

/** Of more than these only the newest are told. */
const mostTold = 5000;

const isOwn = (actor: Actor, row: IgnoreRuleRow) => actor.kind === 'user' && row.author === actor.name;

function readState({ state, deleted_at, expires_at }: IgnoreRuleRow): ExceptionState {
  return deleted_at !== null || (state === 'approved' && expires_at !== null && expires_at.getTime() <= Date.now()) ? 'ended' : state;
}

function toException(actor: Actor, repositories: Repositories, row: IgnoreRuleRow): PolicyException {
  const state = readState(row);
  const decides = mayDecide(actor, repositories, row);
  return {
    ...toRule(row),
    state,
    violation: String(row.asked_for),
    once: row.violation_id !== null,
    decided_by: row.decided_by,
    decided_at: row.decided_at?.toISOString() ?? null,
    decision: row.decision,
    may_decide: decides && state === 'asked',
    may_end: (state === 'asked' || state === 'approved') && (decides || isOwn(actor, row)),
  };
}

/** What somebody sees of all that was asked for: what is theirs to decide, and what they asked for. */
export async function listExceptions(
  context: Pick<Context, 'db' | 'peers'>,
  actor: Actor,
  { state, after, limit }: { state: ExceptionState | undefined; after: string | undefined; limit: number },
): Promise<{ items: PolicyException[]; total: number; next: string | null }> {
  const repositories = await readRepositories(context);
  const rows = (await selectAsked(context.db, state, mostTold)).filter((row) => isOwn(actor, row) || mayDecide(actor, repositories, row));
  const left = after === undefined ? rows : rows.filter(({ id }) => id < Number(after));
  const page = left.slice(0, limit);
  return { items: page.map((row) => toException(actor, repositories, row)), total: rows.length, next: left.length > limit ? String(page.at(-1)!.id) : null };
}

/** Somebody asks that what a violation is about be ignored. @throws AppError `not_found`, `conflict` where it is asked for already, or is not active */
export async function askException(context: Context, by: By, id: string, asked: z.output<typeof AskedPolicyException>): Promise<PolicyException> {
  const { row, repositories } = await needViolation(context, by.actor, id);
  if (row.state !== 'active' && !isLapsed(row)) throw new AppError(policyWords.not_active);
  const rule = {
    input: { notes: asked.notes, expires_at: asked.expires_at, analysis: asked.analysis, ignore_filters: makeFilters(row) },
    // Of no project what is ignored by whoever keeps all rules; in a project its administrators see what is asked.
    project: repositories.get(row.repository)?.projectKey,
    violation: asked.once ? row.id : undefined,
    askedFor: row.id,
  };
  return context.db.transaction().execute(async (tx) => {
    const made = await insertRule(context, tx, by, rule);
    if (!made) throw new AppError(policyWords.policy_exception_asked);
    await auditRule(context, tx, by, 'ignore-rule.asked', made);
    await queueTelling(context, tx, made);
    return toException(by.actor, repositories, made);
  });
}

async function need(context: Context, tx: Tx, { actor }: By, uuid: string): Promise<{ row: IgnoreRuleRow; repositories: Repositories }> {
  const [row, repositories] = [await lockAsked(tx, uuid), await readRepositories(context)];
  if (!row || !(isOwn(actor, row) || mayDecide(actor, repositories, row))) throw new AppError(policyWords.no_policy_exception);
  return { row, repositories };
}

async function tell(tx: Tx, { actor }: By, repositories: Repositories, id: number): Promise<{ row: IgnoreRuleRow; told: PolicyException }> {
  const [row] = await selectRules(tx, [id]);
  return { row: row!, told: toException(actor, repositories, row!) };
}

interface Decision {
  approved: boolean;
  expires_at?: string | null | undefined;
  /** Nothing: as it was asked for. */
  analysis?: Analysis | null | undefined;
  note: string;
}

/** @throws AppError `not_found`, `forbidden` for who may only ask, `conflict` where it is decided */
export function decideException(context: Context, by: By, uuid: string, { approved, expires_at, analysis, note }: Decision): Promise<PolicyException> {
  return context.db.transaction().execute(async (tx) => {
    const { row: before, repositories } = await need(context, tx, by, uuid);
    if (!mayDecide(by.actor, repositories, before)) throw new AppError('forbidden');
    if (readState(before) !== 'asked') throw new AppError(policyWords.policy_exception_decided);
    if (!approved && note === '') throw new AppError(policyWords.say_why_refused);
    const until = approved && expires_at ? new Date(expires_at) : null;
    const said = approved && analysis !== undefined ? analysis : before.analysis;
    await decideRow(tx, before.id, { state: approved ? 'approved' : 'refused', by: by.actor.name, note, until, analysis: said });
    const { row, told } = await tell(tx, by, repositories, before.id);
    await auditRule(context, tx, by, approved ? 'ignore-rule.approved' : 'ignore-rule.refused', row, before);
    await tellAskers(context, tx, approved ? 'approved' : 'refused', [row], by.actor.name);
    return told;
  });
}

/** @throws AppError `not_found`, `conflict` where nothing is left to end */
export function endException(context: Context, by: By, uuid: string): Promise<PolicyException> {
  return context.db.transaction().execute(async (tx) => {
    const { row: before, repositories } = await need(context, tx, by, uuid);
    const state = readState(before);
    if (state !== 'asked' && state !== 'approved') throw new AppError(policyWords.policy_exception_decided);
    await endRule(tx, before.id, by.actor.name);
    const { row, told } = await tell(tx, by, repositories, before.id);
    await auditRule(context, tx, by, 'ignore-rule.deleted', row, before);
    if (state === 'approved') await tellAskers(context, tx, 'ended', [row], by.actor.name);
    return told;
  });
}
