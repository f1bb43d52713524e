import { sql } from 'kysely';
import type { Db } from '../schema.ts';
import { mostNewFindings } from './git-tables.ts';

export interface KnownVulnerability {
  /** All ids by which it is known. */
  names: string[];
  /** The highest score of what vectors say. */
  score: number | null;
  /** It is known to be exploited, and how probable that is. */
  exploited: boolean;
  epss: number | null;
}

/** What is known of some vulnerabilities, by their canonical ids. */
export async function selectVulnerabilities(db: Db, canonicals: readonly string[]): Promise<Map<string, KnownVulnerability>> {
  const { rows } = await sql<KnownVulnerability & { canonical: string }>`
    select canonical, array_agg(distinct name) as names, max(score) as score, coalesce(bool_or(kev is not null), false) as exploited, max(epss) as epss from (
      select canonical, upstream, unnest(array[id, canonical] || aliases) as name,
        (select max((vector ->> 'score')::float8) from jsonb_array_elements(cvss) as vector) as score
      from advisory where canonical = any(${canonicals}::text[]) and withdrawn is null) as one
      left join cve_signal on cve_signal.cve = any(name || upstream) group by canonical`.execute(db);
  return new Map(rows.map(({ canonical, ...one }) => [canonical, one]));
}

/**
 * Has open pull requests looked at again after policies, watches or ignore rules changed: where a watch looks at repositories of source code, or where a status
 * fails by one that did. Answers how many repositories.
 */
export async function hintGoverned(db: Db, isConcerned = sql<boolean>`true`): Promise<number> {
  const { numAffectedRows } = await sql`
    update git_repository set next_look = now(), pulls = array(
        select number from (select unnest(pulls) as number union select number from git_pull where repository = git_repository.id and state = 'open') as one order by number limit 100)
    where ${isConcerned} and selected and gone_at is null and exists (select from git_pull where repository = git_repository.id and state = 'open')
      and (exists (select from watch where jsonb_path_exists(resources, '$[*] ? (@.type == "gitRepository" || @.type == "all-gitRepositories")'))
        or exists (select from git_scan where repository = git_repository.id and current and failing))`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/**
 * The same after something became known of exploitation, where a rule may say otherwise by it: of pull requests that fail, and of those that bring a vulnerability that is now known to be
 * exploited, or as probably as a rule asks.
 */
export const hintExploited = (db: Db): Promise<number> =>
  hintGoverned(
    db,
    sql<boolean>`exists (
      select from (
        select bool_or(jsonb_path_exists(rules, '$[*].criteria ? (@.exploited == true)')) as known,
          min((select min(bound::text::real) from jsonb_path_query(rules, '$[*].criteria.epss_min') as bound)) as bound from policy) as asked,
        git_pull pull join git_scan scan on scan.repository = pull.repository and scan.ref = pull.ref and scan.current
      where pull.repository = git_repository.id and pull.state = 'open' and (asked.known or asked.bound is not null)
        and (scan.failing or jsonb_array_length(coalesce(scan.new_findings, '[]')) >= ${mostNewFindings} or exists (
          select from jsonb_array_elements(coalesce(scan.new_findings, '[]')) as brought join advisory on advisory.canonical = brought ->> 'advisory'
            join cve_signal signal on signal.cve = any(array[advisory.id, advisory.canonical] || advisory.aliases || advisory.upstream)
          where (asked.known and signal.kev is not null) or signal.epss >= asked.bound)))`,
  );
