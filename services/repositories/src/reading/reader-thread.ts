import type { Format, Inspection, Reader } from '@packhouse/formats/format.ts';
import { loadFormat } from '@packhouse/formats/load-format.ts';
import { keepable, requireModest } from './keepable.ts';
import { packFailure, type ReadOrder, type ReadOutcome } from './reading-messages.ts';
import { ThreadContent } from './thread-content.ts';

type Run = (...given: unknown[]) => Promise<unknown>;

function findReader(format: Format, name: string): Reader {
  const reader = name === 'inspect' ? format.inspect : format.readers?.find((one) => one.name === name);
  if (!reader) throw new Error(`${format.id} has no reader ${name}`);
  return reader as Reader;
}

/** Runs the work, and makes its answer fit to leave. */
async function perform({ work }: ReadOrder, args: readonly unknown[]): Promise<unknown> {
  // What a function of ours answers is as large as it says itself.
  if ('module' in work) return ((await import(work.module)) as Record<string, Run>)[work.name]!(...args);
  const answer = await (findReader(await loadFormat(work.format), work.reader) as Run)(...args);
  return work.reader === 'inspect' ? keepable(answer as Inspection) : requireModest(answer);
}

/** Does one piece of work. Nothing is loaded into the thread but what the order names. */
export async function read(order: ReadOrder): Promise<ReadOutcome> {
  const { args, port } = order;
  try {
    const content = new ThreadContent(port);
    return {
      answer: await perform(
        order,
        args.map((one) => content.receive(one)),
      ),
    };
  } catch (error) {
    return { failure: packFailure(error) };
  } finally {
    port.close();
  }
}
