import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';

export interface Range {
  from?: string | undefined;
  to?: string | undefined;
}

/** Bytes of one file that go into a bundle at most: its end. */
const largest = 64 * 1024 * 1024;
/** Characters of one piece. */
const pieceSize = 256 * 1024;

const readTime = /"time":"([^"]{10,40})"/;

function isWithin(time: number, { from, to }: Range): boolean {
  return !(from !== undefined && time < Date.parse(from)) && !(to !== undefined && time > Date.parse(to));
}

/** The lines of a log file that were written in a span of time; a line without a time belongs to the one before it. */
export async function* linesWithin(path: string, range: Range): AsyncGenerator<string> {
  const { size, mtimeMs } = await stat(path);
  if (range.from !== undefined && mtimeMs < Date.parse(range.from)) return;
  const input = createReadStream(path, { encoding: 'utf8', start: Math.max(0, size - largest), end: Math.max(0, size - 1) });
  let piece = '';
  let belongs = range.from === undefined;
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    const time = Date.parse(readTime.exec(line)?.[1] ?? '');
    if (!Number.isNaN(time)) belongs = isWithin(time, range);
    if (belongs) piece += `${line}\n`;
    if (piece.length >= pieceSize) {
      yield piece;
      piece = '';
    }
  }
  if (piece !== '') yield piece;
}
