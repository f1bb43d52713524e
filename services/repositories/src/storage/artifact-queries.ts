import { sql } from 'kysely';
import type { Db } from '../schema.ts';

/** A file in a repository with its blob's checksums. */
export interface StoredArtifact {
  id: number;
  repositoryId: number;
  path: string;
  sha256: string;
  sha1: string;
  md5: string;
  size: number;
  createdAt: Date;
  createdBy: string;
  modifiedAt: Date;
  modifiedBy: string;
  versionId: number | null;
  lead: boolean;
  /** From then on it cannot be downloaded. */
  expiresAt: Date | null;
}

export function selectArtifacts(db: Db) {
  return db
    .selectFrom('artifact')
    .innerJoin('blob', 'blob.sha256', 'artifact.sha256')
    .select([
      'artifact.id',
      'artifact.repository_id as repositoryId',
      'artifact.path',
      'artifact.sha256',
      'blob.sha1',
      'blob.md5',
      'blob.size',
      'artifact.created_at as createdAt',
      'artifact.created_by as createdBy',
      'artifact.modified_at as modifiedAt',
      'artifact.modified_by as modifiedBy',
      'artifact.version_id as versionId',
      'artifact.lead',
      'artifact.expires_at as expiresAt',
    ]);
}

/** Many places at once. */
export async function selectArtifactsAt(db: Db, places: readonly { repositoryId: number; path: string }[]): Promise<StoredArtifact[]> {
  const { rows } = await sql<StoredArtifact>`
    select a.id, a.repository_id as "repositoryId", a.path, a.sha256, b.sha1, b.md5, b.size, a.created_at as "createdAt", a.created_by as "createdBy",
      a.modified_at as "modifiedAt", a.modified_by as "modifiedBy", a.version_id as "versionId", a.lead, a.expires_at as "expiresAt"
    from unnest(${places.map((place) => place.repositoryId)}::bigint[], ${places.map((place) => place.path)}::text[]) as wanted(repository_id, path)
    join artifact a on a.repository_id = wanted.repository_id and a.path = wanted.path
    join blob b on b.sha256 = a.sha256`.execute(db);
  return rows;
}

/** Everything directly in a folder or anywhere below it; byte order, so that an index serves the range. */
export function below(folder: string) {
  return folder === '' ? sql<boolean>`true` : sql<boolean>`(folder = ${folder} or (folder ~>=~ ${`${folder}/`} and folder ~<~ ${`${folder}0`}))`;
}

/** Folder rows that are the folder itself or below it. */
export function foldersWithin(folder: string) {
  return folder === ''
    ? sql<boolean>`true`
    : sql<boolean>`(path = ${folder} or parent = ${folder} or (parent ~>=~ ${`${folder}/`} and parent ~<~ ${`${folder}0`}))`;
}

export async function deleteArtifacts(db: Db, ids: readonly number[]): Promise<void> {
  await sql`delete from artifact where id = any(${ids}::bigint[])`.execute(db);
}
