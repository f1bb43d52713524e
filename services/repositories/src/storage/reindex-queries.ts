import type { PackageFacts } from '@packhouse/formats/format.ts';
import { sql } from 'kysely';
import type { Db } from '../schema.ts';

/** Holds those files that are still what was read, until the transaction ends; answers their ids. */
export async function holdFiles(db: Db, files: readonly { id: number; sha256: string }[]): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select a.id from artifact a join unnest(${files.map((one) => one.id)}::bigint[], ${files.map((one) => one.sha256)}::text[]) as d(id, sha256)
      on d.id = a.id and d.sha256 = a.sha256
    order by a.id for share of a`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Ids of packages by name. Those that are new are made with their claims on the names, and listings are told that all of them have changed.
 * `names` are sorted, so that nobody waits in a circle.
 */
export async function touchPackages(
  db: Db,
  repository: { id: number; class: string; format: string },
  names: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: number; name: string }>`
    insert into package (repository_id, name, pointers) select ${repository.id}, name, '{}' from unnest(${names}::text[]) as name
    on conflict (repository_id, name) do update set modified_at = package.modified_at returning id, name`.execute(db);
  if (repository.class === 'local')
    await sql`
      insert into name_claim (format, name, repository_id) select ${repository.format}, name, ${repository.id} from unnest(${names}::text[]) as name
      on conflict do nothing`.execute(db);
  return new Map(rows.map(({ id, name }) => [name, id]));
}

export interface ReadVersion {
  package: string;
  version: string;
  facts: PackageFacts | undefined;
  /** These alone are written where something is known of the version; absent: all facts are. */
  added: Partial<PackageFacts> | undefined;
  /** Whether the facts come from the file that stands for the version; others only fill an empty place. */
  lead: boolean;
}

/** What people said of a version after it came, which its file does not tell. */
const saidLater = sql`jsonb_strip_nulls(jsonb_build_object('yanked', v.facts->'yanked', 'yankedAt', v.facts->'yankedAt', 'deprecated', v.facts->'deprecated'))`;
const readFacts = sql`case when d.added is null or v.facts = '{}' then d.facts || ${saidLater} else v.facts || d.added end`;

/** Writes what is known of versions where it is something else than before; answers their ids by `[package id, version]` in JSON. */
export async function putVersions(db: Db, packages: ReadonlyMap<string, number>, versions: readonly ReadVersion[]): Promise<ReadonlyMap<string, number>> {
  const data = sql`unnest(
    ${versions.map((one) => packages.get(one.package))}::bigint[], ${versions.map((one) => one.version)}::text[],
    ${versions.map((one) => JSON.stringify(one.facts ?? {}))}::jsonb[], ${versions.map((one) => one.lead)}::boolean[],
    ${versions.map((one) => one.facts !== undefined)}::boolean[], ${versions.map((one) => (one.added ? JSON.stringify(one.added) : null))}::jsonb[])
    as d(package_id, version, facts, lead, given, added)`;
  await sql`
    insert into version (package_id, version, facts) select d.package_id, d.version, d.facts from ${data} on conflict (package_id, version) do nothing`.execute(
    db,
  );
  await sql`
    update version v set facts = ${readFacts}, modified_at = now() from ${data}
    where v.package_id = d.package_id and v.version = d.version and d.given and (d.lead or v.facts = '{}') and v.facts is distinct from ${readFacts}`.execute(
    db,
  );
  const { rows } = await sql<{ id: number; package_id: number; version: string }>`
    select v.id, v.package_id, v.version from ${data} join version v on v.package_id = d.package_id and v.version = d.version`.execute(db);
  return new Map(rows.map((row) => [JSON.stringify([row.package_id, row.version]), row.id]));
}

/** Says of files which version they belong to; the listings of the packages that they go from are told. */
export async function setVersions(db: Db, files: readonly { id: number; lead: boolean; versionId: number }[]): Promise<void> {
  const data = sql`unnest(${files.map((one) => one.id)}::bigint[], ${files.map((one) => one.lead)}::boolean[], ${files.map((one) => one.versionId)}::bigint[])
    as d(id, lead, version_id)`;
  await sql`
    update package set modified_at = modified_at where id in (
      select v.package_id from ${data} join artifact a on a.id = d.id join version v on v.id = a.version_id where a.version_id <> d.version_id)`.execute(db);
  await sql`
    update artifact a set version_id = d.version_id, lead = d.lead
    from ${data}
    where a.id = d.id and (a.version_id, a.lead) is distinct from (d.version_id, d.lead)`.execute(db);
}
