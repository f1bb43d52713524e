import type { VexStatus } from '@packhouse/contract/scanning/vex.ts';
import { sql } from 'kysely';
import type { ArtifactFit, ComponentFit } from '../ignore/fit.ts';
import type { Db } from '../schema.ts';
import type { NamedProduct } from './vex-tables.ts';

/** What somebody says of one product, with what is to be known of the statement. */
export interface SaidRow {
  statement: number;
  document: string;
  project: string | null;
  names: string[];
  status: VexStatus;
  justification: string | null;
  impact: string;
  products: NamedProduct[];
  key: string;
  components: ComponentFit[] | null;
  artifacts: ArtifactFit[] | null;
}

/** All that an issuer says of some vulnerabilities, or of all of them: the latest last. */
export async function selectSaid(db: Db, issuer: string, names: readonly string[] | undefined): Promise<SaidRow[]> {
  const { rows } = await sql<SaidRow>`
    select statement.id as statement, document.uuid as document, document.project, statement.names, statement.status, statement.justification, statement.impact,
      statement.products, scope.key, scope.components, scope.artifacts
    from vex_document document join vex_statement statement on statement.document_id = document.id join vex_scope scope on scope.statement_id = statement.id
    where document.issuer = ${issuer} ${names === undefined ? sql`` : sql`and statement.names && ${names}::text[]`}
    order by statement.at, document.issued_at, document.id, statement.position, scope.id`.execute(db);
  return rows;
}

export async function isTrusted(db: Db, issuer: string): Promise<boolean> {
  return (await db.selectFrom('vex_issuer').select('name').where('name', '=', issuer).executeTakeFirst()) !== undefined;
}

export interface KeptRule {
  id: number;
  statement: number;
  names: string[];
  components: ComponentFit[] | null;
  artifacts: ArtifactFit[] | null;
}

/** Rules that hold since an issuer says so. */
export async function selectKeptRules(db: Db, issuer: string, names: readonly string[] | undefined): Promise<KeptRule[]> {
  const { rows } = await sql<KeptRule>`
    select id, vex_statement as statement, names, components, artifacts from ignore_rule
    where vex_statement is not null and deleted_at is null and author = ${issuer} ${names === undefined ? sql`` : sql`and names && ${names}::text[]`}
    order by id for update`.execute(db);
  return rows;
}

export async function endKeptRules(tx: Db, ids: readonly number[], by: string): Promise<void> {
  if (ids.length === 0) return;
  await tx.updateTable('ignore_rule').set({ deleted_at: sql<Date>`now()`, deleted_by: by }).where('id', '=', sql<number>`any(${ids}::bigint[])`).execute();
}
