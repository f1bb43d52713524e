import { mkdtempSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { examineBlobStore } from '@packhouse/testkit/examine-blob-store.ts';
import { afterAll, expect, it } from 'vitest';
import { fileBlobs } from './file-blobs.ts';

const folder = mkdtempSync(join(tmpdir(), 'packhouse-blobs-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

examineBlobStore('filesystem', () => fileBlobs(folder));

it('puts a blob where its hand-off path says', async () => {
  const place = await mkdtemp(join(tmpdir(), 'packhouse-blobs-'));
  const store = await fileBlobs(place);
  const staged = await store.stage(Readable.from([Buffer.from('hello')], { objectMode: false }));
  expect(await readdir(join(place, 'staging'))).toHaveLength(1);
  await staged.promote();
  expect(await readdir(join(place, 'staging'))).toEqual([]);
  expect(store.localPath?.(staged.sha256)).toBe(join(place, '2c', staged.sha256));
  expect(await readdir(join(place, '2c'))).toEqual([staged.sha256]);
  await rm(place, { recursive: true });
});
