import { scanningWords } from '@packhouse/contract/scanning/scanning-words.ts';
import { severities } from '@packhouse/contract/severities.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../context.ts';
import { ignoredAmong, readProjects } from '../ignore/ignored-queries.ts';
import { speaksIn } from '../match/advisory-place-queries.ts';
import type { Db } from '../schema.ts';
import type { FindingRow, LicensedRow } from './finding.ts';
import { hasUnknownDistribution } from './unknown-distribution-queries.ts';

/** Selects what some versions consist of: themselves, and what was found in them. */
const held = (targetIds: readonly number[]) => sql`
  select target.id as target_id, target.component_id, '' as location, null::text as layer, '{}'::text[] as licences from target where target.id = any(${targetIds}::bigint[]) and target.component_id is not null
  union
  select target.id, inventory.component_id, inventory.location, inventory.layer, inventory.licences from target join inventory on inventory.subject_id = target.subject_id
  where target.id = any(${targetIds}::bigint[])`;

/** One page of what some versions consist of, themselves first. */
export async function selectHeld(db: Db, targetIds: readonly number[], page: { limit: number; offset: number }): Promise<LicensedRow[]> {
  const { rows } = await sql<LicensedRow>`
    select component.id as component_id, component.name, component.version, component.ecosystem, component.distro, component.purl, held.location, held.layer, held.licences
    from (select distinct component_id, location, layer, licences from (${held(targetIds)}) as each) as held join component on component.id = held.component_id
    order by held.location <> '', component.name, component.version, held.location limit ${page.limit} offset ${page.offset}`.execute(db);
  return rows;
}

export async function countHeld(db: Db, targetIds: readonly number[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (select distinct component_id, location, layer from (${held(targetIds)}) as each) as held`.execute(db);
  return rows[0]?.count ?? 0;
}

export interface IssuePage {
  /** Ids of vulnerabilities, worst first, what was skipped last. */
  ids: string[];
  /** How many are active, and how many are ignored; one that is ignored in some components alone is both. */
  active: number;
  ignored: number;
}

/** Says what to look for: those that are active, or those that are ignored, as far as they are known or that too is asked for. */
export interface IssueSelection {
  ignored: boolean;
  skipped: boolean;
  limit: number;
  offset: number;
  /** What is known to be exploited comes first, then what is most probably. */
  byExploitation?: boolean;
}

/** Each vulnerability of some versions, a row a component, with the rule that ignores it there. */
async function judged({ peers }: Pick<Context, 'peers'>, targetIds: readonly number[]): Promise<RawBuilder<unknown>> {
  const projects = await readProjects(peers);
  return sql`held as (${held(targetIds)}), issue as (
      select held.target_id, held.component_id, advisory.canonical,
        min(array_position(${[...severities]}::text[], finding.severity)) filter (where finding.confidence = 'known') as severity,
        min(array_position(${[...severities]}::text[], finding.severity)) as any_severity, array_agg(finding.advisory_id) as advisories
      from (select distinct target_id, component_id from held) as held join finding on finding.component_id = held.component_id
        join advisory on advisory.id = finding.advisory_id join target on target.id = held.target_id
      where ${speaksIn(projects)}
      group by held.target_id, held.component_id, advisory.canonical
    ), ignored as (${ignoredAmong('issue', projects)}
    ), judged as (select issue.*, ignored.rule_id from issue left join ignored using (target_id, component_id, canonical))`;
}

/** Orders vulnerabilities by what is known of their exploitation, through any name that they go by. */
const exploitation = sql`(select (bool_or(cve_signal.kev is not null), max(cve_signal.epss)) from advisory
      join cve_signal on cve_signal.cve = any(array[advisory.canonical, advisory.id] || advisory.aliases || advisory.upstream)
      where advisory.canonical = counted.canonical) desc nulls last,`;

/** One page of the vulnerabilities of some versions. */
export async function selectIssuePage(context: Pick<Context, 'db' | 'peers'>, targetIds: readonly number[], selection: IssueSelection): Promise<IssuePage> {
  const { ignored, skipped, limit, offset, byExploitation = false } = selection;
  const { rows } = await sql<IssuePage>`
    with ${await judged(context, targetIds)}, counted as (
      select canonical, min(severity) as severity, min(any_severity) as any_severity, bool_or(rule_id is null) as active, bool_or(rule_id is not null) as ignored,
        min(severity) filter (where (rule_id is not null) = ${ignored}) as shown
      from judged group by canonical having ${skipped} or min(severity) is not null
    )
    select (count(*) filter (where active))::integer as active, (count(*) filter (where ignored))::integer as ignored,
      array(select canonical from counted where case when ${ignored} then ignored else active end
        order by ${byExploitation ? exploitation : sql``} shown is null, coalesce(shown, any_severity), canonical collate "C" limit ${limit} offset ${offset}) as ids
    from counted`.execute(context.db);
  return rows[0] ?? { ids: [], active: 0, ignored: 0 };
}

/** Every finding of some vulnerabilities in some versions: those that are active, or those that are ignored. */
export async function selectFindings(
  context: Pick<Context, 'db' | 'peers'>,
  targetIds: readonly number[],
  { ids, ignored }: { ids: readonly string[]; ignored: boolean },
): Promise<FindingRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<FindingRow>`
    with ${await judged(context, targetIds)}
    select component.id as component_id, component.name, component.version, component.ecosystem, component.distro, component.purl, held.location, held.layer,
      finding.severity, finding.confidence, finding.fixed_versions, advisory.id as advisory_id, advisory.canonical, advisory.aliases, advisory.summary,
      advisory.details, advisory.published, advisory.modified, advisory.cvss, advisory.cwes, advisory.links, source.name as source, judged.rule_id,
      signal.epss, signal.exploited
    from judged cross join lateral unnest(judged.advisories) as told (advisory_id)
      join held on held.target_id = judged.target_id and held.component_id = judged.component_id join component on component.id = held.component_id
      join finding on finding.component_id = judged.component_id and finding.advisory_id = told.advisory_id
      join advisory on advisory.id = told.advisory_id left join source on source.id = advisory.source_id
      left join lateral (select max(cve_signal.epss) as epss, min(cve_signal.kev ->> 'added') as exploited from cve_signal
        where cve_signal.cve = any(array[advisory.canonical, advisory.id] || advisory.aliases || advisory.upstream)) as signal on true
    where judged.canonical = any(${ids}::text[]) and (judged.rule_id is not null) = ${ignored}
    order by component.name, component.version, held.location, advisory.id`.execute(context.db);
  return rows;
}

/** Tells what could not be read of the files that stand for some versions. */
export async function selectPartial(db: Db, targetIds: readonly number[]): Promise<string | null> {
  const { rows } = await sql<{ partial: string | null }>`
    select string_agg(distinct why, '. ') as partial from (
      select subject.partial as why from target join subject on subject.id = target.subject_id where target.id = any(${targetIds}::bigint[])
      union select ${scanningWords.distribution_unknown.en}::text from target
        where target.id = any(${targetIds}::bigint[]) and target.scanned_at is not null and ${hasUnknownDistribution}
    ) as said`.execute(db);
  return rows[0]?.partial ?? null;
}
