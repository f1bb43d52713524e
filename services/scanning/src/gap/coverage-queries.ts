import { type CoverageReason, oldKnowledgeDays } from '@packhouse/contract/scanning/coverage-routes.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../schema.ts';
import type { TargetRow } from '../target/target.ts';
import { isWithin, type Repositories } from '../violation/within-queries.ts';

/** In what gaps are looked for. */
export interface GapScope {
  repositories: Repositories;
  /** Repositories among them at which nothing looks. */
  notIndexed: readonly string[];
}

export interface GapRow {
  repository: string;
  reason: CoverageReason;
  kind: string;
  versions: number | null;
  at: Date | null;
}

export type GapPlace = Pick<GapRow, 'repository' | 'reason' | 'kind'>;

const stateOfReason = { failed: 'scan failed', not_supported: 'not supported', not_scanned: 'not scanned' } as const;

/** Everything that is not judged, by where and why; read from figures that are kept. */
const findGaps = ({ repositories, notIndexed }: GapScope): RawBuilder<unknown> => sql`
  judging as (select ecosystem, max(good_at) as at from coverage group by ecosystem),
  gap as (
    select repository, case state when 'scan failed' then 'failed' when 'not supported' then 'not_supported' else 'not_scanned' end as reason, kind,
        sum(versions) as versions, null::timestamptz as at
      from target_step where kind = '' and state in ('scan failed', 'not supported', 'not scanned') and ${isWithin('repository', repositories)}
      group by repository, state, kind having sum(versions) > 0
    union all
    select repository, case when judging.at is null then 'no_source' else 'old_source' end, kind, sum(versions), judging.at
      from target_step left join judging on judging.ecosystem = target_step.kind
      where kind <> '' and (judging.at is null or judging.at < now() - make_interval(days => ${oldKnowledgeDays})) and ${isWithin('repository', repositories)}
      group by repository, kind, judging.at having sum(versions) > 0
    union all
    select key, 'not_indexed', '', null, null from unnest(${notIndexed}::text[]) as key
  )`;

/** A page of them, in the order of repositories, reasons and kinds. */
export async function selectGaps(
  db: Db,
  scope: GapScope,
  { reason, after, limit }: { reason: CoverageReason | undefined; after: GapPlace | undefined; limit: number },
): Promise<GapRow[]> {
  const { repository = null, reason: why = null, kind = null } = after ?? {};
  const { rows } = await sql<GapRow>`
    with ${findGaps(scope)}
    select repository, reason, kind, versions::integer as versions, at from gap
    where (${reason ?? null}::text is null or reason = ${reason ?? null})
      and (${repository}::text is null or (repository collate "C", reason collate "C", kind collate "C") > (${repository}, ${why}, ${kind}))
    order by repository collate "C", reason collate "C", kind collate "C" limit ${limit}`.execute(db);
  return rows;
}

/** How many there are for each reason. */
export async function countGaps(db: Db, scope: GapScope): Promise<{ reason: CoverageReason; gaps: number; versions: number }[]> {
  const { rows } = await sql<{ reason: CoverageReason; gaps: number; versions: number }>`
    with ${findGaps(scope)}
    select reason, count(*)::integer as gaps, coalesce(sum(versions), 0)::integer as versions from gap group by reason order by reason`.execute(db);
  return rows;
}

/** How many versions there are in some repositories, and how many of them were looked into. */
export async function sumScans(db: Db, repositories: Repositories): Promise<{ scanned: number; total: number }> {
  const { rows } = await sql<{ scanned: number; total: number }>`
    select coalesce(sum(versions), 0)::integer as total, coalesce(sum(scanned), 0)::integer as scanned
    from target_step where kind = '' and ${isWithin('repository', repositories)}`.execute(db);
  return rows[0] ?? { scanned: 0, total: 0 };
}

export interface WantedVersions {
  repository: string;
  reason: Exclude<CoverageReason, 'not_indexed'>;
  ecosystem: string | undefined;
}

/** Versions of one gap behind a path. */
export async function selectNotJudgedVersions(db: Db, { repository, reason, ecosystem }: WantedVersions, after: string, limit: number): Promise<TargetRow[]> {
  let query = db.selectFrom('target').selectAll().where('repository', '=', repository).where('path', '>', after).orderBy('path').limit(limit);
  if (reason === 'no_source' || reason === 'old_source')
    query = query.where('scanned_at', 'is not', null).where(sql<boolean>`kinds @> array[${ecosystem ?? ''}]`);
  else query = query.where('state', '=', stateOfReason[reason]);
  return query.execute();
}

export async function selectHasUnknownKinds(db: Db): Promise<boolean> {
  return (await db.selectFrom('target').select('id').where('kinds', 'is', null).limit(1).executeTakeFirst()) !== undefined;
}

/** Notes the kinds of some versions of which they are not known; answers of how many. Whoever holds one of them meanwhile notes them. */
export async function fillKinds(db: Db, limit: number): Promise<number> {
  const { rows } = await sql<{ found: number }>`
    with unseen as materialized (select id from target where kinds is null order by id limit ${limit} for update skip locked),
      filled as (update target set kinds = kinds_of(target.subject_id, target.component_id) from unseen where target.id = unseen.id returning target.id)
    select count(*)::integer as found from filled`.execute(db);
  return rows[0]?.found ?? 0;
}
