import { sql } from 'kysely';
import type { AssemblyKind } from '../assembly-tables.ts';
import type { Db } from '../schema.ts';

interface HeldRow {
  /** What is held, and where. */
  held: number;
  name: string;
  held_version: string;
  purl: string;
  location: string;
}

/** A build or a release bundle that holds a component in one of its files. */
export interface AssemblyHolderRow extends HeldRow {
  kind: AssemblyKind;
  repository: string;
  path: string;
  assembly: string;
  assembly_version: string;
  /** Package and version of the file that holds it. */
  format: string;
  package: string;
  version: string;
}

/** Builds and release bundles, kept in some repositories, of which files hold components; each file once, wherever it is stored. */
export async function selectAssembliesHolding(
  db: Db,
  componentIds: readonly number[],
  repositories: readonly string[],
  limit: number,
): Promise<AssemblyHolderRow[]> {
  const { rows } = await sql<AssemblyHolderRow>`
    select distinct on (assembly.repository, assembly.name, assembly.version, assembly.id, part.sha256, component.id, inventory.location)
      assembly.kind, assembly.repository, assembly.path, assembly.name as assembly, assembly.version as assembly_version,
      target.format, target.package, target.version, component.id as held, component.name, component.version as held_version, component.purl, inventory.location
    from inventory join target on target.subject_id = inventory.subject_id join assembly_part part on part.sha256 = target.sha256
      join assembly on assembly.id = part.assembly_id join component on component.id = inventory.component_id
    where inventory.component_id = any(${componentIds}::bigint[]) and target.scanned_at is not null and assembly.repository = any(${repositories}::text[])
    order by assembly.repository, assembly.name, assembly.version, assembly.id, part.sha256, component.id, inventory.location, target.id limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** A lock file of source code that names a component. */
export interface SourceHolderRow extends HeldRow {
  repository: string;
  ref: string;
  path: string;
}

/** Lock files that name components, in the newest scans of branches. */
export async function selectSourceHolding(db: Db, componentIds: readonly number[], limit: number): Promise<SourceHolderRow[]> {
  const { rows } = await sql<SourceHolderRow>`
    select one.full_name as repository, regexp_replace(scan.ref, '^refs/heads/', '') as ref, file.path,
      component.id as held, component.name, component.version as held_version, component.purl, inventory.location
    from inventory join git_scan_file as file on file.subject_id = inventory.subject_id
      join git_scan as scan on scan.id = file.scan and scan.current and scan.kind = 'branch'
      join git_repository as one on one.id = scan.repository and one.gone_at is null join component on component.id = inventory.component_id
    where inventory.component_id = any(${componentIds}::bigint[]) order by one.full_name, file.path, component.name, component.id limit ${limit}`.execute(db);
  return rows;
}
