import { scanningWords } from '@packhouse/contract/scanning/scanning-words.ts';
import { type Said, say } from '@packhouse/contract/sentences.ts';
import type { Context } from '../context.ts';
import type { Content } from '../inventory/content.ts';
import { matchComponents } from '../match/match-components.ts';
import { type Advisory, isReject, type Reject, readRecord } from '../osv/osv-record.ts';
import { countChanges, countSeen, markMissing, replaceAffected, selectTouchedComponents, upsertAdvisories } from './advisory-queries.ts';
import { type RawRecord, readDump } from './read-dump.ts';

/** Records of one transaction. */
const atOnce = 500;
/** Rejected records that are shown; all are counted. */
const mostShown = 100;
/** A dump that lacks more than this part of what its source had is taken for broken. */
const leastSeen = 0.9;

export interface ImportReport {
  records: number;
  changed: number;
  withdrawn: number;
  rejected: number;
  rejects: Reject[];
  /** When the newest of its records was changed. */
  newest: Date | undefined;
  /** Says what was not done, and why. */
  said: Said | undefined;
}

interface Run {
  id: number;
  sourceId: number;
  /** What the dump lacks is withdrawn. */
  complete: boolean;
}

async function storeBatch({ db }: Pick<Context, 'db'>, run: Run, batch: readonly Advisory[]): Promise<void> {
  const newest = new Map<string, Advisory>();
  for (const advisory of batch) {
    const known = newest.get(advisory.id);
    if (!known || known.modified < advisory.modified) newest.set(advisory.id, advisory);
  }
  await db.transaction().execute(async (tx) => {
    const changed = new Set(await upsertAdvisories(tx, [...newest.values()], { sourceId: run.sourceId, runId: run.id }));
    if (changed.size > 0)
      await replaceAffected(
        tx,
        [...newest.values()].filter(({ id }) => changed.has(id)),
      );
  });
}

/** Withdraws what a complete dump lacks, unless it lacks so much that it is more likely cut off. */
async function withdrawMissing({ db }: Pick<Context, 'db'>, run: Run, rejected: { ids: readonly string[]; nameless: number }): Promise<Said | undefined> {
  if (rejected.nameless > 0) return say(scanningWords.withdrawal_unsure);
  const { known, seen } = await countSeen(db, run.sourceId, run.id);
  if (seen + rejected.ids.length < known * leastSeen) return say(scanningWords.withdrawal_unlikely, { seen, known });
  await markMissing(db, run.sourceId, run.id, rejected.ids);
  return undefined;
}

/**
 * Takes every record of a dump that is newer than what is known, then judges the components that the changes speak of.
 * Rejects records, not the dump; one that breaks off changes only what was read of it and withdraws nothing.
 * @throws UnreadableError when the dump cannot be read to its end
 */
export async function importDump(
  context: Pick<Context, 'db'>,
  run: Run,
  content: Content,
  options: { signal?: AbortSignal; onRecords?: (done: number) => void } = {},
): Promise<ImportReport> {
  const rejects: Reject[] = [];
  const rejectedIds: string[] = [];
  let [records, rejected, nameless] = [0, 0, 0];
  let batch: Advisory[] = [];
  let newest: Date | undefined;
  const flush = async () => {
    const part = batch;
    batch = [];
    if (part.length > 0) await storeBatch(context, run, part);
    options.onRecords?.(records);
  };
  const judge = async () => matchComponents(context, await selectTouchedComponents(context.db, run.id));
  const take = async ({ place, text }: RawRecord) => {
    records += 1;
    const record = readRecord(text, place);
    if (isReject(record)) {
      rejected += 1;
      if (record.id === undefined) nameless += 1;
      else rejectedIds.push(record.id);
      if (rejects.length < mostShown) rejects.push({ record: record.record, reason: record.reason, said: record.said });
      return;
    }
    if (newest === undefined || record.modified > newest) newest = record.modified;
    batch.push(record);
    if (batch.length >= atOnce) await flush();
  };
  try {
    await readDump(content, take, options.signal ? { signal: options.signal } : {});
  } finally {
    // What was read before a dump broke off is as good as any other record.
    await flush();
    await judge();
  }
  const said = run.complete ? await withdrawMissing(context, run, { ids: rejectedIds, nameless }) : undefined;
  if (run.complete) await judge();
  return { records, rejected, rejects, newest, said, ...(await countChanges(context.db, run.id)) };
}
