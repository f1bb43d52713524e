import type { FormatId } from '@packhouse/contract/repositories/format-ids.ts';
import { sql } from 'kysely';
import type { Db } from '../schema.ts';

/** A package as far as it tells of what it is of. */
export interface OriginRow {
  repositoryId: number;
  class: 'local' | 'remote' | 'federated' | 'virtual';
  format: FormatId;
  path: string;
  version: string;
  display: Record<string, string>;
  authors: string[];
  properties: Record<string, string[]>;
}

/** Packages at some paths of a repository. */
export async function selectOriginRows(db: Db, repository: string, paths: readonly string[]): Promise<OriginRow[]> {
  const { rows } = await sql<OriginRow>`
    select repository.id as "repositoryId", repository.class, repository.format, artifact.path, version.version,
      coalesce(version.facts->'display', '{}') as display, coalesce(version.facts->'authors', '[]') as authors,
      coalesce((select jsonb_object_agg(key, list) from (
        select key, jsonb_agg(value order by value) as list from property where artifact_id = artifact.id group by key) as one), '{}') as properties
    from artifact join repository on repository.id = artifact.repository_id join version on version.id = artifact.version_id
    where artifact.lead and repository.key = ${repository} and artifact.path = any(${paths}::text[])`.execute(db);
  return rows;
}

/** Documents of an upstream that are looked through, at most: the newest. */
const most = 20_000;

/** What is kept of an upstream besides packages: path and SHA-256 of each document. */
export async function selectKeptDocuments(db: Db, repositoryId: number): Promise<{ path: string; sha256: string }[]> {
  const { rows } = await sql<{ path: string; sha256: string }>`
    select path, sha256 from (
      select path, sha256, created_at as at from artifact where repository_id = ${repositoryId} and version_id is null
      union all select path, sha256, fetched_at from remote_entry where repository_id = ${repositoryId} and status = 'present' and sha256 is not null
    ) as kept order by at desc limit ${most}`.execute(db);
  return rows;
}
