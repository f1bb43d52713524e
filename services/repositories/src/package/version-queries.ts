import { formats } from '@packhouse/formats/formats.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import { sql } from 'kysely';
import { readable } from '../directory/readable-queries.ts';
import type { Db } from '../schema.ts';

export interface VersionTotals {
  size: number;
  downloads: number;
  files: number;
  /** Path of the file that stands for the version. */
  lead: string | null;
}

/** Where the facts of some formats tell the size of files that belong to no version. */
const sizeFacts = JSON.stringify(Object.fromEntries(formats.flatMap(({ id, sizeFact }) => (sizeFact === undefined ? [] : [[id, sizeFact]]))));

/** Size, downloads and lead file of some versions, from the artifacts that the actor may read. An image's layers are files of no version, so its facts tell their size. */
export async function selectVersionTotals(db: Db, actor: Actor, versionIds: readonly number[]): Promise<Map<number, VersionTotals>> {
  const { rows } = await sql<VersionTotals & { id: number }>`
    select artifact.version_id as id,
      sum(blob.size)::bigint + coalesce((version.facts->'native'->>(${sizeFacts}::jsonb->>repository.format))::bigint, 0) as size, coalesce(sum(artifact.download_count) filter (where artifact.lead), 0)::bigint as downloads,
      count(*) as files, min(artifact.path) filter (where artifact.lead) as lead
    from artifact join blob on blob.sha256 = artifact.sha256 join repository on repository.id = artifact.repository_id
      join version on version.id = artifact.version_id
    where artifact.version_id = any(${versionIds}::bigint[]) and ${readable(actor)}
    group by artifact.version_id, repository.format, version.id`.execute(db);
  return new Map(rows.map(({ id, ...totals }) => [id, totals]));
}

export interface VersionFileRow {
  version_id: number;
  name: string;
  path: string;
  size: number;
  lead: boolean;
  md5: string;
  sha1: string;
  sha256: string;
  expires_at: Date | null;
}

/** Files of each of the versions, the lead first, and of none more than `limit`. */
export async function selectVersionFiles(db: Db, actor: Actor, versionIds: readonly number[], limit: number): Promise<VersionFileRow[][]> {
  const { rows } = await sql<VersionFileRow>`
    select file.* from unnest(${versionIds}::bigint[]) with ordinality as wanted(id, place)
    cross join lateral (
      select artifact.version_id, artifact.name, artifact.path, blob.size, artifact.lead, blob.md5, blob.sha1, blob.sha256, artifact.expires_at
      from artifact join blob on blob.sha256 = artifact.sha256 join repository on repository.id = artifact.repository_id
      where artifact.version_id = wanted.id and ${readable(actor)}
      order by artifact.lead desc, artifact.path limit ${limit}
    ) file
    order by wanted.place, file.lead desc, file.path`.execute(db);
  const byVersion = Map.groupBy(rows, (row) => row.version_id);
  return versionIds.map((id) => byVersion.get(id) ?? []);
}

/** Downloads of versions' lead files, for ordering by them. */
export async function selectVersionDownloads(db: Db, versionIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; downloads: number }>`
    select version_id as id, sum(download_count)::bigint as downloads from artifact
    where version_id = any(${versionIds}::bigint[]) and lead group by version_id`.execute(db);
  return new Map(rows.map((row) => [row.id, row.downloads]));
}
