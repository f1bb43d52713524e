import { mkdtempSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { examineBlobStore } from '@packhouse/testkit/examine-blob-store.ts';
import { afterAll, expect, it } from 'vitest';
import { fileBlobs } from './file-blobs.ts';
import { tellAbsence } from './store-presence.ts';

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

it.each(['gone', 'not mounted'])('refuses honestly while its folder is %s, and goes on when it is back', async (state) => {
  const place = await mkdtemp(join(tmpdir(), 'packhouse-blobs-'));
  const store = await fileBlobs(place);
  const body = (text: string) => Readable.from([Buffer.from(text)], { objectMode: false });
  const kept = await store.stage(body('kept'));
  await kept.promote();
  const staged = await store.stage(body('staged'));
  const upload = await store.appendable();
  const absent = 'ab'.repeat(32);

  await rename(place, `${place}-away`);
  if (state === 'not mounted') await mkdir(place);
  const refusals = await Promise.allSettled([
    store.stage(body('more')),
    staged.promote(),
    store.appendable(),
    store.appendable(upload.key),
    upload.append(0, body('more')),
    upload.finish(),
    store.size(kept.sha256),
    store.size(absent),
    store.open(kept.sha256),
    store.sender!(absent, { start: 0, end: 1 }),
  ]);
  for (const refusal of refusals) expect(refusal).toMatchObject({ status: 'rejected', reason: { code: 'storage_unavailable' } });
  await rm(place, { recursive: true, force: true });
  await rename(`${place}-away`, place);

  await staged.promote();
  expect(await store.size(staged.sha256)).toBe(6);
  expect(await upload.append(0, body('more'))).toBe(4);
  expect(await store.size(absent)).toBeUndefined();
  await expect(store.open(absent)).rejects.toMatchObject({ code: 'ENOENT' });
  await rm(place, { recursive: true });
});

it('finds a blob whose folder comes back just after it was looked for', async () => {
  const place = await mkdtemp(join(tmpdir(), 'packhouse-blobs-'));
  const store = await fileBlobs(place);
  const staged = await store.stage(Readable.from([Buffer.from('kept')], { objectMode: false }));
  await staged.promote();
  const path = store.localPath!(staged.sha256);
  const comesBack = async () => {
    await rename(`${place}-away`, place);
    return undefined;
  };
  const late = tellAbsence(
    {
      ...store,
      size: () => stat(path).then(({ size }) => size, comesBack),
      open: () =>
        readFile(path).then(
          (content) => Readable.from([content]),
          async (error) => {
            await comesBack();
            throw error;
          },
        ),
    },
    join(place, 'staging'),
  );
  await rename(place, `${place}-away`);
  expect(await late.size(staged.sha256)).toBe(4);
  await rename(place, `${place}-away`);
  expect(await (await late.open(staged.sha256)).toArray()).toEqual([Buffer.from('kept')]);
  await rm(place, { recursive: true });
});
