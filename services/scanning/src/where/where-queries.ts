import type { VendorCode } from '@packhouse/contract/scanning/git-vendors.ts';
import type { ArtifactPlace, GitPlace } from '@packhouse/contract/scanning/scanning-git-routes.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Projects } from '../ignore/ignored-queries.ts';
import { speaksEverywhere, speaksIn } from '../match/advisory-place-queries.ts';
import { joinedSources, type KeptSource, toJudgedBy } from '../match/judged-by-queries.ts';
import type { Db } from '../schema.ts';

export interface Asked {
  name: string;
  version?: string | undefined;
  /** The name is one of these, spelled as they do. */
  ecosystem?: string | undefined;
}

const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');
const findBareName = (name: string) => name.replace(/^.*[:/]/s, '');

/** A name fits whole, or behind its group; an index holds it without one. */
function named({ name, version, ecosystem }: Asked) {
  const lower = name.toLowerCase();
  const fits =
    ecosystem === undefined
      ? sql`(lower(component.name) = ${lower} or lower(component.name) like ${`%:${escapeLike(lower)}`} or lower(component.name) like ${`%/${escapeLike(lower)}`})`
      : sql`component.ecosystem = ${ecosystem} and component.name = ${name}`;
  return sql`lower(regexp_replace(component.name, '^.*[:/]', '')) = ${findBareName(lower)} and ${fits}
    and (${version ?? null}::text is null or component.version = ${version ?? null})`;
}

/** Vulnerabilities of a component, of those advisories that speak of its place. */
const counted = (
  speaks: RawBuilder<boolean>,
) => sql`(select count(distinct advisory.canonical)::integer from finding join advisory on advisory.id = finding.advisory_id
  where finding.component_id = component.id and finding.confidence = 'known' and advisory.withdrawn is null and ${speaks})`;

/** Who says anything of its kind. */
const judged = sql`(select ${joinedSources} from coverage where coverage.ecosystem = component.ecosystem) as judged_by`;

type Judged<Place> = Omit<Place, 'judgedBy'> & { judged_by: KeptSource[] | null };

const toPlace = <Row extends { judged_by: KeptSource[] | null }>({ judged_by: sources, ...row }: Row) => ({ ...row, judgedBy: toJudgedBy(sources) });

type GitPlaceRow = Omit<GitPlace, 'vendorName'> & { vendor: VendorCode };

export async function selectGitPlaces(db: Db, asked: Asked, most: number): Promise<GitPlaceRow[]> {
  const { rows } = await sql<Judged<GitPlaceRow>>`
    select one.integration, integration.vendor, one.full_name as repository, regexp_replace(scan.ref, '^refs/heads/', '') as ref, scan.commit, file.path,
      nullif(inventory.location, '')::integer as line, component.name, component.version, ${counted(speaksEverywhere)} as vulnerabilities, ${judged}
    from component join inventory on inventory.component_id = component.id join git_scan_file as file on file.subject_id = inventory.subject_id
      join git_scan as scan on scan.id = file.scan and scan.current and scan.kind = 'branch' join git_repository as one on one.id = scan.repository and one.gone_at is null
      join integration on integration.key = one.integration
    where ${named(asked)} order by one.integration, one.full_name, file.path, component.version limit ${most}`.execute(db);
  return rows.map(toPlace);
}

export async function selectArtifactPlaces(db: Db, asked: Asked, most: number, projects: Projects): Promise<ArtifactPlace[]> {
  const { rows } = await sql<Judged<ArtifactPlace>>`
    select distinct on (target.repository, target.path, component.name, component.version)
      target.repository, target.path, component.name, component.version, held.location, ${counted(speaksIn(projects))} as vulnerabilities, ${judged}
    from component join (select id as target_id, component_id, '' as location from target where component_id is not null
      union all select target.id, inventory.component_id, inventory.location from target join inventory on inventory.subject_id = target.subject_id) as held
        on held.component_id = component.id
      join target on target.id = held.target_id
    where ${named(asked)} order by target.repository, target.path, component.name, component.version, held.location limit ${most}`.execute(db);
  return rows.map(toPlace);
}
