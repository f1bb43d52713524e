import type { Analysis } from '@packhouse/contract/scanning/analysis.ts';
import { sql } from 'kysely';
import type { IgnoreRuleRow } from '../ignore/ignore-queries.ts';
import type { Db } from '../schema.ts';

/** As it stands by now: what lapsed or was taken back has ended. */
export type ExceptionState = 'asked' | 'approved' | 'refused' | 'ended';

const isOver = sql<boolean>`(deleted_at is not null or (state = 'approved' and expires_at <= now()))`;

function inState(state: ExceptionState) {
  return state === 'ended' ? isOver : sql<boolean>`(state = ${state} and not coalesce(${isOver}, false))`;
}

/** Rules that were asked for, the newest first, up to a bound; who sees them, the caller has to ask. */
export function selectAsked(db: Db, state: ExceptionState | undefined, most: number): Promise<IgnoreRuleRow[]> {
  let query = db.selectFrom('ignore_rule').selectAll().where('asked_for', 'is not', null).orderBy('id', 'desc').limit(most);
  if (state) query = query.where(inState(state));
  return query.execute();
}

/** What was asked for within a time and waits for somebody to decide, the oldest first. */
export function selectOpenWithin(db: Db, { from, to }: { from: string; to: string }): Promise<IgnoreRuleRow[]> {
  const query = db.selectFrom('ignore_rule').selectAll().where('asked_for', 'is not', null).where('state', '=', 'asked').where('deleted_at', 'is', null);
  return query.where('created_at', '>=', new Date(from)).where('created_at', '<', new Date(to)).orderBy('id').execute();
}

/** One that was asked for; it stays so until the transaction ends. */
export function lockAsked(tx: Db, uuid: string): Promise<IgnoreRuleRow | undefined> {
  return tx.selectFrom('ignore_rule').selectAll().where('uuid', '=', uuid).where('asked_for', 'is not', null).forUpdate().executeTakeFirst();
}

interface Decided {
  state: 'approved' | 'refused';
  by: string;
  note: string;
  until: Date | null;
  /** What documents of VEX tell of what it hides. */
  analysis: Analysis | null;
}

export async function decideRow(tx: Db, id: number, { state, by, note, until, analysis }: Decided): Promise<void> {
  await tx
    .updateTable('ignore_rule')
    .set({
      state,
      decided_by: by,
      decided_at: sql<Date>`now()`,
      decision: note,
      expires_at: until,
      analysis: analysis === null ? null : JSON.stringify(analysis),
    })
    .where('id', '=', id)
    .execute();
}
