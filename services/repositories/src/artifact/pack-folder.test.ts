import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { type ArchiveType, archiveTypes, packFolder } from './pack-folder.ts';

/** So many files that anything left behind by each of them would show. */
const files = 40;

it.each(archiveTypes)('packs many files into a %s, and nothing of a file stays with the archive', async (type: ArchiveType) => {
  const listeners: number[] = [];
  // The first file is asked for before there is an archive.
  let output: Readable | undefined;
  async function* entries() {
    for (let count = 0; count < files; count++) {
      if (output) listeners.push(output.listenerCount('close') + output.listenerCount('error'));
      yield { path: `${count}.txt`, size: 1, modified: new Date(0), open: async () => Readable.from([Buffer.from('x')]) };
    }
  }
  output = packFolder(type, entries());
  let size = 0;
  for await (const chunk of output) size += (chunk as Buffer).length;
  expect(size).toBeGreaterThan(files);
  expect(Math.max(...listeners)).toBeLessThan(20);
});

it('stops reading when nobody reads the archive any more', async () => {
  let opened = 0;
  async function* entries() {
    for (let count = 0; count < files; count++) {
      const open = async () => {
        opened++;
        return Readable.from([Buffer.alloc(1_000_000, count)]);
      };
      yield { path: `${count}.bin`, size: 1_000_000, modified: new Date(0), open };
    }
  }
  const output = packFolder('zip', entries());
  output.once('data', () => output.destroy());
  await new Promise((resolve) => output.once('close', resolve));
  await new Promise(setImmediate);
  expect(opened).toBeLessThan(files);
});
