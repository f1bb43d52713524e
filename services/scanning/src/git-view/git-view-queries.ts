import { AppError } from '@packhouse/contract/errors.ts';
import type { GitRepository } from '@packhouse/contract/scanning/git-repository-routes.ts';
import { gitWords } from '@packhouse/contract/scanning/git-words.ts';
import type { Severity } from '@packhouse/contract/severities.ts';
import { sql } from 'kysely';
import { joinedSources, type KeptSource } from '../match/judged-by-queries.ts';
import type { Db } from '../schema.ts';

type Origin = { reason?: string | undefined; values?: Record<string, string | number> | undefined } | null;

/** Words that are kept in two columns. */
export interface KeptWords {
  message: string | null;
  said: Origin;
}

/** A repository with the newest scan of its branch. */
export interface RepositoryRow extends KeptWords {
  id: number;
  full_name: string;
  private: boolean;
  default_branch: string | null;
  selected: boolean;
  picked: boolean;
  last_hook_at: Date | null;
  looked_at: Date | null;
  activity: GitRepository['activity'];
  open_pulls: number;
  scan: null | {
    at: string;
    ref: string;
    commit: string;
    state: string;
    message: string | null;
    said: Origin;
    files: number;
    files_read: number;
    components: number;
    findings: Partial<Record<Severity, number>> | null;
    unread: ({ path: string } & KeptWords)[] | null;
    not_judged: string[] | null;
    judged_by: KeptSource[] | null;
  };
}

const isLooking = sql`(git_repository.lease_until > now())`;
const isWaiting = sql`(git_repository.selected and git_repository.gone_at is null and git_repository.next_look <= now() and not coalesce(${isLooking}, false))`;

export interface RepositoryPage {
  search?: string | undefined;
  selected?: boolean | undefined;
  /** The last repository of the page before. */
  after?: { fullName: string; id: number } | undefined;
  limit: number;
}

/** So many files that could not be read are told of a scan. */
const mostUnread = 5;

const scanOf = sql`
  select jsonb_build_object('at', git_scan.at, 'ref', git_scan.ref, 'commit', git_scan.commit, 'state', git_scan.state,
    'message', git_scan.message, 'said', git_scan.said, 'files', git_scan.files, 'files_read', git_scan.files_read, 'components', git_scan.components,
    'findings', (select jsonb_object_agg(counted.severity, counted.count) from (
      select finding ->> 'severity' as severity, count(*)::integer as count from jsonb_array_elements(git_scan.new_findings) as finding group by 1) as counted),
    'not_judged', (select jsonb_agg(distinct component.ecosystem order by component.ecosystem)
      from git_scan_file as file join inventory on inventory.subject_id = file.subject_id join component on component.id = inventory.component_id
      where file.scan = git_scan.id and component.ecosystem <> '' and component.ecosystem not in (select ecosystem from coverage)),
    'judged_by', (select ${joinedSources} from coverage where coverage.ecosystem in (select component.ecosystem
      from git_scan_file as file join inventory on inventory.subject_id = file.subject_id join component on component.id = inventory.component_id
      where file.scan = git_scan.id)),
    'unread', (select jsonb_agg(jsonb_build_object('path', file.path, 'message', file.message, 'said', file.said)) from (
      select path, message, said from git_scan_file where scan = git_scan.id and subject_id is null order by path limit ${sql.lit(mostUnread)}) as file)) as scan
  from git_scan where git_scan.repository = git_repository.id and git_scan.kind = 'branch' and git_scan.current order by git_scan.at desc limit 1`;

const those = (integration: string, { search = '', selected }: Pick<RepositoryPage, 'search' | 'selected'>) => sql`
  git_repository.integration = ${integration} and git_repository.gone_at is null
  ${search === '' ? sql`` : sql`and position(lower(${search}) in lower(git_repository.full_name)) > 0`}
  and (${selected ?? null}::boolean is null or git_repository.selected = ${selected ?? null})`;

const shown = sql`git_repository.id, full_name, private, default_branch, selected, picked, last_hook_at, looked_at, message, said, newest.scan,
  case when ${isLooking} then 'looking' when ${isWaiting} then 'waiting' else 'idle' end as activity,
  (select count(*)::integer from git_pull where git_pull.repository = git_repository.id and git_pull.state = 'open') as open_pulls`;

/** A repository of a connection; undefined where it has none of this id. */
async function findRepository(db: Db, integration: string, id: number): Promise<RepositoryRow | undefined> {
  const { rows } = await sql<RepositoryRow>`
    select ${shown} from git_repository left join lateral (${scanOf}) as newest on true
    where git_repository.integration = ${integration} and git_repository.id = ${id} and git_repository.gone_at is null`.execute(db);
  return rows[0];
}

/** @throws AppError `not_found` */
export async function needRepository(db: Db, { integrationId, id }: { integrationId: string; id: number }): Promise<RepositoryRow> {
  const found = await findRepository(db, integrationId, id);
  if (!found) throw new AppError(gitWords.no_git_repository);
  return found;
}

/** Repositories by name, one more than asked for where there are more, and how many there are. */
export async function selectRepositories(db: Db, integration: string, page: RepositoryPage): Promise<{ rows: RepositoryRow[]; total: number }> {
  const { after, limit } = page;
  const behind = after ? sql`and (git_repository.full_name, git_repository.id) > (${after.fullName}, ${after.id})` : sql``;
  const [{ rows }, counted] = await Promise.all([
    // The page comes first: what each repository holds is read for those that are shown, however little is known of the table.
    sql<RepositoryRow>`
      select ${shown} from (
        select * from git_repository where ${those(integration, page)} ${behind} order by full_name, id limit ${limit + 1}
      ) as git_repository left join lateral (${scanOf}) as newest on true
      order by git_repository.full_name, git_repository.id`.execute(db),
    sql<{ total: number }>`select count(*)::integer as total from git_repository where ${those(integration, page)}`.execute(db),
  ]);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

export interface RepositoryFigures {
  total: number;
  selected: number;
  waiting: number;
  looking: number;
  last_hook_at: Date | null;
  last_look_at: Date | null;
}

/** How many repositories a connection shows, and when anything was last heard of them. */
export async function selectFigures(db: Db, integration: string): Promise<RepositoryFigures> {
  const { rows } = await sql<RepositoryFigures>`
    select count(*)::integer as total, (count(*) filter (where selected))::integer as selected,
      (count(*) filter (where ${isWaiting}))::integer as waiting, (count(*) filter (where ${isLooking}))::integer as looking, max(last_hook_at) as last_hook_at,
      greatest(max(looked_at), (select listed_at from git_listing where integration = ${integration})) as last_look_at
    from git_repository where integration = ${integration} and gone_at is null`.execute(db);
  return rows[0]!;
}

/** Marks repositories of a connection as picked one by one, or as no longer picked. */
export async function setPicked(db: Db, integration: string, ids: readonly number[], picked: boolean): Promise<void> {
  if (ids.length > 0) await sql`update git_repository set picked = ${picked} where integration = ${integration} and id = any(${ids}::bigint[])`.execute(db);
}

/** What decides whether a repository is scanned. */
export async function selectChoices(db: Db, integration: string): Promise<{ id: number; full_name: string; picked: boolean; selected: boolean }[]> {
  return db.selectFrom('git_repository').select(['id', 'full_name', 'picked', 'selected']).where('integration', '=', integration).execute();
}

/** Those that are scanned from now on are looked at next. */
export async function setSelected(db: Db, ids: readonly number[], selected: boolean): Promise<void> {
  if (ids.length === 0) return;
  await sql`update git_repository set selected = ${selected}, next_look = now() where id = any(${ids}::bigint[])`.execute(db);
}
