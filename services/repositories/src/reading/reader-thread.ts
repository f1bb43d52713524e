import type { Format, Inspection, Reader, StagedFile } from '@packhouse/formats/format.ts';
import { loadFormat } from '@packhouse/formats/load-format.ts';
import { keepable, requireModest } from './keepable.ts';
import type { ListingWork } from './listing-work.ts';
import { readListing } from './read-listing.ts';
import { packFailure, type ReadOrder, type ReadOutcome } from './reading-messages.ts';
import { ThreadContent } from './thread-content.ts';

function findReader(format: Format, name: string): Reader {
  const reader = name === 'inspect' ? format.inspect : format.readers?.find((one) => one.name === name);
  if (!reader) throw new Error(`${format.id} has no reader ${name}`);
  return reader as Reader;
}

type Run = (...given: unknown[]) => Promise<unknown>;

/** Says how the work is done, and how its answer is made fit to leave. */
function findWork(format: Format, { work }: ReadOrder): { run: Run; finish(answer: unknown): unknown } {
  // Its documents have been read as far as they go: whoever asks for all of it takes all of it.
  if (work === 'listing')
    return { run: (order, ...files) => readListing(format, order as ListingWork, ...(files as StagedFile[])), finish: (answer) => answer };
  const run = findReader(format, work.reader) as Run;
  return { run, finish: work.reader === 'inspect' ? (answer) => keepable(answer as Inspection) : requireModest };
}

/** Does one piece of work. Nothing is loaded into the thread but the format that the order names. */
export async function read(order: ReadOrder): Promise<ReadOutcome> {
  const { format, args, port } = order;
  try {
    const { run, finish } = findWork(await loadFormat(format), order);
    const content = new ThreadContent(port);
    return { answer: finish(await run(...args.map((one) => content.receive(one)))) };
  } catch (error) {
    return { failure: packFailure(error) };
  } finally {
    port.close();
  }
}
