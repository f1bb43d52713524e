import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createEmptyDatabase } from '@packhouse/testkit/test-database.ts';
import pg from 'pg';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { familyMemory } from '../../../tools/serve/process-family.ts';
import { makeHome } from '../../../tools/serve/seeded-home.ts';
import { type PackhouseProcess, type PackhouseStart, startPackhouse } from '../../../tools/serve/start-packhouse.ts';

// Real processes on a machine that may be busy.
const password = 'Admin-password-1';
const headers = { authorization: `Basic ${Buffer.from(`admin:${password}`).toString('base64')}` };
const running = new Set<PackhouseProcess>();
const folders: string[] = [];

async function start(options: PackhouseStart = {}): Promise<PackhouseProcess> {
  const started = await startPackhouse({ workers: 1, adminPassword: password, ...options });
  running.add(started);
  return started;
}

async function newHome(): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'packhouse-serve-'));
  folders.push(home);
  return home;
}

/** One whose database is set up already, for what begins after that. */
async function newSetUpHome(): Promise<string> {
  const home = await makeHome();
  folders.push(home);
  return home;
}

/** Runs a command to its end. */
function packhouse(command: string, env: Record<string, string>): Promise<{ code: number; output: string }> {
  const { DATABASE_URL: _, ...rest } = process.env;
  return new Promise((done) => {
    execFile(process.execPath, [resolve('apps/server/src/main.ts'), command], { env: { ...rest, ...env } }, (error, stdout, stderr) =>
      done({ code: error ? Number(error.code ?? 1) : 0, output: `${stdout}${stderr}` }),
    );
  });
}

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};
const readPostmaster = async (home: string) => Number((await readFile(join(home, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);
const ping = (server: PackhouseProcess) => fetch(`${server.url}/ui/api/v1/system/ping`).then((answer) => answer.json());

afterEach(async () => {
  for (const one of running) await one.stop();
  running.clear();
});
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

describe('starting', () => {
  it('START-001 START-002 prints its steps, the first password once and one ready line, and starts again on what is there', async () => {
    const home = await newHome();
    const { adminPassword: _, ...generated } = { adminPassword: '', home, workers: 1 };
    const first = await startPackhouse(generated);
    running.add(first);
    const shown = first.output();
    expect(shown).toMatch(/embedded PostgreSQL +[\d.]+ m?s/);
    expect(shown).toMatch(/migrations +[\d.]+ m?s/);
    expect(shown.match(/^ready http:\/\/\S+\/ui\/$/gm)).toHaveLength(1);
    const given = /password (\S+)/.exec(shown)?.[1];
    expect(given?.length).toBeGreaterThanOrEqual(12);
    const postmaster = await readPostmaster(home);
    await first.stop();
    expect(isAlive(postmaster)).toBe(false);
    expect(first.output()).toContain('stopped');
    for (const log of ['platform/platform.log', 'platform/postgres.log', 'router/request.log'])
      expect(await readFile(join(home, 'logs', log), 'utf8')).not.toContain(given);
    const second = await startPackhouse(generated);
    running.add(second);
    expect(second.output()).not.toContain('password');
    expect(await ping(second)).toMatchObject({ status: 'ok' });
    // Kept for the next start of whatever home.
    expect(await readdir(resolve('.cache/compiled'))).not.toEqual([]);
  });

  it('START-007 gives back what its start took, down to less than 400 MB of all its processes', async () => {
    const server = await start({ isFirst: true });
    await expect.poll(() => familyMemory(server.pid), { timeout: 120_000, interval: 1000 }).toBeLessThan(400e6);
    await server.remove();
  });

  it('runs side by side in different homes, and refuses a second server on one home', async () => {
    const [one, two] = await Promise.all([start(), start()]);
    expect([await ping(one), await ping(two)]).toMatchObject([{ status: 'ok' }, { status: 'ok' }]);
    const again = await packhouse('serve', { PACKHOUSE_HOME: one.home });
    expect(again).toMatchObject({ code: 1, output: expect.stringContaining('already runs') });
    const taken = await packhouse('serve', { PACKHOUSE_HOME: await newHome(), PACKHOUSE_PORT: new URL(one.url).port, PACKHOUSE_WORKERS: '1' });
    expect(taken).toMatchObject({ code: 1, output: expect.stringMatching(/Port \d+ is taken/) });
    await Promise.all([one.remove(), two.remove()]);
  });

  it('comes back after it was killed', async () => {
    const home = await newSetUpHome();
    const first = await start({ home });
    process.kill(first.pid, 'SIGKILL');
    await expect.poll(() => isAlive(first.pid)).toBe(false);
    const second = await start({ home });
    expect((await fetch(`${second.url}/ui/api/v1/ui/auth/current`, { headers })).status).toBe(200);
  });

  it('stops at an unknown key, naming its line', async () => {
    const home = await newHome();
    await mkdir(join(home, 'etc'));
    await writeFile(join(home, 'etc/packhouse.yaml'), 'port: 8099\nprot: 1\n');
    const refused = await packhouse('serve', { PACKHOUSE_HOME: home });
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('line 2: prot: unknown key') });
  });
});

describe('an outside database', () => {
  it('START-003 START-006 is used by its URL alone, and refused when a newer version has been there', async () => {
    const database = await createEmptyDatabase();
    const home = await newHome();
    const server = await start({ home, env: { DATABASE_URL: database.url } });
    expect(existsSync(join(home, 'postgres'))).toBe(false);
    expect((await fetch(`${server.url}/ui/api/v1/ui/auth/current`, { headers })).status).toBe(200);
    await server.stop();

    const stranger = await packhouse('serve', { PACKHOUSE_HOME: await newHome(), DATABASE_URL: database.url, PACKHOUSE_PORT: '0', PACKHOUSE_WORKERS: '1' });
    expect(stranger).toMatchObject({ code: 1, output: expect.stringContaining('master key') });

    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query("insert into access.kysely_migration (name, timestamp) values ('9999-from-the-future', now()::text)");
    await client.end();
    const env = { PACKHOUSE_HOME: home, DATABASE_URL: database.url, PACKHOUSE_PORT: '0' };
    for (const command of ['serve', 'migrate']) {
      const refused = await packhouse(command, env);
      expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('9999-from-the-future') });
      expect(refused.output).toContain('newer version');
    }
    expect(await packhouse('doctor', env)).toMatchObject({ code: 1, output: expect.stringContaining('FAIL database') });
    await database.drop();
  });

  it('says plainly that it cannot be reached', async () => {
    const refused = await packhouse('serve', { PACKHOUSE_HOME: await newHome(), DATABASE_URL: 'postgres://nobody:hidden@127.0.0.1:1/x' });
    expect(refused.code).toBe(1);
    expect(refused.output).toContain('cannot be used');
    expect(refused.output).not.toContain('hidden');
  });
});

describe('stopping', () => {
  async function createRepository(server: PackhouseProcess): Promise<void> {
    const answer = await fetch(`${server.url}/artifactory/api/repositories/files`, {
      method: 'PUT',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ rclass: 'local', packageType: 'generic' }),
    });
    expect(answer.status).toBe(200);
  }

  /** The server answers that it goes on as soon as it has the request. */
  const underWay = { ...headers, 'content-length': 2000, expect: '100-continue' };

  it('START-002 finishes the uploads under way', async () => {
    const server = await start({ home: await newSetUpHome() });
    await createRepository(server);
    const status = new Promise<number>((done, failed) => {
      const upload = request(`${server.url}/artifactory/files/slow.bin`, { method: 'PUT', headers: underWay });
      upload.on('error', failed).on('response', (answer) => {
        answer.resume();
        done(answer.statusCode!);
      });
      upload.once('continue', () => {
        upload.write(Buffer.alloc(1000));
        process.kill(server.pid, 'SIGINT');
        setTimeout(() => upload.end(Buffer.alloc(1000)), 1500);
      });
    });
    expect(await status).toBe(201);
    await server.stop();
    expect(server.output()).toContain('stopped');
  });

  it('breaks off an upload that never ends when it is told twice, leaving nothing of it', async () => {
    const home = await newSetUpHome();
    const server = await start({ home });
    await createRepository(server);
    const upload = request(`${server.url}/artifactory/files/endless.bin`, { method: 'PUT', headers: underWay });
    const broken = new Promise((done) => upload.on('error', done));
    await new Promise((done) => upload.once('continue', done).write(Buffer.alloc(1000)));
    process.kill(server.pid, 'SIGINT');
    // Two signals that wait together are one.
    const impatience = setInterval(() => process.kill(server.pid, 'SIGINT'), 500);
    await broken;
    clearInterval(impatience);
    await expect.poll(() => isAlive(server.pid)).toBe(false);
    const again = await start({ home });
    expect((await fetch(`${again.url}/artifactory/files/endless.bin`, { headers })).status).toBe(404);
  });
});

describe('several HTTP workers', () => {
  it('serve one port, are summed in the metrics and are replaced when they die', async () => {
    const server = await start({ home: await newSetUpHome(), workers: 2, env: { PACKHOUSE_METRICS_TOKEN: 'the-collectors-token' } });
    for (let count = 0; count < 20; count++) await fetch(`${server.url}/ui/api/v1/system/ping`, { headers: { connection: 'close' } });
    const metrics = await fetch(`${server.url}/metrics`, { headers: { authorization: 'Bearer the-collectors-token' } }).then((answer) => answer.text());
    const pings = /packhouse_http_request_seconds_count\{[^}]*route="\/ui\/api\/v1\/system\/ping"[^}]*\} (\d+)/.exec(metrics)?.[1];
    expect(Number(pings)).toBe(20);
    const children = await readWorkers(server.pid);
    expect(children).toHaveLength(2);
    process.kill(children[0]!, 'SIGKILL');
    await expect.poll(async () => (await readWorkers(server.pid)).filter((pid) => !children.includes(pid)).length).toBe(1);
    await expect.poll(() => ping(server).catch(() => undefined)).toMatchObject({ status: 'ok' });
  });
});

describe('doctor', () => {
  it('START-005 looks at everything and says how to mend what it finds', async () => {
    const home = await newSetUpHome();
    const server = await start({ home });
    const { port } = new URL(server.url);
    const healthy = await packhouse('doctor', { PACKHOUSE_HOME: home, PACKHOUSE_PORT: port });
    expect(healthy.code).toBe(0);
    for (const part of ['configuration', 'home', 'disk', 'port', 'database', 'blob store', 'tls', 'outgoing', 'git'])
      expect(healthy.output).toMatch(new RegExp(`^(ok  |warn) ${part} `, 'm'));
    expect(healthy.output).toContain('schema repositories is up to date');
    await mkdir(join(home, 'etc'), { recursive: true });
    await writeFile(
      join(home, 'etc/packhouse.yaml'),
      'outgoing:\n  proxy: http://127.0.0.1:1\nblobs:\n  s3:\n    bucket: none\n    endpoint: http://127.0.0.1:1\n    accessKeyId: a\n    secretAccessKey: b\n',
    );
    const ill = await packhouse('doctor', { PACKHOUSE_HOME: home, PACKHOUSE_PORT: port });
    expect(ill.code).toBe(1);
    expect(ill.output).toMatch(/FAIL outgoing .*\n +\S/);
    expect(ill.output).toMatch(/FAIL blob store .*\n +Check endpoint/);
    await server.stop();
    await writeFile(join(home, 'etc/packhouse.yaml'), 'colour: red\n');
    expect(await packhouse('doctor', { PACKHOUSE_HOME: home })).toMatchObject({ code: 1, output: expect.stringContaining('line 1: colour: unknown key') });
  });
});

/** The HTTP workers of a server, by the parent that /proc names. */
async function readWorkers(pid: number): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  const found: number[] = [];
  for (const child of children.trim().split(' ')) {
    const command = await readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '');
    if (command.includes('http-worker')) found.push(Number(child));
  }
  return found;
}
