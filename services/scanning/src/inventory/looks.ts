import { basename } from 'node:path/posix';
import { type FormatId, plainFormat } from '@packhouse/contract/repositories/format-ids.ts';
import { scanningWords } from '@packhouse/contract/scanning/scanning-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { type Endings, openThreads, type ThreadLimits } from '@packhouse/kernel/threads/thread-pool.ts';
import type { Content } from './content.ts';
import type { LayerContent } from './layer.ts';
import { knownFiles } from './libraries.ts';
import { type Limits, UnreadableError } from './limits.ts';
import { findLockKind } from './lock-files.ts';
import type { LookOutcome, LookWork } from './look-thread.ts';
import type { PackageContent } from './read-package.ts';

/** Looks into what strangers made, in threads with limits of memory and time: nobody else waits for it, and nothing else ends with it. */
export interface Looks {
  /** @throws UnreadableError also when there was not enough memory or time */
  layer(content: Content, limits: Limits, signal?: AbortSignal): Promise<LayerContent>;
  /** @throws UnreadableError also when there was not enough memory or time */
  package(content: Content, file: { format: FormatId; path: string }, limits: Limits, signal?: AbortSignal): Promise<PackageContent>;
  stop(): Promise<void>;
}

/** A thread has this much of JavaScript's own memory in MB, two minutes, and a second more for each 16 MB of content. */
const lookLimits: ThreadLimits = { memory: 768, time: 120_000, pace: 16 * 1024 };

const endings: Endings = {
  late: (cause) => new UnreadableError(say(scanningWords.archive_too_slow), { cause }),
  full: (cause) => new UnreadableError(say(scanningWords.archive_takes_too_much_memory), { cause }),
};

/** Threads start when there is something to look into, and end when there is nothing for a while. */
export function openLooks(limits: ThreadLimits = lookLimits): Looks {
  const pool = openThreads<LookWork>(new URL('./look-thread.ts', import.meta.url), 'look', limits);
  async function run(work: LookWork, content: Content, signal: AbortSignal | undefined): Promise<unknown> {
    const outcome = (await pool.run(work, [content], { endings, ...(signal ? { signal } : {}) })) as LookOutcome;
    if ('unreadable' in outcome) throw new UnreadableError(outcome.unreadable);
    return outcome.seen;
  }
  return {
    layer: async (content, given, signal) => (await run({ kind: 'layer', limits: given, known: knownFiles }, content, signal)) as LayerContent,
    package: async (content, { format, path }, given, signal) => {
      const lock = format === plainFormat ? findLockKind(basename(path)) : undefined;
      return (await run({ kind: 'package', file: { format, path, lock }, limits: given, known: knownFiles }, content, signal)) as PackageContent;
    },
    stop: () => pool.stop(),
  };
}
