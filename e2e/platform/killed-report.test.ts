import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@packhouse/contract/client.ts';
import { createRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import * as reports from '@packhouse/contract/scanning/report-routes.ts';
import { startDatabase } from '@packhouse/testkit/start-database.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seedDatabase } from '../../tools/serve/seeded-home.ts';
import { type PackhouseProcess, startPackhouse } from '../../tools/serve/start-packhouse.ts';
import { requireQuietLogs } from '../clients/require-quiet-logs.ts';

const adminPassword = 'Admin-password-1';
const headers = { authorization: `Basic ${Buffer.from(`admin:${adminPassword}`).toString('base64')}` };
const patience = { timeout: 120_000, interval: 20 };
const versions = 3000;
const components = 40;

let folder: string;
let database: Awaited<ReturnType<typeof startDatabase>>;
let server: PackhouseProcess;

const start = async () => {
  server = await startPackhouse({
    home: join(folder, 'home'),
    workers: 2,
    adminPassword,
    env: { DATABASE_URL: database.url(), PACKHOUSE_MASTER_KEY: 'ab'.repeat(32) },
  });
};
const call: ReturnType<typeof createClient> = (route, input) => createClient({ baseUrl: server.url, headers: () => headers })(route, input);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packhouse-killed-report-'));
  await seedDatabase(folder);
  database = await startDatabase(folder);
  await start();
  await call(createRepository, { body: { class: 'local', key: 'images', format: 'docker' } });
  await fill();
});
afterAll(async () => {
  await server?.stop();
  await database?.stop();
  try {
    await requireQuietLogs(join(folder, 'home'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

/** Versions as the scanner leaves them: so many that a report about them takes a while. */
async function fill(): Promise<void> {
  const client = new pg.Client({ connectionString: database.url() });
  await client.connect();
  try {
    await client.query('set search_path = scanning');
    await client.query(`insert into component (ecosystem, name, version, purl)
      select 'npm', 'library-' || number, '1.0.0', 'pkg:npm/library-' || number || '@1.0.0' from generate_series(1, ${components}) as number`);
    await client.query(`insert into subject (digest, extractor) values ('sha256:${'a'.repeat(64)}', 1)`);
    await client.query(`insert into inventory (subject_id, component_id, location) select subject.id, component.id, 'app' from subject, component`);
    await client.query(`insert into target (repository, path, format, package, version, sha256, subject_id, state, scanned_at)
      select 'images', 'app-' || number || '/1/manifest.json', 'docker', 'app-' || number, '1', encode(sha256(number::text::bytea), 'hex'), subject.id, 'scanned', now()
      from subject, generate_series(1, ${versions}) as number`);
  } finally {
    await client.end();
  }
}

/** Ends every process of the platform at once, which leaves none of them time for anything, and starts it anew. */
async function kill(): Promise<void> {
  process.kill(-server.pid, 'SIGKILL');
  await server.stop();
}

const read = (id: number) => call(reports.readReport, { params: { id } });

/** Waits until some of a report is made, and not all. */
async function untilHalfMade(id: number): Promise<void> {
  const isHalf = async () => {
    const { status, num_of_processed_artifacts: done, total_artifacts: all } = await read(id);
    return status === 'running' && done > 0 && done < all;
  };
  await expect.poll(isHalf, patience).toBe(true);
}

const exported = (id: number, format: string) => fetch(`${server.url}/xray/api/v1/reports/export/${id}?format=${format}`, { headers });

async function expectWhole(id: number): Promise<void> {
  const count = versions * components;
  await expect.poll(async () => (await read(id)).status, patience).toBe('completed');
  expect(await read(id)).toMatchObject({ number_of_rows: count, progress: 100, readable: true });
  const lines = (await (await exported(id, 'csv')).text()).trim().split('\n');
  expect([lines.length, new Set(lines).size]).toEqual([count + 1, count + 1]);
}

it('a report whose making is killed is made from the beginning, and nobody sees half of it', async () => {
  const { id } = await call(reports.createReport, { body: { name: 'all', type: 'components' } });
  await untilHalfMade(id);
  await kill();
  await start();
  const { status, readable } = await read(id);
  // It says that it is not there yet, unless it was made again in the meantime.
  if (status !== 'completed') {
    expect([status, readable]).toEqual(['running', false]);
    expect((await exported(id, 'csv')).status).toBe(409);
  }
  await expectWhole(id);

  // One that was there before stays as it was until the new one is whole.
  await call(reports.runReport, { params: { id } });
  await untilHalfMade(id);
  await kill();
  await start();
  expect((await read(id)).readable).toBe(true);
  expect((await call(reports.listReportRows, { params: { id } })).total_count).toBe(versions * components);
  await expectWhole(id);
});

it.each(['csv', 'json', 'pdf'])('a file of a report that is killed while it is sent as %s breaks off, and does not end as if it were whole', async (format) => {
  const { data } = await call(reports.listReports, {});
  const answer = await exported(data[0]!.id, format);
  expect(answer.status).toBe(200);
  await kill();
  await expect(answer.arrayBuffer()).rejects.toThrow();
  await start();
});
