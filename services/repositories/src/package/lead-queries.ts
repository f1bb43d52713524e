import { containerFormats, type FormatId, plainFormat } from '@packhouse/contract/repositories/format-ids.ts';
import { buildRepositorySuffix, releaseBundleRepositoryKey } from '@packhouse/contract/repository-keys.ts';
import type { AskedDependency, KnownVersion, LeadFile } from '@packhouse/peers/package-contents.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../schema.ts';
import { lockName, programName, smallestProgram, tellingName } from '../storage/lead-names.ts';

/** Documents of builds and files of release bundles belong to something else. */
const servingKey = `(${buildRepositorySuffix}|(^|-)${releaseBundleRepositoryKey})$`;

/** Of so many tags, the newest, it is looked up whether they lead to a manifest. */
const mostTags = 1000;

const isTelling = sql`artifact.version_id is null and repository.format = ${plainFormat} and repository.key !~ ${servingKey}
  and (artifact.path ~* ${tellingName} or artifact.path ~ ${lockName}
    or (artifact.path ~ ${programName} and exists (select from blob where blob.sha256 = artifact.sha256 and blob.size >= ${smallestProgram})))`;

/** Plain files have no package and version: what they are called and what they hold stands for these. */
async function selectLeads(db: Db, condition: RawBuilder<unknown>): Promise<LeadFile[]> {
  const { rows } = await sql<LeadFile>`
    select artifact.id, repository.key as repository, repository.format, coalesce(package.name, artifact.path) as package,
      coalesce(version.version, left(artifact.sha256, 12)) as version, artifact.path, artifact.sha256, coalesce(version.facts->'licenses', '[]') as licences
    from artifact join repository on repository.id = artifact.repository_id
      left join version on version.id = artifact.version_id left join package on package.id = version.package_id
    where ((artifact.lead and package.id is not null) or (${isTelling})) and ${condition}`.execute(db);
  return rows;
}

export function selectLeadsAt(db: Db, repository: string, paths: readonly string[]): Promise<LeadFile[]> {
  return selectLeads(db, sql`repository.key = ${repository} and artifact.path = any(${paths}::text[])`);
}

export function selectLeadsAfter(db: Db, id: number, limit: number): Promise<LeadFile[]> {
  return selectLeads(db, sql`artifact.id > ${id} order by artifact.id limit ${limit}`);
}

/** Manifests among what lies at some paths of a repository of container images. */
export async function selectManifestsAt(
  db: Db,
  repository: string,
  paths: readonly string[],
): Promise<Pick<LeadFile, 'id' | 'repository' | 'format' | 'path' | 'sha256'>[]> {
  return db
    .selectFrom('artifact')
    .innerJoin('repository', 'repository.id', 'artifact.repository_id')
    .select(['artifact.id', 'repository.key as repository', 'repository.format', 'artifact.path', 'artifact.sha256'])
    .where('repository.key', '=', repository)
    .where('repository.format', 'in', containerFormats)
    .where('artifact.path', '=', sql<string>`any(${paths}::text[])`)
    .execute();
}

/** Where a tag leads, the one that was set last first: those with some content, or those that stand for an index. */
export async function selectTagsOf(
  db: Db,
  { repository, image }: { repository: string; image: string },
  kind: { sha256: string } | 'index',
): Promise<{ path: string; sha256: string }[]> {
  const isWanted = kind === 'index' ? sql`artifact.name = 'list.manifest.json'` : sql`artifact.sha256 = ${kind.sha256}`;
  const { rows } = await sql<{ path: string; sha256: string }>`
    select artifact.path, artifact.sha256 from artifact join repository on repository.id = artifact.repository_id
    where repository.key = ${repository} and artifact.lead and artifact.folder ~>=~ ${`${image}/`} and artifact.folder ~<~ ${`${image}0`}
      and position('/' in substr(artifact.folder, length(${image}) + 2)) = 0 and ${isWanted}
    order by artifact.modified_at desc, artifact.id desc limit ${mostTags}`.execute(db);
  return rows;
}

/** What lies at some paths of a repository, by path. */
export async function selectStored(db: Db, repository: string, paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('artifact')
    .innerJoin('repository', 'repository.id', 'artifact.repository_id')
    .select(['artifact.path', 'artifact.sha256'])
    .where('repository.key', '=', repository)
    .where('artifact.path', '=', sql<string>`any(${paths}::text[])`)
    .execute();
  return new Map(rows.map(({ path, sha256 }) => [path, sha256]));
}

/** What the version asks for that a file stands for. */
export async function selectDependencies(db: Db, repository: string, path: string): Promise<readonly AskedDependency[]> {
  const { rows } = await sql<{ dependencies: readonly AskedDependency[] }>`
    select coalesce(version.facts->'dependencies', '[]') as dependencies
    from artifact join version on version.id = artifact.version_id join repository on repository.id = artifact.repository_id
    where artifact.lead and repository.key = ${repository} and artifact.path = ${path}`.execute(db);
  return rows[0]?.dependencies ?? [];
}

/** Who put there what lies at some paths of a repository, by path. What a remote repository fetched nobody put there. */
export async function selectDeployers(db: Db, repository: string, paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('artifact')
    .innerJoin('repository', 'repository.id', 'artifact.repository_id')
    .select(['artifact.path', 'artifact.modified_by'])
    .where('repository.key', '=', repository)
    .where('repository.class', '!=', 'remote')
    .where('artifact.path', '=', sql<string>`any(${paths}::text[])`)
    .execute();
  return new Map(rows.map(({ path, modified_by }) => [path, modified_by]));
}

/** Properties of the files at some paths of a repository, by key; those that are not there are left out. */
export async function selectPropertiesAt(
  db: Db,
  repository: string,
  paths: readonly string[],
): Promise<{ path: string; properties: Record<string, string[]> }[]> {
  const { rows } = await sql<{ path: string; properties: Record<string, string[]> }>`
    select artifact.path, coalesce((select jsonb_object_agg(key, list) from (
        select key, jsonb_agg(value order by value) as list from property where artifact_id = artifact.id group by key) as one), '{}') as properties
    from artifact join repository on repository.id = artifact.repository_id
    where repository.key = ${repository} and artifact.path = any(${paths}::text[])`.execute(db);
  return rows;
}

/** When what lies at some paths of a repository was pulled last, by path. */
export async function selectPulled(db: Db, repository: string, paths: readonly string[]): Promise<ReadonlyMap<string, Date>> {
  const rows = await db
    .selectFrom('artifact')
    .innerJoin('repository', 'repository.id', 'artifact.repository_id')
    .select(['artifact.path', 'artifact.last_downloaded_at'])
    .where('repository.key', '=', repository)
    .where('artifact.path', '=', sql<string>`any(${paths}::text[])`)
    .where('artifact.last_downloaded_at', 'is not', null)
    .execute();
  return new Map(rows.map(({ path, last_downloaded_at }) => [path, last_downloaded_at!]));
}

/** Versions of a package in all repositories. */
export async function selectKnownVersions(db: Db, format: FormatId, name: string): Promise<KnownVersion[]> {
  const { rows } = await sql<KnownVersion>`
    select repository.key as repository, version.version, version.created_at as at, version.facts ->> 'deprecated' as deprecated,
      coalesce((version.facts ->> 'yanked')::boolean, false) as yanked
    from version join package on package.id = version.package_id join repository on repository.id = package.repository_id
    where repository.format = ${format} and package.name = ${name} order by version.id limit 5000`.execute(db);
  return rows;
}
