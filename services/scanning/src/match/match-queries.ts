import { sql } from 'kysely';
import type { AffectedSpec } from '../osv/osv-record.ts';
import type { Db } from '../schema.ts';
import { speaksEverywhere } from './advisory-place-queries.ts';
import type { Match } from './match.ts';

export interface MatchedComponent {
  id: number;
  ecosystem: string;
  distro: string;
  name: string;
  version: string;
  source_name: string;
  source_version: string;
}

export interface Candidate {
  advisory_id: string;
  ecosystem: string;
  suffix: string;
  name: string;
  spec: AffectedSpec;
  severity: string;
}

export async function lockComponents(tx: Db, ids: readonly number[]): Promise<MatchedComponent[]> {
  // Whoever judges the same component waits here, and then sees the newest advisories: an older judgement never overwrites a newer one.
  const { rows } = await sql<MatchedComponent>`
    select id, ecosystem, distro, name, version, source_name, source_version from component
    where id = any(${ids}::bigint[]) and ecosystem <> '' order by id for no key update`.execute(tx);
  return rows;
}

/** What advisories say under these names: all of them, or only those that speak of what is in no repository. */
export async function selectCandidates(tx: Db, named: readonly { ecosystem: string; name: string }[], which: 'all' | 'everywhere'): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select affected.advisory_id, affected.ecosystem, affected.suffix, affected.name, affected.spec, advisory.severity
    from affected join advisory on advisory.id = affected.advisory_id
    where (affected.ecosystem, affected.name) in
        (select distinct * from unnest(${named.map(({ ecosystem }) => ecosystem)}::text[], ${named.map(({ name }) => name)}::text[]))
      and advisory.withdrawn is null and not advisory.missing and ${which === 'all' ? sql`true` : speaksEverywhere}`.execute(tx);
  return rows;
}

export async function replaceFindings(tx: Db, ids: readonly number[], matches: readonly Match[]): Promise<void> {
  const document = JSON.stringify(matches);
  await sql`
    delete from finding where component_id = any(${ids}::bigint[])
      and (component_id, advisory_id) not in (select component_id, advisory_id from jsonb_to_recordset(${document}::jsonb) as found (component_id bigint, advisory_id text))`.execute(
    tx,
  );
  await sql`
    insert into finding (component_id, advisory_id, severity, fixed_versions, confidence)
    select found.component_id, found.advisory_id, found.severity, array(select jsonb_array_elements_text(found.fixed_versions)), found.confidence
    from jsonb_to_recordset(${document}::jsonb) as found (component_id bigint, advisory_id text, severity text, fixed_versions jsonb, confidence text)
    on conflict (component_id, advisory_id) do update
      set severity = excluded.severity, fixed_versions = excluded.fixed_versions, confidence = excluded.confidence`.execute(tx);
}

/** Whether a source stands for an ecosystem. */
export async function selectCovered(db: Db, ecosystem: string): Promise<boolean> {
  const { rows } = await sql`select 1 from coverage where ecosystem = ${ecosystem} limit 1`.execute(db);
  return rows.length > 0;
}

/** When some advisories were published, and whether they speak of packages that were made to do harm. */
export async function selectSpoken(db: Db, ids: readonly string[]): Promise<Map<string, { malicious: boolean; published: Date | undefined }>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; published: Date | null; malicious: boolean }>`
    select id, published, exists (select from unnest(array[id, canonical] || aliases) as name where name like 'MAL-%') as malicious
    from advisory where id = any(${ids}::text[])`.execute(db);
  return new Map(rows.map(({ id, published, malicious }) => [id, { malicious, published: published ?? undefined }]));
}
