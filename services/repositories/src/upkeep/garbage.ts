import type { Context } from '../context.ts';
import {
  condemnPage,
  deleteBlobRow,
  insertStray,
  isReferenced,
  lockCondemned,
  releaseLeaderLock,
  selectCondemned,
  selectUnknown,
  takeLeaderLock,
  updateCondemned,
} from './garbage-queries.ts';

/** How long a blob without references stays: long enough for any upload under way and for second thoughts, and less than a day, so that the next night frees what one night marked. */
export const gracePeriod = 23 * 60 * 60 * 1000;

const pageSize = 1000;

export interface Findings {
  examined: number;
  condemned: number;
  condemnedBytes: number;
  spared: number;
  freed: number;
  freedBytes: number;
  staging: number;
}

type GarbageContext = Pick<Context, 'db'> & { platform: Pick<Context['platform'], 'blobs'> };

interface Options {
  dryRun: boolean;
  /** Milliseconds. */
  grace?: number;
  signal?: AbortSignal;
  /** Told about the growing figures after every page. */
  progress?: (findings: Findings) => Promise<void>;
}

/**
 * Marks blobs that nothing refers to, and deletes those that were marked a grace period ago and are still without references.
 * Works in small transactions, so that no upload ever waits for it; one process at a time.
 * Returns undefined when another process is at it already.
 */
export async function collectGarbage(context: GarbageContext, options: Options): Promise<Findings | undefined> {
  return context.db.connection().execute(async (leader) => {
    if (!(await takeLeaderLock(leader))) return undefined;
    try {
      return await walk(context, options);
    } finally {
      await releaseLeaderLock(leader);
    }
  });
}

async function walk(context: GarbageContext, options: Options): Promise<Findings> {
  const findings: Findings = { examined: 0, condemned: 0, condemnedBytes: 0, spared: 0, freed: 0, freedBytes: 0, staging: 0 };
  const before = new Date(Date.now() - (options.grace ?? gracePeriod));
  // What earlier runs condemned goes first: what this run condemns must see its whole grace period.
  await sweep(context, options, before, findings);
  let after = '';
  for (;;) {
    options.signal?.throwIfAborted();
    const page = await condemnPage(context.db, { after, limit: pageSize, createdBefore: before, dryRun: options.dryRun });
    findings.examined += page.examined;
    findings.condemned += page.condemned;
    findings.condemnedBytes += page.condemnedBytes;
    await options.progress?.(findings);
    if (page.last === undefined) break;
    after = page.last;
  }
  if (!options.dryRun) {
    // Staged bytes have no row to lock, so only their age protects an upload under way.
    findings.staging = await context.platform.blobs.sweepStaging(new Date(Date.now() - gracePeriod));
    await adoptStrays(context, options, before);
  }
  return findings;
}

async function sweep(context: GarbageContext, options: Options, before: Date, findings: Findings): Promise<void> {
  let after = '';
  for (;;) {
    options.signal?.throwIfAborted();
    const page = await selectCondemned(context.db, { before, after, limit: pageSize });
    for (const { sha256, size } of page) {
      const outcome = options.dryRun ? await foresee(context, sha256) : await deleteCondemned(context, sha256, before);
      if (outcome === 'freed') {
        findings.freed += 1;
        findings.freedBytes += size;
      } else if (outcome === 'spared') findings.spared += 1;
    }
    await options.progress?.(findings);
    const last = page.at(-1);
    if (!last || page.length < pageSize) return;
    after = last.sha256;
  }
}

async function foresee(context: GarbageContext, sha256: string): Promise<'freed' | 'spared'> {
  return (await isReferenced(context.db, sha256)) ? 'spared' : 'freed';
}

/**
 * Deletes one blob's bytes and row while its row is locked. A commit takes the same lock before it makes its bytes durable,
 * so it either finds the blob gone and writes it again, or clears the mark first and the blob stays.
 */
async function deleteCondemned(context: GarbageContext, sha256: string, before: Date): Promise<'freed' | 'spared' | 'busy'> {
  return context.db.transaction().execute(async (transaction) => {
    if (!(await lockCondemned(transaction, sha256, before))) return 'busy';
    if (await isReferenced(transaction, sha256)) {
      await updateCondemned(transaction, sha256, null);
      return 'spared';
    }
    await context.platform.blobs.delete(sha256);
    await deleteBlobRow(transaction, sha256);
    return 'freed';
  });
}

/** Bytes without a row come from a crash between the two; they get a condemned row and go with the next run but one. */
async function adoptStrays(context: GarbageContext, options: Options, before: Date): Promise<void> {
  let batch: { sha256: string; size: number }[] = [];
  const flush = async () => {
    if (batch.length === 0) return;
    const unknown = await selectUnknown(
      context.db,
      batch.map(({ sha256 }) => sha256),
    );
    for (const stray of batch) if (unknown.has(stray.sha256)) await insertStray(context.db, stray);
    batch = [];
  };
  for await (const { sha256, size, modified } of context.platform.blobs.list()) {
    options.signal?.throwIfAborted();
    if (modified >= before) continue;
    batch.push({ sha256, size });
    if (batch.length === pageSize) await flush();
  }
  await flush();
}
