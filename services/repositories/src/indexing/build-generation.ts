import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Generation, IndexDocument, IndexedListing, PackedOptions, Signer } from '@packhouse/formats/indexed-listing.ts';
import type { StagedBlob } from '@packhouse/kernel/blobs/blob-store.ts';
import type { Transaction } from 'kysely';
import type { Context } from '../context.ts';
import type { RepositoriesSchema } from '../schema.ts';
import { withRetries } from '../storage/commit.ts';
import { holdBlobs } from '../storage/hold-blobs.ts';
import { asStaged } from '../storage/stored-blob.ts';
import { type BuiltDocument, type ListingKey, selectReusable, swapGeneration } from './index-document-queries.ts';
import { type PackedBlock, packBlock, packGzip } from './packed-list.ts';

/** A list as a generation takes it up. */
export interface BuildList {
  entries: number;
  size: number;
  /** Says whether the content is the same as before. */
  digest: string;
  blocks(): AsyncIterable<PackedBlock> | Iterable<PackedBlock>;
}

export interface Build {
  key: ListingKey;
  repositoryKey: string;
  indexed: IndexedListing;
  lists: ReadonlyMap<string, BuildList>;
  signer: Signer;
  /** The generation was made of this; when that is still so, nothing needs to be built. */
  source: string;
  /** Of the generation that was in place before anything of this one was read. */
  before: number | undefined;
  /** Joins the transaction that makes the generation visible. */
  within?(tx: Transaction<RepositoriesSchema>): Promise<void>;
}

interface Made extends IndexDocument {
  source: string | null;
}

/** Makes the documents of one generation and swaps them in, all at once. @throws BuiltMeanwhileError */
export async function buildGeneration(context: Context, build: Build): Promise<void> {
  const staged: StagedBlob[] = [];
  const published = new Map<string, { document: Made; lasting: boolean }>();
  const reusable = await selectReusable(context.db, build.key);
  const stage = async (body: Readable): Promise<StagedBlob> => {
    const blob = await context.platform.blobs.stage(body, { isOwn: true });
    staged.push(blob);
    return blob;
  };
  const made = ({ size, sha256, sha1, md5, open }: StagedBlob, raw: IndexDocument['raw'], source: string | null): Made => ({
    size,
    sha256,
    sha1,
    md5,
    raw,
    open: () => open(),
    source,
  });
  const generation: Generation = {
    repositoryKey: build.repositoryKey,
    scope: build.key.scope,
    at: new Date(),
    lists: new Map([...build.lists].map(([name, { entries }]) => [name, entries])),
    signer: build.signer,
    async pack(options) {
      const { head, tail, lists, source } = await plan(build, options);
      const known = reusable.get(source);
      if (known) return made(asStaged(context.platform.blobs, known), { size: known.rawSize, sha256: known.rawSha256 }, source);
      const raw = { size: 0, sha256: '' };
      return made(await stage(Readable.from(packGzip(inOrder(head, lists, tail), raw), { objectMode: false })), raw, source);
    },
    async store(content) {
      const blob = await stage(content instanceof Object && 'pipe' in content ? content : Readable.from([content], { objectMode: false }));
      return made(blob, { size: blob.size, sha256: blob.sha256 }, null);
    },
    publish(path, document, { lasting = false } = {}) {
      published.set(path, { document: document as Made, lasting });
    },
  };
  try {
    await build.indexed.build(generation);
    const documents = [...published].map(([path, { document, lasting }]): BuiltDocument => {
      const { sha256, raw, source } = document;
      return { path, sha256, lasting, source, rawSize: raw.size, rawSha256: raw.sha256 };
    });
    await withRetries(() => context.db.transaction().execute((tx) => makeVisible(context, tx, build, staged, documents)));
  } finally {
    for (const blob of staged) await blob.discard();
  }
}

async function makeVisible(
  context: Context,
  tx: Transaction<RepositoriesSchema>,
  build: Build,
  staged: readonly StagedBlob[],
  documents: readonly BuiltDocument[],
): Promise<void> {
  const fresh = new Map(staged.map((blob) => [blob.sha256, blob]));
  const contents = [...new Set(documents.map((one) => one.sha256))].map((sha256) => ({ content: fresh.get(sha256) ?? { sha256 } }));
  if (contents.length > 0) await holdBlobs(context, tx, contents);
  await swapGeneration(tx, build.key, build, documents);
  await build.within?.(tx);
}

async function plan(build: Build, options: PackedOptions): Promise<{ head: PackedBlock; tail: PackedBlock; lists: BuildList[]; source: string }> {
  const lists = options.lists.map((name) => build.lists.get(name)).filter((list) => list !== undefined);
  const frame = options.frame?.({
    size: lists.reduce((sum, list) => sum + list.size, 0),
    entries: lists.reduce((sum, list) => sum + list.entries, 0),
  });
  const [head, tail] = await Promise.all([packBlock(frame?.head ?? '', 0), packBlock(frame?.tail ?? '', 0)]);
  const source = createHash('sha256')
    .update([head.digest, ...lists.map((list) => list.digest), tail.digest].join('\n'))
    .digest('hex');
  return { head, tail, lists, source };
}

async function* inOrder(head: PackedBlock, lists: readonly BuildList[], tail: PackedBlock): AsyncGenerator<PackedBlock> {
  yield head;
  for (const list of lists) yield* list.blocks();
  yield tail;
}
