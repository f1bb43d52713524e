import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { Want } from '../format.ts';
import type { ListedFile } from '../indexed-listing.ts';
import { debianIndex } from './debian-index.ts';

const [good, forged] = ['1'.repeat(64), '2'.repeat(64)];
const release = (sum: string, ending = '') => `Suite: stable\nSHA256:\n ${sum} 10 main/binary-amd64/Packages${ending}\n`;
const signed = (text: string) =>
  `-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\n${text}-----BEGIN PGP SIGNATURE-----\n\nabcd\n-----END PGP SIGNATURE-----\n`;
const stanza = 'Package: one\nVersion: 1\nArchitecture: amd64\nFilename: pool/one.deb\n';
const want: Want = { kind: 'document', path: 'dists/stable/main/binary-amd64/Packages', freshness: 'pointer', scope: 'stable' };
const pin = (head: string) => debianIndex.pin?.(want, Buffer.from(head)).sha256;

async function read(head: string, list: Buffer[] = [Buffer.from(stanza)]): Promise<{ packages: string[]; sums: (string | undefined)[] }> {
  const sums: (string | undefined)[] = [];
  const open = async ({ path, sha256 }: Want) => {
    if (path.endsWith('/InRelease')) return Readable.from([Buffer.from(head)]);
    sums.push(sha256);
    return Readable.from(list);
  };
  const packages: string[] = [];
  for await (const entry of debianIndex.read('stable', open)) packages.push(entry.package);
  return { packages, sums };
}

describe('the listing of a Debian upstream', () => {
  it('is what its head names by checksum, signed or not', async () => {
    for (const head of [release(good), signed(release(good))]) {
      expect(pin(head)).toBe(good);
      expect(await read(head)).toEqual({ packages: ['one'], sums: [good] });
    }
  });

  it('is not what stands around the signed text of its head', async () => {
    for (const head of [`${release(forged)}\n${signed(release(good))}`, `${signed(release(good))}\n${release(forged)}`]) {
      expect(() => pin(head)).toThrow('signed message');
      await expect(read(head)).rejects.toMatchObject({ code: 'upstream_failed' });
    }
  });

  it.each(['.bz2', '.zst', '.lz4'])('is refused when a folder has it only as Packages%s, of which nothing could be checked', async (ending) => {
    await expect(read(release(good, ending))).rejects.toMatchObject({ code: 'upstream_failed', message: expect.stringContaining('cannot be merged') });
  });
});

describe('the places of a Debian package', () => {
  const names = (count: number, prefix = 'n') => Array.from({ length: count }, (_, at) => `${prefix}${at}`);
  const file = (counts: readonly [number, number, number], control = 'Package: a\n'): ListedFile => ({
    path: 'pool/a_1_all.deb',
    size: 1,
    sha256: good,
    sha1: '',
    md5: '',
    createdAt: new Date(0),
    properties: { 'deb.distribution': names(counts[0]), 'deb.component': names(counts[1]), 'deb.architecture': names(counts[2]) },
    content: { package: 'a', version: '1', architecture: 'all', control },
  });

  it('are each suite, component and architecture with each other, once', () => {
    expect(debianIndex.entries(file([2, 5, 10]))).toHaveLength(100);
    const twice = { ...file([1, 1, 1]), properties: { 'deb.distribution': ['stable', 'stable', '../x'] } };
    expect(debianIndex.entries(twice).map(({ scope, list }) => `${scope} ${list}`)).toEqual(['stable main/binary-all']);
  });

  it('are refused when there are more than a package may have, before they are made', () => {
    const tooMany = expect.objectContaining({ code: 'bad_request', message: expect.stringContaining('100 at most') });
    // As many as nobody could hold.
    for (const counts of [
      [101, 1, 1],
      [5, 5, 5],
      [10_000, 10_000, 10_000],
    ] as const)
      expect(() => debianIndex.entries(file(counts))).toThrow(tooMany);
  });

  it('are refused when a long package would be repeated too often', () => {
    const control = `Package: a\nProvides: ${'a, '.repeat(100_000)}\n`;
    expect(debianIndex.entries(file([50, 1, 1], control))).toHaveLength(50);
    expect(() => debianIndex.entries(file([100, 1, 1], control))).toThrow(expect.objectContaining({ code: 'bad_request' }));
  });

  it('make no folder for each component with each architecture where there are very many of both', async () => {
    const readDocuments = async (lists: readonly string[]) => {
      const published: string[] = [];
      const document = { size: 1, sha256: good, sha1: '', md5: '', raw: { size: 1, sha256: good }, open: () => Readable.from([]) };
      await debianIndex.build({
        repositoryKey: 'debs',
        scope: 'stable',
        at: new Date(0),
        lists: new Map(lists.map((list) => [list, 1])),
        signer: { clear: async (text) => text, detached: async () => '', rsa: async () => [] },
        pack: async () => document,
        store: async () => document,
        publish: (path) => published.push(path),
      });
      return published.filter((path) => path.endsWith('/Packages.gz'));
    };
    expect(await readDocuments(['one/binary-amd64', 'two/binary-arm64'])).toHaveLength(4);
    expect(await readDocuments(names(500).map((name) => `${name}/binary-${name}`))).toHaveLength(500);
  });

  it('is read stanza by stanza, and refused when one does not end', async () => {
    const second = stanza.replace('one', 'two');
    expect((await read(release(good), [Buffer.from(`${stanza}\n${second.slice(0, 20)}`), Buffer.from(`${second.slice(20)}\n`)])).packages).toEqual([
      'one',
      'two',
    ]);
    const endless = Array.from({ length: 1000 }, () => Buffer.alloc(1024 * 1024, 'x'));
    await expect(read(release(good), endless)).rejects.toMatchObject({ code: 'upstream_failed' });
  });

  it('is found among other sums of its head', async () => {
    expect(pin(`MD5Sum:\n ${forged} 10 main/binary-amd64/Packages\n${release(good)}SHA512:\n ${forged} 10 main/binary-amd64/Packages\n`)).toBe(good);
  });
});
