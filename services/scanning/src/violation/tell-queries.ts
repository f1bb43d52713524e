import type { PolicyRule } from '@packhouse/contract/scanning/policy-routes.ts';
import { sql } from 'kysely';
import type { Db } from '../schema.ts';

/** A watch that has something to tell. */
export interface TellingWatch {
  id: number;
  name: string;
  project: string | null;
  recipients: string[];
  policies: { id: number; name: string; rules: PolicyRule[] }[];
}

/** Takes the watches that may tell of new violations: at most once in so many seconds, and once all is judged, unless that takes longer than this. */
export async function takeTellingWatches(tx: Db, seconds: number): Promise<TellingWatch[]> {
  const { rows } = await sql<TellingWatch>`
    with due as (
      select id from watch where (told_at is null or told_at <= now() - make_interval(secs => ${seconds}))
        and exists (select from untold join violation on violation.id = untold.violation_id where untold.watch_id = watch.id and violation.state = 'active'
          and (violation.opened_at <= now() - make_interval(secs => ${seconds}) or not exists (select from evaluation_due)))
      for update skip locked)
    select watch.id, watch.name, watch.project, watch.recipients,
      coalesce((select jsonb_agg(jsonb_build_object('id', policy.id, 'name', policy.name, 'rules', policy.rules))
        from watch_policy join policy on policy.id = watch_policy.policy_id where watch_policy.watch_id = watch.id), '[]') as policies
    from watch join due on due.id = watch.id order by watch.id`.execute(tx);
  return rows;
}

/** A new violation, with how many new ones its rule has. */
export interface UntoldViolation {
  id: number;
  policy_id: number;
  rule: string;
  kind: string;
  subject: string;
  severity: number;
  repository: string;
  path: string;
  package: string;
  version: string;
  fixed_versions: string[];
  of_rule: number;
  /** Among the new ones of its rule, from 1: the worst first. */
  place: number;
}

/** Takes the new violations of a watch, and leaves them as they are; answers the worst of every rule, at most so many of each. */
export async function takeUntold(tx: Db, watchId: number, most: number): Promise<UntoldViolation[]> {
  const { rows } = await sql<UntoldViolation>`
    with fresh as (delete from untold using violation where untold.watch_id = ${watchId} and violation.id = untold.violation_id and violation.state = 'active'
        returning violation.id, policy_id, rule, kind, subject, severity, repository, path, package, version, fixed_versions),
      placed as (select fresh.*, (count(*) over (partition by policy_id, rule))::integer as of_rule,
        (row_number() over (partition by policy_id, rule order by severity, id))::integer as place from fresh)
    select id, policy_id, rule, kind, subject, severity, repository, path, package, version, fixed_versions, of_rule, place
    from placed where place <= ${most} order by severity, id`.execute(tx);
  await sql`update watch set told_at = now() where id = ${watchId}`.execute(tx);
  return rows;
}
