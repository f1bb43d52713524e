import type { DistributionStatus, ReleaseBundleType } from '@packhouse/contract/distribution/release-bundle-routes.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import type { PlacedFile } from '@packhouse/peers/release-bundle-storage.ts';
import { type Insertable, type Selectable, type SqlBool, sql, type Updateable } from 'kysely';
import type { Db, ReleaseBundleFileTable, ReleaseBundleTable } from '../schema.ts';
import { readableReleaseBundles } from './readable-release-bundle-queries.ts';

export type ReleaseBundleRow = Selectable<ReleaseBundleTable>;
export type ReleaseBundleFileRow = Selectable<ReleaseBundleFileTable>;
/** A file as it is written down. */
export type GivenFile = Omit<ReleaseBundleFileRow, 'bundle_id' | 'brought'>;
export type ShownReleaseBundle = Omit<ReleaseBundleRow, 'manifest' | 'signature'> & { status: DistributionStatus };
/** What is long is left out of lists. */
export type ListedReleaseBundle = Omit<ShownReleaseBundle, 'notes' | 'source'>;

/** Of the newest run; what was deleted from all its targets is distributed no more. */
const status = sql<DistributionStatus>`case when bundle.type = 'target' then case when bundle.incoming then 'In progress' else 'Completed' end else coalesce((
  select case
    when bool_or(site.status = 'In progress') or (bool_or(site.status = 'In queue') and bool_or(site.status = 'Completed')) then 'In progress'
    when bool_or(site.status = 'In queue') then 'In queue'
    when bool_or(site.status = 'Failed') then 'Failed'
    when last.type = 'delete' then 'Not distributed'
    else 'Completed' end
  from (select id, type from run where run.bundle_id = bundle.id order by id desc limit 1) last join site on site.run_id = last.id group by last.type
), 'Not distributed') end`;

const listed = [
  'id',
  'name',
  'version',
  'type',
  'state',
  'description',
  'tag',
  'notes_syntax',
  'storing_repository',
  'files',
  'bytes',
  'incoming',
  'manifest_sha256',
  'key_fingerprint',
  'signed_by',
  'signed_at',
  'created_by',
  'created_at',
  'modified_at',
] as const;
const shown = [...listed, 'notes', 'source'] as const;

export function selectReleaseBundle(db: Db, name: string, version: string): Promise<ShownReleaseBundle | undefined> {
  return db
    .selectFrom('bundle')
    .select([...shown, status.as('status')])
    .where('name', '=', name)
    .where('version', '=', version)
    .executeTakeFirst();
}

/** With the signed text; held until the transaction ends. */
export function lockReleaseBundle(db: Db, name: string, version: string): Promise<ReleaseBundleRow | undefined> {
  return db.selectFrom('bundle').selectAll().where('name', '=', name).where('version', '=', version).forUpdate().executeTakeFirst();
}

export function selectSigned(db: Db, id: number): Promise<ReleaseBundleRow | undefined> {
  return db.selectFrom('bundle').selectAll().where('id', '=', id).executeTakeFirst();
}

export interface ReleaseBundleFilter {
  type?: ReleaseBundleType | undefined;
  name?: string | undefined;
  search?: string | undefined;
}

const likeText = (text: string) => `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;

function filtered(db: Db, actor: Actor, { type, name, search }: ReleaseBundleFilter) {
  let query = db.selectFrom('bundle').where(readableReleaseBundles(actor));
  if (type) query = query.where('type', '=', type);
  if (name) query = query.where('name', '=', name);
  if (search) query = query.where(sql<SqlBool>`lower(name) like ${likeText(search)}`);
  return query;
}

/** Newest first; `after` is the id of the last of the page before. */
export async function selectReleaseBundles(db: Db, actor: Actor, filter: ReleaseBundleFilter, page: { after?: number | undefined; limit: number }) {
  let query = filtered(db, actor, filter)
    .select([...listed, status.as('status')])
    .orderBy('id', 'desc')
    .limit(page.limit + 1);
  if (page.after !== undefined) query = query.where('id', '<', page.after);
  const [rows, { total }] = await Promise.all([
    query.execute(),
    filtered(db, actor, filter)
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ]);
  return { rows: rows.slice(0, page.limit), hasMore: rows.length > page.limit, total };
}

export function insertReleaseBundle(db: Db, row: Insertable<ReleaseBundleTable>): Promise<{ id: number } | undefined> {
  return db
    .insertInto('bundle')
    .values(row)
    .onConflict((conflict) => conflict.columns(['name', 'version']).doNothing())
    .returning('id')
    .executeTakeFirst();
}

export async function updateReleaseBundle(db: Db, id: number, change: Updateable<ReleaseBundleTable>): Promise<void> {
  await db
    .updateTable('bundle')
    .set({ ...change, modified_at: new Date() })
    .where('id', '=', id)
    .execute();
}

export async function deleteReleaseBundleRow(db: Db, id: number): Promise<void> {
  await db.deleteFrom('bundle').where('id', '=', id).execute();
}

export async function replaceFiles(db: Db, bundleId: number, files: readonly (GivenFile & { brought?: boolean })[]): Promise<void> {
  await db.deleteFrom('bundle_file').where('bundle_id', '=', bundleId).execute();
  await sql`
    insert into bundle_file (bundle_id, repository, path, format, source_repository, source_path, sha256, size, properties, brought)
    select ${bundleId}, repository, path, format, source_repository, source_path, sha256, size, properties, coalesce(brought, true)
    from jsonb_to_recordset(${JSON.stringify(files)}::jsonb) as given(repository text, path text, format text, source_repository text, source_path text,
      sha256 text, size bigint, properties jsonb, brought boolean)`.execute(db);
}

/** All files of a version in the order of their places, which no locale changes. */
export function selectFiles(db: Db, bundleId: number): Promise<ReleaseBundleFileRow[]> {
  return db
    .selectFrom('bundle_file')
    .selectAll()
    .where('bundle_id', '=', bundleId)
    .orderBy(sql`repository collate "C"`)
    .orderBy(sql`path collate "C"`)
    .execute();
}

/** SHA-256 of the files of a version, each once. */
export async function selectContents(db: Db, bundleId: number): Promise<string[]> {
  const rows = await db.selectFrom('bundle_file').select('sha256').distinct().where('bundle_id', '=', bundleId).execute();
  return rows.map(({ sha256 }) => sha256);
}

/** Versions in the order of their ids. */
export function selectVersionsAfter(db: Db, id: number, limit: number): Promise<{ id: number; name: string; version: string }[]> {
  return db.selectFrom('bundle').select(['id', 'name', 'version']).where('id', '>', id).orderBy('id').limit(limit).execute();
}

export async function selectFilePage(
  db: Db,
  bundleId: number,
  page: { search?: string | undefined; after?: { repository: string; path: string } | undefined; limit: number },
) {
  const matching = () => {
    const query = db.selectFrom('bundle_file').where('bundle_id', '=', bundleId);
    return page.search ? query.where(sql<SqlBool>`lower(repository || '/' || path) like ${likeText(page.search)}`) : query;
  };
  let query = matching()
    .selectAll()
    .orderBy('repository')
    .orderBy('path')
    .limit(page.limit + 1);
  if (page.after) query = query.where(sql<SqlBool>`(repository, path) > (${page.after.repository}, ${page.after.path})`);
  const [rows, { total }] = await Promise.all([
    query.execute(),
    matching()
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ]);
  return { rows: rows.slice(0, page.limit), hasMore: rows.length > page.limit, total };
}

/** Bundles with this content, newest first. */
export function selectReleaseBundlesOfChecksum(db: Db, actor: Actor, sha256: string, limit: number): Promise<{ name: string; version: string }[]> {
  return db
    .selectFrom('bundle')
    .select(['name', 'version'])
    .where(readableReleaseBundles(actor))
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('bundle_file').select('path').whereRef('bundle_file.bundle_id', '=', 'bundle.id').where('sha256', '=', sha256)),
    )
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/**
 * Receiving and withdrawing exclude each other: what a version that comes in finds at a place is not taken away while it is written
 * down that it belongs to that version too. Held until the transaction ends.
 */
export async function holdPlaces(tx: Db, by: 'receiver' | 'withdrawal'): Promise<void> {
  const lock = sql.raw(by === 'receiver' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock');
  await sql`select ${lock}(hashtextextended('received files of release bundles', 0))::text`.execute(tx);
}

/** What this version brought and another has at the same place belongs to that one from now on. */
export async function leaveToOthers(db: Db, bundleId: number): Promise<void> {
  await sql`
    update bundle_file other set brought = true from bundle_file own, bundle
    where own.bundle_id = ${bundleId} and own.brought and bundle.id = other.bundle_id and bundle.type = 'target' and other.bundle_id <> ${bundleId}
      and other.repository = own.repository and other.path = own.path and other.sha256 = own.sha256`.execute(db);
}

/** Those of these files that the version brought, and that no other one has at the same place. */
export async function selectOwnFiles(db: Db, bundleId: number): Promise<PlacedFile[]> {
  const { rows } = await sql<PlacedFile>`
    select repository, path, sha256, size, properties from bundle_file own where bundle_id = ${bundleId} and brought and not exists (
      select from bundle_file other join bundle on bundle.id = other.bundle_id
      where bundle.type = 'target' and other.bundle_id <> ${bundleId} and other.repository = own.repository and other.path = own.path and other.sha256 = own.sha256)`.execute(
    db,
  );
  return rows;
}
