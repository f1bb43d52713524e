import { createHash } from 'node:crypto';
import { getFormat } from '@packhouse/formats/formats.ts';
import { ForgetfulCache } from '@packhouse/limits/forgetful-cache.ts';
import type { Context } from '../context.ts';
import type { LocalRepository } from '../directory/directory.ts';
import { openSigner } from '../keys/signer.ts';
import type { Db } from '../schema.ts';
import { onceForAll } from '../storage/single-flight.ts';
import { type BuildList, buildGeneration } from './build-generation.ts';
import { type Bucket, type RenderedBucket, selectBodies, selectBuckets, selectPackedBuckets, upsertBucket } from './index-bucket-queries.ts';
import { type Change, deleteChanges, hasChanges, selectChanges, selectNewestChange } from './index-change-queries.ts';
import { BuiltMeanwhileError, type BuiltScope, type ListingKey, selectScope } from './index-document-queries.ts';
import { getRaw, type PackedBlock, packBlock } from './packed-list.ts';

/** Buckets by the digest of their text: a listing that changes every few seconds is not read from the database each time. */
const recent = new ForgetfulCache<string, PackedBlock>({ maxSize: 96 * 1024 * 1024, sizeCalculation: (block) => block.size + block.packed.length + 1 });
/** Dirty buckets rendered in one go. */
const batch = 32;

const getKey = (repository: LocalRepository, scope: string): ListingKey => ({ repositoryId: repository.id, variant: '', scope });

/** Is what was built, up to that change, what the rows say, signed with today's keys? */
async function isBuilt({ db }: Context, repository: LocalRepository, scope: string, wanted: Wanted): Promise<BuiltScope | 'nothing' | undefined> {
  if (await hasChanges(db, repository.id, scope, wanted.change ?? 0)) return undefined;
  const built = await selectScope(db, getKey(repository, scope));
  if (built?.source === wanted.signature) return built;
  return built || getFormat(repository.format).indexed?.isAlwaysThere(scope) ? undefined : 'nothing';
}

interface Wanted {
  signature: string;
  change: number | null;
}

/** Builds that may come to nothing because others came first, or because processes disagree about the keys for a moment. */
const mostAttempts = 5;

/**
 * Brings a local repository's listing up to date, by one process for all who ask; answers its generation. Whatever was committed before is in it:
 * a build that was under way already may have begun too early. Only the buckets that have changed are rendered and compressed again.
 */
export async function freshLocalListing(context: Context, repository: LocalRepository, scope: string): Promise<BuiltScope | undefined> {
  const { indexed } = getFormat(repository.format);
  if (!indexed) return undefined;
  const signer = await openSigner(context, indexed.signedBy, repository.settings.keyPair);
  const wanted: Wanted = { signature: signer.id, change: await selectNewestChange(context.db, repository.id, scope) };
  const ready = () => isBuilt(context, repository, scope, wanted);
  for (let attempt = 1; ; attempt++) {
    const built = await ready();
    if (built !== undefined) return built === 'nothing' ? undefined : built;
    try {
      await onceForAll(context, `listing ${repository.id} ${scope}`, ready, async () => {
        await buildLocal(context, repository, scope, signer);
        return 'nothing' as const;
      });
    } catch (error) {
      if (!(error instanceof BuiltMeanwhileError)) throw error;
    }
    if (attempt === mostAttempts) return selectScope(context.db, getKey(repository, scope));
  }
}

async function buildLocal(context: Context, repository: LocalRepository, scope: string, signer: Awaited<ReturnType<typeof openSigner>>): Promise<void> {
  const { indexed } = getFormat(repository.format);
  if (!indexed) return;
  const before = (await selectScope(context.db, getKey(repository, scope)))?.generation;
  const changes = await selectChanges(context.db, repository.id, scope);
  const rendered = await renderBuckets(context.db, repository.id, scope, changes);
  const buckets = new Map((await selectBuckets(context.db, repository.id, scope)).map((one) => [`${one.list}\n${one.bucket}`, one]));
  for (const one of rendered) buckets.set(`${one.list}\n${one.bucket}`, one);
  const byList = Map.groupBy(buckets.values(), (one) => one.list);
  const lists = new Map([...byList].map(([name, members]) => [name, readList(context.db, repository.id, scope, members)]));
  await buildGeneration(context, {
    key: getKey(repository, scope),
    repositoryKey: repository.key,
    indexed,
    lists,
    signer,
    source: signer.id,
    before,
    async within(tx) {
      for (const one of rendered) await upsertBucket(tx, repository.id, scope, one);
      await deleteChanges(
        tx,
        changes.map((change) => change.id),
      );
    },
  });
}

async function renderBuckets(db: Db, repositoryId: number, scope: string, changes: readonly Change[]): Promise<RenderedBucket[]> {
  const dirty = [...new Map(changes.map(({ list, bucket }) => [`${list}\n${bucket}`, { list, bucket }])).values()];
  const rendered: RenderedBucket[] = [];
  for (let start = 0; start < dirty.length; start += batch) {
    const some = dirty.slice(start, start + batch);
    const rows = await selectBodies(db, repositoryId, scope, some);
    const bodies = Map.groupBy(rows, (row) => `${row.list}\n${row.bucket}`);
    for (const { list, bucket } of some) {
      const own = bodies.get(`${list}\n${bucket}`) ?? [];
      const block = await packBlock(own.map((row) => row.body).join(''), own.length);
      recent.set(block.digest, block);
      rendered.push({ ...block, list, bucket });
    }
  }
  return rendered;
}

function readList(db: Db, repositoryId: number, scope: string, members: readonly (Bucket & { packed?: Buffer })[]): BuildList {
  const ordered = members.toSorted((a, b) => a.bucket - b.bucket);
  return {
    entries: ordered.reduce((sum, one) => sum + one.entries, 0),
    size: ordered.reduce((sum, one) => sum + one.size, 0),
    digest: createHash('sha256')
      .update(ordered.map((one) => one.digest).join('\n'))
      .digest('hex'),
    async *blocks() {
      for (let start = 0; start < ordered.length; start += batch) yield* await loadBlocks(db, repositoryId, scope, ordered.slice(start, start + batch));
    },
  };
}

async function loadBlocks(db: Db, repositoryId: number, scope: string, members: readonly (Bucket & { packed?: Buffer })[]): Promise<PackedBlock[]> {
  const known = members.map((one) => (one.packed ? (one as PackedBlock) : recent.get(one.digest)));
  const missing = members.filter((_, at) => known[at] === undefined && members[at]!.size > 0);
  const loaded = new Map<number, PackedBlock>();
  if (missing.length > 0) {
    const rows = await selectPackedBuckets(
      db,
      repositoryId,
      scope,
      missing[0]!.list,
      missing.map((one) => one.bucket),
    );
    for (const row of rows) {
      if (row.digest !== missing.find((one) => one.bucket === row.bucket)?.digest) throw new BuiltMeanwhileError();
      const block = { ...row, raw: getRaw(row) };
      recent.set(block.digest, block);
      loaded.set(row.bucket, block);
    }
  }
  return members.map((one, at) => known[at] ?? loaded.get(one.bucket) ?? { ...one, packed: Buffer.alloc(0) });
}
