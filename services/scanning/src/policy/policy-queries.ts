import type { PolicyInput } from '@packhouse/contract/scanning/policy-routes.ts';
import { type Selectable, sql } from 'kysely';
import type { PolicyRevisionTable, PolicyTable } from '../governance-tables.ts';
import type { Db } from '../schema.ts';

export type PolicyRow = Selectable<PolicyTable>;
export type UsedPolicy = PolicyRow & { watches: string[] };

const watches = sql<string[]>`array(select watch.name from watch_policy join watch on watch.id = watch_policy.watch_id
  where watch_policy.policy_id = policy.id order by watch.name)`;

/** Policies by name: all, those of a project, or those of several. */
export function selectPolicies(db: Db, projects: readonly string[] | undefined): Promise<UsedPolicy[]> {
  let query = db.selectFrom('policy').selectAll().select(watches.as('watches')).orderBy('name');
  if (projects) query = query.where('project', '=', sql<string>`any(${projects}::text[])`);
  return query.execute();
}

export function selectPolicy(db: Db, name: string): Promise<UsedPolicy | undefined> {
  return db.selectFrom('policy').selectAll().select(watches.as('watches')).where('name', '=', name).executeTakeFirst();
}

export function selectPoliciesNamed(db: Db, names: readonly string[]): Promise<PolicyRow[]> {
  return db.selectFrom('policy').selectAll().where('name', '=', sql<string>`any(${names}::text[])`).execute();
}

export function lockPolicy(db: Db, name: string): Promise<PolicyRow | undefined> {
  return db.selectFrom('policy').selectAll().where('name', '=', name).forUpdate().executeTakeFirst();
}

async function keepRevision(db: Db, { id, revision, rules, author }: Pick<PolicyRow, 'id' | 'revision' | 'rules' | 'author'>): Promise<void> {
  await db
    .insertInto('policy_revision')
    .values({ policy_id: id, revision, rules: JSON.stringify(rules), author })
    .execute();
}

/** Answers nothing where there is a policy of that name. */
export async function insertPolicy(
  db: Db,
  { name, type, description, rules }: PolicyInput,
  project: string | null,
  author: string,
): Promise<PolicyRow | undefined> {
  const row = await db
    .insertInto('policy')
    .values({ name, type, description, rules: JSON.stringify(rules), project, author })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returningAll()
    .executeTakeFirst();
  if (row) await keepRevision(db, row);
  return row;
}

export async function updatePolicyRow(db: Db, before: PolicyRow, { description, rules }: PolicyInput, author: string): Promise<PolicyRow> {
  const row = await db
    .updateTable('policy')
    .set({ description, rules: JSON.stringify(rules), revision: before.revision + 1, modified_at: sql<Date>`now()` })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await keepRevision(db, { ...row, author });
  return row;
}

export async function deletePolicyRow(db: Db, id: number): Promise<void> {
  await db.deleteFrom('policy').where('id', '=', id).execute();
}

export function selectRevisions(db: Db, policyId: number): Promise<Selectable<PolicyRevisionTable>[]> {
  return db.selectFrom('policy_revision').selectAll().where('policy_id', '=', policyId).orderBy('revision', 'desc').limit(100).execute();
}

/** Whether watches use a policy, by their names. */
export async function selectWatchesOf(db: Db, policyId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('watch_policy')
    .innerJoin('watch', 'watch.id', 'watch_policy.watch_id')
    .select('watch.name')
    .where('watch_policy.policy_id', '=', policyId)
    .orderBy('watch.name')
    .execute();
  return rows.map(({ name }) => name);
}
