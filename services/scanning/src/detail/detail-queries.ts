import { sql } from 'kysely';
import type { Db } from '../schema.ts';
import type { TargetRow } from '../target/target.ts';

/** A version that holds a component, and where in it. */
export interface HolderRow extends Pick<TargetRow, 'id' | 'repository' | 'path' | 'format' | 'package' | 'version' | 'component_id'> {
  location: string;
  /** What it holds. */
  held: number;
  name: string;
  held_version: string;
  purl: string;
}

export interface VulnerableRow {
  id: number;
  /** It is known of it in repositories of this project alone. */
  project: string | null;
}

const columns = sql`target.id, target.repository, target.path, target.format, target.package, target.version, target.component_id`;

/** Versions in some repositories that hold components, without those that are these components themselves. */
export async function selectHolders(db: Db, componentIds: readonly number[], repositories: readonly string[], limit: number): Promise<HolderRow[]> {
  const { rows } = await sql<HolderRow>`
    select ${columns}, inventory.location, component.id as held, component.name, component.version as held_version, component.purl
    from inventory join target on target.subject_id = inventory.subject_id join component on component.id = inventory.component_id
    where inventory.component_id = any(${componentIds}::bigint[]) and target.component_id is distinct from inventory.component_id
      and target.scanned_at is not null and target.repository = any(${repositories}::text[])
    order by target.package, target.version, target.id, inventory.location limit ${limit}`.execute(db);
  return rows;
}

/** Versions in some repositories that are some components themselves. */
export async function selectOwners(db: Db, componentIds: readonly number[], repositories: readonly string[], limit: number): Promise<HolderRow[]> {
  const { rows } = await sql<HolderRow>`
    select ${columns}, '' as location, component.id as held, component.name, component.version as held_version, component.purl
    from target join component on component.id = target.component_id
    where component.id = any(${componentIds}::bigint[]) and target.repository = any(${repositories}::text[])
    order by target.package, target.version, target.id limit ${limit}`.execute(db);
  return rows;
}

/** Components in which a vulnerability is known to be, by any of its names; one of a project is known there only to who sees that. */
export async function selectVulnerable(db: Db, name: string, limit: number): Promise<VulnerableRow[]> {
  const { rows } = await sql<VulnerableRow>`
    select distinct finding.component_id as id, advisory.project from finding join advisory on advisory.id = finding.advisory_id
    where finding.confidence = 'known' and advisory.canonical in (
      select canonical from advisory where id = ${name} union select canonical from advisory where canonical = ${name}
      union select canonical from advisory where aliases && array[${name}]::text[])
    order by id limit ${limit}`.execute(db);
  return rows;
}

/** Components that some version declares a licence for, or that had it set. */
export async function selectLicensed(db: Db, licence: string, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct component_id as id from target where component_id is not null and ${licence} = any(licences)
    union select component_id from custom_licence where expression = ${licence} order by id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

export async function selectByPurl(db: Db, purl: string): Promise<number[]> {
  const rows = await db.selectFrom('component').select('id').where('purl', '=', purl).limit(100).execute();
  return rows.map(({ id }) => id);
}

/** How far the scans of some repositories have come. */
export async function selectScanned(db: Db, repositories: readonly string[]): Promise<Map<string, { scanned: number; total: number }>> {
  const { rows } = await sql<{ repository: string; scanned: number; total: number }>`
    select repository, (count(*) filter (where scanned_at is not null))::integer as scanned, count(*)::integer as total
    from target where repository = any(${repositories}::text[]) group by repository`.execute(db);
  return new Map(rows.map(({ repository, ...figures }) => [repository, figures]));
}

export async function selectTargetAt(db: Db, repository: string, path: string): Promise<TargetRow | undefined> {
  return db.selectFrom('target').selectAll().where('repository', '=', repository).where('path', '=', path).executeTakeFirst();
}
