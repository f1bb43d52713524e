import { sql } from 'kysely';
import type { Db } from '../schema.ts';
import { isActive } from './violation-count-queries.ts';

/** A page of the content that is blocked somewhere, by checksum. */
export async function selectBlockedSums(db: Db, after: string, limit: number): Promise<string[]> {
  const rows = await db.selectFrom('block').select('sha256').distinct().where('sha256', '>', after).orderBy('sha256').limit(limit).execute();
  return rows.map(({ sha256 }) => sha256);
}

/** A violation as a refusal names it. */
export interface Breaking {
  id: number;
  kind: 'security' | 'license' | 'operational_risk';
  subject: string;
  fixed_versions: string[];
  rule: string;
  policy: string;
  watch: string;
  component: string | null;
}

export interface Blocking extends Breaking {
  target_id: number;
  from_at: Date;
  /** Its days of grace are over. */
  holds: boolean;
  /** The version waits to be judged anew: it may be ignored, or over. */
  is_due: boolean;
}

/** The worst violation for which some content is not given out now; where there is none, the one that blocks it next. */
export async function selectBlocking(db: Db, { repository, sha256 }: { repository: string; sha256: string }): Promise<Blocking | undefined> {
  const { rows } = await sql<Blocking>`
    select violation.id, violation.target_id, block.from_at <= now() as holds, exists (select from evaluation_due where target_id = violation.target_id) as is_due, violation.kind, violation.subject, violation.fixed_versions, violation.rule, policy.name as policy, watch.name as watch, block.from_at,
      (select component.name || ' ' || component.version from component where component.id = violation.components[1]) as component
    from block join violation on violation.id = block.violation_id join watch on watch.id = violation.watch_id join policy on policy.id = violation.policy_id
    where block.repository = ${repository} and block.sha256 = ${sha256} and ${isActive}
    order by holds desc, case when block.from_at > now() then block.from_at end, violation.severity, violation.id limit 1`.execute(db);
  return rows[0];
}

export interface ScanOfFile {
  id: number;
  path: string;
  sha256: string;
  /** What was read, by a name that tells which of its parts were there; null while nothing was. */
  subject: string | null;
  state: string;
  /** Its content was read once: what is read again meanwhile stays known. */
  is_read: boolean;
  /** That was never judged. */
  unjudged: boolean;
}

/** How far a file's scan has come; of a file that stands for no version, that of one with the same content. */
export async function selectScan(db: Db, { repository, path, sha256 }: { repository: string; path: string; sha256: string }): Promise<ScanOfFile | undefined> {
  const { rows } = await sql<ScanOfFile>`
    select target.id, target.path, target.sha256, target.state, (select digest from subject where subject.id = target.subject_id) as subject, target.scanned_at is not null and target.state <> 'scan failed' as is_read, coalesce(due.unjudged, false) as unjudged
    from target left join evaluation_due due on due.target_id = target.id
    where target.repository = ${repository} and (target.path = ${path} or target.sha256 = ${sha256})
    order by target.path = ${path} desc, target.id limit 1`.execute(db);
  return rows[0];
}

/** The worst active violation of an assembly whose rule asks for an action. */
export async function selectKeeping(db: Db, id: number, action: string): Promise<Breaking | undefined> {
  const { rows } = await sql<Breaking>`
    select violation.id, violation.kind, violation.subject, violation.fixed_versions, violation.rule, policy.name as policy, watch.name as watch,
      (select component.name || ' ' || component.version from component where component.id = violation.components[1]) as component
    from violation join watch on watch.id = violation.watch_id join policy on policy.id = violation.policy_id
    where violation.target_id = ${id} and ${isActive} and exists (select from jsonb_array_elements(policy.rules) as rule
      where rule.value ->> 'name' = violation.rule and (rule.value -> 'actions' ->> ${action})::boolean)
    order by violation.severity, violation.id limit 1`.execute(db);
  return rows[0];
}
