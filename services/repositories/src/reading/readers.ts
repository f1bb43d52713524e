import { MessageChannel } from 'node:worker_threads';
import { AppError } from '@packhouse/contract/errors.ts';
import { readingLimits } from '@packhouse/contract/repositories/limits.ts';
import { repositoryWords } from '@packhouse/contract/repositories/repository-words.ts';
import { upstreamWords } from '@packhouse/contract/repositories/upstream-words.ts';
import type { Format } from '@packhouse/formats/format.ts';
import { Piscina } from 'piscina';
import { ContentHost } from './content-host.ts';
import type { ListingOrder } from './listing-work.ts';
import { readListing } from './read-listing.ts';
import { type ReadOrder, type ReadOutcome, type SentArgument, unpackFailure } from './reading-messages.ts';
import { WorkClock } from './work-clock.ts';

/** Runs readers of formats in threads with limits of memory and time: what strangers made may take long, and nobody else waits for it. */
export interface Readers {
  /** @throws AppError `invalid_package` also when there was not enough memory or time */
  read<Args extends readonly unknown[], Answer>(
    format: Pick<Format, 'id' | 'inspect'>,
    reader: (...args: Args) => Promise<Answer>,
    ...args: NoInfer<Args>
  ): Promise<Answer>;
  /**
   * Runs a function that a module of ours exports under its own name, on what strangers sent. It sees nothing but its arguments, and bounds its answer by itself.
   * @throws AppError `too_large` when there was not enough memory or time
   */
  call<Args extends readonly unknown[], Answer>(module: URL, work: (...args: Args) => Promise<Answer>, ...args: NoInfer<Args>): Promise<Answer>;
  /** Answers a question about a listing of which a part is large. @throws AppError `upstream_failed` also when there was not enough memory or time */
  list(order: ListingOrder): Promise<unknown>;
  stop(): Promise<void>;
}

export interface ThreadLimits {
  /** Of JavaScript's own memory, in MB. */
  memory: number;
  /** Milliseconds of work for content of any size. */
  time: number;
  /** Bytes of content for each further millisecond. */
  pace: number;
}

const usual: ThreadLimits = { memory: readingLimits.memory.most, time: readingLimits.time.most * 1000, pace: 16 * 1024 };

function allowedTime(args: readonly SentArgument[], { time, pace }: ThreadLimits): number {
  return args.reduce((sum, one) => sum + (one.kind === 'file' ? one.file.size / pace : 0), time);
}

/** How it is said that a thread was ended. */
interface Endings {
  late(cause: unknown): AppError;
  full(cause: unknown): AppError;
}
const packageEndings: Endings = {
  late: (cause) => new AppError(repositoryWords.package_takes_too_long, {}, { cause }),
  full: (cause) => new AppError(repositoryWords.package_takes_too_much_memory, {}, { cause }),
};
const documentEndings: Endings = {
  late: (cause) => new AppError(repositoryWords.document_takes_too_long, {}, { cause }),
  full: (cause) => new AppError(repositoryWords.document_takes_too_much_memory, {}, { cause }),
};
const listingEndings: Endings = {
  late: (cause) => new AppError(upstreamWords.listing_takes_too_long, {}, { cause }),
  full: (cause) => new AppError(upstreamWords.listing_takes_too_much_memory, {}, { cause }),
};

/** Makes the refusal of what ended a thread. */
function explain(error: unknown, wasStopped: boolean, endings: Endings): unknown {
  if (wasStopped) return endings.late(error);
  return (error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY' ? endings.full(error) : error;
}

/** Formats call their own `inspect` what they like. */
const isInspect = (format: Pick<Format, 'inspect'>, reader: unknown) => format.inspect === reader;

/** Threads start when there is something to read, and end when there is nothing for a while. */
export function openReaders(limits: ThreadLimits = usual): Readers {
  const pool = new Piscina<ReadOrder, ReadOutcome>({
    filename: new URL('./reader-thread.ts', import.meta.url).href,
    name: 'read',
    minThreads: 0,
    maxThreads: 2,
    idleTimeout: 30_000,
    atomics: 'disabled',
    recordTiming: false,
    resourceLimits: { maxOldGenerationSizeMb: limits.memory },
  });
  async function run(work: ReadOrder['work'], args: readonly unknown[], { time, endings }: { time: number; endings: Endings }) {
    const { port1: near, port2: far } = new MessageChannel();
    const host = new ContentHost();
    const sent = args.map((one) => host.send(one));
    const stopping = new AbortController();
    const clock = new WorkClock(allowedTime(sent, { ...limits, time }), () => stopping.abort());
    host.answer(near, clock);
    try {
      const outcome = await pool.run({ work, args: sent, port: far }, { transferList: [far], signal: stopping.signal });
      if ('answer' in outcome) return outcome.answer;
      throw host.failure ?? unpackFailure(outcome.failure);
    } catch (error) {
      throw explain(error, stopping.signal.aborted, endings);
    } finally {
      clock.stop();
      host.release();
      near.close();
    }
  }
  return {
    async read<Args extends readonly unknown[], Answer>(
      format: Pick<Format, 'id' | 'inspect'>,
      reader: (...args: Args) => Promise<Answer>,
      ...args: NoInfer<Args>
    ) {
      const work = { format: format.id, reader: isInspect(format, reader) ? 'inspect' : reader.name };
      return (await run(work, args, { time: limits.time, endings: packageEndings })) as Answer;
    },
    async call<Args extends readonly unknown[], Answer>(module: URL, work: (...args: Args) => Promise<Answer>, ...args: NoInfer<Args>) {
      return (await run({ module: module.href, name: work.name }, args, { time: limits.time, endings: documentEndings })) as Answer;
    },
    list: ({ files, ...work }) =>
      run({ module: new URL('./read-listing.ts', import.meta.url).href, name: readListing.name }, [work, ...files], {
        time: readingLimits.listingTime.most * 1000,
        endings: listingEndings,
      }),
    stop: () => pool.destroy(),
  };
}
