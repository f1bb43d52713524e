import type { FormatId } from '@packhouse/contract/repositories/format-ids.ts';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../schema.ts';
import type { FirewallExceptionTable } from './firewall-schema.ts';

/** With the name of its rule, and the repositories that the rule is about. */
export type ExceptionRow = Selectable<FirewallExceptionTable> & { rule: string; rule_repositories: string[] };

const withRule = (db: Db) =>
  db
    .selectFrom('firewall_exception')
    .innerJoin('firewall_rule', 'firewall_rule.id', 'firewall_exception.rule_id')
    .selectAll('firewall_exception')
    .select(['firewall_rule.name as rule', 'firewall_rule.repositories as rule_repositories']);

const isOver = sql<boolean>`(state = 'ended' or (state = 'approved' and until_at <= now()))`;

/** How it stands by now: what lapsed has ended. */
function inState(state: ExceptionRow['state']) {
  if (state === 'ended') return isOver;
  return sql<boolean>`(state = ${state} and not ${isOver})`;
}

export interface ExceptionFilter {
  /** Of those who keep only some repositories: what they asked for, and exceptions from rules that are about nothing else. */
  seenBy?: { name: string; repositories: readonly string[] } | undefined;
  state?: ExceptionRow['state'] | undefined;
}

const isSeen = ({ name, repositories }: NonNullable<ExceptionFilter['seenBy']>) =>
  sql<boolean>`(asked_by = ${name} or firewall_rule.repositories <@ ${repositories}::text[])`;

/** A page of exceptions, the newest first. */
export function selectExceptions(db: Db, { seenBy, state }: ExceptionFilter, page: { after: number | undefined; limit: number }): Promise<ExceptionRow[]> {
  let query = withRule(db).orderBy('firewall_exception.id', 'desc').limit(page.limit);
  if (seenBy) query = query.where(isSeen(seenBy));
  if (state) query = query.where(inState(state));
  if (page.after !== undefined) query = query.where('firewall_exception.id', '<', page.after);
  return query.execute();
}

export async function countExceptions(db: Db, { seenBy, state }: ExceptionFilter): Promise<number> {
  let query = db
    .selectFrom('firewall_exception')
    .innerJoin('firewall_rule', 'firewall_rule.id', 'firewall_exception.rule_id')
    .select(({ fn }) => fn.countAll<number>().as('count'));
  if (seenBy) query = query.where(isSeen(seenBy));
  if (state) query = query.where(inState(state));
  return Number((await query.executeTakeFirstOrThrow()).count);
}

export function selectException(db: Db, id: number): Promise<ExceptionRow | undefined> {
  return withRule(db).where('firewall_exception.id', '=', id).executeTakeFirst();
}

/** What was asked for within a time and waits for somebody to decide, the oldest first. */
export function selectOpenWithin(db: Db, { from, to }: { from: string; to: string }): Promise<ExceptionRow[]> {
  const query = withRule(db).where('state', '=', 'asked').where('asked_at', '>=', new Date(from)).where('asked_at', '<', new Date(to));
  return query.orderBy('firewall_exception.id').execute();
}

/** What is approved and ends in a time, the first to end first. */
export function selectEnding(db: Db, { from, to }: { from: Date; to: Date }): Promise<ExceptionRow[]> {
  const query = withRule(db).where('state', '=', 'approved').where('until_at', '>=', from).where('until_at', '<', to);
  return query.where('until_at', '>', sql<Date>`now()`).orderBy('until_at').execute();
}

/** How an exception stands; it stays so until the transaction ends. */
export async function lockException(db: Db, id: number): Promise<ExceptionRow['state'] | undefined> {
  return (await db.selectFrom('firewall_exception').select('state').where('id', '=', id).forUpdate().executeTakeFirst())?.state;
}

export interface NewException {
  rule_id: number;
  format: FormatId;
  package: string;
  version: string;
  reason: string;
  asked_by: string;
}

/** The id of what was asked for; nothing when somebody has asked for the same, and it is open. */
export async function insertException(db: Db, asked: NewException): Promise<number | undefined> {
  const row = await db
    .insertInto('firewall_exception')
    .values(asked)
    .onConflict((conflict) => conflict.columns(['rule_id', 'format', 'package', 'version']).where('state', '=', 'asked').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

export async function decideExceptionRow(
  db: Db,
  id: number,
  { state, by, note, until }: { state: 'approved' | 'refused'; by: string; note: string; until: string | undefined },
): Promise<void> {
  await db
    .updateTable('firewall_exception')
    .set({ state, decided_by: by, decided_at: sql<Date>`now()`, note, until_at: until === undefined ? null : new Date(until) })
    .where('id', '=', id)
    .execute();
}

const hasRunOut = sql<boolean>`(state = 'approved' and until_at <= now())`;

export async function hasExpired(db: Db): Promise<boolean> {
  return (await db.selectFrom('firewall_exception').select('id').where(hasRunOut).limit(1).executeTakeFirst()) !== undefined;
}

/** Ends exceptions whose time is over, and answers which; those that somebody else is about to end are left to them. */
export async function endExpired(tx: Db, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update firewall_exception set state = 'ended' where id in (
      select id from firewall_exception where ${hasRunOut} order by until_at limit ${limit} for update skip locked) returning id`.execute(tx);
  return rows.map(({ id }) => Number(id));
}

export async function endExceptionRow(db: Db, id: number): Promise<void> {
  await db.updateTable('firewall_exception').set({ state: 'ended', until_at: sql<Date>`now()` }).where('id', '=', id).execute();
}
