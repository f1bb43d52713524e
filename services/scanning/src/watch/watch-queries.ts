import type { PolicyType } from '@packhouse/contract/scanning/policy-types.ts';
import type { WatchResource } from '@packhouse/contract/scanning/watch-routes.ts';
import { type Selectable, sql } from 'kysely';
import type { WatchTable } from '../governance-tables.ts';
import type { Db } from '../schema.ts';

type WatchRow = Selectable<WatchTable>;
export type WatchWithPolicies = WatchRow & { policies: { id: number; name: string; type: PolicyType }[] };

const policies = sql<
  WatchWithPolicies['policies']
>`coalesce((select jsonb_agg(jsonb_build_object('id', policy.id, 'name', policy.name, 'type', policy.type) order by policy.name)
  from watch_policy join policy on policy.id = watch_policy.policy_id where watch_policy.watch_id = watch.id), '[]')`;

/** Watches by name: all, or those of some projects. */
export function selectWatches(db: Db, projects: readonly string[] | undefined): Promise<WatchWithPolicies[]> {
  let query = db.selectFrom('watch').selectAll().select(policies.as('policies')).orderBy('name');
  if (projects) query = query.where('project', '=', sql<string>`any(${projects}::text[])`);
  return query.execute();
}

export function selectWatch(db: Db, name: string): Promise<WatchWithPolicies | undefined> {
  return db.selectFrom('watch').selectAll().select(policies.as('policies')).where('name', '=', name).executeTakeFirst();
}

export interface WatchValues {
  name: string;
  project: string | null;
  description: string;
  active: boolean;
  resources: readonly WatchResource[];
  recipients: readonly string[];
}

const toColumns = ({ resources, recipients, ...values }: WatchValues) => ({ ...values, resources: JSON.stringify(resources), recipients: [...recipients] });

/** Answers nothing where there is a watch of that name. */
export async function insertWatch(db: Db, values: WatchValues, policyIds: readonly number[], author: string): Promise<number | undefined> {
  const row = await db
    .insertInto('watch')
    .values({ ...toColumns(values), author })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (row) await assignPolicies(db, row.id, policyIds);
  return row?.id;
}

async function assignPolicies(db: Db, watchId: number, policyIds: readonly number[]): Promise<void> {
  await db
    .insertInto('watch_policy')
    .values(policyIds.map((policy_id) => ({ watch_id: watchId, policy_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function updateWatchRow(db: Db, id: number, values: WatchValues, policyIds: readonly number[]): Promise<void> {
  const { description, active, resources, recipients } = values;
  // What stays assigned is left alone: everything is judged again when a watch gets or loses a policy.
  await db.deleteFrom('watch_policy').where('watch_id', '=', id).where('policy_id', '<>', sql<number>`all(${policyIds}::bigint[])`).execute();
  await assignPolicies(db, id, policyIds);
  await db
    .updateTable('watch')
    .set({
      description,
      active,
      resources: JSON.stringify(resources),
      recipients: [...recipients],
      revision: sql<number>`revision + 1`,
      modified_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .execute();
}

export async function deleteWatchRow(db: Db, id: number): Promise<void> {
  await db.deleteFrom('watch').where('id', '=', id).execute();
}

export interface WatchCount {
  watch_id: number;
  severity: number;
  active: number;
  ignored: number;
}

/** Open violations of each watch by severity. */
export async function selectWatchCounts(db: Db): Promise<WatchCount[]> {
  const { rows } = await sql<WatchCount>`
    select watch_id, severity, sum(active)::integer as active, sum(ignored)::integer as ignored from violation_tally
    group by watch_id, severity having sum(active) > 0 or sum(ignored) > 0 order by severity`.execute(db);
  return rows;
}

/** How many versions wait to be judged. */
export async function countDue(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('evaluation_due')
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Those of these names under which a repository of source code is connected, in any case of letters. */
export async function selectSourceNames(db: Db, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return [];
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${names}::text[]) as name where exists (
      select from git_repository where lower(full_name) = lower(name) and gone_at is null)`.execute(db);
  return rows.map(({ name }) => name);
}
