import { expiryProperty } from '@packhouse/contract/repositories/artifact-routes.ts';
import type { PlacedFile } from '@packhouse/peers/release-bundle-storage.ts';
import { sql } from 'kysely';
import type { Db } from '../schema.ts';
import type { KnownBlob } from '../storage/stored-artifact.ts';
import { incomingRoot } from './release-bundle-folders.ts';

/** By the ids of files. What expires does so at its own place; a bundle lasts. */
export async function selectProperties(db: Db, ids: readonly number[]): Promise<Map<number, Record<string, string[]>>> {
  const { rows } = await sql<{ id: number; properties: Record<string, string[]> }>`
    select artifact_id as id, json_object_agg(key, values) as properties from (
      select artifact_id, key, json_agg(value order by value) as values from property
      where artifact_id = any(${ids}::bigint[]) and key <> ${expiryProperty} group by artifact_id, key
    ) grouped group by artifact_id`.execute(db);
  return new Map(rows.map(({ id, properties }) => [id, properties]));
}

/** Folders of versions into which nothing has come in since. */
export async function selectUncompleted(db: Db, repositoryId: number, before: Date): Promise<string[]> {
  const { rows } = await sql<{ folder: string }>`
    select folder from artifact where repository_id = ${repositoryId} and folder ~>=~ ${`${incomingRoot}/`} and folder ~<~ ${`${incomingRoot}0`}
    group by folder having max(created_at) < ${before}`.execute(db);
  return rows.map(({ folder }) => folder);
}

/** Where the files of a version of a package are. */
export async function selectVersionPaths(db: Db, repositoryId: number, name: string, version: string): Promise<string[]> {
  const { rows } = await sql<{ path: string }>`
    select artifact.path from package join version on version.package_id = package.id join artifact on artifact.version_id = version.id
    where package.repository_id = ${repositoryId} and package.name = ${name} and version.version = ${version} order by artifact.path`.execute(db);
  return rows.map(({ path }) => path);
}

export async function selectBlobs(db: Db, digests: readonly string[]): Promise<Map<string, KnownBlob>> {
  const rows = await db.selectFrom('blob').select(['sha256', 'sha1', 'md5', 'sha512', 'size']).where(sql<boolean>`sha256 = any(${digests}::text[])`).execute();
  return new Map(rows.map((row) => [row.sha256, row]));
}

/** Files that stand at their places with this very content, and since when, by path. */
export async function selectUnchanged(db: Db, repositoryId: number, files: readonly PlacedFile[]): Promise<Map<string, Date>> {
  const { rows } = await sql<{ path: string; modified_at: Date }>`
    select a.path, a.modified_at from unnest(${files.map(({ path }) => path)}::text[], ${files.map(({ sha256 }) => sha256)}::text[]) as given(path, sha256)
    join artifact a on a.repository_id = ${repositoryId} and a.path = given.path and a.sha256 = given.sha256`.execute(db);
  return new Map(rows.map(({ path, modified_at }) => [path, modified_at]));
}
