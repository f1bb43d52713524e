import { createHash } from 'node:crypto';
import type { FormatId } from '@packhouse/contract/format-ids.ts';
import { formatOf } from '@packhouse/formats/formats.ts';
import type { IndexEntry, ListedFile } from '@packhouse/formats/indexed-listing.ts';
import { sql, type Transaction } from 'kysely';
import type { Context } from '../context.ts';
import type { Repository } from '../repository/directory.ts';
import type { RepositoriesSchema } from '../schema.ts';
import { addIndexJob } from './queue-build.ts';

type Tx = Transaction<RepositoriesSchema>;

/** A change renders one bucket of a list again; the others are kept as they are. */
const buckets = 256;

/** Packages are spread by their name, so that every version of one is in one bucket. */
export function bucketOf(packageName: string): number {
  return createHash('sha1').update(packageName).digest().readUInt16BE(0) % buckets;
}

/** Keeps what a format read from bytes for its listings; the bytes stay the same, wherever they lie. */
export async function keepContents(tx: Tx, format: FormatId, contents: readonly { sha256: string; listed: unknown }[]): Promise<void> {
  for (const { sha256, listed } of contents)
    await sql`insert into index_content (sha256, format, content) values (${sha256}, ${format}, ${JSON.stringify(listed)}::jsonb)
      on conflict (sha256, format) do update set content = excluded.content`.execute(tx);
}

interface ChangedBucket {
  scope: string;
  list: string;
  bucket: number;
}

/** Renders the entries of files again from their rows and marks what has changed. Only for local repositories with such listings. */
export async function refreshEntries(context: Context, tx: Tx, repository: Repository, artifactIds: readonly number[]): Promise<void> {
  const { indexed } = formatOf(repository.format);
  if (!indexed || repository.class !== 'local' || artifactIds.length === 0) return;
  const { rows } = await sql<ListedFile & { id: number; properties: Record<string, string[]> | null }>`
    select a.id, a.path, b.size, b.sha256, b.sha1, b.md5, a.created_at as "createdAt", c.content,
      (select json_object_agg(key, values) from (select key, json_agg(value order by value) as values from property where artifact_id = a.id group by key) grouped) as properties
    from artifact a join blob b on b.sha256 = a.sha256 join index_content c on c.sha256 = a.sha256 and c.format = ${repository.format}
    where a.id = any(${artifactIds}::bigint[])`.execute(tx);
  const gone = await sql<ChangedBucket>`delete from index_entry where artifact_id = any(${artifactIds}::bigint[]) returning scope, list, bucket`.execute(tx);
  const changed = [...gone.rows];
  for (const row of rows)
    for (const entry of indexed.entries({ ...row, properties: row.properties ?? {} })) changed.push(await insertEntry(tx, repository.id, row.id, entry));
  await markChanged(context, tx, repository, changed);
}

async function insertEntry(tx: Tx, repositoryId: number, artifactId: number, entry: IndexEntry): Promise<ChangedBucket> {
  const bucket = bucketOf(entry.package);
  await sql`
    insert into index_entry (artifact_id, repository_id, scope, list, bucket, package, key, body)
    values (${artifactId}, ${repositoryId}, ${entry.scope}, ${entry.list}, ${bucket}, ${entry.package}, ${entry.key}, ${entry.text})
    on conflict (artifact_id, scope, list) do update set body = excluded.body`.execute(tx);
  return { scope: entry.scope, list: entry.list, bucket };
}

/** Marks the listings of files that are about to be deleted; their entries go with them. */
export async function forgetEntries(context: Context, tx: Tx, repository: Repository, artifactIds: readonly number[]): Promise<void> {
  if (!formatOf(repository.format).indexed || artifactIds.length === 0) return;
  const { rows } = await sql<ChangedBucket>`delete from index_entry where artifact_id = any(${artifactIds}::bigint[]) returning scope, list, bucket`.execute(
    tx,
  );
  await markChanged(context, tx, repository, rows);
}

/** Every change has a row of its own, so that nobody waits for anybody and the builder knows which changes it has seen. */
async function markChanged(context: Context, tx: Tx, repository: Repository, changed: readonly ChangedBucket[]): Promise<void> {
  const distinct = [...new Map(changed.map((one) => [`${one.scope}\n${one.list}\n${one.bucket}`, one])).values()];
  if (distinct.length === 0) return;
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
