import { createHash } from 'node:crypto';
import { AppError } from '@packhouse/contract/errors.ts';
import type { FormatId } from '@packhouse/contract/repositories/format-ids.ts';
import { getFormat } from '@packhouse/formats/formats.ts';
import type { IndexEntry, ListedFile } from '@packhouse/formats/indexed-listing.ts';
import { sql, type Transaction } from 'kysely';
import type { Context } from '../context.ts';
import type { Repository } from '../directory/directory.ts';
import type { RepositoriesSchema } from '../schema.ts';
import { addIndexJob } from './queue-build.ts';

type Tx = Transaction<RepositoriesSchema>;

/** A change renders one bucket of a list again; the others are kept as they are. */
const buckets = 256;

/** Packages are spread by their name, so that every version of one is in one bucket. */
export function getBucket(packageName: string): number {
  return createHash('sha1').update(packageName).digest().readUInt16BE(0) % buckets;
}

/** Keeps what a format read from bytes for its listings; the bytes stay the same, wherever they lie. */
export async function keepContents(tx: Tx, format: FormatId, contents: readonly { sha256: string; listed: unknown }[]): Promise<void> {
  if (contents.length === 0) return;
  const distinct = [...new Map(contents.map((one) => [one.sha256, JSON.stringify(one.listed)]))].sort(([a], [b]) => (a < b ? -1 : 1));
  await sql`
    insert into index_content (sha256, format, content)
    select sha256, ${format}, content from unnest(${distinct.map(([sha256]) => sha256)}::text[], ${distinct.map(([, content]) => content)}::jsonb[]) as known(sha256, content)
    on conflict (sha256, format) do update set content = excluded.content where index_content.content is distinct from excluded.content`.execute(tx);
}

interface ChangedBucket {
  scope: string;
  list: string;
  bucket: number;
}

/** Files whose contents are read at once. */
const filesAtOnce = 50;
/** Characters of entries that are sent to the database at once. */
const textAtOnce = 8 * 1024 * 1024;

/**
 * Renders the entries of files again from their rows and marks what has changed. Only for local repositories with such listings.
 * @param refused takes what the format refuses; such a file is listed nowhere
 * @throws AppError `bad_request` what the format refuses, where nobody takes it
 */
export async function refreshEntries(
  context: Context,
  tx: Tx,
  repository: Repository,
  artifactIds: readonly number[],
  refused?: (path: string, error: AppError) => void,
): Promise<void> {
  const { indexed } = getFormat(repository.format);
  if (!indexed || repository.class !== 'local' || artifactIds.length === 0) return;
  const readEntries = (file: ListedFile) => {
    try {
      return indexed.entries(file);
    } catch (error) {
      if (!refused || !(error instanceof AppError)) throw error;
      refused(file.path, error);
      return [];
    }
  };
  let changed: ChangedBucket[] = [];
  // A folder may hold any number of files, and each may stand in many lists: no more than a part of them is held at a time.
  let ids: number[] = [];
  let entries: PlacedEntry[] = [];
  let length = 0;
  const flush = async () => {
    if (ids.length > 0) changed = distinctPlaces([...changed, ...(await replaceEntries(tx, repository.id, ids, entries))]);
    [ids, entries, length] = [[], [], 0];
  };
  for (let at = 0; at < artifactIds.length; at += filesAtOnce) {
    const part = artifactIds.slice(at, at + filesAtOnce);
    const files = await selectListed(tx, repository.format, part);
    for (const id of part) {
      const file = files.get(id);
      ids.push(id);
      for (const entry of file ? readEntries(file) : []) {
        entries.push({ ...entry, artifactId: id, bucket: getBucket(entry.package) });
        length += entry.text.length;
      }
      if (length >= textAtOnce) await flush();
    }
  }
  await flush();
  await markChanged(context, tx, repository, changed);
}

/** Files with what was read from them, by their ids. */
async function selectListed(tx: Tx, format: FormatId, artifactIds: readonly number[]): Promise<Map<number, ListedFile>> {
  const { rows } = await sql<ListedFile & { id: number; properties: Record<string, string[]> | null }>`
    select a.id, a.path, b.size, b.sha256, b.sha1, b.md5, a.created_at as "createdAt", c.content,
      (select json_object_agg(key, values) from (select key, json_agg(value order by value) as values from property where artifact_id = a.id group by key) grouped) as properties
    from artifact a join blob b on b.sha256 = a.sha256 join index_content c on c.sha256 = a.sha256 and c.format = ${format}
    where a.id = any(${artifactIds}::bigint[])`.execute(tx);
  return new Map(rows.map((row) => [Number(row.id), { ...row, properties: row.properties ?? {} }]));
}

interface PlacedEntry extends IndexEntry {
  artifactId: number;
  bucket: number;
}

/** Puts these entries in the place of all that the files had; answers where that changed anything. */
async function replaceEntries(tx: Tx, repositoryId: number, artifactIds: readonly number[], entries: readonly PlacedEntry[]): Promise<ChangedBucket[]> {
  const distinct = [...new Map(entries.map((entry) => [JSON.stringify([entry.artifactId, entry.scope, entry.list]), entry])).values()];
  const wanted = sql`unnest(
    ${distinct.map((one) => one.artifactId)}::bigint[], ${distinct.map((one) => one.scope)}::text[], ${distinct.map((one) => one.list)}::text[],
    ${distinct.map((one) => one.bucket)}::smallint[], ${distinct.map((one) => one.package)}::text[], ${distinct.map((one) => one.key)}::text[],
    ${distinct.map((one) => one.text)}::text[]) as w(artifact_id, scope, list, bucket, package, key, body)`;
  const gone = await sql<ChangedBucket>`
    delete from index_entry e where e.artifact_id = any(${artifactIds}::bigint[])
      and not exists (select from ${wanted} where (w.artifact_id, w.scope, w.list, w.package) = (e.artifact_id, e.scope, e.list, e.package))
    returning e.scope, e.list, e.bucket`.execute(tx);
  const made = await sql<ChangedBucket>`
    insert into index_entry as e (artifact_id, repository_id, scope, list, bucket, package, key, body)
    select w.artifact_id, ${repositoryId}, w.scope, w.list, w.bucket, w.package, w.key, w.body from ${wanted}
    on conflict (artifact_id, scope, list) do update set key = excluded.key, body = excluded.body
      where (e.key, e.body) is distinct from (excluded.key, excluded.body)
    returning e.scope, e.list, e.bucket`.execute(tx);
  return [...gone.rows, ...made.rows];
}

/** Marks the listings of files that are about to be deleted; their entries go with them. */
export async function forgetEntries(context: Context, tx: Tx, repository: Repository, artifactIds: readonly number[]): Promise<void> {
  if (!getFormat(repository.format).indexed || artifactIds.length === 0) return;
  const { rows } = await sql<ChangedBucket>`delete from index_entry where artifact_id = any(${artifactIds}::bigint[]) returning scope, list, bucket`.execute(
    tx,
  );
  await markChanged(context, tx, repository, rows);
}

const distinctPlaces = (changed: readonly ChangedBucket[]) => [...new Map(changed.map((one) => [`${one.scope}\n${one.list}\n${one.bucket}`, one])).values()];

/** Every change has a row of its own, so that nobody waits for anybody and the builder knows which changes it has seen. */
async function markChanged(context: Context, tx: Tx, repository: Repository, changed: readonly ChangedBucket[]): Promise<void> {
  if (changed.length === 0) return;
  const distinct = distinctPlaces(changed);
  for (const scope of new Set(distinct.map((one) => one.scope))) {
    // The job that waits for an earlier change takes this one along; queueing again would make all publishers wait for one row.
    const { rows } = await sql<{ waiting: boolean }>`
      select exists (select from index_change where repository_id = ${repository.id} and scope = ${scope}) as waiting`.execute(tx);
    if (!rows[0]?.waiting) await addIndexJob(context, repository.key, scope, tx);
  }
  await sql`
    insert into index_change (repository_id, scope, list, bucket)
    select ${repository.id}, * from unnest(${distinct.map((one) => one.scope)}::text[], ${distinct.map((one) => one.list)}::text[], ${distinct.map((one) => one.bucket)}::smallint[])`.execute(
    tx,
  );
}
