import type { FormatId } from '@packhouse/contract/repositories/format-ids.ts';
import type { Dependency } from '@packhouse/formats/format.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import { type SqlBool, sql } from 'kysely';
import { hasPathPatterns, readable, readableRepository } from '../directory/readable-queries.ts';
import type { Db } from '../schema.ts';

/** Reads what a file's package says it depends on; undefined when the file belongs to no package. */
export async function selectDependencies(db: Db, repositoryId: number, path: string): Promise<Dependency[] | undefined> {
  const { rows } = await sql<{ dependencies: Dependency[] | null }>`
    select version.facts->'dependencies' as dependencies from artifact join version on version.id = artifact.version_id
    where artifact.repository_id = ${repositoryId} and artifact.path = ${path}`.execute(db);
  return rows[0] && (rows[0].dependencies ?? []);
}

/** Which of these names are packages that the actor may read. */
export async function selectKnownNames(db: Db, actor: Actor, format: FormatId, names: readonly string[]): Promise<Set<string>> {
  const visible = hasPathPatterns(actor)
    ? sql<SqlBool>`exists (select from version join artifact on artifact.version_id = version.id where version.package_id = package.id and ${readable(actor)})`
    : sql<SqlBool>`true`;
  const { rows } = await sql<{ name: string }>`
    select distinct package.name from package join repository on repository.id = package.repository_id
    where package.name = any(${names}::text[]) and repository.format = ${format} and ${readableRepository(actor)} and ${visible}`.execute(db);
  return new Set(rows.map((row) => row.name));
}

export async function selectReadme(db: Db, repositoryId: number, path: string): Promise<string | null> {
  const { rows } = await sql<{ readme: string | null }>`
    select version.facts->>'readme' as readme from artifact join version on version.id = artifact.version_id
    where artifact.repository_id = ${repositoryId} and artifact.path = ${path}`.execute(db);
  return rows[0]?.readme ?? null;
}

export async function selectProperties(db: Db, repositoryId: number, path: string): Promise<{ key: string; values: string[] }[]> {
  const { rows } = await sql<{ key: string; values: string[] }>`
    select property.key, array_agg(property.value order by property.value) as values from property join artifact on artifact.id = property.artifact_id
    where artifact.repository_id = ${repositoryId} and artifact.path = ${path} group by property.key order by property.key`.execute(db);
  return rows;
}

export async function countReadableArtifacts(db: Db, actor: Actor): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from artifact join repository on repository.id = artifact.repository_id where ${readable(actor)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Counts what somebody has deployed to local repositories; content that was cached for them is nobody's. */
export async function selectUsage(db: Db, user: string): Promise<{ artifactCount: number; bytes: number; downloads: number }> {
  const { rows } = await sql<{ artifactCount: number; bytes: number; downloads: number }>`
    select count(*) as "artifactCount", coalesce(sum(blob.size), 0)::bigint as bytes, coalesce(sum(artifact.download_count), 0)::bigint as downloads
    from artifact join blob on blob.sha256 = artifact.sha256 join repository on repository.id = artifact.repository_id
    where artifact.created_by = ${user} and repository.class = 'local'`.execute(db);
  return rows[0] ?? { artifactCount: 0, bytes: 0, downloads: 0 };
}
