import { severities } from '@packhouse/contract/severities.ts';
import type { ScanDirectory, SoughtFindings } from '@packhouse/peers/scans.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../context.ts';
import { alertsIn } from '../ignore/alert.ts';
import { ignoredAmong, isIgnored, readProjects } from '../ignore/ignored-queries.ts';
import { findingCounts } from './finding-count-queries.ts';

/** Severities by the words that searches use: `info` is what the screens call Information. */
function getSeverities(words: readonly string[]): string[] {
  const wanted = new Set(words.map((word) => (word.toLowerCase() === 'info' ? 'information' : word.toLowerCase())));
  return severities.filter((severity) => wanted.has(severity.toLowerCase()));
}

/** Spellings under which advisories know a name: people write them in any case of letters. */
function getSpellings(name: string): string[] {
  const plain = name.trim();
  return [...new Set([plain, plain.toUpperCase(), plain.toLowerCase().replace(/^ghsa-/, 'GHSA-')])];
}

function isSought({ severities: wanted, cve }: SoughtFindings): RawBuilder<unknown> {
  const severe = wanted?.length ? sql`finding.severity = any(${getSeverities(wanted)}::text[])` : sql`true`;
  if (!cve) return severe;
  const names = getSpellings(cve);
  return sql`${severe} and finding.advisory_id in (select id from scanning.advisory
    where canonical = any(${names}::text[]) or id = any(${names}::text[]) or aliases && ${names}::text[])`;
}

/**
 * The files that stand for versions with an active finding that is sought, as a query for use inside others. What no rule names is active
 * wherever its component is; only for the rest the files are looked at by themselves.
 */
export async function filesWith({ peers }: Pick<Context, 'peers'>, sought: SoughtFindings): Promise<RawBuilder<unknown>> {
  const projects = await readProjects(peers);
  return sql`
    with found as materialized (
      select distinct finding.component_id, advisory.canonical from scanning.finding join scanning.advisory on advisory.id = finding.advisory_id
      where finding.confidence = 'known' and ${isSought(sought)}
    ), named as materialized (select distinct canonical from scanning.ignoring
    ), doubtful as materialized (
      select component_id, canonical from found where canonical in (select canonical from named) or exists (select from named where canonical = '')
    ), certain as materialized (
      select distinct component_id from found where (component_id, canonical) not in (select component_id, canonical from doubtful)
    ), issue as materialized (
      select target.id as target_id, doubtful.component_id, doubtful.canonical from doubtful
        join scanning.target on target.component_id = doubtful.component_id where target.scanned_at is not null
      union select target.id, doubtful.component_id, doubtful.canonical from doubtful
        join scanning.inventory on inventory.component_id = doubtful.component_id
        join scanning.target on target.subject_id = inventory.subject_id where target.scanned_at is not null
    ), ignored as materialized (${ignoredAmong('issue', projects)})
    select target.repository, target.path from scanning.target where target.scanned_at is not null and (target.component_id in (select component_id from certain)
      or target.subject_id in (select inventory.subject_id from scanning.inventory where inventory.component_id in (select component_id from certain))
      or target.id in (select issue.target_id from issue where not ${isIgnored}))`;
}

/** Answers what the other services may ask. */
export function scanDirectory(context: Pick<Context, 'db' | 'peers'>): ScanDirectory {
  const { db } = context;
  return {
    counts: (places) => findingCounts(context, places),
    filesWith: (sought) => filesWith(context, sought),
    alerts: (repository, paths) => alertsIn(context, repository, paths),
    async progress() {
      const { rows } = await sql<{ scanned: number; total: number }>`
        select count(*)::integer as total, (count(*) filter (where scanned_at is not null))::integer as scanned from target`.execute(db);
      return rows[0] ?? { scanned: 0, total: 0 };
    },
  };
}
