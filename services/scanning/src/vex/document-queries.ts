import { type Selectable, sql } from 'kysely';
import { fitsArtifact, fitsComponent, type Projects } from '../ignore/ignored-queries.ts';
import { speaksIn } from '../match/advisory-place-queries.ts';
import type { Db } from '../schema.ts';
import type { Statement, VexDocument } from './vex-document.ts';
import type { VexDocumentTable, VexStatementTable } from './vex-tables.ts';

/** A document without its content. */
export type DocumentRow = Omit<Selectable<VexDocumentTable>, 'content'> & { trusted: boolean };
export type StatementRow = Selectable<VexStatementTable>;

/** Rows of one statement. */
const atOnce = 1000;

const columns = [
  'id',
  'uuid',
  'project',
  'format',
  'document',
  'version',
  'issued_at',
  'issuer',
  'title',
  'sha256',
  'statements',
  'products',
  'unknown_products',
  'author',
  'created_at',
] as const;

const isTrusted = sql<boolean>`exists (select from vex_issuer where vex_issuer.name = vex_document.issuer)`.as('trusted');

export async function selectDocument(db: Db, uuid: string): Promise<DocumentRow | undefined> {
  return db.selectFrom('vex_document').select(columns).select(isTrusted).where('uuid', '=', uuid).executeTakeFirst();
}

/** The one of this name, of this issuer, in the same place. */
export async function selectNamed(
  db: Db,
  { project, issuer, document }: { project: string | null; issuer: string; document: string },
): Promise<DocumentRow | undefined> {
  return db
    .selectFrom('vex_document')
    .select(columns)
    .select(isTrusted)
    .where(sql<boolean>`coalesce(project, '') = ${project ?? ''}`)
    .where('issuer', '=', issuer)
    .where('document', '=', document)
    .executeTakeFirst();
}

export async function selectContent(db: Db, id: number): Promise<Buffer | undefined> {
  return (await db.selectFrom('vex_document').select('content').where('id', '=', id).executeTakeFirst())?.content;
}

/** Projects that documents are limited to. */
export async function selectDocumentProjects(db: Db): Promise<(string | null)[]> {
  return (await db.selectFrom('vex_document').select('project').distinct().execute()).map(({ project }) => project);
}

/** One page, the newest first, of all or of some projects; undefined: all. */
export async function selectDocuments(
  db: Db,
  projects: readonly string[] | undefined,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<{ rows: DocumentRow[]; total: number; next: string | null }> {
  let query = db.selectFrom('vex_document');
  if (projects) query = query.where('project', '=', sql<string>`any(${projects}::text[])`);
  const page = after === undefined ? query : query.where('id', '<', Number(after));
  const [rows, counted] = await Promise.all([
    page
      .select(columns)
      .select(isTrusted)
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute(),
    query.select((select) => select.fn.countAll<number>().as('count')).executeTakeFirst(),
  ]);
  const shown = rows.slice(0, limit);
  return { rows: shown, total: counted?.count ?? 0, next: rows.length > limit ? String(shown.at(-1)!.id) : null };
}

/** How many findings here each of some documents says something of: a vulnerability in a component of a file. */
export async function countTouched(db: Db, ids: readonly number[], projects: Projects): Promise<ReadonlyMap<number, number>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: number; touched: number }>`
    with said as materialized (
      select document.id, document.project, rule.components, rule.artifacts, named.canonical
      from vex_document document join vex_statement statement on statement.document_id = document.id join vex_scope rule on rule.statement_id = statement.id
        cross join lateral (
          select canonical from advisory where advisory.id = any(statement.names)
          union select canonical from advisory where canonical = any(statement.names)
          union select canonical from advisory where aliases && statement.names) as named
      where document.id = any(${ids}::bigint[])
    ), known as materialized (
      select distinct finding.component_id, advisory.canonical, advisory.project from advisory join finding on finding.advisory_id = advisory.id
      where advisory.canonical in (select canonical from said) and finding.confidence = 'known'
    ), issue as materialized (
      select distinct target.id as target_id, known.component_id, known.canonical from known join target on target.component_id = known.component_id
        where target.scanned_at is not null and ${speaksIn(projects, { project: 'known.project' })}
      union
      select target.id, known.component_id, known.canonical from known join inventory on inventory.component_id = known.component_id
        join target on target.subject_id = inventory.subject_id where target.scanned_at is not null and ${speaksIn(projects, { project: 'known.project' })}
    )
    select id, count(*)::integer as touched from (
      select distinct rule.id, issue.target_id, issue.component_id, issue.canonical
      from issue join said rule on rule.canonical = issue.canonical join target on target.id = issue.target_id join component on component.id = issue.component_id
      where ${speaksIn(projects, { project: 'rule.project' })} and ${fitsArtifact} and ${fitsComponent}
    ) as each group by id`.execute(db);
  return new Map(rows.map(({ id, touched }) => [id, touched]));
}

interface NewDocument extends VexDocument {
  uuid: string;
  id: string;
  project: string | null;
  sha256: string;
  content: Buffer;
  author: string;
}

const inParts = <Row>(rows: readonly Row[]): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / atOnce) }, (_, index) => rows.slice(index * atOnce, (index + 1) * atOnce));

async function insertScopes(tx: Db, statements: readonly Statement[], ids: readonly number[]): Promise<void> {
  const scopes = statements.flatMap(({ products }, index) => {
    const told = products.flatMap((product) => product.scopes).map((scope) => ({ key: JSON.stringify(scope), scope }));
    // The same product under two names is one.
    return [...new Map(told.map((one) => [one.key, one])).values()].map(({ key, scope: { components, artifacts } }) => ({
      statement_id: ids[index]!,
      key,
      components: components && JSON.stringify(components),
      artifacts: artifacts && JSON.stringify(artifacts),
      ranged: components?.some(({ range }) => range !== undefined) ?? false,
    }));
  });
  for (const part of inParts(scopes)) await tx.insertInto('vex_scope').values(part).execute();
}

/** Writes down a document with all that it says. */
export async function insertDocument(tx: Db, { statements, uuid, id, issued, ...document }: NewDocument): Promise<void> {
  const products = statements.flatMap((one) => one.products);
  const { project, format, version, issuer, title, sha256, content, author } = document;
  const row = { uuid, project, format, document: id, version, issued_at: issued, issuer, title, sha256, content, author };
  const counts = { statements: statements.length, products: products.length, unknown_products: products.filter(({ unknown }) => unknown).length };
  const made = await tx
    .insertInto('vex_document')
    .values({ ...row, ...counts })
    .returning('id')
    .executeTakeFirstOrThrow();
  const rows = statements.map(({ products: named, ...statement }, position) => ({
    ...statement,
    document_id: made.id,
    position,
    products: JSON.stringify(named.map(({ name, within, unknown }) => ({ name, within, unknown }))),
  }));
  const ids: number[] = [];
  for (const part of inParts(rows)) {
    const kept = await tx.insertInto('vex_statement').values(part).returning(['id', 'position']).execute();
    for (const one of kept) ids[one.position] = one.id;
  }
  await insertScopes(tx, statements, ids);
}

export async function deleteDocumentRow(tx: Db, id: number): Promise<boolean> {
  const done = await tx.deleteFrom('vex_document').where('id', '=', id).executeTakeFirst();
  return done.numDeletedRows > 0n;
}

/** All names of vulnerabilities that a document says something of. */
export async function selectNames(db: Db, documentId: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select distinct unnest(names) as name from vex_statement where document_id = ${documentId}`.execute(db);
  return rows.map(({ name }) => name);
}

/** One page of what a document says, and which of it takes something out. */
export async function selectStatements(
  db: Db,
  documentId: number,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<{ rows: (StatementRow & { acted_on: boolean })[]; next: string | null }> {
  const rows = await db
    .selectFrom('vex_statement')
    .selectAll()
    .select(sql<boolean>`exists (select from ignore_rule where ignore_rule.vex_statement = vex_statement.id and ignore_rule.deleted_at is null)`.as('acted_on'))
    .where('document_id', '=', documentId)
    .where('position', '>', after === undefined ? -1 : Number(after))
    .orderBy('position')
    .limit(limit + 1)
    .execute();
  const shown = rows.slice(0, limit);
  return { rows: shown, next: rows.length > limit ? String(shown.at(-1)!.position) : null };
}
