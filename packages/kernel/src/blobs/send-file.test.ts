import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BlobStore, ByteRange } from './blob-store.ts';
import { fileBlobs } from './file-blobs.ts';

const data = randomBytes(5 * 1024 * 1024 + 321);
const sha256 = createHash('sha256').update(data).digest('hex');
let folder: string;
let store: BlobStore;
let server: Server;
let url: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packhouse-send-'));
  store = await fileBlobs(folder);
  const staged = await store.stage(Readable.from([data], { objectMode: false }));
  await staged.promote();
  server = createServer((request, response) => {
    const [start, end] = request.url!.slice(1).split('-').map(Number) as [number, number];
    void store.sender!(sha256, { start, end }).then((send) => {
      response.writeHead(200, { 'content-length': end - start + 1 });
      return send(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true, force: true });
});

const fetchRange = ({ start, end }: ByteRange) => fetch(`${url}/${start}-${end}`).then(async (answer) => Buffer.from(await answer.arrayBuffer()));
const part = ({ start, end }: ByteRange) => data.subarray(start, end + 1);

it('sends exactly the bytes asked for, small and large', async () => {
  const last = data.length - 1;
  const ranges = [
    [0, 0],
    [0, 65_535],
    [1, 65_537],
    [262_143, 262_144],
    [100, 786_531],
    [0, last],
    [last, last],
  ] as const;
  for (const [start, end] of ranges) expect([start, end, (await fetchRange({ start, end })).equals(part({ start, end }))]).toEqual([start, end, true]);
});

it('sends many at once, each its own bytes', async () => {
  const ranges = Array.from({ length: 40 }, (_, index) => ({ start: index * 1000, end: 4_000_000 + index * 999 }));
  const answers = await Promise.all(ranges.map(fetchRange));
  expect(answers.map((answer, index) => answer.equals(part(ranges[index]!)))).toEqual(ranges.map(() => true));
});

it('stops when the reader goes away, and serves the next one whole', async () => {
  for (let count = 0; count < 5; count++) {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => get(`${url}/0-${data.length - 1}`, resolve).on('error', reject));
    await new Promise((resolve) => answer.once('data', resolve));
    answer.destroy();
  }
  expect((await fetchRange({ start: 0, end: data.length - 1 })).equals(data)).toBe(true);
});

it('waits for a slow destination', async () => {
  const chunks: Buffer[] = [];
  const slow = new Writable({
    write(chunk: Buffer, _encoding, done) {
      setTimeout(() => {
        chunks.push(Buffer.from(chunk));
        done();
      }, 2);
    },
  });
  await (await store.sender!(sha256, { start: 0, end: data.length - 1 }))(slow);
  expect(Buffer.concat(chunks).equals(data)).toBe(true);
});

it('says ENOENT before anything is sent, and breaks off where the file ends too early', async () => {
  await expect(store.sender!('0'.repeat(64), { start: 0, end: 1 })).rejects.toMatchObject({ code: 'ENOENT' });
  const destination = new Writable({ write: (_chunk, _encoding, done) => done() });
  const failure = new Promise((resolve) => destination.once('error', resolve));
  await (await store.sender!(sha256, { start: 0, end: data.length + 10 }))(destination);
  expect(await failure).toMatchObject({ message: 'The file is shorter than it was' });
  expect((await buffer(await store.open(sha256))).equals(data)).toBe(true);
});
