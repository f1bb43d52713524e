import type { FirewallRuleInput } from '@packhouse/contract/repositories/firewall-routes.ts';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../schema.ts';
import type { FirewallRuleTable } from './firewall-schema.ts';

export type RuleRow = Selectable<FirewallRuleTable>;

/** Rules in the order in which they are tried. */
export function selectRules(db: Db): Promise<RuleRow[]> {
  return db.selectFrom('firewall_rule').selectAll().orderBy('id').execute();
}

export function lockRule(db: Db, id: number): Promise<RuleRow | undefined> {
  return db.selectFrom('firewall_rule').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

const getColumns = ({ name, mode, repositories, except, condition, unknown }: FirewallRuleInput, author: string) => ({
  name,
  mode,
  repositories,
  except_packages: except,
  condition: JSON.stringify(condition),
  unknown,
  author,
});

/** Nothing when the name is taken. */
export function insertRule(db: Db, input: FirewallRuleInput, author: string): Promise<RuleRow | undefined> {
  return db
    .insertInto('firewall_rule')
    .values(getColumns(input, author))
    .onConflict((conflict) => conflict.expression(sql`lower(name)`).doNothing())
    .returningAll()
    .executeTakeFirst();
}

export async function isNameTaken(db: Db, name: string, by: number): Promise<boolean> {
  const row = await db.selectFrom('firewall_rule').select('id').where(sql`lower(name)`, '=', name.toLowerCase()).where('id', '<>', by).executeTakeFirst();
  return row !== undefined;
}

export function updateRuleRow(db: Db, id: number, input: FirewallRuleInput, author: string): Promise<RuleRow> {
  return db
    .updateTable('firewall_rule')
    .set({ ...getColumns(input, author), modified_at: sql<Date>`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteRuleRow(db: Db, id: number): Promise<void> {
  await db.deleteFrom('firewall_rule').where('id', '=', id).execute();
}

/** Exceptions that hold, or will end by the clock. */
export async function selectLiveExceptions(db: Db): Promise<{ rule_id: number; format: string; package: string; version: string; until_at: Date | null }[]> {
  return db
    .selectFrom('firewall_exception')
    .select(['rule_id', 'format', 'package', 'version', 'until_at'])
    .where('state', '=', 'approved')
    .where((where) => where.or([where('until_at', 'is', null), where('until_at', '>', sql<Date>`now()`)]))
    .orderBy('id')
    .execute();
}

/** A page of the names of packages in local repositories of a format that are about as long as another without their signs. */
export async function selectLocalNames(db: Db, format: string, length: number, { after, limit }: { after: string; limit: number }): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct package.name collate "C" as name from package join repository on repository.id = package.repository_id
    where repository.class = 'local' and repository.format = ${format} and plain_length(package.name) between ${length - 1} and ${length + 1}
      and package.name collate "C" > ${after}
    order by 1 limit ${limit}`.execute(db);
  return rows.map(({ name }) => name);
}
