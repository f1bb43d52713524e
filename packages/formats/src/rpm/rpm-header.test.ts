import { describe, expect, it } from 'vitest';
import { stagedBytes } from '../test-fixtures.ts';
import { rpm } from './rpm.ts';
import { readRpmHeader } from './rpm-header.ts';
import { packRpm } from './test-rpm.ts';

/** A package whose header says `entries` about a store of NULs. */
function hostile(size: number, entries: readonly (readonly [tag: number, type: number, offset: number, count: number])[]) {
  const bytes = packRpm({ 1000: 'x' });
  // Lead, and a signature of one number.
  const start = Math.ceil((96 + 16 + 16 + 4) / 8) * 8;
  const intro = Buffer.alloc(16);
  intro.writeUInt32BE(0x8eade801, 0);
  intro.writeUInt32BE(entries.length, 8);
  intro.writeUInt32BE(size, 12);
  const index = Buffer.alloc(entries.length * 16);
  for (const [at, entry] of entries.entries()) for (const [part, value] of entry.entries()) index.writeUInt32BE(value, at * 16 + part * 4);
  // The signature's promise of a size is no longer the right one, so that it is made to be none.
  const before = Buffer.from(bytes.subarray(0, start));
  before.writeUInt32BE(2000, 96 + 16);
  return stagedBytes(Buffer.concat([before, intro, index, Buffer.alloc(size), Buffer.from('payload')]));
}
const every = (count: number, entry: (at: number) => readonly [number, number, number, number]) => Array.from({ length: count }, (_, at) => entry(at));
const refusedAs = (message: string) => ({ code: 'invalid_package', message: expect.stringContaining(message) });

describe('readRpmHeader', () => {
  it('refuses tags that stand in the same bytes, numbers as well as texts', async () => {
    const size = 1024 * 1024;
    for (const type of [2, 8]) {
      const file = hostile(
        size,
        every(60_000, (at) => [2000 + at, type, 0, size]),
      );
      await expect(readRpmHeader(file)).rejects.toMatchObject(refusedAs('overlap'));
    }
  });

  it('refuses more values than any package has', async () => {
    const size = 16 * 1024 * 1024;
    await expect(readRpmHeader(hostile(size, [[2000, 8, 0, size]]))).rejects.toMatchObject(refusedAs('too large'));
    await expect(readRpmHeader(hostile(size, [[2000, 4, 0, 0xffffffff]]))).rejects.toMatchObject(refusedAs('too large'));
  });

  it('refuses a tag that comes twice, and one that leads out of the header', async () => {
    const twice = hostile(8, [
      [2000, 4, 0, 1],
      [2000, 4, 4, 1],
    ]);
    await expect(readRpmHeader(twice)).rejects.toMatchObject(refusedAs('twice'));
    for (const type of [4, 8]) await expect(readRpmHeader(hostile(8, [[2000, type, 4, 100]]))).rejects.toMatchObject(refusedAs('damaged'));
    await expect(readRpmHeader(hostile(8, [[2000, 4, 9, 0]]))).rejects.toMatchObject(refusedAs('damaged'));
  });

  it('refuses paths that are together far longer than the header, and takes those of large packages', async () => {
    const named = (count: number, folder: string) =>
      packRpm({
        1000: 'many',
        1001: '1',
        1002: '1',
        1044: 'many.src.rpm',
        1116: Array.from({ length: count }, () => 0),
        1117: Array.from({ length: count }, (_, at) => `file-${at}.html`),
        1118: [folder],
      });
    const inspect = (bytes: Buffer) => rpm.inspect!(rpm.locate('many-1-1.noarch.rpm')!, 'many-1-1.noarch.rpm', stagedBytes(bytes));
    await expect(inspect(named(100_000, `/${'f'.repeat(1_000_000)}/`))).rejects.toMatchObject(refusedAs('paths'));
    const { listed } = await inspect(named(100_000, '/usr/share/doc/many/html/'));
    expect((listed as { files: string }).files).toContain('<file>/usr/share/doc/many/html/file-99999.html</file>');
  });
});
