import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type ReplicatedDatabase, startReplicatedDatabase } from '@packhouse/testkit/replicated-database.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type PackhouseProcess, startPackhouse } from '../../tools/serve/start-packhouse.ts';

const adminPassword = 'Admin-password-1';
const headers = { authorization: `Basic ${Buffer.from(`admin:${adminPassword}`).toString('base64')}` };

/** Real processes on a machine that may be busy. */
const patience = { timeout: 60_000, interval: 50 };
const senders = 4;
/** Milliseconds that a sender lets pass after a refusal. */
const pause = 50;

let folder: string;
let database: ReplicatedDatabase;
let server: PackhouseProcess;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packhouse-fail-over-'));
  database = await startReplicatedDatabase(folder);
  server = await startPackhouse({
    home: join(folder, 'home'),
    workers: 2,
    adminPassword,
    env: { DATABASE_URL: `${database.url}?target_session_attrs=read-write`, PACKHOUSE_MASTER_KEY: 'ab'.repeat(32) },
  });
});
afterAll(async () => {
  await server?.stop();
  await database?.stop();
  // The logs need not be quiet: that a database is away is an error.
  await rm(folder, { recursive: true, force: true });
});

/** Uploads and reads back without pause, and keeps what was acknowledged and every answer that is neither good nor an honest refusal. */
function startLoad() {
  const acknowledged = new Map<string, string>();
  const odd: string[] = [];
  const counts = { good: 0, refused: 0, pauses: 0 };
  let isStopping = false;
  let lastWritten = 0;
  async function send(path: string, body?: string): Promise<string | undefined> {
    const answer = await fetch(`${server.url}/artifactory/files/${path}`, { headers, ...(body !== undefined && { method: 'PUT', body }) });
    const text = await answer.text();
    if (answer.ok) counts.good++;
    else if (answer.status === 503) counts.refused++;
    else odd.push(`${path} ${answer.status} ${text}`);
    if (answer.status === 503 && !text.includes('unavailable')) odd.push(`${path} ${text}`);
    return answer.ok ? text : undefined;
  }
  async function work(name: number): Promise<void> {
    for (let count = 0; !isStopping; count++) {
      const path = `${name}/${count}.txt`;
      if ((await send(path, path)) === undefined) {
        counts.pauses++;
        await setTimeout(pause);
      } else {
        acknowledged.set(path, path);
        lastWritten = performance.now();
      }
      const [known] = [...acknowledged.keys()].slice(-5);
      const read = known === undefined ? undefined : await send(known);
      if (read !== undefined && read !== known) odd.push(`${known} is ${read}`);
    }
  }
  const working = Array.from({ length: senders }, (_, name) => work(name).catch((error: Error) => odd.push(String(error.cause ?? error))));
  return {
    acknowledged,
    odd,
    counts,
    lastWritten: () => lastWritten,
    async stop() {
      isStopping = true;
      await Promise.all(working);
    },
  };
}

/** The events of the platform as one listener hears them. */
async function listen() {
  const answer = await fetch(`${server.url}/ui/api/v1/events`, { headers });
  let heard = '';
  const reading = answer.body!.pipeTo(
    new WritableStream({
      write(chunk: Uint8Array) {
        heard += Buffer.from(chunk).toString();
      },
    }),
  );
  reading.catch(() => undefined);
  return () => heard;
}

it('SCALE-003 writes again within seconds when the standby is promoted, loses nothing acknowledged, and goes on with jobs and events', async () => {
  const made = await fetch(`${server.url}/artifactory/api/repositories/files`, {
    method: 'PUT',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ rclass: 'local', packageType: 'generic' }),
  });
  expect(made.status).toBe(200);
  const heard = await listen();
  const load = startLoad();
  await expect.poll(() => load.counts.good, patience).toBeGreaterThan(100);

  await database.killPrimary();
  await expect.poll(() => load.counts.refused, patience).toBeGreaterThan(5);
  await database.promote();
  const promoted = performance.now();
  const pauses = load.counts.pauses;
  await expect.poll(load.lastWritten, patience).toBeGreaterThan(promoted);
  // What a slow machine needs for the requests themselves does not count.
  const waited = ((load.counts.pauses - pauses) * pause) / senders;
  const before = load.counts.good;
  await expect.poll(() => load.counts.good, patience).toBeGreaterThan(before + 100);
  await load.stop();
  expect(load.odd).toEqual([]);
  expect(waited).toBeLessThan(10_000);

  for (const [path, content] of load.acknowledged) {
    const answer = await fetch(`${server.url}/artifactory/files/${path}`, { headers });
    expect([path, answer.status, await answer.text()]).toEqual([path, 200, content]);
  }

  const primary = new pg.Client({ connectionString: database.standbyUrl });
  await primary.connect();
  await primary.query(`select graphile_worker.add_job('forget-events')`);
  const waiting = async () => (await primary.query(`select from graphile_worker.jobs where task_identifier = 'forget-events'`)).rowCount;
  await expect.poll(waiting, patience).toBe(0);
  await primary.end();

  await expect
    .poll(async () => {
      await fetch(`${server.url}/artifactory/files/afterwards.txt`, { method: 'PUT', headers, body: 'x' });
      return heard();
    }, patience)
    .toContain('afterwards.txt');
  expect(server.output()).not.toMatch(/unhandled|uncaught/i);
  expect(() => process.kill(server.pid, 0)).not.toThrow();
});
