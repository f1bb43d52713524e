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
  from_at: Date;
}

/** The worst violation for which some content is not given out now. */
export async function selectBlocking(db: Db, { repository, sha256 }: { repository: string; sha256: string }): Promise<Blocking | undefined> {
  const { rows } = await sql<Blocking>`
    select violation.id, violation.kind, violation.subject, violation.fixed_versions, violation.rule, policy.name as policy, watch.name as watch, block.from_at,
      (select component.name || ' ' || component.version from component where component.id = violation.components[1]) as component
    from block join violation on violation.id = block.violation_id join watch on watch.id = violation.watch_id join policy on policy.id = violation.policy_id
    where block.repository = ${repository} and block.sha256 = ${sha256} and block.from_at <= now() and ${isActive}
    order by violation.severity, violation.id limit 1`.execute(db);
  return rows[0];
}

/** How far a file's scan has come, and whether it waits to be judged. */
export async function selectScan(db: Db, { repository, path }: { repository: string; path: string }): Promise<{ state: string; due: boolean } | undefined> {
  const { rows } = await sql<{ state: string; due: boolean }>`
    select state, exists (select from evaluation_due where target_id = target.id) as due from target where repository = ${repository} and path = ${path}`.execute(
    db,
  );
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
