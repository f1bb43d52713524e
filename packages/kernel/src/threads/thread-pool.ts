import { MessageChannel } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { ContentHost } from './content-host.ts';
import { about, preferSameThread } from './same-thread.ts';
import { type SentArgument, type ThreadOrder, type ThreadOutcome, unpackFailure } from './thread-messages.ts';
import { WorkClock } from './work-clock.ts';

export interface ThreadLimits {
  /** Of JavaScript's own memory, in MB. */
  memory: number;
  /** Milliseconds of work for content of any size. */
  time: number;
  /** Bytes of content for each further millisecond. */
  pace: number;
}

/** How it is said that a thread was ended. */
export interface Endings {
  late(cause: unknown): Error;
  full(cause: unknown): Error;
}

/** Threads with limits of memory and time, for what strangers made: it may take long, and nobody else waits for it. */
export interface ThreadPool<Work> {
  /**
   * Content and functions among the arguments stay here, and the thread asks for them. `time` is that of the limits unless said; `subject` says what several pieces of
   * work are about, so that the same thread does them where it can. @throws what `endings` makes of a thread that was ended
   */
  run(work: Work, args: readonly unknown[], options: { endings: Endings; time?: number; subject?: string; signal?: AbortSignal }): Promise<unknown>;
  stop(): Promise<void>;
}

function allowedTime(args: readonly SentArgument[], time: number, pace: number): number {
  return args.reduce((sum, one) => sum + (one.kind === 'file' ? one.file.size / pace : 0), time);
}

/** Makes the refusal of what ended a thread. */
function explain(error: unknown, wasLate: boolean, endings: Endings): unknown {
  if (wasLate) return endings.late(error);
  return (error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY' ? endings.full(error) : error;
}

/** MB for what lives for a moment; V8 would let each thread have over a hundred, which it keeps for as long as it has work. */
const young = 16;

/** Threads run `module`, start when there is something to do, and end when there is nothing for a while. */
export function openThreads<Work>(module: URL, name: string, limits: ThreadLimits, most = 2): ThreadPool<Work> {
  const pool = new Piscina<ThreadOrder<Work>, ThreadOutcome>({
    filename: module.href,
    name,
    minThreads: 0,
    maxThreads: most,
    idleTimeout: 30_000,
    atomics: 'disabled',
    loadBalancer: preferSameThread(),
    recordTiming: false,
    resourceLimits: { maxOldGenerationSizeMb: limits.memory, maxYoungGenerationSizeMb: young },
  });
  return {
    async run(work, args, { endings, time = limits.time, subject, signal }) {
      signal?.throwIfAborted();
      const host = new ContentHost();
      const sent: SentArgument[] = [];
      // One after the other: they are numbered as they come.
      for (const one of args) sent.push(await host.send(one));
      signal?.throwIfAborted();
      const { port1: near, port2: far } = new MessageChannel();
      const late = new AbortController();
      const clock = new WorkClock(allowedTime(sent, time, limits.pace), () => late.abort());
      host.answer(near, clock);
      const stop = signal ? AbortSignal.any([late.signal, signal]) : late.signal;
      try {
        const outcome = await pool.run({ work, args: sent, port: far, ...about(subject) }, { transferList: [far], signal: stop });
        if ('answer' in outcome) return outcome.answer;
        if ('isFull' in outcome) throw endings.full(undefined);
        throw host.failure ?? unpackFailure(outcome.failure);
      } catch (error) {
        throw explain(error, late.signal.aborted, endings);
      } finally {
        clock.stop();
        host.release();
        near.close();
      }
    },
    stop: () => pool.destroy(),
  };
}
