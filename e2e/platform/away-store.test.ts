import { createHash, randomBytes } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '@packhouse/contract/client.ts';
import { createRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { cuttableWay } from '@packhouse/testkit/cuttable-way.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type S3Server, startS3Server } from '../../tools/serve/s3-server.ts';
import { makeHome } from '../../tools/serve/seeded-home.ts';
import { type PackhouseProcess, startPackhouse } from '../../tools/serve/start-packhouse.ts';

const adminPassword = 'Away-store-admin-1';
const headers = { authorization: `Basic ${Buffer.from(`admin:${adminPassword}`).toString('base64')}` };
const patience = { timeout: 120_000, interval: 500 };

let home: string;
let store: S3Server;
let way: Awaited<ReturnType<typeof cuttableWay>>;
let server: PackhouseProcess;
let digest: string;

const ask = (path: string, init: RequestInit = {}) => fetch(`${server.url}/${path}`, { ...init, headers: { ...headers, ...(init.headers as object) } });
const put = (path: string, size: number) => ask(`artifactory/files/${path}`, { method: 'PUT', body: new Uint8Array(randomBytes(size)) });

async function pushBlob(): Promise<Response> {
  const bytes = new Uint8Array(randomBytes(100_000));
  digest = `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
  const begun = await ask('v2/images/app/blobs/uploads/', { method: 'POST' });
  if (!begun.ok) return begun;
  const place = new URL(begun.headers.get('location') ?? '', server.url);
  place.searchParams.set('digest', digest);
  return fetch(place, { method: 'PUT', headers: { ...headers, 'content-type': 'application/octet-stream' }, body: bytes });
}

beforeAll(async () => {
  [home, store] = await Promise.all([makeHome(), startS3Server()]);
  way = await cuttableWay(store.endpoint);
  const { bucket, accessKeyId, secretAccessKey } = store;
  await mkdir(join(home, 'etc'), { recursive: true });
  // JSON is YAML.
  const s3 = { endpoint: way.url, bucket, accessKeyId, secretAccessKey, forcePathStyle: true };
  await writeFile(join(home, 'etc/packhouse.yaml'), JSON.stringify({ blobs: { s3 } }));
  server = await startPackhouse({ home, workers: 2, adminPassword });
  const call = createClient({ baseUrl: server.url, headers: () => headers });
  for (const [key, format] of [
    ['files', 'generic'],
    ['images', 'docker'],
  ] as const)
    await call(createRepository, { body: { class: 'local', key, format } });
});
afterAll(async () => {
  await server?.stop();
  way?.close();
  store?.stop();
  // The logs need not be quiet: that a store is away is an error.
  await rm(home, { recursive: true, force: true });
});

it.each(['cut', 'swallow'] as const)(
  'SCALE-002 a store that is away (%s) is said in words to everybody, files and images alike, and is used again by itself when it is back',
  async (trouble) => {
    expect((await put(`${trouble}/a.bin`, 200_000)).status).toBe(201);
    expect((await pushBlob()).status).toBe(201);
    const stored = digest;
    way[trouble]();
    const readings = () => [
      ask(`artifactory/files/${trouble}/a.bin`),
      put(`${trouble}/small.bin`, 1000),
      put(`${trouble}/large.bin`, 5_000_000),
      ask(`v2/images/app/blobs/${stored}`),
      pushBlob(),
    ];
    // More than once, at every worker: once while it is found out, then while it is known.
    for (let turn = 0; turn < 3; turn++)
      for (const answer of await Promise.all(readings())) {
        expect([answer.url, answer.status]).toEqual([answer.url, 503]);
        expect(await answer.text()).toMatch(/storage_unavailable|UNAVAILABLE/i);
      }
    // What needs no content goes on.
    expect((await ask(`artifactory/api/storage/files/${trouble}/a.bin`)).status).toBe(200);
    way.mend();
    await expect.poll(async () => (await put(`${trouble}/again.bin`, 1000)).status, patience).toBe(201);
    await expect.poll(async () => (await ask(`artifactory/files/${trouble}/a.bin`)).status, patience).toBe(200);
    await expect.poll(async () => (await pushBlob()).status, patience).toBe(201);
    for (const absent of ['small', 'large']) expect((await ask(`artifactory/files/${trouble}/${absent}.bin`)).status).toBe(404);
  },
);
