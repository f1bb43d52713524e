import { mkdtemp, open, readdir, rm, symlink, unlink } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isStorageFull } from '../http/outside-failure.ts';
import { fileBlobs } from './file-blobs.ts';
import { diskRoom, FreeSpace } from './free-space.ts';
import { writeStreamToFile } from './write-stream-to-file.ts';

/** Linux has a file that answers every write as a full disk does. */
const alwaysFull = '/dev/full';
const full = { code: 'storage_full' };
const megabytes = (count: number) => Readable.from(Array.from({ length: count }, () => Buffer.alloc(1024 ** 2, 1)));
const moreThanThereIs = Number.MAX_SAFE_INTEGER;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packhouse-full-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('a disk that takes nothing more', () => {
  it('fails the write in the words of the system, which mean that the storage is full', async () => {
    const file = await open(alwaysFull, 'r+');
    const failure = await writeStreamToFile(file, 0, megabytes(8), undefined).catch((error: unknown) => error);
    await file.close();
    expect(failure).toMatchObject({ code: 'ENOSPC' });
    expect(isStorageFull(failure)).toBe(true);
    expect(isStorageFull(Object.assign(new Error('could not extend file'), { code: '53100' }))).toBe(true);
    expect(isStorageFull(new Error('something else'))).toBe(false);
  });

  it('fails an upload in parts, which can be forgotten then', async () => {
    const store = await fileBlobs(folder, 0);
    const upload = await store.appendable();
    const path = join(folder, 'staging', `append-${upload.key}`);
    await unlink(path);
    await symlink(alwaysFull, path);
    await expect(upload.append(0, megabytes(3))).rejects.toMatchObject({ code: 'ENOSPC' });
    await upload.discard();
    expect(await readdir(join(folder, 'staging'))).toEqual([]);
  });
});

describe('room that is kept free', () => {
  it('takes no body that would use it, and leaves nothing of it behind', async () => {
    const store = await fileBlobs(folder, moreThanThereIs);
    await expect(store.stage(megabytes(2))).rejects.toMatchObject(full);
    const upload = await (await fileBlobs(folder, 0)).appendable();
    await expect((await store.appendable(upload.key)).append(0, megabytes(2))).rejects.toMatchObject(full);
    await upload.discard();
    await expect(store.requireRoom?.(0)).rejects.toMatchObject(full);
    expect(await readdir(join(folder, 'staging'))).toEqual([]);
    await (await (await fileBlobs(folder, 0)).stage(megabytes(2))).discard();
  });

  it('refuses a body by its announced length, before it is read', async () => {
    const { free } = await diskRoom(folder);
    const store = await fileBlobs(folder, Math.round(free / 2));
    const verdict = Promise.withResolvers<unknown>();
    const server = createServer((asked, answer) => {
      store.stage(asked).catch((error: unknown) => {
        verdict.resolve([(error as { code: string }).code, asked.readableFlowing]);
        answer.writeHead(507, { connection: 'close' }).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const sent = request({ host: '127.0.0.1', port, method: 'PUT', headers: { 'content-length': free } });
    sent.on('error', () => undefined);
    sent.flushHeaders();
    expect(await verdict.promise).toEqual(['storage_full', null]);
    sent.destroy();
    server.close();
  });

  it('notices in the middle of a body of unknown length', async () => {
    const { free } = await diskRoom(folder);
    // Others write to this disk, too: what they may use meanwhile is little beside a part that is counted as gigabytes.
    const space = new FreeSpace(folder, Math.round(free / 2));
    await space.take(Math.round(free / 4));
    await expect(space.take(Math.round(free * 0.6))).rejects.toMatchObject(full);
    await space.take(Math.round(free * 0.6), true);
  });

  it('keeps a part of every disk free unless told otherwise, and nothing when told so', async () => {
    const { total, free } = await diskRoom(folder);
    await expect(new FreeSpace(folder).require(free)).rejects.toMatchObject(full);
    await new FreeSpace(folder).require(free - Math.min(512 * 1024 ** 2, total / 5));
    await new FreeSpace(folder, 0).require(moreThanThereIs);
  });
});
