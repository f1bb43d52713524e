import { AppError } from '@packhouse/contract/errors.ts';
import { scanningWords } from '@packhouse/contract/scanning/scanning-words.ts';
import { type Endings, openThreads, type ThreadLimits } from '@packhouse/kernel/threads/thread-pool.ts';
import type { Graph } from '../graph/graph.ts';
import type { NamedDocument } from '../vex/read-vex.ts';
import { readSent, type SentWork } from './read-sent.ts';

/** Reads documents that are sent to be judged or believed: large ones in threads with limits of memory and time, so that nobody else waits for one. */
export interface SentDocuments {
  /** @throws AppError also when there was not enough memory or time */
  graph(bytes: Buffer): Promise<Graph>;
  /** @throws AppError also when there was not enough memory or time */
  bill(bytes: Buffer, fileName: string): Promise<Graph>;
  /** @throws AppError also when there was not enough memory or time */
  vex(bytes: Buffer): Promise<NamedDocument>;
  stop(): Promise<void>;
}

/** Up to so many bytes are read at once: it takes a millisecond or two, and a thread would have to be started for it. */
const small = 64 * 1024;

/** A thread has this much of JavaScript's own memory in MB, and twenty seconds; the largest documents take less than one. */
const sentLimits: ThreadLimits = { memory: 768, time: 20_000, pace: 16 * 1024 };

const tooMuch = (cause: unknown) => new AppError(scanningWords.document_takes_too_much, { cause });
const endings: Endings = { late: tooMuch, full: tooMuch };

/** Threads start when there is something to read, and end when there is nothing for a while. */
export function openSentDocuments(limits: ThreadLimits = sentLimits): SentDocuments {
  const pool = openThreads<SentWork>(new URL('./sent-thread.ts', import.meta.url), 'readSentDocument', limits);
  const read = (work: SentWork, bytes: Buffer) => (bytes.length <= small ? readSent(work, bytes) : pool.run(work, [bytes], { endings }));
  return {
    graph: async (bytes) => (await read({ as: 'graph' }, bytes)) as Graph,
    bill: async (bytes, fileName) => (await read({ as: 'bill', fileName }, bytes)) as Graph,
    vex: async (bytes) => (await read({ as: 'vex' }, bytes)) as NamedDocument,
    stop: () => pool.stop(),
  };
}
