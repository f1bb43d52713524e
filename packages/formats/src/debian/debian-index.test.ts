import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { Want } from '../format.ts';
import { debianIndex } from './debian-index.ts';

const [good, forged] = ['1'.repeat(64), '2'.repeat(64)];
const release = (sum: string, ending = '') => `Suite: stable\nSHA256:\n ${sum} 10 main/binary-amd64/Packages${ending}\n`;
const signed = (text: string) =>
  `-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\n${text}-----BEGIN PGP SIGNATURE-----\n\nabcd\n-----END PGP SIGNATURE-----\n`;
const stanza = 'Package: one\nVersion: 1\nArchitecture: amd64\nFilename: pool/one.deb\n';
const want: Want = { kind: 'document', path: 'dists/stable/main/binary-amd64/Packages', freshness: 'pointer', scope: 'stable' };
const pin = (head: string) => debianIndex.pin?.(want, Buffer.from(head)).sha256;

async function read(head: string): Promise<{ packages: string[]; sums: (string | undefined)[] }> {
  const sums: (string | undefined)[] = [];
  const open = async ({ path, sha256 }: Want) => {
    if (path.endsWith('/InRelease')) return Readable.from([Buffer.from(head)]);
    sums.push(sha256);
    return Readable.from([Buffer.from(stanza)]);
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
