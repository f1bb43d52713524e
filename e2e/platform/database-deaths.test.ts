import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { startDatabase } from '@packhouse/testkit/start-database.ts';
import pg from 'pg';
import { afterEach, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { makeHome, seedDatabase } from '../../tools/serve/seeded-home.ts';
import { type PackhouseProcess, startPackhouse } from '../../tools/serve/start-packhouse.ts';

const adminPassword = 'Admin-password-1';
const headers = { authorization: `Basic ${Buffer.from(`admin:${adminPassword}`).toString('base64')}` };
const patience = { timeout: 120_000, interval: 50 };
const deaths = 5;

/** A PostgreSQL that can be killed; what brings it back differs. */
interface Mortal {
  url(): Promise<string>;
  pid(): Promise<number>;
  /** Absent where the platform does it. */
  bringBack?(): Promise<void>;
}

let server: PackhouseProcess | undefined;
let folder = '';
let stopDatabase: (() => Promise<void>) | undefined;
afterEach(async () => {
  await server?.stop();
  await stopDatabase?.();
  stopDatabase = undefined;
  // The logs need not be quiet: that a database is away is an error.
  await rm(folder, { recursive: true, force: true });
});

/** The platform's own. */
async function startEmbedded(): Promise<Mortal> {
  const home = await makeHome(folder);
  server = await startPackhouse({ home, adminPassword, workers: 2 });
  const readLines = async () => (await readFile(join(home, 'postgres/postmaster.pid'), 'utf8')).split('\n');
  const secret = (await readFile(join(home, 'keys/postgres.password'), 'utf8')).trim();
  return {
    url: async () => `postgres://packhouse:${secret}@127.0.0.1:${(await readLines())[3]}/packhouse`,
    pid: async () => Number((await readLines())[0]),
  };
}

/** Somebody else's, who starts it again after a while. */
async function startExternal(): Promise<Mortal> {
  await seedDatabase(folder);
  let database = await startDatabase(folder);
  stopDatabase = () => database.stop();
  const env = { DATABASE_URL: database.url(), PACKHOUSE_MASTER_KEY: 'ab'.repeat(32) };
  server = await startPackhouse({ home: join(folder, 'home'), adminPassword, workers: 2, env });
  return {
    url: async () => database.url(),
    pid: async () => database.pid,
    async bringBack() {
      await database.ended;
      database = await startDatabase(folder, database.port);
    },
  };
}

async function packArchive(name: string): Promise<Buffer> {
  const zip = new ZipFile();
  for (let count = 0; count < 20; count++) zip.addBuffer(randomBytes(500), `${name}/${count}.bin`);
  zip.end();
  return buffer(zip.outputStream);
}

/** Uploads archives, each of which a job reads; tries again what was not acknowledged. */
function startLoad() {
  const acknowledged: string[] = [];
  let isStopping = false;
  async function work(name: number): Promise<void> {
    for (let count = 0; !isStopping; count++) {
      const path = `${name}/${count}.zip`;
      const body = await packArchive(path);
      const answer = await fetch(`${server!.url}/artifactory/files/${path}`, { method: 'PUT', headers, body: body as never }).catch(() => undefined);
      await answer?.arrayBuffer().catch(() => undefined);
      if (answer?.status === 201) acknowledged.push(path);
      else await setTimeout(50);
    }
  }
  const working = [0, 1, 2].map(work);
  return {
    acknowledged,
    async stop() {
      isStopping = true;
      await Promise.all(working);
    },
  };
}

const askDatabase = async <Row extends pg.QueryResultRow>({ url }: Mortal, query: string): Promise<Row[]> => {
  const client = new pg.Client({ connectionString: await url() });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(query)).rows;
  } finally {
    await client.end();
  }
};

/** Kills the database's first process at a moment at which a job runs. */
async function killWhileJobRuns(mortal: Mortal): Promise<void> {
  const client = new pg.Client({ connectionString: await mortal.url() });
  client.on('error', () => undefined);
  await client.connect();
  const isRunning = async () => (await client.query('select from graphile_worker.jobs where locked_at is not null')).rowCount ?? 0;
  await expect.poll(isRunning, { timeout: patience.timeout, interval: 1 }).toBeGreaterThan(0);
  process.kill(await mortal.pid(), 'SIGKILL');
  await client.end().catch(() => undefined);
}

it.each([
  ['the PostgreSQL that it starts itself, and again,', startEmbedded],
  ['a PostgreSQL of somebody else, whom it waits for,', startExternal],
] as const)('SCALE-002 lives on, five times of five, when %s is killed while a job runs', async (_, start) => {
  folder = await mkdtemp(join(tmpdir(), 'packhouse-deaths-'));
  const mortal = await start();
  const made = await fetch(`${server!.url}/artifactory/api/repositories/files`, {
    method: 'PUT',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ rclass: 'local', packageType: 'generic' }),
  });
  expect(made.status).toBe(200);
  const load = startLoad();
  let survived = 0;
  for (let death = 0; death < deaths; death++) {
    await killWhileJobRuns(mortal);
    await mortal.bringBack?.();
    const before = load.acknowledged.length;
    await expect.poll(() => load.acknowledged.length, patience).toBeGreaterThan(before + 10);
    process.kill(server!.pid, 0);
    survived++;
  }
  await load.stop();
  expect(survived).toBe(deaths);
  expect(server!.output()).not.toMatch(/unhandled|uncaught/i);
  for (const path of load.acknowledged) {
    const answer = await fetch(`${server!.url}/artifactory/files/${path}`, { method: 'HEAD', headers });
    expect([path, answer.status]).toEqual([path, 200]);
  }
  // What a dead process had taken up is done by another, and nothing is left.
  const unread = `select count(*)::int as count from repositories.artifact a where name like '%.zip'
    and not exists (select from repositories.archive_content c where c.sha256 = a.sha256)`;
  await expect.poll(async () => (await askDatabase<{ count: number }>(mortal, unread))[0]?.count, patience).toBe(0);
});
