import type { GitPullRequest, PullFinding } from '@packhouse/contract/scanning/git-pull-routes.ts';
import { severities } from '@packhouse/contract/severities.ts';
import { sql } from 'kysely';
import { getBaseRef } from '../git/git-queries.ts';
import { speaksEverywhere } from '../match/advisory-place-queries.ts';
import type { Db } from '../schema.ts';

/** A pull request with the scan of its head, where there is one, and of what it is compared with. */
export interface PullRow {
  number: number;
  title: string;
  state: GitPullRequest['state'];
  url: string | null;
  base: string;
  seen_at: Date;
  scan: number | null;
  base_scan: number | null;
  at: Date | null;
  commit: string | null;
  files: number | null;
  files_read: number | null;
}

const baseRef = sql.lit(getBaseRef(0).slice(0, -1));
const pulls = sql`
  select git_pull.number, git_pull.title, git_pull.state, git_pull.url, git_pull.base, git_pull.seen_at, head.id as scan, base.id as base_scan,
    head.at, head.commit, head.files, head.files_read
  from git_pull left join git_scan as head on head.repository = git_pull.repository and head.ref = git_pull.ref and head.commit = git_pull.head and head.kind = 'pull request'
    left join git_scan as base on base.repository = git_pull.repository and base.ref = ${baseRef} || git_pull.number and base.commit = git_pull.base`;

/** Pull requests of a repository, the newest first, one more than asked for where there are more; and how many there are. */
export async function selectPulls(
  db: Db,
  repository: number,
  { state, before, limit }: { state: GitPullRequest['state'] | undefined; before: number | undefined; limit: number },
): Promise<{ rows: PullRow[]; total: number }> {
  const those = sql`git_pull.repository = ${repository} and (${state ?? null}::text is null or git_pull.state = ${state ?? null})`;
  const [{ rows }, counted] = await Promise.all([
    sql<PullRow>`${pulls} where ${those} and (${before ?? null}::integer is null or git_pull.number < ${before ?? null})
      order by git_pull.number desc limit ${limit + 1}`.execute(db),
    sql<{ total: number }>`select count(*)::integer as total from git_pull where ${those}`.execute(db),
  ]);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

export async function findPull(db: Db, repository: number, number: number): Promise<PullRow | undefined> {
  const { rows } = await sql<PullRow>`${pulls} where git_pull.repository = ${repository} and git_pull.number = ${number}`.execute(db);
  return rows[0];
}

export interface ComparedFinding extends PullFinding {
  scan: number;
  kind: 'fresh' | 'fixed' | 'unchanged';
}

/** What is known to be wrong in scans and in what each is compared with, told apart by whether both sides have it; the worst first. */
export async function compareScans(db: Db, pairs: readonly { scan: number; base: number }[], most: number): Promise<ComparedFinding[]> {
  const { rows } = await sql<ComparedFinding>`
    with pairs as (select scan, base from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as given (scan bigint, base bigint)),
    sides as (select scan, scan as side, true as is_head from pairs union all select scan, base, false from pairs),
    found as (
      select sides.scan, sides.is_head, advisory.canonical, component.ecosystem, component.name, component.version, finding.severity, finding.fixed_versions, file.path,
        nullif(inventory.location, '')::integer as line
      from sides join git_scan_file as file on file.scan = sides.side join inventory on inventory.subject_id = file.subject_id
        join component on component.id = inventory.component_id join finding on finding.component_id = component.id and finding.confidence = 'known'
        join advisory on advisory.id = finding.advisory_id and advisory.withdrawn is null and ${speaksEverywhere}),
    judged as (
      select distinct on (found.scan, canonical, ecosystem, name) found.*,
        bool_or(is_head) over same as in_head, bool_or(not is_head) over same as in_base
      from found window same as (partition by found.scan, canonical, ecosystem, name)
      order by found.scan, canonical, ecosystem, name, is_head desc, path, line)
    select scan, case when not in_base then 'fresh' when not in_head then 'fixed' else 'unchanged' end as kind, canonical as advisory, severity, name as component, version, path, line,
      fixed_versions as "fixedVersions"
    from judged order by array_position(${[...severities]}::text[], severity), name, canonical limit ${most}`.execute(db);
  return rows;
}
