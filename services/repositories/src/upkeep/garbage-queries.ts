import { sql, type Updateable } from 'kysely';
import type { Db, GarbageRunTable } from '../schema.ts';

/** True for a blob that nothing refers to. */
const unreferenced = sql<boolean>`
  not exists (select from artifact where artifact.sha256 = blob.sha256)
  and not exists (select from trash where trash.sha256 = blob.sha256)
  and not exists (select from remote_entry where remote_entry.sha256 = blob.sha256)
  and not exists (select from index_document where index_document.sha256 = blob.sha256)`;

export interface PageOfBlobs {
  /** Last digest looked at; undefined at the end. */
  last: string | undefined;
  examined: number;
  condemned: number;
  condemnedBytes: number;
}

/**
 * Looks at the next blobs in order of their digest and marks those that are old enough and that nothing refers to.
 * A mark is only a suspicion: `deleteCondemned` looks again under the row's lock.
 */
export async function condemnPage(db: Db, page: { after: string; limit: number; createdBefore: Date; dryRun: boolean }): Promise<PageOfBlobs> {
  const found = sql`
    page as materialized (select sha256 from blob where sha256 > ${page.after} order by sha256 limit ${page.limit}),
    loose as materialized (
      select blob.sha256, blob.size from blob join page using (sha256)
      where blob.condemned_at is null and blob.created_at < ${page.createdBefore} and ${unreferenced})`;
  const mark = page.dryRun
    ? sql`select sha256 from loose`
    : sql`update blob set condemned_at = now() from loose where blob.sha256 = loose.sha256 and blob.condemned_at is null returning blob.sha256`;
  const { rows } = await sql<{ last: string | null; examined: number; condemned: number; bytes: number }>`
    with ${found}, marked as (${mark})
    select (select max(sha256) from page) as last, (select count(*) from page) as examined,
           (select count(*) from marked) as condemned, (select coalesce(sum(size), 0)::bigint from loose join marked using (sha256)) as bytes`.execute(db);
  const row = rows[0];
  return { last: row?.last ?? undefined, examined: row?.examined ?? 0, condemned: row?.condemned ?? 0, condemnedBytes: row?.bytes ?? 0 };
}

export function selectCondemned(db: Db, options: { before: Date; after: string; limit: number }) {
  return db
    .selectFrom('blob')
    .select(['sha256', 'size'])
    .where('condemned_at', '<', options.before)
    .where('sha256', '>', options.after)
    .orderBy('sha256')
    .limit(options.limit)
    .execute();
}

/** Locks one condemned blob; undefined when a commit holds it or has cleared it. */
export function lockCondemned(db: Db, sha256: string, before: Date) {
  return db
    .selectFrom('blob')
    .select(['sha256', 'size'])
    .where('sha256', '=', sha256)
    .where('condemned_at', '<', before)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

export async function isReferenced(db: Db, sha256: string): Promise<boolean> {
  const row = await db.selectFrom('blob').select(unreferenced.as('loose')).where('sha256', '=', sha256).executeTakeFirst();
  return row !== undefined && !row.loose;
}

export async function updateCondemned(db: Db, sha256: string, condemnedAt: Date | null): Promise<void> {
  await db.updateTable('blob').set({ condemned_at: condemnedAt }).where('sha256', '=', sha256).execute();
}

export async function deleteBlobRow(db: Db, sha256: string): Promise<void> {
  await db.deleteFrom('blob').where('sha256', '=', sha256).execute();
}

/** Those of the digests that no row names. */
export async function selectUnknown(db: Db, digests: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('blob').select('sha256').where('sha256', 'in', digests).execute();
  const known = new Set(rows.map((row) => row.sha256));
  return new Set(digests.filter((digest) => !known.has(digest)));
}

/** Gives stray bytes a condemned row, so that they go the same guarded way as everything else. */
export async function insertStray(db: Db, stray: { sha256: string; size: number }): Promise<void> {
  await db
    .insertInto('blob')
    .values({ ...stray, sha1: '', md5: '', sha512: null, condemned_at: new Date() })
    .onConflict((conflict) => conflict.column('sha256').doNothing())
    .execute();
}

export function insertRun(db: Db, run: { dry_run: boolean; requested_by: string }) {
  return db.insertInto('garbage_run').values(run).returningAll().executeTakeFirstOrThrow();
}

export async function updateRun(db: Db, id: number, change: Updateable<GarbageRunTable>): Promise<void> {
  await db.updateTable('garbage_run').set(change).where('id', '=', id).execute();
}

export function selectRun(db: Db, id: number) {
  return db.selectFrom('garbage_run').selectAll().where('id', '=', id).executeTakeFirst();
}

export function selectLatestRuns(db: Db, limit: number) {
  return db.selectFrom('garbage_run').selectAll().orderBy('id', 'desc').limit(limit).execute();
}

/** How much is condemned, how much of it since before a moment, and how much runs have freed since another. */
export async function selectGarbageState(db: Db, moments: { condemnedBefore: Date; freedSince: Date }) {
  const { rows } = await sql<Record<'condemned' | 'condemnedBytes' | 'due' | 'dueBytes' | 'freed' | 'freedBytes', number>>`
    select c.*, f.* from (
      select count(*) as condemned, coalesce(sum(size), 0)::bigint as "condemnedBytes",
        count(*) filter (where condemned_at < ${moments.condemnedBefore}) as due,
        coalesce(sum(size) filter (where condemned_at < ${moments.condemnedBefore}), 0)::bigint as "dueBytes"
      from blob where condemned_at is not null) c
    cross join (select coalesce(sum(freed), 0)::bigint as freed, coalesce(sum(freed_bytes), 0)::bigint as "freedBytes"
      from garbage_run where not dry_run and finished_at > ${moments.freedSince}) f`.execute(db);
  return rows[0]!;
}

export async function selectReferences(db: Db, sha256: string, limit: number) {
  const { rows } = await sql<{ kind: 'artifact' | 'trash' | 'remote index' | 'index'; repository_key: string; path: string }>`
    (select 'artifact' as kind, repository.key as repository_key, artifact.path from artifact join repository on repository.id = artifact.repository_id where artifact.sha256 = ${sha256} limit ${limit})
    union all
    (select 'trash', repository_key, path from trash where sha256 = ${sha256} limit ${limit})
    union all
    (select 'remote index', repository.key, remote_entry.path from remote_entry join repository on repository.id = remote_entry.repository_id where remote_entry.sha256 = ${sha256} limit ${limit})
    union all
    (select 'index', repository.key, index_document.path from index_document join repository on repository.id = index_document.repository_id where index_document.sha256 = ${sha256} limit ${limit})
    limit ${limit}`.execute(db);
  return rows;
}

export function selectBlob(db: Db, sha256: string) {
  return db.selectFrom('blob').select(['sha256', 'size', 'condemned_at']).where('sha256', '=', sha256).executeTakeFirst();
}

/** Any number that nobody else uses as an advisory lock in this database. */
const leaderLock = 7_301_994;

/** Only one process collects at a time. */
export async function takeLeaderLock(db: Db): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_lock(${leaderLock}) as taken`.execute(db);
  return rows[0]?.taken === true;
}

export async function releaseLeaderLock(db: Db): Promise<void> {
  await sql`select pg_advisory_unlock(${leaderLock})`.execute(db);
}

/** Takes a part in holding collection off, if none is under way. */
export async function tryHold(db: Db): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_lock_shared(${leaderLock}) as taken`.execute(db);
  return rows[0]?.taken === true;
}

/** Waits for a collection under way, then holds off the next one. */
export async function takeHold(db: Db): Promise<void> {
  await sql`select pg_advisory_lock_shared(${leaderLock})`.execute(db);
}

export async function releaseHold(db: Db): Promise<void> {
  await sql`select pg_advisory_unlock_shared(${leaderLock})`.execute(db);
}

/** A lock lasts as long as its connection. @throws when that is gone. */
export async function requireConnection(db: Db): Promise<void> {
  await sql`select 1`.execute(db);
}

/** Whether backups are what keeps a collection from beginning: another collection would hold them off as well. */
export async function isHeldOff(db: Db): Promise<boolean> {
  if (!(await tryHold(db))) return false;
  await releaseHold(db);
  return true;
}
