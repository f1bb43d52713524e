import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { StagedFile } from '@packhouse/formats/format.ts';

/** What formats read lies at the beginning; small packages are read whole. */
const headSize = 256 * 1024;

/** A file whose beginning is fetched once, however many pieces of it a format asks for. */
export function withHead(file: StagedFile): StagedFile {
  let head: Promise<Buffer> | undefined;
  const size = Math.min(file.size, headSize);
  async function* read(start: number, end: number) {
    head ??= buffer(file.open({ start: 0, end: size - 1 }));
    yield (await head).subarray(start, end + 1);
  }
  return {
    ...file,
    open(range) {
      const { start, end } = range ?? { start: 0, end: file.size - 1 };
      if (size === 0 || end >= size) return file.open(range);
      return Readable.from(read(start, end), { objectMode: false });
    },
  };
}
