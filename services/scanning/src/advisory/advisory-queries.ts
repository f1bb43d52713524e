import { sql } from 'kysely';
import type { Advisory } from '../osv/osv-record.ts';
import type { Db } from '../schema.ts';

/** An advisory as a row, in the JSON that PostgreSQL takes apart. */
function readRow(advisory: Advisory) {
  const { modified, published, withdrawn, affected: _, ...rest } = advisory;
  return { ...rest, modified: modified.toISOString(), published: published?.toISOString() ?? null, withdrawn: withdrawn?.toISOString() ?? null };
}

const texts = (column: string) => sql`array(select jsonb_array_elements_text(${sql.ref(column)}))`;

/**
 * Keeps what is newer than what is known, and answers the ids of what changed. A record that is known as it is stays, and so does what a later run withdrew.
 * What a project described under an id that turns out to be a source's gives way: it would hide from all others what the source says.
 */
export async function upsertAdvisories(tx: Db, advisories: readonly Advisory[], place: { sourceId: number; runId: number }): Promise<string[]> {
  const document = JSON.stringify(advisories.map(readRow));
  const { rows } = await sql<{ id: string }>`
    insert into advisory (id, source_id, run_id, modified, published, withdrawn, canonical, severity, cvss, summary, details, aliases, upstream, links, cwes)
    select given.id, ${place.sourceId}, ${place.runId}, given.modified, given.published, given.withdrawn, given.canonical, given.severity, given.cvss,
      given.summary, given.details, ${texts('given.aliases')}, ${texts('given.upstream')}, given.links, ${texts('given.cwes')}
    from jsonb_to_recordset(${document}::jsonb) as given (id text, modified timestamptz, published timestamptz, withdrawn timestamptz, canonical text,
      severity text, cvss jsonb, summary text, details text, aliases jsonb, upstream jsonb, links jsonb, cwes jsonb)
    order by given.id
    on conflict (id) do update set
      source_id = excluded.source_id, run_id = excluded.run_id, modified = excluded.modified, published = excluded.published, withdrawn = excluded.withdrawn,
      missing = false, canonical = excluded.canonical, severity = excluded.severity, cvss = excluded.cvss, summary = excluded.summary,
      details = excluded.details, aliases = excluded.aliases, upstream = excluded.upstream, links = excluded.links, cwes = excluded.cwes,
      custom = advisory.custom and advisory.project is null, project = null
    where advisory.modified < excluded.modified or advisory.project is not null or (advisory.missing and coalesce(advisory.run_id, 0) < excluded.run_id)
    returning id`.execute(tx);
  await sql`
    update advisory set seen_run = greatest(coalesce(seen_run, 0), ${place.runId}), source_id = ${place.sourceId}
    where id = any(${advisories.map(({ id }) => id).sort()}::text[]) and (source_id is null or source_id = ${place.sourceId})`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Says anew which packages some advisories are about. */
export async function replaceAffected(tx: Db, advisories: readonly Advisory[]): Promise<void> {
  const rows = advisories.flatMap(({ id, affected }) => affected.map((one, position) => ({ advisory_id: id, position, ...one })));
  await sql`delete from affected where advisory_id = any(${advisories.map(({ id }) => id)}::text[])`.execute(tx);
  await sql`
    insert into affected (advisory_id, position, ecosystem, suffix, name, spec)
    select advisory_id, position, ecosystem, suffix, name, spec
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (advisory_id text, position integer, ecosystem text, suffix text, name text, spec jsonb)`.execute(
    tx,
  );
}

/** How many advisories a source stands for, and how many of them a run, or a later one, has seen. */
export async function countSeen(db: Db, sourceId: number, runId: number): Promise<{ known: number; seen: number }> {
  const { rows } = await sql<{ known: number; seen: number }>`
    select count(*)::integer as known, (count(*) filter (where seen_run >= ${runId}))::integer as seen
    from advisory where source_id = ${sourceId} and not missing`.execute(db);
  return rows[0] ?? { known: 0, seen: 0 };
}

/** Marks what a complete dump of the source lacks, unless a later one has it; answers how many. */
export async function markMissing(db: Db, sourceId: number, runId: number, except: readonly string[]): Promise<number> {
  const { numAffectedRows } = await sql`
    update advisory set missing = true, run_id = ${runId}
    where source_id = ${sourceId} and not missing and coalesce(seen_run, 0) < ${runId} and id <> all(${except}::text[])`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Components that the advisories changed by a run speak of, or spoke of. */
export async function selectTouchedComponents(db: Db, runId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with touched as (
      select distinct affected.ecosystem, affected.name from affected join advisory on advisory.id = affected.advisory_id where advisory.run_id = ${runId}
    )
    select component.id from component join touched on touched.ecosystem = component.ecosystem and touched.name = component.name
    union
    select component.id from component join touched on touched.ecosystem = component.ecosystem and touched.name = component.source_name
      where component.source_name <> ''
    union
    select finding.component_id from finding join advisory on advisory.id = finding.advisory_id where advisory.run_id = ${runId}`.execute(db);
  return rows.map(({ id }) => id);
}

/** How many advisories of a run's changes are withdrawn. */
export async function countChanges(db: Db, runId: number): Promise<{ changed: number; withdrawn: number }> {
  const { rows } = await sql<{ changed: number; withdrawn: number }>`
    select count(*)::integer as changed, (count(*) filter (where withdrawn is not null or missing))::integer as withdrawn
    from advisory where run_id = ${runId}`.execute(db);
  return rows[0] ?? { changed: 0, withdrawn: 0 };
}
