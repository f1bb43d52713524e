import { sql } from 'kysely';
import type { NotedCause } from '../governance-tables.ts';
import type { Db } from '../schema.ts';
import type { BlockRow, ViolationRow } from './evaluation-queries.ts';

export type NewViolation = Omit<ViolationRow, 'id' | 'changed_at' | 'reason' | 'blocks_from'>;
/** Since when it blocks; what the database keeps by the blocks themselves, and need not write where it is there already. */
type WithBlock = Pick<ViolationRow, 'blocks_from'>;
/** `again`: it was over, is there again, and has to be told anew. */
export type ChangedViolation = Omit<ViolationRow, 'changed_at' | 'blocks_from'> & { again: boolean };

export type Happened = 'opened' | 'ignored' | 'returned' | 'closed';

/** `withdrawn`: no advisory speaks of it any more. */
export type Closing = 'fixed' | 'withdrawn' | 'policy changed' | 'target gone';

/** What of that which makes a violation came last; null where that is not kept. */
export type Cause = 'new content' | 'new advisory' | 'exploitation' | 'policy changed' | NotedCause;

export interface HappenedEvent {
  violation_id: number;
  what: Happened;
  /** Why it opened or closed. */
  reason: Cause | Closing | null;
  /** The ignore rule by which it is ignored, or was. */
  rule_id: number | null;
}

/** Writes new rows, of which nobody has been told yet. Answers them with what makes each of them one of its kind. */
export async function insertViolations(
  tx: Db,
  rows: readonly (NewViolation & WithBlock)[],
): Promise<Pick<ViolationRow, 'id' | 'watch_id' | 'policy_id' | 'rule' | 'kind' | 'target_id' | 'subject'>[]> {
  if (rows.length === 0) return [];
  const { rows: done } = await sql<ViolationRow>`
    with done as (
    insert into violation (watch_id, policy_id, rule, kind, target_id, subject, severity, repository, path, format, package, version, components, fixed_versions,
      fails_build, opened_at, state, ignored_by, ignored_until, blocks_from)
    select watch_id, policy_id, rule, kind, target_id, subject, severity, repository, path, format, package, version,
      array(select jsonb_array_elements_text(components)::bigint), array(select jsonb_array_elements_text(fixed_versions)),
      fails_build, opened_at, state, ignored_by, ignored_until, blocks_from
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (watch_id bigint, policy_id bigint, rule text, kind text, target_id bigint, subject text, severity smallint,
      repository text, path text, format text, package text, version text, components jsonb, fixed_versions jsonb, fails_build boolean, opened_at timestamptz,
      state text, ignored_by bigint, ignored_until timestamptz, blocks_from timestamptz)
    returning id, watch_id, policy_id, rule, kind, target_id, subject),
      news as (insert into untold (violation_id, watch_id) select id, watch_id from done)
    select * from done`.execute(tx);
  return done;
}

/** Writes what changed of some rows, all at once. @throws Error where one of them was forgotten in this very moment: what is judged then is judged again */
export async function updateViolations(tx: Db, rows: readonly (ChangedViolation & WithBlock)[]): Promise<void> {
  if (rows.length === 0) return;
  const { numAffectedRows } = await sql`
    with given as (select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (id bigint, watch_id bigint, severity smallint, repository text, path text, package text,
        version text, components jsonb, fixed_versions jsonb, fails_build boolean, again boolean, opened_at timestamptz, state text, reason text, ignored_by bigint,
        ignored_until timestamptz, blocks_from timestamptz)),
      news as (insert into untold (violation_id, watch_id) select id, watch_id from given where again on conflict do nothing)
    update violation set severity = given.severity, repository = given.repository, path = given.path, package = given.package, version = given.version,
      components = array(select jsonb_array_elements_text(given.components)::bigint), fixed_versions = array(select jsonb_array_elements_text(given.fixed_versions)),
      fails_build = given.fails_build, opened_at = given.opened_at, state = given.state, reason = given.reason, ignored_by = given.ignored_by,
      ignored_until = given.ignored_until, blocks_from = given.blocks_from, changed_at = now()
    from given where violation.id = given.id`.execute(tx);
  if (Number(numAffectedRows) !== rows.length) throw new Error('Violations were forgotten while they were judged');
}

export async function insertViolationEvents(tx: Db, events: readonly HappenedEvent[]): Promise<void> {
  if (events.length === 0) return;
  await sql`insert into violation_event (violation_id, what, reason, rule_id)
    select violation_id, what, reason, rule_id from jsonb_to_recordset(${JSON.stringify(events)}::jsonb)
      as given (violation_id bigint, what text, reason text, rule_id bigint)`.execute(tx);
}

export async function changeBlocks(tx: Db, gone: readonly BlockRow[], fresh: readonly BlockRow[]): Promise<void> {
  if (gone.length > 0)
    await sql`delete from block using jsonb_to_recordset(${JSON.stringify(gone)}::jsonb) as given (repository text, sha256 text, violation_id bigint)
      where block.repository = given.repository and block.sha256 = given.sha256 and block.violation_id = given.violation_id`.execute(tx);
  if (fresh.length > 0)
    await sql`
      insert into block (repository, sha256, violation_id, from_at)
      select repository, sha256, violation_id, from_at
      from jsonb_to_recordset(${JSON.stringify(fresh)}::jsonb) as given (repository text, sha256 text, violation_id bigint, from_at timestamptz)
      on conflict (repository, sha256, violation_id) do update set from_at = excluded.from_at`.execute(tx);
}

/** Ends rules that were about one occurrence which is over. Those that somebody else has held since the judging began stay until their version is judged again. */
export async function endRulesOfOccurrences(tx: Db, violations: readonly number[]): Promise<void> {
  if (violations.length === 0) return;
  await sql`
    update ignore_rule set deleted_at = now(), deleted_by = 'system' where id in (
      select id from ignore_rule where deleted_at is null and violation_id = any(${violations}::bigint[]) for update skip locked)`.execute(tx);
}

/** Deletes some of what has been closed for so many days, with what happened to it; answers how many. */
export async function deleteClosed(db: Db, days: number, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from violation where id in (select id from violation where state = 'closed' and changed_at < now() - make_interval(days => ${days})
      order by changed_at limit ${limit} for update skip locked)`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Puts together what was counted one by one, so that figures stay quick to read. */
export async function foldTallies(db: Db): Promise<void> {
  await sql`select fold_tallies() where exists (select from tally_step where not folded) or exists (select from hour_step where not folded)`.execute(db);
  await sql`select fold_places() where exists (select from place_step where not folded) or exists (select from component_step where not folded)`.execute(db);
  await sql`select fold_targets() where exists (select from target_step where not folded)`.execute(db);
}

/** Forgets what happened so many days ago. */
export async function deleteOldHours(db: Db, days: number): Promise<void> {
  await sql`delete from hour_step where hour < now() - make_interval(days => ${days}) and folded and standing = 0 and blocking = 0`.execute(db);
}
