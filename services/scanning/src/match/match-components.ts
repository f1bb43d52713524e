import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { AffectedSpec } from '../osv/osv-record.ts';
import type { Db } from '../schema.ts';
import { appliesToRelease, judge } from './affected.ts';

interface MatchedComponent {
  id: number;
  ecosystem: string;
  distro: string;
  name: string;
  version: string;
  source_name: string;
  source_version: string;
}

interface Candidate {
  advisory_id: string;
  ecosystem: string;
  suffix: string;
  name: string;
  spec: AffectedSpec;
  severity: string;
}

interface Match {
  component_id: number;
  advisory_id: string;
  severity: string;
  fixed_versions: string[];
  confidence: 'known' | 'unknown';
}

/** Components are judged in parts of this many, so that no transaction holds their rows for long. */
const atOnce = 200;

/** The name and version under which a component's advisories speak of it: distributions speak of source packages. */
const matchedAs = (component: MatchedComponent) =>
  component.source_name === '' ? { name: component.name, version: component.version } : { name: component.source_name, version: component.source_version };

async function lockComponents(tx: Db, ids: readonly number[]): Promise<MatchedComponent[]> {
  // Whoever judges the same component waits here, and then sees the newest advisories: an older judgement never overwrites a newer one.
  const { rows } = await sql<MatchedComponent>`
    select id, ecosystem, distro, name, version, source_name, source_version from component
    where id = any(${ids}::bigint[]) and ecosystem <> '' order by id for update`.execute(tx);
  return rows;
}

async function selectCandidates(tx: Db, components: readonly MatchedComponent[]): Promise<Map<string, Candidate[]>> {
  const named = components.map((component) => ({ ecosystem: component.ecosystem, name: matchedAs(component).name }));
  const { rows } = await sql<Candidate>`
    select affected.advisory_id, affected.ecosystem, affected.suffix, affected.name, affected.spec, advisory.severity
    from affected join advisory on advisory.id = affected.advisory_id
    where (affected.ecosystem, affected.name) in
        (select distinct * from unnest(${named.map(({ ecosystem }) => ecosystem)}::text[], ${named.map(({ name }) => name)}::text[]))
      and advisory.withdrawn is null and not advisory.missing`.execute(tx);
  return Map.groupBy(rows, (row) => `${row.ecosystem} ${row.name}`);
}

function getMatches(component: MatchedComponent, candidates: readonly Candidate[]): Match[] {
  const { version } = matchedAs(component);
  const byAdvisory = new Map<string, Match>();
  for (const candidate of candidates) {
    // A distribution's package whose release nobody knows may be of any of them.
    const isReleaseUnknown = candidate.suffix !== '' && component.distro === '' && component.source_name !== '';
    if (!isReleaseUnknown && !appliesToRelease(candidate.suffix, component.distro)) continue;
    const verdict = judge(component.ecosystem, version, candidate.spec);
    if (verdict.affected === 'no') continue;
    const confidence = verdict.affected === 'yes' && !isReleaseUnknown ? 'known' : 'unknown';
    const before = byAdvisory.get(candidate.advisory_id);
    if (before?.confidence === 'known' && confidence === 'unknown') continue;
    const fixes = before?.confidence === confidence ? [...before.fixed_versions, ...verdict.fixedVersions] : verdict.fixedVersions;
    byAdvisory.set(candidate.advisory_id, {
      component_id: component.id,
      advisory_id: candidate.advisory_id,
      severity: candidate.spec.severity ?? candidate.severity,
      fixed_versions: [...new Set(fixes)],
      confidence,
    });
  }
  return [...byAdvisory.values()];
}

async function replaceFindings(tx: Db, ids: readonly number[], matches: readonly Match[]): Promise<void> {
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

/** Judges components anew by the advisories there are, and replaces their findings. May be done any number of times. */
export async function matchComponents({ db }: Pick<Context, 'db'>, ids: readonly number[]): Promise<void> {
  const sorted = [...new Set(ids)].sort((a, b) => a - b);
  for (let at = 0; at < sorted.length; at += atOnce) {
    const part = sorted.slice(at, at + atOnce);
    await db.transaction().execute(async (tx) => {
      const components = await lockComponents(tx, part);
      const candidates = await selectCandidates(tx, components);
      const matches = components.flatMap((component) => getMatches(component, candidates.get(`${component.ecosystem} ${matchedAs(component).name}`) ?? []));
      await replaceFindings(tx, part, matches);
    });
  }
}
