import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, open, readdir, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { login } from '@packhouse/contract/access/auth-sign-in-routes.ts';
import { createClient } from '@packhouse/contract/client.ts';
import { consoleHeader } from '@packhouse/contract/prefixes.ts';
import { listGarbageRuns, startGarbageRun } from '@packhouse/contract/repositories/garbage-routes.ts';
import { createRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { asRoot } from '../../../tools/clients/install.ts';
import { makeHome } from '../../../tools/serve/seeded-home.ts';
import { type PackhouseProcess, startPackhouse } from '../../../tools/serve/start-packhouse.ts';

const run = promisify(execFile);
const adminPassword = 'Full-disk-admin-1';
const authorization = `Basic ${Buffer.from(`admin:${adminPassword}`).toString('base64')}`;
const mebibyte = 1024 ** 2;
const patience = { timeout: 90_000, interval: 200 };

let disk: string;
let isMounted = false;
let server: PackhouseProcess;
const filler = () => join(disk, 'filler');

const rootsOwn = async (...command: string[]) => {
  const [program = '', ...parameters] = [...(asRoot() ?? []), ...command];
  await run(program, parameters);
};

/** A small disk of its own for the whole home directory, with the logs, which need not be quiet: that nothing can be written any more is an error. Containers often forbid even root to mount one: that is no failure of ours, but must be seen. */
beforeEach(async ({ skip }) => {
  disk = await mkdtemp(join(tmpdir(), 'packhouse-disk-'));
  const owner = `uid=${process.getuid?.() ?? 0},gid=${process.getgid?.() ?? 0}`;
  const refusal = await rootsOwn('mount', '-t', 'tmpfs', '-o', `size=220m,${owner}`, 'tmpfs', disk).then(
    () => undefined,
    (error: unknown) => String(error),
  );
  isMounted = refusal === undefined;
  if (!isMounted) skip(`no disk can be mounted on this machine: ${refusal}`);
});
afterEach(async () => {
  await server?.stop();
  if (isMounted) await rootsOwn('umount', '--lazy', disk);
  await rm(disk, { recursive: true, force: true });
});

const free = async () => {
  const { bavail, bsize } = await statfs(disk);
  return bavail * bsize;
};

/** Something else takes the disk, but for so many bytes. */
async function fillUp(left: number): Promise<void> {
  const file = await open(filler(), 'a');
  try {
    for (let most = await free(); most > left; most = await free()) await file.write(Buffer.alloc(Math.min(most - left, mebibyte)));
  } finally {
    await file.close();
  }
}

async function start(keepFree: string) {
  const home = await makeHome(disk);
  await mkdir(join(home, 'etc'), { recursive: true });
  await writeFile(join(home, 'etc/packhouse.yaml'), `blobs: { keepFree: '${keepFree}' }\n`);
  server = await startPackhouse({ home, adminPassword, workers: 1 });
  const call = createClient({ baseUrl: server.url, headers: () => ({ authorization }) });
  await call(createRepository, { body: { class: 'local', key: 'files', format: 'generic' } });
  const ask = (path: string, init: RequestInit = {}) => fetch(`${server.url}/artifactory/files/${path}`, { ...init, headers: { authorization } });
  return { call, home, ask, staging: () => readdir(join(home, 'blobs/staging')) };
}

/** A connection to the embedded database. Its port is on the fourth line of this file. */
async function connectTo(home: string): Promise<pg.Client> {
  const [password, place] = await Promise.all(['keys/postgres.password', 'postgres/postmaster.pid'].map((name) => readFile(join(home, name), 'utf8')));
  const port = Number(place?.split('\n')[3]);
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'packhouse', password: password?.trim() ?? '', database: 'packhouse' });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

const put = (bytes: Uint8Array<ArrayBuffer>) => ({ method: 'PUT', body: bytes });
/** Of a length that nobody announces. */
const putPiecemeal = (bytes: Uint8Array<ArrayBuffer>) => ({ method: 'PUT', body: new Blob([bytes]).stream(), duplex: 'half' as const });
async function signIn(): Promise<number> {
  const body = JSON.stringify({ user: 'admin', password: adminPassword });
  return (await fetch(`${server.url}${login.url}`, { method: 'POST', headers: { 'content-type': 'application/json', [consoleHeader]: '1' }, body })).status;
}
const readCode = async (answer: Response) => [answer.status, ((await answer.json()) as { errors: { code: string }[] }).errors[0]?.code];
const alive = () => process.kill(server.pid, 0);

describe('a full disk', () => {
  it.each([
    { keepFree: '0', left: 8 * mebibyte, by: 'the system' },
    { keepFree: '20m', left: 30 * mebibyte, by: 'what is kept free' },
  ])('refuses uploads by $by, keeps nothing of them, and takes them again when there is room', async ({ keepFree, left }) => {
    const { ask, staging } = await start(keepFree);
    const [small, large] = [new Uint8Array(randomBytes(300_000)), new Uint8Array(randomBytes(24 * mebibyte))];
    expect((await ask('before', put(small))).status).toBe(201);
    await fillUp(left);
    for (const upload of [put(large), putPiecemeal(large)]) {
      expect(await readCode(await ask('large', upload))).toEqual([507, 'storage_full']);
      expect((await ask('large')).status).toBe(404);
      expect(await staging()).toEqual([]);
    }
    expect(Buffer.from(await (await ask('before')).arrayBuffer()).equals(small)).toBe(true);
    // Whoever is to make room has to get in.
    expect(await signIn()).toBe(200);
    await rm(filler());
    expect((await ask('large', putPiecemeal(large))).status).toBe(201);
    expect(Buffer.from(await (await ask('large')).arrayBuffer()).equals(large)).toBe(true);
    alive();
  });

  it('ends neither the platform nor what was acknowledged when the database cannot write either', async () => {
    const { call, home, ask } = await start('0');
    const small = new Uint8Array(randomBytes(300_000));
    expect((await ask('before', put(small))).status).toBe(201);
    await fillUp(0);
    const client = await connectTo(home);
    const writeOn = async () => {
      for (;;) await client.query("select pg_logical_emit_message(true, 'x', repeat(md5(random()::text), 20000))");
    };
    await expect(writeOn()).rejects.toThrow();
    await client.end().catch(() => undefined);
    await expect.poll(async () => readCode(await ask('before')), patience).toEqual([503, 'unavailable']);
    // Several attempts of everything that tries to reach the database again.
    const attempts = () => ask('before').then(({ status }) => status);
    for (let turn = 0; turn < 200; turn++) expect(await attempts()).toBe(503);
    alive();

    await rm(filler());
    await expect.poll(attempts, patience).toBe(200);
    expect(Buffer.from(await (await ask('before')).arrayBuffer()).equals(small)).toBe(true);
    await expect.poll(async () => (await ask('after', put(small))).status, patience).toBe(201);
    // Jobs run again, too.
    await call(startGarbageRun, { body: {} });
    await expect.poll(async () => (await call(listGarbageRuns, {})).items[0]?.status, patience).toBe('finished');
    alive();
  });

  it('says what to do when it cannot start', async () => {
    const { home, ask } = await start('0');
    const small = new Uint8Array(randomBytes(300_000));
    expect((await ask('before', put(small))).status).toBe(201);
    await server.stop();
    await fillUp(0);
    await expect(startPackhouse({ home, adminPassword, workers: 1 })).rejects.toThrow(/make room on it/);
    await rm(filler());
    server = await startPackhouse({ home, adminPassword, workers: 1 });
    const answer = await fetch(`${server.url}/artifactory/files/before`, { headers: { authorization } });
    expect(Buffer.from(await answer.arrayBuffer()).equals(small)).toBe(true);
  });
});
