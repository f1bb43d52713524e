import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { computeSharedBuffers } from './shared-buffers.ts';

const gibibyte = 1024 ** 3;

describe('pages that the embedded PostgreSQL keeps', () => {
  let folder: string;
  const store = async (bytes: number) => {
    folder = await mkdtemp(join(tmpdir(), 'packhouse-buffers-'));
    await mkdir(join(folder, 'base', '5'), { recursive: true });
    // Of two files, which take no room: nothing is written into them.
    for (const name of ['16384', '16384.1']) {
      await writeFile(join(folder, 'base', '5', name), '');
      await truncate(join(folder, 'base', '5', name), bytes / 2);
    }
  };
  afterEach(() => (folder === undefined ? undefined : rm(folder, { recursive: true, force: true })));

  it('are few where little is stored, or nothing yet', async () => {
    await store(gibibyte / 4);
    expect(await computeSharedBuffers(folder, 16 * gibibyte)).toBe(64);
    expect(await computeSharedBuffers(join(folder, 'nowhere'), 16 * gibibyte)).toBe(64);
  });

  it('are an eighth of what is stored', async () => {
    await store(4 * gibibyte);
    expect(await computeSharedBuffers(folder, 16 * gibibyte)).toBe(512);
  });

  it('leave the memory to others', async () => {
    await store(100 * gibibyte);
    expect(await computeSharedBuffers(folder, 16 * gibibyte)).toBe(1024);
    expect(await computeSharedBuffers(folder, gibibyte / 2)).toBe(64);
  });
});
