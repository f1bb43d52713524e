import type { RiskFacts } from '@packhouse/contract/scanning/scanning-component-routes.ts';
import { sql } from 'kysely';
import type { AssemblyRow } from '../assembly/assembly.ts';
import type { AssemblyKind } from '../assembly-tables.ts';
import type { Context } from '../context.ts';
import { ignoredAmong, readProjects } from '../ignore/ignored-queries.ts';
import type { OperationalTable } from '../knowledge-tables.ts';
import type { Db } from '../schema.ts';
import type { TargetRow } from '../target/target.ts';

/** Versions in some repositories, in the order of their ids. */
export function selectTargetsIn(db: Db, repositories: readonly string[], after: number, limit: number): Promise<TargetRow[]> {
  return db
    .selectFrom('target')
    .selectAll()
    .where('repository', '=', sql<string>`any(${repositories}::text[])`)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Builds and release bundles that some repositories keep, in the order of their ids. */
export function selectAssembliesIn(db: Db, repositories: readonly string[], after: number, limit: number): Promise<AssemblyRow[]> {
  return db
    .selectFrom('assembly')
    .selectAll()
    .where('repository', '=', sql<string>`any(${repositories}::text[])`)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Names of the builds or release bundles that some repositories keep. */
export async function selectNamesOf(db: Db, repositories: readonly string[], kind: AssemblyKind): Promise<string[]> {
  const rows = await db
    .selectFrom('assembly')
    .select('name')
    .distinct()
    .where('kind', '=', kind)
    .where('repository', '=', sql<string>`any(${repositories}::text[])`)
    .execute();
  return rows.map(({ name }) => name);
}

/** The last runs of builds, or versions of release bundles, of each name in each repository. */
export async function selectLatestAssemblies(
  db: Db,
  repositories: readonly string[],
  { kind, names, latest }: { kind: AssemblyKind; names: readonly string[]; latest: number },
): Promise<AssemblyRow[]> {
  if (names.length === 0) return [];
  const { rows } = await sql<AssemblyRow>`
    select id, kind, repository, path, name, version, known_at from (
      select *, row_number() over (partition by repository, name order by known_at desc, id desc) as place from assembly
      where kind = ${kind} and repository = any(${repositories}::text[]) and name = any(${names}::text[])) ranked
    where place <= ${latest} order by id`.execute(db);
  return rows;
}

export async function countParts(db: Db, assemblies: readonly number[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from assembly_part where assembly_id = any(${assemblies}::bigint[])`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

export async function countTargetsIn(db: Db, repositories: readonly string[], keepers: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select ((select count(*) from target where repository = any(${repositories}::text[]))
      + (select count(*) from assembly where repository = any(${keepers}::text[])))::integer as count`.execute(db);
  return rows[0]?.count ?? 0;
}

export interface AskedFinding {
  target_id: number;
  component_id: number;
  canonical: string;
}

export interface IgnoredFinding extends AskedFinding {
  author: string;
  notes: string;
  expires_at: string | null;
}

/** Which findings rules ignore, and who made the rule, why, and until when. */
export async function selectIgnored({ db, peers }: Pick<Context, 'db' | 'peers'>, findings: readonly AskedFinding[]): Promise<IgnoredFinding[]> {
  if (findings.length === 0) return [];
  const { rows } = await sql<IgnoredFinding>`
    with issue as (
      select * from jsonb_to_recordset(${JSON.stringify(findings)}::jsonb) as given (target_id bigint, component_id bigint, canonical text)
    ), ignored as (${ignoredAmong('issue', await readProjects(peers))})
    select ignored.target_id, ignored.component_id, ignored.canonical, rule.author, rule.notes,
      to_char(rule.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as expires_at
    from ignored join ignore_rule rule on rule.id = ignored.rule_id`.execute(db);
  return rows;
}

export interface IssueFacts {
  canonical: string;
  names: string[];
  summary: string;
  published: Date | null;
  epss: number | null;
  exploited: string | null;
}

/** What is known of vulnerabilities, whatever holds them. */
export async function selectIssueFacts(db: Db, canonicals: readonly string[]): Promise<Map<string, IssueFacts>> {
  const { rows } = await sql<IssueFacts>`
    select advisory.canonical, array(select distinct name from advisory one, unnest(array[one.canonical, one.id] || one.aliases || one.upstream) as name
        where one.canonical = advisory.canonical order by name) as names,
      coalesce(min(advisory.summary) filter (where advisory.summary <> ''), '') as summary, min(advisory.published) as published,
      max(signal.epss) as epss, min(signal.kev ->> 'added') as exploited
    from advisory left join cve_signal signal on signal.cve = any(array[advisory.canonical, advisory.id] || advisory.aliases || advisory.upstream)
    where advisory.canonical = any(${canonicals}::text[]) group by advisory.canonical`.execute(db);
  return new Map(rows.map((row) => [row.canonical, row]));
}

export interface HeldComponent {
  target_id: number;
  name: string;
  version: string;
  ecosystem: string;
  purl: string;
  location: string;
}

/** What versions consist of, themselves first. */
export async function selectContents(db: Db, targetIds: readonly number[]): Promise<HeldComponent[]> {
  const { rows } = await sql<HeldComponent>`
    select held.target_id, component.name, component.version, component.ecosystem, component.purl, held.location from (
      select id as target_id, component_id, '' as location from target where id = any(${targetIds}::bigint[]) and component_id is not null
      union select target.id, inventory.component_id, inventory.location from target join inventory on inventory.subject_id = target.subject_id
      where target.id = any(${targetIds}::bigint[])) as held
    join component on component.id = held.component_id order by held.target_id, held.location <> '', component.name, component.version, held.location`.execute(
    db,
  );
  return rows;
}

type RiskRow = Pick<OperationalTable, 'component_id' | 'level'> & { facts: RiskFacts & { reasons: string[] } };

/** How risky versions are to go on with, as it was last judged. */
export async function selectRisksOf(db: Db, componentIds: readonly number[]): Promise<Map<number, RiskRow>> {
  const { rows } = await sql<RiskRow>`select component_id, level, facts from operational where component_id = any(${componentIds}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.component_id, row]));
}
