import type { FormatId } from '@packhouse/contract/repositories/format-ids.ts';
import type { IndexEntry, ListedFile } from '@packhouse/formats/indexed-listing.ts';
import { sql, type Transaction } from 'kysely';
import type { RepositoriesSchema } from '../schema.ts';
import type { ChangedBucket } from './index-change-queries.ts';

export type Tx = Transaction<RepositoriesSchema>;

/** Keeps what a format read from bytes for its listings; the bytes stay the same, wherever they lie. */
export async function keepContents(tx: Tx, format: FormatId, contents: readonly { sha256: string; listed: unknown }[]): Promise<void> {
  if (contents.length === 0) return;
  const distinct = [...new Map(contents.map((one) => [one.sha256, JSON.stringify(one.listed)]))].sort(([a], [b]) => (a < b ? -1 : 1));
  await sql`
    insert into index_content (sha256, format, content)
    select sha256, ${format}, content from unnest(${distinct.map(([sha256]) => sha256)}::text[], ${distinct.map(([, content]) => content)}::jsonb[]) as known(sha256, content)
    on conflict (sha256, format) do update set content = excluded.content where index_content.content is distinct from excluded.content`.execute(tx);
}

/** Files with what was read from them, by their ids. */
export async function selectListed(tx: Tx, format: FormatId, artifactIds: readonly number[]): Promise<Map<number, ListedFile>> {
  const { rows } = await sql<ListedFile & { id: number; properties: Record<string, string[]> | null }>`
    select a.id, a.path, b.size, b.sha256, b.sha1, b.md5, a.created_at as "createdAt", c.content,
      (select json_object_agg(key, values) from (select key, json_agg(value order by value) as values from property where artifact_id = a.id group by key) grouped) as properties
    from artifact a join blob b on b.sha256 = a.sha256 join index_content c on c.sha256 = a.sha256 and c.format = ${format}
    where a.id = any(${artifactIds}::bigint[])`.execute(tx);
  return new Map(rows.map((row) => [Number(row.id), { ...row, properties: row.properties ?? {} }]));
}

export interface PlacedEntry extends IndexEntry {
  artifactId: number;
  bucket: number;
}

/** Puts these entries in the place of all that the files had; answers where that changed anything. */
export async function replaceEntries(tx: Tx, repositoryId: number, artifactIds: readonly number[], entries: readonly PlacedEntry[]): Promise<ChangedBucket[]> {
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

export async function deleteEntries(tx: Tx, artifactIds: readonly number[]): Promise<ChangedBucket[]> {
  const { rows } = await sql<ChangedBucket>`delete from index_entry where artifact_id = any(${artifactIds}::bigint[]) returning scope, list, bucket`.execute(
    tx,
  );
  return rows;
}
