import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { expect, it } from 'vitest';
import { debianOrigin } from './debian-origin.ts';

const list = { path: 'main/binary-amd64/Packages.gz', sha256: '0'.repeat(64) };
async function read(chunks: Iterable<string | Buffer>): Promise<string[]> {
  const found: string[] = [];
  for await (const path of debianOrigin.listings!.readPaths(list, Readable.from(chunks).pipe(createGzip()))) found.push(path);
  return found;
}

it('names the files of a listing', async () => {
  expect(await read(['Package: hello\nFilename: pool/h/hello_1_all.deb\n\nPackage: b\nFilename: ./b_2_all.deb\n'])).toEqual([
    'pool/h/hello_1_all.deb',
    'b_2_all.deb',
  ]);
});

it('reads no listing to its end that unpacks to more than any has', async () => {
  const line = Buffer.alloc(1024 * 1024, ' ');
  line[0] = 10;
  let given = 0;
  function* endless() {
    for (; ; given++) yield line;
  }
  await expect(read(endless())).rejects.toMatchObject({ code: 'upstream_failed' });
  expect(given).toBeLessThan(2000);
});
