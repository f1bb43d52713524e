import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEmptyDatabase, type TestDatabase } from '@packhouse/testkit/test-database.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { client } from '../../../tools/clients.ts';
import { freePort } from '../../../tools/serve/free-port.ts';
import { startPackhouse } from '../../../tools/serve/start-packhouse.ts';
import { probeDatabase } from './database-source.ts';

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await createEmptyDatabase();
  folder = await mkdtemp(join(tmpdir(), 'packhouse-pooler-'));
  await chmod(folder, 0o755);
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

/** A real PgBouncer in front of the database. */
async function startPooler(mode: 'session' | 'transaction' | 'statement', settings: Readonly<Record<string, string>> = {}) {
  const { pathname, port, username, password } = new URL(database.url);
  const own = await freePort();
  const file = join(folder, `${mode}-${own}.ini`);
  const all = { listen_addr: '127.0.0.1', listen_port: own, unix_socket_dir: '', auth_type: 'any', pool_mode: mode, default_pool_size: 60, ...settings };
  const target = `host=127.0.0.1 port=${port} user=${username} password=${password}`;
  await writeFile(file, ['[databases]', `${pathname.slice(1)} = ${target}`, '[pgbouncer]', ...Object.entries(all).map((pair) => pair.join(' = '))].join('\n'));
  // It refuses to run as root.
  const child = spawn(client('pgbouncer'), [...(process.getuid?.() === 0 ? ['-u', 'postgres'] : []), file], { stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const url = `postgres://${username}:${password}@127.0.0.1:${own}${pathname}`;
  const answers = async () => {
    const probe = new pg.Client({ connectionString: url });
    await probe.connect();
    await probe.query('select');
    await probe.end();
    return true;
  };
  await expect.poll(() => answers().catch(() => false)).toBe(true);
  return {
    url,
    async stop() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

it.each([
  ['transaction', {}],
  ['transaction', { server_round_robin: '1', min_pool_size: '4' }],
  ['transaction', { default_pool_size: '1' }],
  ['statement', {}],
] as const)('SCALE-001 refuses a pooler in %s mode (%o), and says what to do', async (mode, settings) => {
  const pooler = await startPooler(mode, settings);
  const others = new pg.Client({ connectionString: pooler.url });
  await others.connect();
  await others.query('select');
  await expect(probeDatabase(pooler.url)).rejects.toThrow(/leads to a connection pooler in transaction mode.*address of the database itself.*session mode/);
  await others.end();
  await pooler.stop();
});

it('SCALE-001 works through a pooler in session mode', async () => {
  const pooler = await startPooler('session');
  const adminPassword = 'Admin-password-1';
  const headers = { authorization: `Basic ${Buffer.from(`admin:${adminPassword}`).toString('base64')}` };
  const server = await startPackhouse({ adminPassword, workers: 1, env: { DATABASE_URL: pooler.url } });
  try {
    const made = await fetch(`${server.url}/artifactory/api/repositories/files`, {
      method: 'PUT',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ rclass: 'local', packageType: 'generic' }),
    });
    expect(made.status).toBe(200);
    expect((await fetch(`${server.url}/artifactory/files/a.txt`, { method: 'PUT', headers, body: 'a' })).status).toBe(201);
    expect(await (await fetch(`${server.url}/artifactory/files/a.txt`, { headers })).text()).toBe('a');
  } finally {
    await server.remove();
    await pooler.stop();
  }
});
