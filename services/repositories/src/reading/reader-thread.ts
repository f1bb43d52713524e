import type { FormatId } from '@packhouse/contract/repositories/format-ids.ts';
import type { Format, Inspection, Reader } from '@packhouse/formats/format.ts';
import { loadFormat } from '@packhouse/formats/load-format.ts';
import { performOrder, runNamed } from '@packhouse/kernel/threads/perform-order.ts';
import type { NamedWork, ThreadOrder, ThreadOutcome } from '@packhouse/kernel/threads/thread-messages.ts';
import { keepable, requireModest } from './keepable.ts';

/** A reader of a format, or a function of a module of ours. */
export type ReaderWork = { format: FormatId; reader: string } | NamedWork;

type Run = (...given: readonly unknown[]) => Promise<unknown>;

function findReader(format: Format, name: string): Reader {
  const reader = name === 'inspect' ? format.inspect : format.readers?.find((one) => one.name === name);
  if (!reader) throw new Error(`${format.id} has no reader ${name}`);
  return reader as Reader;
}

/** Runs the work, and makes its answer fit to leave. */
async function perform(work: ReaderWork, args: readonly unknown[]): Promise<unknown> {
  if ('module' in work) return runNamed(work, args);
  const answer = await (findReader(await loadFormat(work.format), work.reader) as Run)(...args);
  return work.reader === 'inspect' ? keepable(answer as Inspection) : requireModest(answer);
}

/** Does one piece of work. Nothing is loaded into the thread but what the order names. */
export function read(order: ThreadOrder<ReaderWork>): Promise<ThreadOutcome> {
  return performOrder(order, (args) => perform(order.work, args));
}
