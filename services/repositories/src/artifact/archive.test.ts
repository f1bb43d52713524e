import { once } from 'node:events';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import zlib, { gzipSync, type InflateRaw } from 'node:zlib';
import type { RangedBytes } from '@packhouse/formats/archive/archive-entry.ts';
import { pack } from 'tar-stream';
import { describe, expect, it, vi } from 'vitest';
import { ZipFile } from 'yazl';
import { unpack } from '../storage/unpack.ts';
import { type PackEntry, packFolder } from './pack-folder.ts';

function seekable(bytes: Buffer): RangedBytes {
  return { size: bytes.length, open: (range) => Readable.from(range ? bytes.subarray(range.start, range.end + 1) : bytes, { objectMode: false }) };
}

async function* entries(files: Record<string, string>): AsyncGenerator<PackEntry> {
  for (const [path, text] of Object.entries(files))
    yield { path, size: text.length, modified: new Date(0), open: async () => Readable.from(Buffer.from(text), { objectMode: false }) };
}

async function contents(name: string, bytes: Buffer, limits?: Parameters<typeof unpack>[2]): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for await (const { path, body } of unpack(name, seekable(bytes), limits)) found[path] = (await buffer(body)).toString();
  return found;
}

async function packTar(names: string[]): Promise<Buffer> {
  const tar = pack();
  for (const name of names) tar.entry({ name }, 'x');
  tar.finalize();
  return buffer(tar);
}

async function packZip(text: Buffer, name = 'a.txt'): Promise<Buffer> {
  const zip = new ZipFile();
  zip.addBuffer(text, name);
  zip.end();
  return buffer(zip.outputStream as Readable);
}

describe('archives of folders', () => {
  const files = { 'a.txt': 'first', 'deep/er/b.txt': 'second', 'empty.txt': '' };

  it.each(['zip', 'tar', 'tar.gz'] as const)('CORE-005 packs a folder as %s and unpacks it to the same files', async (type) => {
    const bytes = await buffer(packFolder(type, entries(files)));
    expect(await contents(`x.${type}`, bytes)).toEqual(files);
  });

  it('breaks the archive when a file cannot be read', async () => {
    async function* failing(): AsyncGenerator<PackEntry> {
      yield { path: 'a', size: 1, modified: new Date(0), open: async () => Promise.reject(new Error('gone')) };
    }
    for (const type of ['zip', 'tar', 'tar.gz'] as const) await expect(buffer(packFolder(type, failing()))).rejects.toThrow();
  });
});

describe('exploding archives', () => {
  it('refuses names that lead outside', async () => {
    await expect(contents('x.tar', await packTar(['ok', '../evil']))).rejects.toMatchObject({ code: 'invalid_package' });
    await expect(contents('x.tar', await packTar(['a/../../evil']))).rejects.toMatchObject({ code: 'invalid_package' });
    const evil = Buffer.from((await packZip(Buffer.from('x'), 'aa/evil')).toString('latin1').replaceAll('aa/evil', '../evil'), 'latin1');
    await expect(contents('x.zip', evil)).rejects.toMatchObject({ code: 'invalid_package' });
  });

  it('refuses an archive that unpacks to far more than its size', async () => {
    const bomb = Buffer.alloc(30 * 1024 * 1024);
    const limits = { entries: 10, size: 1024 ** 3, ratio: 100 };
    await expect(contents('x.zip', await packZip(bomb), limits)).rejects.toMatchObject({ code: 'invalid_package' });
    const tar = pack();
    tar.entry({ name: 'zeros' }, bomb);
    tar.finalize();
    await expect(contents('x.tar.gz', gzipSync(await buffer(tar)), limits)).rejects.toMatchObject({ code: 'invalid_package' });
  });

  it('refuses a truncated archive', async () => {
    const whole = gzipSync(await packTar(['a', 'b']));
    await expect(contents('x.tgz', whole.subarray(0, whole.length - 20))).rejects.toMatchObject({ code: 'invalid_package' });
    const zip = await packZip(Buffer.from('text'));
    await expect(contents('x.zip', zip.subarray(0, zip.length - 10))).rejects.toMatchObject({ code: 'invalid_package' });
  });

  it('refuses an entry that turned out damaged before anybody read it', async () => {
    const zip = await packZip(Buffer.from('some text to be packed'));
    // The packed bytes follow the entry's name; a block of this type does not exist.
    zip.fill(0xff, 30 + 'a.txt'.length, 30 + 'a.txt'.length + 8);
    const inflating = vi.spyOn(zlib, 'createInflateRaw');
    const entries = unpack('x.zip', seekable(zip));
    const { value } = await entries.next();
    const inflate = inflating.mock.results[0]?.value as InflateRaw;
    inflating.mockRestore();
    if (!inflate.errored) await once(inflate, 'error');
    // The library passes the error on in a later turn.
    for (let turns = 0; turns < 3; turns++) await turn();
    await expect(buffer(value!.body)).rejects.toThrow('invalid block type');
    await entries.return(undefined);
  });

  it('refuses too many entries', async () => {
    await expect(contents('x.tar', await packTar(['a', 'b', 'c']), { entries: 2, size: 1e6, ratio: 1000 })).rejects.toMatchObject({ code: 'invalid_package' });
  });
});
