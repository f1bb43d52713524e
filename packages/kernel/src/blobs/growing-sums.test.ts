import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { appendFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { GrowingSums, readSumsOfFile, smallFile } from './growing-sums.ts';

const folder = mkdtempSync(join(tmpdir(), 'packhouse-sums-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const hex = (algorithm: string, bytes: Buffer) => createHash(algorithm).update(bytes).digest('hex');
const computeSums = (bytes: Buffer) => ({ sha256: hex('sha256', bytes), sha1: hex('sha1', bytes), md5: hex('md5', bytes), size: bytes.length });

it('knows the checksums at every length, before and after a file has grown large', async () => {
  const path = join(folder, 'growing');
  const sums = new GrowingSums(path);
  let all = Buffer.alloc(0);
  for (const size of [10, smallFile - 10, 1, 5 * smallFile, 3]) {
    const more = randomBytes(size);
    await appendFile(path, more);
    sums.add(more);
    all = Buffer.concat([all, more]);
    sums.written(all.length);
    expect(await sums.current()).toEqual(computeSums(all));
  }
  sums.end();
});

it('hashes many files at once, SHA-512 where it is asked for', async () => {
  const bodies = Array.from({ length: 12 }, (_, index) => randomBytes(index * 700_000));
  const found = await Promise.all(
    bodies.map(async (bytes, index) => {
      await writeFile(join(folder, `${index}`), bytes);
      return readSumsOfFile(join(folder, `${index}`), bytes.length, { sha512: index % 2 === 0 });
    }),
  );
  expect(found).toEqual(bodies.map((bytes, index) => ({ ...computeSums(bytes), ...(index % 2 === 0 ? { sha512: hex('sha512', bytes) } : {}) })));
});

it('fails for a file that is shorter than it was, and goes on with others', async () => {
  const [short, whole] = [join(folder, 'short'), join(folder, 'whole')];
  const bytes = randomBytes(3 * smallFile);
  for (const path of [short, whole]) await writeFile(path, bytes);
  await truncate(short, smallFile);
  await expect(readSumsOfFile(short, bytes.length, {})).rejects.toThrow('shorter');
  expect(await readSumsOfFile(whole, bytes.length, {})).toEqual(computeSums(bytes));
});
