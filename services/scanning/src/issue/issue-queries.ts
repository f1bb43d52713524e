import type { CustomIssueInput } from '@packhouse/contract/scanning/scanning-issue-routes.ts';
import type { Severity } from '@packhouse/contract/severities.ts';
import { sql } from 'kysely';
import type { Projects } from '../ignore/ignored-queries.ts';
import { speaksIn } from '../match/advisory-place-queries.ts';
import type { Advisory } from '../osv/osv-record.ts';
import type { Db } from '../schema.ts';

export interface CustomIssueRow {
  id: string;
  document: CustomIssueInput;
  author: string;
  created_at: Date;
  modified: Date;
  /** It holds in repositories of this project alone; null: everywhere. */
  project: string | null;
  findings: number;
}

/** A component that lies in no repository of an issue's project has nothing to do with the issue. */
const customIssues = (
  projects: Projects,
) => sql`select advisory.id, advisory.document, advisory.author, advisory.created_at, advisory.modified, advisory.project,
  (select count(*)::integer from finding where finding.advisory_id = advisory.id and (advisory.project is null or exists (
    select from target where target.component_id = finding.component_id and ${speaksIn(projects)}
    union all select from inventory join target on target.subject_id = inventory.subject_id where inventory.component_id = finding.component_id and ${speaksIn(projects)}
  ))) as findings from advisory where advisory.custom`;

export async function selectCustomIssue(db: Db, projects: Projects, id: string): Promise<CustomIssueRow | undefined> {
  return (await sql<CustomIssueRow>`${customIssues(projects)} and advisory.id = ${id}`.execute(db)).rows[0];
}

/** Keys of projects that have issues of their own. */
export async function selectIssueProjects(db: Db): Promise<string[]> {
  const { rows } = await sql<{ project: string }>`select distinct project from advisory where project is not null`.execute(db);
  return rows.map(({ project }) => project);
}

interface IssueSelection {
  /** Whose issues: of one of these projects, and with null those that hold everywhere. */
  of: readonly (string | null)[];
  limit: number;
  offset: number;
}

/** One page of issues, the newest first. */
export async function selectCustomIssues(
  db: Db,
  projects: Projects,
  { of, limit, offset }: IssueSelection,
): Promise<{ rows: CustomIssueRow[]; total: number }> {
  const fits = sql`(advisory.project = any(${of.filter((one) => one !== null)}::text[]) or (advisory.project is null and ${of.includes(null)}))`;
  const [{ rows }, total] = await Promise.all([
    sql<CustomIssueRow>`${customIssues(projects)} and ${fits} order by advisory.created_at desc, advisory.id limit ${limit} offset ${offset}`.execute(db),
    sql<{ count: number }>`select count(*)::integer as count from advisory where advisory.custom and ${fits}`.execute(db),
  ]);
  return { rows, total: total.rows[0]?.count ?? 0 };
}

/** Whether any advisory has this id, or goes by it. */
export async function isTaken(db: Db, id: string): Promise<boolean> {
  return (await db.selectFrom('advisory').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

/** Keeps an issue as an advisory; `author` is who described it first, and its project stays. */
export async function keepIssue(
  tx: Db,
  advisory: Advisory,
  { document, author, project }: { document: CustomIssueInput; author: string; project: string | null },
): Promise<void> {
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
      project,
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
  project: string | null;
}

/** All advisories about one vulnerability, by any of its names, the most telling first, and those of projects last. */
export async function selectKnownIssue(db: Db, name: string): Promise<KnownIssue[]> {
  const { rows } = await sql<KnownIssue>`
    select advisory.id, advisory.canonical, advisory.aliases, advisory.severity, advisory.summary, advisory.details, advisory.published, advisory.modified,
      source.name as source, advisory.custom, advisory.project, signal.epss, signal.exploited
    from advisory left join source on source.id = advisory.source_id
      left join lateral (select max(cve_signal.epss) as epss, min(cve_signal.kev ->> 'added') as exploited from cve_signal
        where cve_signal.cve = any(array[advisory.canonical, advisory.id] || advisory.aliases || advisory.upstream)) as signal on true
    where advisory.withdrawn is null and not advisory.missing and advisory.canonical in (
      select canonical from advisory where id = ${name} union select canonical from advisory where canonical = ${name}
      union select canonical from advisory where aliases && array[${name}]::text[])
    order by advisory.project is not null, length(advisory.details) desc, advisory.id limit 100`.execute(db);
  return rows;
}
