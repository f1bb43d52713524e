import { Readable } from 'node:stream';
import { AppError } from '@packhouse/contract/errors.ts';
import { queryWords } from '@packhouse/contract/repositories/query-words.ts';

/** A body made piece by piece, for as long as its reader takes the next piece within `patience` milliseconds; else it ends with an error, and `pieces` with it. */
export function bodyWhileRead(pieces: AsyncIterable<string>, patience: number): Readable {
  async function* watched(): AsyncGenerator<string> {
    for await (const piece of pieces) {
      const unread = setTimeout(() => body.destroy(new AppError(queryWords.answer_unread)), patience);
      try {
        yield piece;
      } finally {
        clearTimeout(unread);
      }
    }
  }
  const body = Readable.from(watched(), { objectMode: false });
  return body;
}
