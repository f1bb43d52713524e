import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import type { ArchiveEntry, RangedBytes } from './archive-entry.ts';
import { walkTar } from './walk-tar.ts';
import { openZip } from './walk-zip.ts';

/** Bytes that say which parts of them were read. */
function watched(bytes: Buffer) {
  const reads: { start: number; end: number }[] = [];
  const open: Readable[] = [];
  const content: RangedBytes = {
    size: bytes.length,
    open(range = { start: 0, end: bytes.length - 1 }) {
      reads.push(range);
      const stream = Readable.from(bytes.subarray(range.start, range.end + 1), { objectMode: false });
      open.push(stream);
      return stream;
    },
  };
  return { content, reads, open };
}

async function packZip(names: readonly string[], size = 10): Promise<Buffer> {
  const zip = new ZipFile();
  for (const name of names) zip.addBuffer(Buffer.alloc(size, name), name, { compress: false });
  zip.addEmptyDirectory('folder');
  zip.end();
  return buffer(zip.outputStream as Readable);
}

async function packTar(files: Record<string, string>): Promise<Buffer> {
  const tar = pack();
  for (const [name, text] of Object.entries(files)) tar.entry({ name }, text);
  tar.entry({ name: 'folder/', type: 'directory' });
  tar.entry({ name: 'link', type: 'symlink', linkname: 'a' });
  tar.finalize();
  return buffer(tar as unknown as Readable);
}

async function shown(entries: AsyncIterable<ArchiveEntry>, reading: (name: string) => boolean): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const { name, kind, size, open } of entries) found.push([name, kind, size, reading(name) ? (await buffer(await open())).toString() : undefined]);
  return found;
}

describe('a zip archive', () => {
  it('is read by its table in few pieces, and of its content only what is opened', async () => {
    const { content, reads } = watched(await packZip([...Array(2000).keys()].map((at) => `file-${at}`)));
    const zip = await openZip(content);
    expect(zip.count).toBe(2001);
    const found = await shown(zip.entries(), (name) => name === 'file-7');
    expect([found.length, found[7], found.at(-1)]).toEqual([2001, ['file-7', 'file', 10, 'file-7file'], ['folder/', 'folder', 0, undefined]]);
    expect(reads.length).toBeLessThan(8);
  });

  it('says that it is cut off', async () => {
    const bytes = await packZip(['a']);
    await expect(openZip(watched(bytes.subarray(0, bytes.length - 30)).content)).rejects.toThrow();
  });
});

describe('a tar archive', () => {
  it('gives every entry in order, whether it is read or not', async () => {
    const { content } = watched(gzipSync(await packTar({ a: 'one', b: 'two' })));
    expect(await shown(walkTar(content, 'gzip'), (name) => name === 'b')).toEqual([
      ['a', 'file', 3, undefined],
      ['b', 'file', 3, 'two'],
      ['folder/', 'folder', 0, undefined],
      ['link', 'other', 0, undefined],
    ]);
  });

  it('is whole without what fills the block behind its last file, and not without an end of that file', async () => {
    const whole = (await packTar({ a: 'one', b: 'x'.repeat(700) })).subarray(0, 3 * 512 + 700);
    const read = (length: number) => shown(walkTar(watched(whole.subarray(0, length)).content, 'none'), (name) => name === 'a');
    const both = [
      ['a', 'file', 3, 'one'],
      ['b', 'file', 700, undefined],
    ];
    expect(await read(whole.length)).toEqual(both);
    // All of the first file, and the whole header of the second; a part of a header; a part of a file.
    for (const length of [whole.length - 1, 3 * 512, 2 * 512 + 300, 512 + 2]) await expect(read(length), `${length}`).rejects.toThrow();
    expect(await read(512 + 3)).toEqual(both.slice(0, 1));
  });

  it('is let go of by who leaves early', async () => {
    const { content, open } = watched(await packTar({ a: 'x'.repeat(1_000_000), b: 'y'.repeat(1_000_000) }));
    for await (const { name } of walkTar(content, 'none')) if (name === 'a') break;
    expect(open[0]?.destroyed).toBe(true);
  });

  it('ends with the reason of who counts', async () => {
    const { content } = watched(gzipSync(await packTar({ a: 'x'.repeat(1_000_000) })));
    const count = () => {
      throw new Error('it grows too much');
    };
    await expect(shown(walkTar(content, 'gzip', count), () => true)).rejects.toThrow('it grows too much');
  });
});
