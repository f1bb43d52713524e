import type { RetentionPolicyInput } from '@packhouse/contract/repositories/retention-routes.ts';
import { type Selectable, sql, type Updateable } from 'kysely';
import type { Db } from '../schema.ts';
import type { RetentionPolicyTable, RetentionRunTable } from './upkeep-schema.ts';

export type PolicyRow = Selectable<RetentionPolicyTable>;
export type RunRow = Selectable<RetentionRunTable>;

function toColumns(input: RetentionPolicyInput, actor: string, nextRunAt: Date | null) {
  const { name, projectKey, description, enabled, every, cron, mostMinutes, permanently, archive, ...selection } = input;
  return {
    name,
    project_key: projectKey ?? null,
    description,
    enabled,
    every,
    cron,
    next_run_at: nextRunAt,
    most_minutes: mostMinutes ?? null,
    permanently,
    archive,
    selection: JSON.stringify(selection),
    modified_at: new Date(),
    modified_by: actor,
  };
}

const belongsTo = (projects: readonly string[]) => sql<boolean>`project_key = any(${projects}::text[])`;

/** Without projects, all policies. */
export function selectPolicies(db: Db, projects?: readonly string[]): Promise<PolicyRow[]> {
  const all = db.selectFrom('retention_policy').selectAll().orderBy('name').limit(1000);
  return (projects ? all.where(belongsTo(projects)) : all).execute();
}

/** How many policies belong to a project. */
export async function countPoliciesOf(db: Db, project: string): Promise<number> {
  const { count } = await db
    .selectFrom('retention_policy')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('project_key', '=', project)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Projects that have, or had, policies. */
export async function selectProjectsOfPolicies(db: Db): Promise<string[]> {
  const ofPolicies = db.selectFrom('retention_policy').select('project_key').where('project_key', 'is not', null);
  const rows = await ofPolicies.union(db.selectFrom('retention_run').select('project_key').where('project_key', 'is not', null)).execute();
  return rows.flatMap(({ project_key: key }) => (key === null ? [] : [key]));
}

/** What a policy takes away; of one that belongs to a project nothing beyond it. */
export const getSelection = ({ project_key: key, selection }: Pick<PolicyRow, 'project_key' | 'selection'>): PolicyRow['selection'] =>
  key === null ? selection : { ...selection, projectKeys: [key] };

export function selectPolicy(db: Db, id: number): Promise<PolicyRow | undefined> {
  return db.selectFrom('retention_policy').selectAll().where('id', '=', id).executeTakeFirst();
}

export function selectPolicyForUpdate(db: Db, id: number): Promise<PolicyRow | undefined> {
  return db.selectFrom('retention_policy').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export function selectPolicyNamed(db: Db, name: string): Promise<PolicyRow | undefined> {
  return db.selectFrom('retention_policy').selectAll().where('name', '=', name).executeTakeFirst();
}

export function insertPolicy(db: Db, input: RetentionPolicyInput, actor: string, nextRunAt: Date | null): Promise<PolicyRow> {
  return db
    .insertInto('retention_policy')
    .values(toColumns(input, actor, nextRunAt))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Whoever changes it says who `actor` is and when it comes around next. */
export function updatePolicy(
  db: Db,
  id: number,
  input: RetentionPolicyInput,
  { actor, nextRunAt }: { actor: string; nextRunAt: Date | null },
): Promise<PolicyRow> {
  return db
    .updateTable('retention_policy')
    .set(toColumns(input, actor, nextRunAt))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deletePolicy(db: Db, id: number): Promise<void> {
  await db.deleteFrom('retention_policy').where('id', '=', id).execute();
}

/** Deletes the policies of a project, and leaves the reports of their runs to administrators of the platform. */
export async function deletePoliciesOf(db: Db, project: string): Promise<PolicyRow[]> {
  await db.updateTable('retention_run').set({ project_key: null }).where('project_key', '=', project).execute();
  return db.deleteFrom('retention_policy').where('project_key', '=', project).returningAll().execute();
}

/** Keeps when a policy comes around next by its schedule. */
export async function noteNextRun(db: Db, id: number, nextRunAt: Date | null): Promise<void> {
  await db.updateTable('retention_policy').set({ next_run_at: nextRunAt }).where('id', '=', id).execute();
}

/** Enabled policies whose schedule says that it is time; nobody else takes these until the transaction ends. */
export function selectScheduledPolicies(db: Db): Promise<PolicyRow[]> {
  return db
    .selectFrom('retention_policy')
    .selectAll()
    .where('enabled', '=', true)
    .where('every', '=', 'schedule')
    .where('next_run_at', '<=', new Date())
    .orderBy('id')
    .forUpdate()
    .skipLocked()
    .execute();
}

/** Whether a run of this policy waits or is under way that takes something away. */
export async function hasOpenRun(db: Db, policyId: number): Promise<boolean> {
  const open = db.selectFrom('retention_run').select('id').where('policy_id', '=', policyId).where('finished_at', 'is', null).where('dry_run', '=', false);
  return (await open.executeTakeFirst()) !== undefined;
}

export function insertRun(db: Db, policy: PolicyRow, { requestedBy, dryRun = false }: { requestedBy: string; dryRun?: boolean }): Promise<RunRow> {
  return db
    .insertInto('retention_run')
    .values({ policy_id: policy.id, policy_name: policy.name, project_key: policy.project_key, requested_by: requestedBy, dry_run: dryRun })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function selectRun(db: Db, id: number): Promise<RunRow | undefined> {
  return db.selectFrom('retention_run').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Keeps how far a run is, unless it is over; answers it as it is then, undefined where it is over. */
export function updateRun(db: Db, id: number, change: Updateable<RetentionRunTable>): Promise<RunRow | undefined> {
  return db.updateTable('retention_run').set(change).where('id', '=', id).where('finished_at', 'is', null).returningAll().executeTakeFirst();
}

/** Without projects, runs of all policies. */
export function selectLatestRuns(db: Db, limit: number, projects?: readonly string[]): Promise<RunRow[]> {
  const latest = db.selectFrom('retention_run').selectAll().orderBy('id', 'desc').limit(limit);
  return (projects ? latest.where(belongsTo(projects)) : latest).execute();
}

/** The last run of each policy that took something away, by the policy's id. */
export async function selectLastRuns(db: Db): Promise<Map<number, RunRow>> {
  const rows = await db
    .selectFrom('retention_run')
    .selectAll()
    .distinctOn('policy_id')
    .where('policy_id', 'is not', null)
    .where('dry_run', '=', false)
    .orderBy('policy_id')
    .orderBy('id', 'desc')
    .execute();
  return new Map(rows.map((row) => [row.policy_id ?? 0, row]));
}

/** Enabled policies whose last run by themselves, at night, was long enough ago. */
export async function selectDuePolicies(db: Db): Promise<PolicyRow[]> {
  const { rows } = await sql<PolicyRow>`
    select policy.* from retention_policy policy
    where policy.enabled and policy.every in ('day', 'week', 'month') and not exists (
      select from retention_run run where run.policy_id = policy.id and run.requested_by = 'schedule' and run.status <> 'failed'
        and run.started_at > now() - ('1 ' || policy.every)::interval + interval '2 hours')
    order by policy.id`.execute(db);
  return rows;
}
