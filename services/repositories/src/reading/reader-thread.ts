import type { Format, Inspection, Reader } from '@packhouse/formats/format.ts';
import { loadFormat } from '@packhouse/formats/load-format.ts';
import { keepable, requireModest } from './keepable.ts';
import { packFailure, type ReadOrder, type ReadOutcome } from './reading-messages.ts';
import { ThreadContent } from './thread-content.ts';

function findReader(format: Format, name: string): Reader {
  const reader = name === 'inspect' ? format.inspect : format.readers?.find((one) => one.name === name);
  if (!reader) throw new Error(`${format.id} has no reader ${name}`);
  return reader as Reader;
}

/** Runs one reader. Nothing is loaded into the thread but the format that the order names. */
export async function read({ format: id, reader, args, port }: ReadOrder): Promise<ReadOutcome> {
  try {
    const run = findReader(await loadFormat(id), reader) as (...given: unknown[]) => Promise<unknown>;
    const content = new ThreadContent(port);
    const answer = await run(...args.map((one) => content.receive(one)));
    return { answer: reader === 'inspect' ? keepable(answer as Inspection) : requireModest(answer) };
  } catch (error) {
    return { failure: packFailure(error) };
  } finally {
    port.close();
  }
}
