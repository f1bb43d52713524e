import { sql } from 'kysely';
import type { Db } from '../schema.ts';

/** What a statement, or a rule that comes of it, is about: a component at some versions, which are those in a range where there is one. */
export interface RangedFit {
  ecosystem?: string;
  name?: string;
  range?: string;
  versions?: string[];
}

export interface Ranged {
  id: number;
  components: RangedFit[];
}

/** Whoever changes what others say, or who is trusted, does so in turn, and whoever learns of versions waits for that. */
export async function takeTurn(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('scanning.vex'))`.execute(tx);
}

/** Waits for those who change something at this moment. */
export async function awaitTurn(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtext('scanning.vex'))`.execute(tx);
}

/** What is about a range of versions of packages that some components are of. */
export async function selectRanged(db: Db, componentIds: readonly number[]): Promise<(Ranged & { statement: number })[]> {
  const { rows } = await sql<Ranged & { statement: number }>`
    select id, statement_id as statement, components from vex_scope where ranged and exists (
      select from jsonb_to_recordset(components) as fit (ecosystem text, name text, range text)
        join component on component.ecosystem = fit.ecosystem and component.name = fit.name
        where fit.range is not null and component.id = any(${componentIds}::bigint[]))
    order by id`.execute(db);
  return rows;
}

/** All that is about ranges in what a document says. */
export async function selectRangedOf(db: Db, document: string): Promise<Ranged[]> {
  const { rows } = await sql<Ranged>`
    select scope.id, scope.components from vex_scope scope join vex_statement statement on statement.id = scope.statement_id
      join vex_document document on document.id = statement.document_id
    where scope.ranged and document.uuid = ${document} order by scope.id`.execute(db);
  return rows;
}

/** Rules that come of some statements. */
export async function selectRulesOf(db: Db, statements: readonly number[]): Promise<Ranged[]> {
  const { rows } = await sql<Ranged>`
    select id, components from ignore_rule where vex_statement = any(${statements}::bigint[]) and deleted_at is null and components is not null order by id`.execute(
    db,
  );
  return rows;
}

interface Named {
  ecosystem: string;
  name: string;
}

/** Which versions of some packages are known here. */
export async function selectVersionsOf(db: Db, packages: readonly Named[]): Promise<(Named & { version: string })[]> {
  const { rows } = await sql<Named & { version: string }>`
    select distinct component.ecosystem, component.name, component.version
    from jsonb_to_recordset(${JSON.stringify(packages)}::jsonb) as given (ecosystem text, name text) join component using (ecosystem, name)`.execute(db);
  return rows;
}

export async function updateFits(tx: Db, table: 'vex_scope' | 'ignore_rule', { id, components }: Ranged): Promise<void> {
  await tx
    .updateTable(table)
    .set({ components: JSON.stringify(components) })
    .where('id', '=', id)
    .execute();
}
