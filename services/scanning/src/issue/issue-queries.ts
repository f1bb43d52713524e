import type { CustomIssueInput } from '@packhouse/contract/scanning/scanning-issue-routes.ts';
import type { Severity } from '@packhouse/contract/severities.ts';
import { sql } from 'kysely';
import type { Advisory } from '../osv/osv-record.ts';
import type { Db } from '../schema.ts';

export interface CustomIssueRow {
  id: string;
  document: CustomIssueInput;
  author: string;
  created_at: Date;
  modified: Date;
  findings: number;
}

const customIssues = sql`select advisory.id, advisory.document, advisory.author, advisory.created_at, advisory.modified,
  (select count(*)::integer from finding where finding.advisory_id = advisory.id) as findings from advisory where advisory.custom`;

export async function selectCustomIssue(db: Db, id: string): Promise<CustomIssueRow | undefined> {
  return (await sql<CustomIssueRow>`${customIssues} and advisory.id = ${id}`.execute(db)).rows[0];
}

export async function selectCustomIssues(db: Db, page: { limit: number; offset: number }): Promise<{ rows: CustomIssueRow[]; total: number }> {
  const [{ rows }, total] = await Promise.all([
    sql<CustomIssueRow>`${customIssues} order by advisory.created_at desc, advisory.id limit ${page.limit} offset ${page.offset}`.execute(db),
    db.selectFrom('advisory').select(sql<number>`count(*)::integer`.as('count')).where('custom', '=', true).executeTakeFirstOrThrow(),
  ]);
  return { rows, total: total.count };
}

/** Whether any advisory has this id, or goes by it. */
export async function isTaken(db: Db, id: string): Promise<boolean> {
  return (await db.selectFrom('advisory').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

/** Keeps an issue as an advisory; `author` is who described it first. */
export async function keepIssue(tx: Db, advisory: Advisory, document: CustomIssueInput, author: string): Promise<void> {
  const { id, modified, canonical, severity, summary, details, aliases, links } = advisory;
  const row = { modified, canonical, severity, summary, details, aliases, links: JSON.stringify(links), document: JSON.stringify(document) };
  await tx
    .insertInto('advisory')
    .values({
      id,
      ...row,
      source_id: null,
      run_id: null,
      seen_run: null,
      published: modified,
      withdrawn: null,
      cvss: '[]',
      upstream: [],
      cwes: [],
      custom: true,
      author,
      created_at: modified,
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row).where('advisory.custom', '=', true))
    .execute();
}

export async function deleteIssue(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom('advisory').where('id', '=', id).where('custom', '=', true).execute();
}

/** Components that an advisory speaks of, or spoke of. */
export async function selectTouchedBy(db: Db, id: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select component.id from affected join component on component.ecosystem = affected.ecosystem and component.name = affected.name where affected.advisory_id = ${id}
    union select component.id from affected join component on component.ecosystem = affected.ecosystem and component.source_name = affected.name
      where affected.advisory_id = ${id} and component.source_name <> ''
    union select component_id from finding where advisory_id = ${id}`.execute(db);
  return rows.map((row) => row.id);
}

export interface KnownIssue {
  id: string;
  canonical: string;
  aliases: string[];
  severity: Severity;
  summary: string;
  details: string;
  published: Date | null;
  modified: Date;
  source: string | null;
  epss: number | null;
  exploited: string | null;
  custom: boolean;
}

/** All advisories about one vulnerability, by any of its names, the most telling first. */
export async function selectKnownIssue(db: Db, name: string): Promise<KnownIssue[]> {
  const { rows } = await sql<KnownIssue>`
    select advisory.id, advisory.canonical, advisory.aliases, advisory.severity, advisory.summary, advisory.details, advisory.published, advisory.modified,
      source.name as source, advisory.custom, signal.epss, signal.exploited
    from advisory left join source on source.id = advisory.source_id
      left join lateral (select max(cve_signal.epss) as epss, min(cve_signal.kev ->> 'added') as exploited from cve_signal
        where cve_signal.cve = any(array[advisory.canonical, advisory.id] || advisory.aliases || advisory.upstream)) as signal on true
    where advisory.withdrawn is null and not advisory.missing and advisory.canonical in (
      select canonical from advisory where id = ${name} union select canonical from advisory where canonical = ${name}
      union select canonical from advisory where aliases && array[${name}]::text[])
    order by length(advisory.details) desc, advisory.id limit 100`.execute(db);
  return rows;
}
