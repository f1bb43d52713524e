import { AppError } from '@packhouse/contract/errors.ts';
import { readingLimits } from '@packhouse/contract/repositories/limits.ts';
import { repositoryWords } from '@packhouse/contract/repositories/repository-words.ts';
import { upstreamWords } from '@packhouse/contract/repositories/upstream-words.ts';
import type { Format } from '@packhouse/formats/format.ts';
import { type Endings, openThreads, type ThreadLimits } from '@packhouse/kernel/threads/thread-pool.ts';
import type { ListingOrder } from './listing-work.ts';
import { readListing } from './read-listing.ts';
import type { ReaderWork } from './reader-thread.ts';

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

const usual: ThreadLimits = { memory: readingLimits.memory.most, time: readingLimits.time.most * 1000, pace: 16 * 1024 };

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

/** Formats call their own `inspect` what they like. */
const isInspect = (format: Pick<Format, 'inspect'>, reader: unknown) => format.inspect === reader;

/** Threads start when there is something to read, and end when there is nothing for a while. */
export function openReaders(limits: ThreadLimits = usual): Readers {
  const pool = openThreads<ReaderWork>(new URL('./reader-thread.ts', import.meta.url), 'read', limits);
  return {
    async read<Args extends readonly unknown[], Answer>(
      format: Pick<Format, 'id' | 'inspect'>,
      reader: (...args: Args) => Promise<Answer>,
      ...args: NoInfer<Args>
    ) {
      const work = { format: format.id, reader: isInspect(format, reader) ? 'inspect' : reader.name };
      return (await pool.run(work, args, { endings: packageEndings })) as Answer;
    },
    async call<Args extends readonly unknown[], Answer>(module: URL, work: (...args: Args) => Promise<Answer>, ...args: NoInfer<Args>) {
      return (await pool.run({ module: module.href, name: work.name }, args, { endings: documentEndings })) as Answer;
    },
    list: ({ files, ...work }) =>
      pool.run({ module: new URL('./read-listing.ts', import.meta.url).href, name: readListing.name }, [work, ...files], {
        time: readingLimits.listingTime.most * 1000,
        subject: files.map(({ sha256 }) => sha256).join(),
        endings: listingEndings,
      }),
    stop: () => pool.stop(),
  };
}
