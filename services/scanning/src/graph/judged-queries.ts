import { sql } from 'kysely';
import type { Component } from '../component/component.ts';
import type { Db } from '../schema.ts';
import type { FindingRow } from '../summary/finding.ts';

type AdvisoryRow = Pick<
  FindingRow,
  'advisory_id' | 'canonical' | 'aliases' | 'summary' | 'details' | 'published' | 'modified' | 'cvss' | 'cwes' | 'links' | 'source' | 'epss' | 'exploited'
>;

/** Advisories as findings tell of them. */
export async function selectAdvisories(db: Db, ids: readonly string[]): Promise<AdvisoryRow[]> {
  const { rows } = await sql<AdvisoryRow>`
    select advisory.id as advisory_id, advisory.canonical, advisory.aliases, advisory.summary, advisory.details, advisory.published, advisory.modified,
      advisory.cvss, advisory.cwes, advisory.links, source.name as source, signal.epss, signal.exploited
    from advisory left join source on source.id = advisory.source_id
      left join lateral (select max(cve_signal.epss) as epss, min(cve_signal.kev ->> 'added') as exploited from cve_signal
        where cve_signal.cve = any(array[advisory.canonical, advisory.id] || advisory.aliases || advisory.upstream)) as signal on true
    where advisory.id = any(${ids}::text[])`.execute(db);
  return rows;
}

export interface LicenceRow {
  /** The component's place in what was asked, from 0. */
  place: number;
  licences: string[];
  repository: string;
  path: string;
}

/** Licences of packages that repositories hold, at the very versions that are asked about; who may read them, the caller has to ask. */
export async function selectLicences(db: Db, components: readonly { place: number; component: Component }[]): Promise<LicenceRow[]> {
  const given = JSON.stringify(components.map(({ place, component: { ecosystem, name, version } }) => ({ place, ecosystem, name, version })));
  const { rows } = await sql<LicenceRow>`
    select given.place, target.licences, target.repository, target.path
    from jsonb_to_recordset(${given}::jsonb) as given (place integer, ecosystem text, name text, version text)
      join component on component.ecosystem = given.ecosystem and component.distro = '' and component.name = given.name and component.version = given.version
      join target on target.component_id = component.id
    where target.licences <> '{}' order by given.place, target.id limit 100000`.execute(db);
  return rows;
}
