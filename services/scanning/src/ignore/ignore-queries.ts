import { type Selectable, sql } from 'kysely';
import type { Db, IgnoreRuleTable } from '../schema.ts';
import type { Fit } from './fit.ts';

export type IgnoreRuleRow = Selectable<IgnoreRuleTable>;
type NewRule = Pick<IgnoreRuleRow, 'uuid' | 'project' | 'filters' | keyof Fit | 'notes' | 'author' | 'expires_at' | 'violation_id'> &
  Partial<Pick<IgnoreRuleRow, 'state' | 'asked_for' | 'analysis' | 'vex' | 'vex_statement'>>;

const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

/** Adds rules, all at once: what they are about is looked for once. `repositories` are those of the projects of the rules. */
export async function insertRules(tx: Db, rules: readonly NewRule[], repositories: Readonly<Record<string, readonly string[]>>): Promise<IgnoreRuleRow[]> {
  await sql`select set_config('scanning.repositories_of_projects', ${JSON.stringify(repositories)}, true)`.execute(tx);
  const values = rules.map((rule) => ({
    ...rule,
    filters: JSON.stringify(rule.filters),
    components: json(rule.components),
    artifacts: json(rule.artifacts),
    analysis: json(rule.analysis ?? null),
    vex: json(rule.vex ?? null),
  }));
  return (
    tx
      .insertInto('ignore_rule')
      .values(values)
      // For a violation one can be asked for at a time.
      .onConflict((conflict) => conflict.column('asked_for').where('state', '=', 'asked').where('deleted_at', 'is', null).doNothing())
      .returningAll()
      .execute()
  );
}

/** A rule that has not been taken back; it may have lapsed, or only have been asked for. */
export async function selectRule(db: Db, uuid: string): Promise<IgnoreRuleRow | undefined> {
  return db.selectFrom('ignore_rule').selectAll().where('uuid', '=', uuid).where('deleted_at', 'is', null).executeTakeFirst();
}

export async function selectRules(db: Db, ids: readonly number[]): Promise<IgnoreRuleRow[]> {
  if (ids.length === 0) return [];
  return db.selectFrom('ignore_rule').selectAll().where('id', 'in', ids).execute();
}

/** What was asked for a violation last, and has not ended. */
export function selectLastAsked(db: Db, violation: number): Promise<IgnoreRuleRow | undefined> {
  return db
    .selectFrom('ignore_rule')
    .selectAll()
    .where('asked_for', '=', violation)
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Answers whether it was there to be taken back. */
export async function endRule(db: Db, id: number, by: string): Promise<boolean> {
  const done = await db
    .updateTable('ignore_rule')
    .set({ deleted_at: sql<Date>`now()`, deleted_by: by })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}

/** Approved rules that somebody asked for and that end in a time, the first to end first. */
export function selectAskedEnding(db: Db, { from, to }: { from: Date; to: Date }): Promise<IgnoreRuleRow[]> {
  const query = db.selectFrom('ignore_rule').selectAll().where('asked_for', 'is not', null).where('state', '=', 'approved').where('deleted_at', 'is', null);
  return query.where('expires_at', '>=', from).where('expires_at', '<', to).where('expires_at', '>', sql<Date>`now()`).orderBy('expires_at').execute();
}

/** Marks rules that the clock has ended as audited, and answers them; those that somebody else is about to audit are left to them. */
export async function takeExpired(tx: Db, limit: number): Promise<IgnoreRuleRow[]> {
  const { rows } = await sql<IgnoreRuleRow>`
    update ignore_rule set expiry_audited = true where id in (
      select id from ignore_rule where state = 'approved' and deleted_at is null and not expiry_audited and expires_at <= now() order by expires_at limit ${limit} for update skip locked)
    returning *`.execute(tx);
  return rows;
}

/** Changes what a rule is about. */
export async function narrowRule(db: Db, id: number, change: Pick<IgnoreRuleRow, 'filters' | 'names'>): Promise<void> {
  await db
    .updateTable('ignore_rule')
    .set({ filters: JSON.stringify(change.filters), names: change.names })
    .where('id', '=', id)
    .execute();
}

export interface RuleSelection {
  /** Those of these projects alone; undefined: all rules. */
  projects: readonly string[] | undefined;
  vulnerability: string | undefined;
  order: 'created' | 'expires_at' | 'author';
  direction: 'asc' | 'desc';
  limit: number;
  offset: number;
}

const orders = { created: 'created_at', expires_at: 'expires_at', author: 'author' } as const;

/** Rules that people made; those that come of statements of others are listed with these. */
export async function listRules(db: Db, selection: RuleSelection): Promise<{ rows: IgnoreRuleRow[]; total: number }> {
  const { projects, vulnerability, order, direction, limit, offset } = selection;
  let query = db.selectFrom('ignore_rule').where('deleted_at', 'is', null).where('state', '=', 'approved').where('vex_statement', 'is', null);
  if (projects) query = query.where('project', '=', sql<string>`any(${projects}::text[])`);
  if (vulnerability !== undefined) query = query.where(sql<boolean>`${vulnerability} = any(names)`);
  const [rows, counted] = await Promise.all([
    query.selectAll().orderBy(orders[order], direction).orderBy('id', direction).limit(limit).offset(offset).execute(),
    query.select((select) => select.fn.countAll<number>().as('count')).executeTakeFirst(),
  ]);
  return { rows, total: counted?.count ?? 0 };
}

/** Projects that rules are limited to. */
export async function selectRuleProjects(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('ignore_rule')
    .select('project')
    .distinct()
    .where('deleted_at', 'is', null)
    .where('state', '=', 'approved')
    .where('project', 'is not', null)
    .execute();
  return rows.map(({ project }) => project!);
}
