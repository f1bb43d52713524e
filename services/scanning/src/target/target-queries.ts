import type { ScanState } from '@packhouse/contract/scanning/scan-states.ts';
import type { Said } from '@packhouse/contract/sentences.ts';
import { keepSaid } from '@packhouse/kernel/database/said-columns.ts';
import { sql } from 'kysely';
import type { Platform } from '../inventory/platforms.ts';
import type { Db } from '../schema.ts';
import type { TargetRow } from './target.ts';

export interface NewTarget {
  repository: string;
  path: string;
  format: string;
  package: string;
  version: string;
  sha256: string;
  licences: readonly string[];
  component_id: number;
  state: ScanState;
  reason: string | null;
  /** The reason is made of this, as JSON. */
  said: string | null;
}

/**
 * Locks some versions, always in the order of their places: whoever changes several of them takes them in this order,
 * and no two ever wait for each other.
 */
const locked = (ids: readonly number[]) => sql`locked as (select id from target where id = any(${ids}::bigint[]) order by repository, path for update)`;

/** Targets at some paths of a repository. */
export function selectTargets(db: Db, repository: string, paths: readonly string[]): Promise<TargetRow[]> {
  return db.selectFrom('target').selectAll().where('repository', '=', repository).where('path', '=', sql<string>`any(${paths}::text[])`).execute();
}

/** Some targets in the order of their ids: all of them, or those in one folder of a repository. */
export async function selectTargetsAfter(db: Db, id: number, limit: number, place?: { repository: string; folder: string }): Promise<TargetRow[]> {
  let query = db.selectFrom('target').selectAll().where('id', '>', id).orderBy('id').limit(limit);
  if (place) query = query.where('repository', '=', place.repository);
  if (place && place.folder !== '') query = query.where(sql<boolean>`starts_with(path, ${`${place.folder}/`})`);
  return query.execute();
}

/** Writes what is known of some versions, and answers what changed. What was found in a file's bytes stays as long as they do; a version that is known as it is stays. */
export async function upsertTargets(db: Db, targets: readonly NewTarget[]): Promise<TargetRow[]> {
  const { rows } = await sql<TargetRow>`
    insert into target (repository, path, format, package, version, sha256, licences, component_id, state, reason, said, scanned_at)
    select repository, path, format, package, version, sha256, array(select jsonb_array_elements_text(licences)), component_id, state, reason, said::jsonb, case when state = 'scanned' then now() end
    from jsonb_to_recordset(${JSON.stringify(targets)}::jsonb) as given
      (repository text, path text, format text, package text, version text, sha256 text, licences jsonb, component_id bigint, state text, reason text, said text)
    order by repository, path
    on conflict (repository, path) do update set format = excluded.format, package = excluded.package, version = excluded.version,
      subject_id = case when target.sha256 = excluded.sha256 then target.subject_id end, sha256 = excluded.sha256, licences = excluded.licences, component_id = excluded.component_id,
      state = excluded.state, reason = excluded.reason, said = excluded.said, attempts = 0, scanned_at = excluded.scanned_at
    where (target.sha256, target.package, target.version) is distinct from (excluded.sha256, excluded.package, excluded.version)
    returning *`.execute(db);
  return rows;
}

/** Says which components versions are, where that became known otherwise than before. */
export async function changeComponents(db: Db, changed: readonly { id: number; component_id: number }[]): Promise<void> {
  await sql`
    with ${locked(changed.map(({ id }) => id))}
    update target set component_id = given.component_id from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as given (id bigint, component_id bigint)
    where target.id = given.id and target.id in (select id from locked)`.execute(db);
}

/** Says under which licences versions are, where that is read otherwise than before. */
export async function changeLicences(db: Db, changed: readonly { id: number; licences: readonly string[] }[]): Promise<void> {
  await sql`
    with ${locked(changed.map(({ id }) => id))}
    update target set licences = array(select jsonb_array_elements_text(given.licences))
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as given (id bigint, licences jsonb)
    where target.id = given.id and target.id in (select id from locked)`.execute(db);
}

export async function deleteTargets(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await sql`with ${locked(ids)} delete from target where id in (select id from locked)`.execute(db);
}

/** Versions with some content that have no result yet, or none that is good. */
export function selectUnfinished(db: Db, sha256: string): Promise<TargetRow[]> {
  return db.selectFrom('target').selectAll().where('sha256', '=', sha256).where('state', 'in', ['in progress', 'not scanned', 'scan failed']).execute();
}

/**
 * Versions that wait for a scan, or for content that came only now, in the order of their ids: of all repositories, or of one.
 * Those of which a part was missing wait for it, too.
 */
export function selectWaiting(db: Db, after: number, limit: number, repository?: string): Promise<TargetRow[]> {
  let query = db.selectFrom('target').selectAll().where('id', '>', after).orderBy('id').limit(limit);
  if (repository !== undefined) query = query.where('repository', '=', repository);
  return query
    .where(
      sql<boolean>`(state in ('not scanned', 'in progress') or (state = 'scanned' and subject_id in (select id from subject where extractor = 0 and partial is not null)))`,
    )
    .execute();
}

/** Says that versions wait for their scan. */
export async function awaitScan(db: Db, ids: readonly number[]): Promise<void> {
  await sql`with ${locked(ids)} update target set state = 'in progress', reason = null, said = null where id in (select id from locked)`.execute(db);
}

/** Has versions and what was read of them count as not read; what was found stays to be seen meanwhile. */
export async function reopenTargets(tx: Db, targets: readonly TargetRow[]): Promise<void> {
  const ids = targets.map(({ id }) => id);
  await sql`with ${locked(ids)} update target set state = 'in progress', reason = null, said = null, attempts = 0 where id in (select id from locked)`.execute(
    tx,
  );
  // Without its inventory the content is read again; layers are not, since a layer never changes.
  await sql`
    with locked as (select id from subject where digest = any(${targets.map(({ sha256 }) => sha256)}::text[]) order by digest for no key update)
    update subject set extractor = 0 where id in (select id from locked)`.execute(tx);
}

/** Says how the scan of some versions ended. */
export async function finishTargets(db: Db, ids: readonly number[], outcome: { state: ScanState; said: Said | null; subjectId?: number }): Promise<void> {
  const { message, said } = keepSaid(outcome.said);
  await sql`
    with ${locked(ids)} update target set state = ${outcome.state}, reason = ${message}, said = ${said}::jsonb, subject_id = coalesce(${outcome.subjectId ?? null}::bigint, subject_id), attempts = 0,
      scanned_at = case when ${outcome.state} = 'scanned' then now() else scanned_at end
    where id in (select id from locked) and state in ('in progress', 'not scanned', 'scan failed')`.execute(db);
}

/** Versions that were judged by what extractors of another version found, or could not be, in the order of their ids. What lacks a part waits for that anyway. */
export async function selectOutdated(db: Db, after: number, limit: number, extractor: number): Promise<TargetRow[]> {
  const { rows } = await sql<TargetRow>`
    select target.* from target left join subject on subject.id = target.subject_id
    where target.id > ${after} and target.state in ('scanned', 'not supported') and coalesce(subject.extractor, -1) not in (0, ${extractor}::integer)
    order by target.id limit ${limit}`.execute(db);
  return rows;
}

/** Says that the content of some versions was read once more. */
export async function keepReadAgain(db: Db, ids: readonly number[], subjectId: number): Promise<void> {
  await sql`
    with ${locked(ids)} update target set state = 'scanned', reason = null, said = null, subject_id = ${subjectId}, attempts = 0, scanned_at = now()
    where id in (select id from locked) and state in ('scanned', 'not supported')`.execute(db);
}

/** Counts a scan that begins, or takes it back; answers how many began without an end. */
export async function countAttempt(db: Db, ids: readonly number[], step: 1 | -1 = 1): Promise<number> {
  const { rows } = await sql<{ attempts: number }>`
    with ${locked(ids)} update target set attempts = greatest(attempts + ${step}::integer, 0) where id in (select id from locked) returning attempts`.execute(
    db,
  );
  return Math.max(0, ...rows.map(({ attempts }) => attempts));
}

/** The inventory of some content, when it was read by the present extractors. */
export async function selectSubject(db: Db, digest: string, extractor: number): Promise<{ id: number; partial: string | null } | undefined> {
  return db.selectFrom('subject').select(['id', 'partial']).where('digest', '=', digest).where('extractor', '=', extractor).executeTakeFirst();
}

/** Puts an inventory in the place of what was known of the content, so that nobody sees half of one. */
export async function replaceInventory(
  tx: Db,
  subject: { digest: string; extractor: number; partial: string | null },
  nodes: readonly { component_id: number; location: string; layer: string | null; licences: readonly string[] }[],
  platforms: readonly Platform[],
): Promise<number> {
  const { id, is_new: isNew } = await tx
    .insertInto('subject')
    .values(subject)
    .onConflict((conflict) => conflict.column('digest').doUpdateSet({ extractor: subject.extractor, partial: subject.partial }))
    .returning(['id', sql<boolean>`xmax = 0`.as('is_new')])
    .executeTakeFirstOrThrow();
  if (!isNew) {
    await tx.deleteFrom('inventory').where('subject_id', '=', id).execute();
    await tx.deleteFrom('subject_platform').where('subject_id', '=', id).execute();
  }
  if (nodes.length > 0)
    await sql`
    insert into inventory (subject_id, component_id, location, layer, licences)
    select ${id}, component_id, location, layer, licences
    from jsonb_to_recordset(${JSON.stringify(nodes)}::jsonb) as given (component_id bigint, location text, layer text, licences text[])
    on conflict do nothing`.execute(tx);
  if (platforms.length > 0)
    await sql`
    insert into subject_platform (subject_id, kind, name, version)
    select distinct ${id}::bigint, kind, name, version from jsonb_to_recordset(${JSON.stringify(platforms)}::jsonb) as given (kind text, name text, version text)`.execute(
      tx,
    );
  return id;
}
