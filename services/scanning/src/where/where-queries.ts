import type { ArtifactPlace, GitPlace } from '@packhouse/contract/scanning/scanning-git-routes.ts';
import { sql } from 'kysely';
import type { Db } from '../schema.ts';

interface Asked {
  name: string;
  version?: string | undefined;
}

/** A name fits whole, or behind its group. */
const named = ({ name, version }: Asked) =>
  sql`(lower(component.name) = lower(${name}) or lower(component.name) like ${`%:${escapeLike(name.toLowerCase())}`} or lower(component.name) like ${`%/${escapeLike(name.toLowerCase())}`})
    and ${version ?? null}::text is not distinct from case when ${version ?? null}::text is null then null else component.version end`;

const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');
const counted = sql`(select count(distinct advisory.canonical)::integer from finding join advisory on advisory.id = finding.advisory_id
  where finding.component_id = component.id and finding.confidence = 'known' and advisory.withdrawn is null)`;

export async function selectGitPlaces(db: Db, asked: Asked, most: number): Promise<GitPlace[]> {
  const { rows } = await sql<GitPlace>`
    select one.integration, one.full_name as repository, scan.ref, scan.commit, file.path, nullif(inventory.location, '')::integer as line, component.name, component.version,
      ${counted} as vulnerabilities
    from component join inventory on inventory.component_id = component.id join git_scan_file as file on file.subject_id = inventory.subject_id
      join git_scan as scan on scan.id = file.scan and scan.current and scan.kind = 'branch' join git_repository as one on one.id = scan.repository and one.gone_at is null
    where ${named(asked)} order by one.integration, one.full_name, file.path, component.version limit ${most}`.execute(db);
  return rows;
}

export async function selectArtifactPlaces(db: Db, asked: Asked, most: number): Promise<ArtifactPlace[]> {
  const { rows } = await sql<ArtifactPlace>`
    select distinct target.repository, target.path, component.name, component.version, ${counted} as vulnerabilities
    from component join (select id as target_id, component_id from target where component_id is not null
      union select target.id, inventory.component_id from target join inventory on inventory.subject_id = target.subject_id) as held on held.component_id = component.id
      join target on target.id = held.target_id
    where ${named(asked)} order by target.repository, target.path, component.name, component.version limit ${most}`.execute(db);
  return rows;
}
