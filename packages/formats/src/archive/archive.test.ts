import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createGzip, gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { readTar } from './tar-archive.ts';
import { readZip } from './zip-archive.ts';

function staged(bytes: Buffer) {
  return {
    size: bytes.length,
    open: (range?: { start: number; end: number }) => Readable.from([bytes.subarray(range?.start ?? 0, range ? range.end + 1 : undefined)]),
  };
}
async function packTar(entries: Record<string, string>): Promise<Buffer> {
  const tar = pack();
  for (const [name, text] of Object.entries(entries)) tar.entry({ name }, text);
  tar.finalize();
  return gzipSync(await buffer(tar));
}
async function packZip(entries: Record<string, Buffer>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(entries)) zip.addBuffer(content, name);
  zip.end();
  return buffer(zip.outputStream as Readable);
}
const everything = () => ({ limit: 1000 });
const invalid = (message: RegExp) => expect.objectContaining({ code: 'invalid_package', message: expect.stringMatching(message) });

describe('readTar', () => {
  it('gives the wanted entries', async () => {
    const file = staged(await packTar({ 'package/a.json': '{}', './package/b': 'text' }));
    expect([...(await readTar(file, everything))].map(([name, content]) => [name, content.toString()])).toEqual([
      ['package/a.json', '{}'],
      ['package/b', 'text'],
    ]);
  });
  it('refuses what is truncated, no archive, empty, or leads outside', async () => {
    const good = await packTar({ 'package/a.json': 'x'.repeat(900) });
    await expect(readTar(staged(good.subarray(0, good.length - 20)), everything)).rejects.toEqual(invalid(/cannot be read/));
    await expect(readTar(staged(Buffer.from('no archive at all')), everything)).rejects.toEqual(invalid(/cannot be read/));
    await expect(readTar(staged(Buffer.alloc(0)), everything)).rejects.toEqual(invalid(/./));
    await expect(readTar(staged(gzipSync(Buffer.alloc(1024))), everything)).rejects.toEqual(invalid(/empty/));
    await expect(readTar(staged(await packTar({ '../../etc/passwd': 'x' })), everything)).rejects.toEqual(invalid(/leads outside/));
    await expect(readTar(staged(await packTar({ '/etc/passwd': 'x' })), everything)).rejects.toEqual(invalid(/leads outside/));
  });
  it('refuses entries beyond their limit, or cuts them', async () => {
    const file = staged(await packTar({ a: 'x'.repeat(2000) }));
    await expect(readTar(file, everything)).rejects.toEqual(invalid(/larger than/));
    expect((await readTar(file, () => ({ limit: 10, cut: true }))).get('a')?.toString()).toBe('x'.repeat(10));
  });
  it('refuses wanted entries that are too large together', async () => {
    const part = 'x'.repeat(1024 * 1024);
    const file = staged(await packTar(Object.fromEntries(Array.from({ length: 33 }, (_, index) => [`part-${index}`, part]))));
    await expect(readTar(file, () => ({ limit: 2 * 1024 * 1024 }))).rejects.toEqual(invalid(/too large together/));
    expect((await readTar(file, () => ({ limit: 100_000, cut: true }))).size).toBe(33);
  });
  it('stops a bomb', async () => {
    const tar = pack();
    const zeros = tar.entry({ name: 'zeros', size: 400 * 1024 * 1024 }, (error) => (error ? undefined : tar.finalize()));
    Readable.from(
      (function* () {
        const block = Buffer.alloc(1024 * 1024);
        for (let index = 0; index < 400; index++) yield block;
      })(),
    ).pipe(zeros);
    const bomb = await buffer(tar.pipe(createGzip({ level: 1 })));
    await expect(readTar(staged(bomb), () => undefined)).rejects.toEqual(invalid(/unpacks to far more/));
  });
});

describe('readZip', () => {
  it('gives the wanted entries', async () => {
    const file = staged(await packZip({ 'a/METADATA': Buffer.from('Name: a'), b: Buffer.from('b') }));
    expect((await readZip(file, (name) => (name === 'a/METADATA' ? { limit: 100 } : undefined))).get('a/METADATA')?.toString()).toBe('Name: a');
  });
  it('refuses what is truncated, no archive, or leads outside', async () => {
    const good = await packZip({ a: Buffer.from('x'), 'b/..xc': Buffer.from('y') });
    await expect(readZip(staged(good.subarray(0, good.length - 5)), everything)).rejects.toEqual(invalid(/cannot be read/));
    await expect(readZip(staged(Buffer.from('no archive')), everything)).rejects.toEqual(invalid(/cannot be read/));
    await expect(readZip(staged(Buffer.from(good.toString('latin1').replaceAll('b/..xc', '../..c'), 'latin1')), everything)).rejects.toEqual(
      invalid(/relative path|outside/),
    );
  });
  it('refuses wanted entries that are too large together', async () => {
    const part = Buffer.alloc(1024 * 1024);
    const file = staged(await packZip(Object.fromEntries(Array.from({ length: 33 }, (_, index) => [`part-${index}`, part]))));
    await expect(readZip(file, () => ({ limit: 2 * 1024 * 1024 }))).rejects.toEqual(invalid(/too large together/));
    expect((await readZip(file, () => ({ limit: 100_000, cut: true }))).size).toBe(33);
  });
  it('refuses a table that promises far more than the file can hold', async () => {
    const bomb = await packZip({ zeros: Buffer.alloc(300 * 1024 * 1024) });
    await expect(readZip(staged(bomb), () => undefined)).rejects.toEqual(invalid(/unpacks to far more/));
  });
});
