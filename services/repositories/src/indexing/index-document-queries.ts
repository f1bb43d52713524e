import { sql } from 'kysely';
import type { Sendable } from '../download/sendable.ts';
import type { Db } from '../schema.ts';

/** Superseded documents that a client may still be about to ask for are kept so long. */
const kept = sql`interval '24 hours'`;

/** One built listing: a local repository has one variant, a virtual one a variant for each set of members that callers may read. */
export interface ListingKey {
  repositoryId: number;
  variant: string;
  scope: string;
}

export interface BuiltDocument {
  path: string;
  sha256: string;
  lasting: boolean;
  /** It was made of this, when making it again can be saved. */
  source: string | null;
  rawSize: number;
  rawSha256: string;
}

export interface KnownDocument extends BuiltDocument {
  sha1: string;
  md5: string;
  size: number;
}

export async function selectDocument(db: Db, repositoryId: number, variant: string, path: string): Promise<Sendable | undefined> {
  const { rows } = await sql<Sendable>`
    select d.path, d.sha256, b.sha1, b.md5, b.size, d.built_at as "modifiedAt" from index_document d join blob b on b.sha256 = d.sha256
    where d.repository_id = ${repositoryId} and d.variant = ${variant} and d.path = ${path} and (d.superseded_at is null or d.lasting)`.execute(db);
  return rows[0];
}

/** Documents of the present generation that need not be made again when nothing in them has changed. */
export async function selectReusable(db: Db, { repositoryId, variant, scope }: ListingKey): Promise<ReadonlyMap<string, KnownDocument>> {
  const { rows } = await sql<KnownDocument & { source: string }>`
    select distinct on (d.source) d.path, d.sha256, d.lasting, d.source, d.raw_size as "rawSize", d.raw_sha256 as "rawSha256", b.sha1, b.md5, b.size
    from index_document d join blob b on b.sha256 = d.sha256
    where d.repository_id = ${repositoryId} and d.variant = ${variant} and d.scope = ${scope} and d.source is not null and d.superseded_at is null`.execute(db);
  return new Map(rows.map((row) => [row.source, row]));
}

export interface BuiltScope {
  generation: number;
  source: string;
}

export async function selectScope(db: Db, { repositoryId, variant, scope }: ListingKey): Promise<BuiltScope | undefined> {
  const { rows } = await sql<BuiltScope>`
    select generation, source from index_scope where repository_id = ${repositoryId} and scope = ${scope} and variant = ${variant}`.execute(db);
  return rows[0];
}

/** Somebody else has put a generation in place since this one was begun: this one may hold less. */
export class BuiltMeanwhileError extends Error {
  override name = 'BuiltMeanwhileError';
}

export interface Swap {
  source: string;
  /** Of the generation that was in place before anything of this one was read. */
  before: number | undefined;
}

/**
 * Puts a generation in the place of the one before, documents and all, within the caller's transaction.
 * @throws BuiltMeanwhileError when another one is in place than `before`
 */
export async function swapGeneration(tx: Db, key: ListingKey, { source, before }: Swap, documents: readonly BuiltDocument[]): Promise<void> {
  const { repositoryId, variant, scope } = key;
  const here = sql`repository_id = ${repositoryId} and variant = ${variant} and scope = ${scope}`;
  // Clients ask by the second whether something is newer: no two generations may look the same, not even when a document was gone in between.
  const { rows } = await sql<{ built_at: Date }>`
    insert into index_scope (repository_id, scope, variant, generation, source) values (${repositoryId}, ${scope}, ${variant}, nextval('revision'), ${source})
    on conflict (repository_id, scope, variant) do update
      set generation = excluded.generation, source = excluded.source, built_at = greatest(now(), index_scope.built_at + interval '1 second')
      where index_scope.generation = ${before ?? null}::bigint
    returning built_at`.execute(tx);
  const [swapped] = rows;
  if (!swapped) throw new BuiltMeanwhileError();
  await sql`update index_document set superseded_at = now() where ${here} and superseded_at is null`.execute(tx);
  for (const one of documents)
    await sql`
      insert into index_document (repository_id, variant, path, scope, sha256, lasting, source, raw_size, raw_sha256, built_at)
      values (${repositoryId}, ${variant}, ${one.path}, ${scope}, ${one.sha256}, ${one.lasting}, ${one.source}, ${one.rawSize}, ${one.rawSha256}, ${swapped.built_at})
      on conflict (repository_id, variant, path) do update set scope = excluded.scope, sha256 = excluded.sha256, lasting = excluded.lasting, source = excluded.source,
        raw_size = excluded.raw_size, raw_sha256 = excluded.raw_sha256, superseded_at = null,
        built_at = case when index_document.sha256 = excluded.sha256 then index_document.built_at else excluded.built_at end`.execute(tx);
  await sql`delete from index_document where ${here} and superseded_at is not null and (not lasting or superseded_at < now() - ${kept})`.execute(tx);
}
