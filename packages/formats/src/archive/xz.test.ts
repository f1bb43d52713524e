import { execFileSync } from 'node:child_process';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { describe, expect, it } from 'vitest';
import { createXzDecompress } from './xz.ts';

const content = Buffer.from('one line of many\n'.repeat(100_000));
const packed = execFileSync('xz', ['--stdout'], { input: content });

describe('createXzDecompress', () => {
  it('gives what the file holds', async () => {
    expect((await buffer(Readable.from([packed]).pipe(createXzDecompress()))).equals(content)).toBe(true);
  });

  it('fails on a file that is cut off or damaged', async () => {
    const drain = async (source: AsyncIterable<Buffer>) => {
      for await (const _ of source);
    };
    for (const bad of [packed.subarray(0, packed.length - 40), Buffer.from('not xz at all, but long enough to look at')]) {
      await expect(pipeline(Readable.from([bad]), createXzDecompress(), drain)).rejects.toThrow();
    }
  });
});
