import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  createMissionControlSupportBundle,
  deleteSupportBundle,
  downloadSupportBundle,
  generateSupportBundle,
  listSupportBundles,
  missionControlPing,
  readSupportBundle,
  supportBundleCreations,
} from '@packhouse/contract/operations/support-routes.ts';
import { startTestPlatform, type TestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { unzip } from '@packhouse/testkit/unzip.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { operationsService } from '../service.ts';
import { settingsWithoutSecrets } from './settings.ts';

// The queue is looked at once a second, and whole nodes are asked.
const services = [operationsService];
const masterKey = 'cd'.repeat(32);
const config = { masterKey, services: ['access' as const, 'repositories' as const] };
let one: TestPlatform;
let two: TestPlatform;

async function log({ home }: TestPlatform, name: string, text: string): Promise<void> {
  await mkdir(join(home, 'logs', name, '..'), { recursive: true });
  await writeFile(join(home, 'logs', name), text);
}

beforeAll(async () => {
  one = await startTestPlatform({ services, config: { ...config, nodeId: 'one' }, actors: { ann: {} } });
  two = await startTestPlatform({ services, jobs: false, config: { ...config, nodeId: 'two' }, joins: one, apart: true });
  await log(one, 'router/request.log', '{"time":"2026-11-20T10:00:00.000Z","url":"/early"}\n{"time":"2026-11-21T10:00:00.000Z","url":"/late"}\n');
  await log(one, 'router/request.1.log', '{"time":"2026-11-19T10:00:00.000Z","url":"/aside"}\n');
  await log(two, 'access/access.log', '{"time":"2026-11-21T10:00:00.000Z","msg":"on the other node"}\n');
});
afterAll(async () => {
  await two.stop();
  await one.stop();
});

async function finished(id: string) {
  await expect.poll(async () => (await one.call(readSupportBundle, { params: { id } })).status, { interval: 50 }).not.toBe('in progress');
  return one.call(readSupportBundle, { params: { id } });
}

const fetchSupportBundle = (id: string, as = 'admin') => fetch(`${one.baseUrl}${downloadSupportBundle.url.replace(':id', id)}`, { headers: one.headersOf(as) });

const readFiles = async (id: string) => unzip(Buffer.from(await (await fetchSupportBundle(id)).arrayBuffer()));

it('SUP-003 SUP-009 SUP-011 SUP-012 makes a bundle of every node: system, settings, processes, database, logs', async () => {
  const made = await one.call(generateSupportBundle, {
    body: { name: 'Slow uploads', description: 'since Monday', service: 'artifactory', parameters: { thread_dump: { count: 2, interval: 1 } } },
  });
  expect(made).toMatchObject({
    name: 'Slow uploads',
    description: 'since Monday',
    status: 'in progress',
    service: 'artifactory',
    create_date: expect.any(String),
    parameters: { thread_dump: { count: 2, interval: 1 } },
  });
  expect(one.audited.at(-1)).toMatchObject({ actor: 'admin', action: 'support.bundle.created', subject: 'Slow uploads' });
  const done = await finished(made.id);
  expect(done).toMatchObject({ status: 'success', size: expect.any(Number) });
  expect(done.size).toBeGreaterThan(1000);
  expect((await one.call(listSupportBundles, {})).map(({ id }) => id)).toEqual([made.id]);

  const answer = await fetchSupportBundle(made.id);
  expect(answer.headers.get('content-type')).toBe('application/zip');
  expect(answer.headers.get('content-disposition')).toMatch(/filename="support-slow-uploads-\d{4}-\d\d-\d\d\.zip"/);
  expect(one.audited.at(-1)).toMatchObject({ action: 'support.bundle.downloaded', subject: 'Slow uploads' });
  const files = await unzip(Buffer.from(await answer.arrayBuffer()));
  expect(files['nodes/one/logs/router-request.log']).toContain('/late');
  expect(files['nodes/one/logs/router-request.1.log']).toContain('/aside');
  expect(files['nodes/two/logs/access-service.log']).toContain('on the other node');
  const threads = Object.entries(files).filter(([path]) => path.includes('/threads/'));
  expect(threads.map(([path]) => path.split('/')[1]).toSorted()).toEqual(['one', 'two']);
  for (const [, text] of threads) expect(JSON.parse(text)).toMatchObject({ pid: process.pid, samples: [{ memory: { heapUsed: expect.any(Number) } }, {}] });
  expect(JSON.parse(files['nodes/two/system.json']!)).toMatchObject({ processors: { count: expect.any(Number) }, memory: {} });
  expect(JSON.parse(files['nodes/one/configuration.json']!)).toMatchObject({ nodeId: 'one', masterKey: '***', adminPassword: '***' });
  expect(JSON.parse(files['database.json']!)).toMatchObject({
    database: { version: expect.stringContaining('PostgreSQL') },
    tables: expect.arrayContaining([expect.objectContaining({ table: 'bundle' })]),
  });
  expect(JSON.parse(files['bundle.json']!)).toMatchObject({ id: made.id, by: 'admin', missing: [] });
});

it('keeps to the span of time, the nodes and the parts that were asked for', async () => {
  const logs = { start_date: '2026-11-21T00:00:00.000Z', end_date: '2026-11-22T00:00:00.000Z' };
  const { id } = await one.call(generateSupportBundle, {
    body: { name: 'Part', nodes: ['one'], parameters: { configuration: false, thread_dump: { count: 0 }, logs } },
  });
  await finished(id);
  const files = await readFiles(id);
  expect(Object.keys(files).toSorted()).toEqual(['bundle.json', 'nodes/one/logs/router-request.log']);
  expect(files['nodes/one/logs/router-request.log']).toBe('{"time":"2026-11-21T10:00:00.000Z","url":"/late"}\n');
  await expect(one.call(generateSupportBundle, { body: { name: 'x', nodes: ['nine'] } })).rejects.toMatchObject({
    code: 'invalid_input',
    message: 'There is no node nine',
  });
});

it('says which node gave nothing', async () => {
  await appendFile(join(one.home, 'logs/router/request.log'), '');
  const client = new pg.Client({ connectionString: one.databaseUrl });
  await client.connect();
  await client.query(
    "insert into operations.process values (gen_random_uuid(), 'gone', 'main', 1, 'a', '1', '{artifactory}', now() - interval '1 hour', now() - interval '1 hour')",
  );
  const { id } = await one.call(generateSupportBundle, { body: { name: 'Half', nodes: ['one', 'gone'] } });
  expect(await finished(id)).toMatchObject({ status: 'success', message: 'gone: The node is offline' });
  const { id: nothing } = await one.call(generateSupportBundle, { body: { name: 'Nothing', nodes: ['gone'] } });
  expect(await finished(nothing)).toMatchObject({ status: 'failure', message: 'gone: The node is offline' });
  await client.query("delete from operations.process where node_id = 'gone'");
  await client.end();
  expect((await fetchSupportBundle(nothing)).status).toBe(404);
});

it('ACC-007 makes and deletes no bundle without an entry in the audit log', async () => {
  const body = { name: 'Unrecorded', parameters: { configuration: false, thread_dump: { count: 0 } } };
  const { id } = await one.call(generateSupportBundle, { body });
  await finished(id);
  const known = await one.call(listSupportBundles, {});
  const refusal = vi.spyOn(one.platform.identity, 'audit').mockImplementation(async (_entry, transaction) => {
    if (transaction) throw new Error('the log is full');
  });
  await expect(one.call(generateSupportBundle, { body })).rejects.toMatchObject({ status: 500 });
  await expect(one.call(deleteSupportBundle, { params: { id } })).rejects.toMatchObject({ status: 500 });
  refusal.mockRestore();
  expect(await one.call(listSupportBundles, {})).toEqual(known);
});

it('SUP-010 SUP-021 deletes a bundle, which is answered with 404 from then on', async () => {
  const { id } = await one.call(generateSupportBundle, { body: { name: 'Short-lived', parameters: { configuration: false, thread_dump: { count: 0 } } } });
  await finished(id);
  await one.call(deleteSupportBundle, { params: { id } });
  expect(one.audited.at(-1)).toMatchObject({ action: 'support.bundle.deleted', subject: 'Short-lived' });
  expect((await fetchSupportBundle(id)).status).toBe(404);
  await expect(one.call(deleteSupportBundle, { params: { id } })).rejects.toMatchObject({ status: 404 });
  await expect(one.call(readSupportBundle, { params: { id } })).rejects.toMatchObject({ status: 404 });
});

it('SUP-013 SUP-014 SUP-015 SUP-016 SUP-018 SUP-023 makes none for services that are not present', async () => {
  for (const service of ['distribution', 'xray', 'insight'] as const)
    await expect(one.call(supportBundleCreations[service], { body: { name: 'x', service } })).rejects.toMatchObject({
      status: 404,
      message: `The service ${service} is not present here`,
    });
  await expect(one.call(createMissionControlSupportBundle, { body: { name: 'x' } })).rejects.toMatchObject({ status: 404 });
  await expect(one.call(createMissionControlSupportBundle, { body: { name: 'x', service: 'mc' } as never })).rejects.toMatchObject({ code: 'invalid_input' });
  await expect(one.call(missionControlPing, {})).rejects.toMatchObject({ status: 404 });
});

it('SUP-017 makes one of the tracker while several nodes share downloads', async () => {
  const { id, service } = await one.call(supportBundleCreations.tracker, { body: { name: 'Peers', parameters: { thread_dump: { count: 0 } } } });
  expect(service).toBe('tracker');
  expect(await finished(id)).toMatchObject({ status: 'success' });
  expect(JSON.parse((await readFiles(id))['nodes.json']!)).toMatchObject({ services: { jfrt: { nodes: [{ node_id: 'one' }, { node_id: 'two' }] } } });
});

it('SUP-022 is for administrators alone', async () => {
  const as = { as: 'ann' };
  await expect(one.call(listSupportBundles, {}, as)).rejects.toMatchObject({ status: 403 });
  await expect(one.call(generateSupportBundle, { body: { name: 'x' } }, as)).rejects.toMatchObject({ status: 403 });
  expect((await fetchSupportBundle('00000000-0000-4000-8000-000000000000', 'ann')).status).toBe(403);
});

it('SUP-005 takes whole numbers for looks at threads', async () => {
  const body = { name: 'x', parameters: { thread_dump: { count: '3' as unknown as number } } };
  await expect(one.call(generateSupportBundle, { body })).rejects.toMatchObject({ code: 'invalid_input' });
  await expect(one.call(generateSupportBundle, { body: { name: ' ' } })).rejects.toMatchObject({
    code: 'invalid_input',
    fields: [{ path: 'name', message: 'Give the bundle a name' }],
  });
});

it('hides in settings what a name calls secret, and who signs in at an address', () => {
  expect(
    settingsWithoutSecrets({
      port: 1,
      metricsToken: 'a',
      blobs: { s3: { bucket: 'b', accessKeyId: 'c', secretAccessKey: 'd' } },
      databaseUrl: 'postgres://u:p@h/x?password=q',
      list: ['http://u:p@proxy:1/'],
    }),
  ).toEqual({
    port: 1,
    metricsToken: '***',
    blobs: { s3: { bucket: 'b', accessKeyId: '***', secretAccessKey: '***' } },
    databaseUrl: 'postgres://***:***@h/x',
    list: ['http://***:***@proxy:1/'],
  });
});
