import type { Severity } from '@packhouse/contract/scanning-words.ts';
import { sql } from 'kysely';
import type { CvssVector } from '../advisory/osv-record.ts';
import type { Db } from '../schema.ts';

export interface HeldRow {
  component_id: number;
  name: string;
  version: string;
  ecosystem: string;
  distro: string;
  purl: string;
  location: string;
  layer: string | null;
}

export interface FindingRow extends HeldRow {
  severity: Severity;
  confidence: 'known' | 'unknown';
  fixed_versions: string[];
  advisory_id: string;
  canonical: string;
  aliases: string[];
  summary: string;
  details: string;
  published: Date | null;
  modified: Date;
  cvss: CvssVector[];
  cwes: string[];
  links: { type: string; url: string }[];
  source: string | null;
}

/** What some versions consist of: themselves, and what was found in them. */
const held = (targetIds: readonly number[]) => sql`
  select target.component_id, '' as location, null::text as layer from target where target.id = any(${targetIds}::bigint[]) and target.component_id is not null
  union
  select inventory.component_id, inventory.location, inventory.layer from target join inventory on inventory.subject_id = target.subject_id
  where target.id = any(${targetIds}::bigint[])`;

/** One page of what some versions consist of, themselves first. */
export async function selectHeld(db: Db, targetIds: readonly number[], page: { limit: number; offset: number }): Promise<HeldRow[]> {
  const { rows } = await sql<HeldRow>`
    select component.id as component_id, component.name, component.version, component.ecosystem, component.distro, component.purl, held.location, held.layer
    from (${held(targetIds)}) as held join component on component.id = held.component_id
    order by held.location <> '', component.name, component.version, held.location limit ${page.limit} offset ${page.offset}`.execute(db);
  return rows;
}

export async function countHeld(db: Db, targetIds: readonly number[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from (${held(targetIds)}) as held`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Every finding of some versions. */
export async function selectFindings(db: Db, targetIds: readonly number[]): Promise<FindingRow[]> {
  const { rows } = await sql<FindingRow>`
    select component.id as component_id, component.name, component.version, component.ecosystem, component.distro, component.purl, held.location, held.layer,
      finding.severity, finding.confidence, finding.fixed_versions, advisory.id as advisory_id, advisory.canonical, advisory.aliases, advisory.summary,
      advisory.details, advisory.published, advisory.modified, advisory.cvss, advisory.cwes, advisory.links, source.name as source
    from (${held(targetIds)}) as held join component on component.id = held.component_id join finding on finding.component_id = component.id
      join advisory on advisory.id = finding.advisory_id left join source on source.id = advisory.source_id
    order by component.name, component.version, held.location, advisory.id`.execute(db);
  return rows;
}

/** What could not be read of the files that stand for some versions. */
export async function selectPartial(db: Db, targetIds: readonly number[]): Promise<string | null> {
  const { rows } = await sql<{ partial: string | null }>`
    select string_agg(distinct subject.partial, '. ') as partial from target join subject on subject.id = target.subject_id
    where target.id = any(${targetIds}::bigint[])`.execute(db);
  return rows[0]?.partial ?? null;
}

export interface SearchedRow {
  format: string;
  package: string;
  version: string;
  repository: string;
  path: string;
  state: string;
}

export interface ComponentSearch {
  repositories: readonly string[];
  search: string | undefined;
  order: 'name' | 'package_type' | 'updated';
  direction: 'asc' | 'desc';
  limit: number;
}

const orders = {
  name: sql`lower(package)`,
  package_type: sql`format`,
  updated: sql`coalesce(scanned_at, created_at)`,
};

/** Versions in some repositories, by the files that stand for them. */
export async function searchTargets(db: Db, { repositories, search, order, direction, limit }: ComponentSearch): Promise<SearchedRow[]> {
  const pattern = search && `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  const named = pattern ? sql`lower(package) like ${pattern}` : sql`true`;
  const way = direction === 'desc' ? sql`desc` : sql`asc`;
  const { rows } = await sql<SearchedRow>`
    select format, package, version, repository, path, state from target
    where repository = any(${repositories}::text[]) and ${named}
    order by ${orders[order]} ${way}, lower(package) ${way}, format, version ${way}, array_position(${repositories}::text[], repository), path
    limit ${limit}`.execute(db);
  return rows;
}
