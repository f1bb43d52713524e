import { severities } from '@packhouse/contract/scanning-words.ts';
import type { ScanDirectory } from '@packhouse/kernel/platform.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../context.ts';
import { alertsIn } from '../ignore/alert.ts';
import { ignoredAmong, isIgnored, projectsOf } from '../ignore/ignored.ts';
import { findingCounts } from './counts.ts';

/** Severities by the words that searches use: `info` is what the screens call Information. */
function severitiesOf(words: readonly string[]): string[] {
  const wanted = new Set(words.map((word) => (word.toLowerCase() === 'info' ? 'information' : word.toLowerCase())));
  return severities.filter((severity) => wanted.has(severity.toLowerCase()));
}

/** Which vulnerabilities of some severities components have. */
const foundOf = (words: readonly string[]) => sql`
  select distinct finding.component_id, advisory.canonical from scanning.finding join scanning.advisory on advisory.id = finding.advisory_id
  where finding.confidence = 'known' and finding.severity = any(${severitiesOf(words)}::text[])`;

/** Where nothing is ignored, what components have decides, and no file has to be looked at by itself. */
const filesWithAny = (words: readonly string[]) => sql`
  with found as materialized (select distinct component_id from (${foundOf(words)}) as each)
  select target.repository, target.path from scanning.target where target.scanned_at is not null and (target.component_id in (select component_id from found)
    or target.subject_id in (select inventory.subject_id from scanning.inventory where inventory.component_id in (select component_id from found)))`;

/** The files that stand for versions with an active finding of one of these severities, as a query for use inside others. */
async function filesWith({ db, platform }: Pick<Context, 'db' | 'platform'>, words: readonly string[]): Promise<RawBuilder<unknown>> {
  const { rows } = await sql`select from ignoring limit 1`.execute(db);
  if (rows.length === 0) return filesWithAny(words);
  const projects = await projectsOf(platform);
  return sql`
    with found as materialized (${foundOf(words)}
    ), issue as materialized (
      select target.id as target_id, found.component_id, found.canonical from found
        join scanning.target on target.component_id = found.component_id where target.scanned_at is not null
      union select target.id, found.component_id, found.canonical from found join scanning.inventory on inventory.component_id = found.component_id
        join scanning.target on target.subject_id = inventory.subject_id where target.scanned_at is not null
    ), ignored as materialized (${ignoredAmong('issue', projects)})
    select distinct target.repository, target.path from issue join scanning.target on target.id = issue.target_id where not ${isIgnored}`;
}

/** What the other services may ask. */
export function scanDirectory(context: Pick<Context, 'db' | 'platform'>): ScanDirectory {
  const { db } = context;
  return {
    counts: (places) => findingCounts(context, places),
    filesWith: (words) => filesWith(context, words),
    alerts: (repository, paths) => alertsIn(context, repository, paths),
    async progress() {
      const { rows } = await sql<{ scanned: number; total: number }>`
        select count(*)::integer as total, (count(*) filter (where scanned_at is not null))::integer as scanned from target`.execute(db);
      return rows[0] ?? { scanned: 0, total: 0 };
    },
  };
}
