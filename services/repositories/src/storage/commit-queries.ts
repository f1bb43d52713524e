import { expiryProperty } from '@packhouse/contract/repositories/artifact-routes.ts';
import type { FormatId } from '@packhouse/contract/repositories/format-ids.ts';
import type { PackageFacts } from '@packhouse/formats/format.ts';
import { getFormat } from '@packhouse/formats/formats.ts';
import { sql } from 'kysely';
import type { Db } from '../schema.ts';
import { requireExpiryDates } from './expiry.ts';

/** Nobody puts anything at these places, or takes it away, before the transaction ends. */
export async function lockPlaces(db: Db, repositoryId: number, places: readonly string[]): Promise<void> {
  const keys = places.map((path) => `${repositoryId}/${path}`);
  await sql`select pg_advisory_xact_lock(hashtextextended(key, 0))::text from unnest(${keys}::text[]) as key`.execute(db);
}

export interface Occupant {
  path: string;
  folder: boolean;
  id: number | null;
  sha256: string | null;
  size: number | null;
}

/**
 * Locks places alone and the folders above them shared, so that no path becomes a file and a folder at once and no folder is tidied away while something
 * is put into it; and finds what is already there: files and folders, at the places or above them.
 */
export async function takePlaces(
  db: Db,
  repositoryId: number,
  { places, above }: { places: readonly string[]; above: readonly string[] },
): Promise<readonly Occupant[]> {
  const { rows } = await sql<Occupant>`
    select path, folder, id, sha256, size from take_places(${repositoryId}::bigint, ${above}::text[], ${places}::text[])`.execute(db);
  return rows;
}

/**
 * The id of a package, which is made with its claim on the name when it is new. It is not deleted before the transaction ends,
 * yet others may publish into it meanwhile.
 */
export async function makePackage(db: Db, repository: { id: number; class: string; format: string }, name: string): Promise<number> {
  const known = await db
    .selectFrom('package')
    .select('id')
    .where('repository_id', '=', repository.id)
    .where('name', '=', name)
    .forKeyShare()
    .executeTakeFirst();
  if (known) return known.id;
  const id = await touchPackage(db, repository.id, name);
  if (repository.class === 'local') await insertClaim(db, repository.format, name, repository.id);
  return id;
}

/** Makes the package or gives it a new revision. */
async function touchPackage(db: Db, repositoryId: number, name: string): Promise<number> {
  const { id } = await db
    .insertInto('package')
    .values({ repository_id: repositoryId, name, pointers: '{}' })
    .onConflict((conflict) => conflict.columns(['repository_id', 'name']).doUpdateSet({ modified_at: sql`now()` }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function amendVersion(db: Db, packageId: number, version: string, facts: Partial<PackageFacts>): Promise<void> {
  const removed = Object.entries(facts)
    .filter(([, value]) => value === undefined)
    .map(([key]) => key);
  await sql`
    update version set facts = (facts || ${JSON.stringify(facts)}::jsonb) - ${removed}::text[], modified_at = now()
    where package_id = ${packageId} and version = ${version}`.execute(db);
}

/** The packages that these files belong to. */
export async function selectPackagesHolding(db: Db, artifactIds: readonly number[]): Promise<readonly { id: number; name: string }[]> {
  if (artifactIds.length === 0) return [];
  const { rows } = await sql<{ id: number; name: string }>`
    select distinct p.id, p.name from artifact a join version v on v.id = a.version_id join package p on p.id = v.package_id where a.id = any(${artifactIds}::bigint[])`.execute(
    db,
  );
  return rows;
}

/** Gives new revisions to the packages whose listings name these as well. */
export async function touchMentions(db: Db, repository: { id: number; format: FormatId }, names: Iterable<string>): Promise<void> {
  const { mentionedIn } = getFormat(repository.format);
  const others = mentionedIn ? [...names].flatMap((name) => mentionedIn(name) ?? []) : [];
  if (others.length === 0) return;
  await sql`update package set modified_at = modified_at where repository_id = ${repository.id} and name = any(${others}::text[])`.execute(db);
}

/** The movable names of a package, which nobody moves before the transaction ends. */
export async function lockPointers(db: Db, packageId: number): Promise<Readonly<Record<string, string>>> {
  const { rows } = await sql<{ pointers: Record<string, string> }>`select pointers from package where id = ${packageId} for no key update`.execute(db);
  return rows[0]?.pointers ?? {};
}

/** Tells listings by a new revision that the package has changed, and moves its pointers; answers how many it has where any were moved. */
export async function countUpPackage(db: Db, packageId: number, pointers: Readonly<Record<string, string>>): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    update package set modified_at = now(), pointers = pointers || ${JSON.stringify(pointers)}::jsonb
    where id = ${packageId}
    returning case when ${Object.keys(pointers).length > 0}::boolean then (select count(*) from jsonb_object_keys(pointers)) else 0 end as count`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

/** What a transaction may have made grow. */
export interface Grown {
  packages: readonly number[];
  /** Files whose version got them. */
  files: readonly number[];
  /** Files that got properties. */
  described: readonly number[];
}

/** Whether one of the packages has more versions than that, one of the files stands in a version with more files, or has more values of properties. */
export async function selectOvergrown(
  db: Db,
  { packages, files, described }: Grown,
  most: Readonly<Record<'versions' | 'files' | 'properties', number>>,
): Promise<Record<'versions' | 'files' | 'properties', boolean>> {
  const { rows } = await sql<Record<'versions' | 'files' | 'properties', boolean>>`
    select
      exists (select from unnest(${packages}::bigint[]) as p(id) where exists (select from version where package_id = p.id offset ${most.versions})) as versions,
      exists (
        select from (select distinct version_id as id from artifact where id = any(${files}::bigint[]) and version_id is not null) as v
        where exists (select from artifact where version_id = v.id offset ${most.files})) as files,
      exists (select from unnest(${described}::bigint[]) as a(id) where exists (select from property where artifact_id = a.id offset ${most.properties})) as properties`.execute(
    db,
  );
  return rows[0]!;
}

export interface ArtifactValues {
  repositoryId: number;
  path: string;
  folder: string;
  name: string;
  sha256: string;
  version?: { packageId: number; name: string; facts: PackageFacts | undefined } | undefined;
  lead: boolean;
  by: string;
}

/** Makes or replaces a file, and its version in the same statement. `newVersion`: there was none of this name before. */
export async function upsertArtifact(db: Db, values: ArtifactValues): Promise<{ id: number; newVersion: boolean }> {
  const { version, lead } = values;
  const { rows } = await sql<{ id: number; new_version: boolean | null }>`
    with made as (
      insert into version (package_id, version, facts)
      select ${version?.packageId ?? null}::bigint, ${version?.name ?? ''}::text, ${JSON.stringify(version?.facts ?? {})}::jsonb where ${version !== undefined}::boolean
      on conflict (package_id, version) do update
        set modified_at = now(), facts = case when ${version?.facts !== undefined}::boolean and (${lead}::boolean or version.facts = '{}') then excluded.facts else version.facts end
      returning id, xmax = 0 as created)
    insert into artifact (repository_id, path, folder, name, sha256, version_id, lead, created_by, modified_by)
    values (${values.repositoryId}, ${values.path}, ${values.folder}, ${values.name}, ${values.sha256}, (select id from made), ${lead}, ${values.by}, ${values.by})
    on conflict (repository_id, path) do update
      set sha256 = excluded.sha256, version_id = excluded.version_id, lead = excluded.lead, modified_by = excluded.modified_by, modified_at = now()
    returning id, (select created from made) as new_version`.execute(db);
  const { id, new_version } = rows[0]!;
  return { id, newVersion: new_version === true };
}

/** Property values by key. */
export type Properties = Readonly<Record<string, readonly string[]>>;

/** A value that an artifact lost or gained. */
export interface ChangedValue {
  artifact_id: number;
  key: string;
  value: string;
  gained: boolean;
}

/** Keys that are named are replaced, all others stay. What is so already is not written again; answers what is otherwise now. */
export async function mergeProperties(
  db: Db,
  changes: readonly { artifactId: number; properties: Properties | undefined }[],
): Promise<readonly ChangedValue[]> {
  const keys = changes.flatMap(({ artifactId, properties = {} }) => Object.keys(properties).map((key) => ({ artifactId, key, values: properties[key] ?? [] })));
  if (keys.length === 0) return [];
  for (const { key, values } of keys) if (key === expiryProperty) requireExpiryDates(values);
  const pairs = keys.flatMap(({ artifactId, key, values }) => [...new Set(values)].map((value) => ({ artifactId, key, value })));
  const { rows } = await sql<ChangedValue>`
    with named as (
      select * from unnest(${keys.map((one) => one.artifactId)}::bigint[], ${keys.map((one) => one.key)}::text[]) as named(artifact_id, key)),
    wanted as (
      select * from unnest(${pairs.map((pair) => pair.artifactId)}::bigint[], ${pairs.map((pair) => pair.key)}::text[], ${pairs.map((pair) => pair.value)}::text[])
        as wanted(artifact_id, key, value)),
    outdated as (
      delete from property p using named n where p.artifact_id = n.artifact_id and p.key = n.key
        and not exists (select from wanted w where w.artifact_id = p.artifact_id and w.key = p.key and w.value = p.value)
        returning p.artifact_id, p.key, p.value),
    added as (
      insert into property (artifact_id, key, value) select artifact_id, key, value from wanted on conflict do nothing returning artifact_id, key, value)
    select artifact_id, key, value, false as gained from outdated union all select artifact_id, key, value, true from added`.execute(db);
  return rows;
}

export async function insertFolders(
  db: Db,
  repositoryId: number,
  folders: readonly { path: string; parent: string; name: string }[],
  by: string,
  kept = false,
): Promise<void> {
  if (folders.length === 0) return;
  await db
    .insertInto('folder')
    .values(folders.map((folder) => ({ ...folder, repository_id: repositoryId, kept, created_by: by })))
    .onConflict((conflict) =>
      kept ? conflict.columns(['repository_id', 'path']).doUpdateSet({ kept: true }) : conflict.columns(['repository_id', 'path']).doNothing(),
    )
    .execute();
}

async function insertClaim(db: Db, format: string, name: string, repositoryId: number): Promise<void> {
  await sql`insert into name_claim (format, name, repository_id) values (${format}, ${name}, ${repositoryId}) on conflict do nothing`.execute(db);
}

/** Holds files where they are until the transaction ends, and makes old ones count as new; answers how many there are. */
export async function holdPaths(db: Db, repositoryId: number, paths: readonly string[]): Promise<number> {
  const { rows } = await sql`
    select from artifact where repository_id = ${repositoryId} and path = any(${paths}::text[]) order by id for share`.execute(db);
  await sql`
    update artifact set modified_at = now()
    where repository_id = ${repositoryId} and path = any(${paths}::text[]) and modified_at < now() - interval '1 hour'`.execute(db);
  return rows.length;
}
