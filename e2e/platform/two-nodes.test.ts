import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '@packhouse/contract/client.ts';
import { createRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { createRetentionPolicy, listRetentionRuns } from '@packhouse/contract/repositories/retention-routes.ts';
import { openEvents } from '@packhouse/testkit/event-stream.ts';
import { startDatabase } from '@packhouse/testkit/start-database.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seedDatabase } from '../../tools/serve/seeded-home.ts';
import { type PackhouseProcess, startPackhouse } from '../../tools/serve/start-packhouse.ts';
import { requireQuietLogs } from '../clients/require-quiet-logs.ts';

const adminPassword = 'Two-nodes-admin-1';
const headers = { authorization: `Basic ${Buffer.from(`admin:${adminPassword}`).toString('base64')}` };
const minute = 60_000;

let folder: string;
let database: Awaited<ReturnType<typeof startDatabase>>;
const nodes: PackhouseProcess[] = [];
const getHome = (at: number) => join(folder, `home-${at}`);
const callTo = ({ url }: PackhouseProcess) => createClient({ baseUrl: url, headers: () => headers });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packhouse-two-'));
  await seedDatabase(folder);
  database = await startDatabase(folder);
  await mkdir(join(folder, 'blobs'));
  for (const at of [0, 1]) {
    await mkdir(getHome(at));
    await symlink(join(folder, 'blobs'), join(getHome(at), 'blobs'));
    const env = { DATABASE_URL: database.url(), PACKHOUSE_MASTER_KEY: 'ab'.repeat(32), PACKHOUSE_NODE_ID: `node-${at}` };
    nodes.push(await startPackhouse({ home: getHome(at), workers: 2, adminPassword, env }));
  }
});
afterAll(async () => {
  for (const node of nodes) await node.stop();
  await database?.stop();
  try {
    for (const at of nodes.keys()) await requireQuietLogs(getHome(at));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

it('SCALE-001 what happens at one node is told to those who listen at the other', async () => {
  const [one, two] = nodes as [PackhouseProcess, PackhouseProcess];
  await callTo(one)(createRepository, { body: { class: 'local', key: 'files', format: 'generic' } });
  const heard = await openEvents({ baseUrl: two.url, headersOf: () => headers }, 'admin');
  try {
    expect((await fetch(`${one.url}/artifactory/files/a.txt`, { method: 'PUT', headers, body: 'a' })).status).toBe(201);
    await heard.until(({ data }) => data.type?.startsWith('artifact.') === true && JSON.stringify(data).includes('a.txt'));
  } finally {
    heard.close();
  }
});

it('SCALE-001 what two nodes have to do every minute is done once', async () => {
  const call = callTo(nodes[1]!);
  const begun = Math.floor(Date.now() / minute);
  await call(createRetentionPolicy, { body: { name: 'every minute', every: 'schedule', cron: '* * * * *', olderThanDays: 1, repositoryKeys: ['files'] } });
  const readRuns = async () => (await call(listRetentionRuns, { query: {} })).items;
  while ((await readRuns()).filter(({ status }) => status === 'finished').length < 2) await delay(1000);
  const runs = await readRuns();
  // One for each minute that has begun since, though four processes look for what is due.
  expect(runs.length).toBeLessThanOrEqual(Math.floor(Date.now() / minute) - begun);
  expect(new Set(runs.map(({ requestedBy }) => requestedBy)).size).toBe(1);
});
