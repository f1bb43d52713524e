import { listFailingReplications } from '@packhouse/contract/repositories/failing-replication-routes.ts';
import {
  cancelReplication,
  createReplication,
  deleteReplication,
  listReplicationRuns,
  listRepositoryReplications,
  type Replication,
  type ReplicationInput,
  readReplication,
  runReplication,
  updateReplication,
} from '@packhouse/contract/repositories/replication-routes.ts';
import { standBetween, type Wire } from '@packhouse/testkit/stand-between.ts';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../repository-test-platform.ts';

const patience = { timeout: 30_000, interval: 50 };

let here: RepositoryTestPlatform;
let there: RepositoryTestPlatform;
let wire: Wire;
/** Requests that came to the other side, without their addresses' beginning. */
let asked: string[] = [];
let isUp: (request: string) => boolean | Promise<boolean> = () => true;
let number = 0;
/** Key of the repository on both sides. */
let key = '';

beforeAll(async () => {
  [here, there] = await Promise.all([startRepositoryPlatform(), startRepositoryPlatform({ jobs: false })]);
  wire = await standBetween(there.baseUrl, ({ method, url = '' }) => {
    const request = `${method} ${url.replace('/artifactory/', '')}`;
    asked.push(request);
    return isUp(request);
  });
});
afterAll(async () => {
  await wire?.stop();
  await Promise.all([here?.stop(), there?.stop()]);
});
beforeEach(async () => {
  key = `files-${++number}`;
  isUp = () => true;
  await Promise.all([here, there].map((one) => one.create({ class: 'local', key, format: 'generic' })));
  asked = [];
});

const target = () => ({ url: `${wire.url}/artifactory/${key}`, username: 'admin', password: here.adminPassword });
const create = (more: Partial<ReplicationInput> = {}) => here.call(createReplication, { params: { key }, body: { ...target(), ...more } });
const read = ({ id }: { id: number }) => here.call(readReplication, { params: { key, id } });

async function runToEnd(replication: Pick<Replication, 'id'>) {
  const { id: run } = await here.call(runReplication, { params: { key, id: replication.id } });
  await expect.poll(async () => (await read(replication)).lastRun?.finishedAt, patience).toBeDefined();
  const { lastRun } = await read(replication);
  expect(lastRun?.id).toBe(run);
  return lastRun!;
}

const readText = async (path: string) => {
  const answer = await there.ask(`${key}/${path}`);
  return answer.status === 200 ? answer.text() : answer.status;
};
const readProperties = async (path: string) => {
  const answer = await there.ask(`api/storage/${key}/${path}?properties`);
  return answer.status === 200 ? ((await answer.json()) as { properties: unknown }).properties : {};
};

it('sends files with their properties, and deletes there what was deleted here', async () => {
  await here.put(`${key}/a/one.txt;stage=dev;team=a,b%2Cc`, 'one');
  await here.put(`${key}/b/two%20ü;x.txt`, 'two');
  await there.put(`${key}/own.txt`, 'made there');
  const replication = await create({ syncDeletes: true });
  expect(await runToEnd(replication)).toMatchObject({
    status: 'finished',
    total: 2,
    sent: 2,
    bytes: 6,
    deleted: 0,
    refused: 0,
    attempts: 1,
    requestedBy: 'admin',
  });
  expect(await readText('a/one.txt')).toBe('one');
  expect(await readProperties('a/one.txt')).toEqual({ stage: ['dev'], team: ['a', 'b,c'] });

  await here.ask(`${key}/a/one.txt`, { method: 'DELETE' });
  await here.put(`${key}/b/two%20ü;stage=gold`, 'three');
  await here.ask(`api/storage/${key}/b/two%20ü?properties=stage`, { method: 'DELETE' });
  expect(await runToEnd(replication)).toMatchObject({ status: 'finished', deleted: 1 });
  expect(await readText('a/one.txt')).toBe(404);
  expect(await readText('b/two%20ü')).toBe('three');
  expect(await readText('own.txt')).toBe('made there');

  expect(await runToEnd(replication)).toMatchObject({ status: 'finished', total: 0, sent: 0, deleted: 0 });
});

it('gives the other side properties back as they are here, and sends again what it has lost or changed', async () => {
  await here.put(`${key}/a.txt;stage=dev`, 'a');
  await here.put(`${key}/b.txt`, 'b');
  const replication = await create();
  await runToEnd(replication);
  await there.put(`${key}/a.txt`, 'changed there');
  await there.ask(`${key}/b.txt`, { method: 'DELETE' });
  await here.ask(`api/storage/${key}/a.txt?properties=stage=prod`, { method: 'PUT' });
  expect(await runToEnd(replication)).toMatchObject({ status: 'finished', sent: 2 });
  expect([await readText('a.txt'), await readText('b.txt'), await readProperties('a.txt')]).toEqual(['a', 'b', { stage: ['prod'] }]);
});

it('sends only what the patterns choose, and no properties unless asked', async () => {
  for (const path of ['a/1.txt', 'a/x/2.txt', 'b/3.txt', 'ab/4.txt']) await here.put(`${key}/${path};k=v`, path);
  await runToEnd(await create({ includePrefix: '/a, b/*', excludePrefix: 'a/x', syncProperties: false }));
  expect(await Promise.all(['a/1.txt', 'a/x/2.txt', 'b/3.txt', 'ab/4.txt'].map(readText))).toEqual(['a/1.txt', 404, 'b/3.txt', 404]);
  expect(await readProperties('a/1.txt')).toEqual({});
});

it('does not send bytes that the other side has', async () => {
  await here.put(`${key}/a.bin`, 'known content');
  await here.put(`${key}/b.bin`, 'new content');
  await there.put(`${key}/elsewhere.bin`, 'known content');
  expect(await runToEnd(await create({ checkBinaries: true }))).toMatchObject({ sent: 2, known: 1, bytes: 'new content'.length });
  expect([await readText('a.bin'), await readText('b.bin')]).toEqual(['known content', 'new content']);
});

it('deletes nothing when the other side cannot be listed', async () => {
  await here.put(`${key}/a.txt`, 'a');
  const replication = await create({ syncDeletes: true });
  await runToEnd(replication);
  await here.ask(`${key}/a.txt`, { method: 'DELETE' });
  isUp = (request) => !request.startsWith('GET api/storage');
  await here.call(runReplication, { params: { key, id: replication.id } });
  await expect.poll(async () => (await read(replication)).lastRun?.message, patience).toBeDefined();
  expect(await read(replication)).toMatchObject({ lastRun: { status: 'waiting', deleted: 0 } });
  expect(await readText('a.txt')).toBe('a');
  isUp = () => true;
  await expect.poll(async () => (await read(replication)).lastRun?.status, patience).toBe('finished');
  expect(await readText('a.txt')).toBe(404);
});

it('goes on with the next file after the other side was away', async () => {
  for (let file = 0; file < 12; file++) await here.put(`${key}/${file}.txt`, `file ${file}`);
  let sent = 0;
  isUp = (request) => !request.startsWith('PUT') || ++sent <= 6;
  const replication = await create();
  await here.call(runReplication, { params: { key, id: replication.id } });
  await expect.poll(async () => (await read(replication)).lastRun?.message, patience).toBeDefined();
  expect(await read(replication)).toMatchObject({ lastRun: { status: 'waiting', attempts: 1 }, retryAt: expect.any(String) });
  isUp = () => true;
  asked = [];
  await expect.poll(async () => (await read(replication)).lastRun?.status, patience).toBe('finished');
  expect((await read(replication)).lastRun?.attempts).toBe(2);
  expect(asked.filter((request) => request.startsWith('PUT'))).toHaveLength(6);
  expect(await readText('11.txt')).toBe('file 11');
});

it('says which file was refused, and sends the others', async () => {
  await here.put(`${key}/good.txt`, 'good');
  await here.put(`${key}/in/the-way.txt`, 'bad');
  await there.put(`${key}/in`, 'a file where a folder should be');
  const run = await runToEnd(await create());
  expect(run).toMatchObject({ status: 'failed', refused: 1, sent: 1, reason: 'files_not_replicated' });
  expect(run.message).toContain('in/the-way.txt');
  expect(await readText('good.txt')).toBe('good');
  const { items } = await here.call(listFailingReplications, {});
  const own = items.filter(({ repository }) => repository === key);
  expect(own).toMatchObject([{ problem: { reason: 'files_not_replicated' } }]);
  expect(own[0]?.failedAt).toBe(run.finishedAt);
});

it('says that credentials are refused, that there is no such repository, and that addresses are refused', async () => {
  await here.put(`${key}/a.txt`, 'a');
  const wrong = await create({ password: 'wrong' });
  expect(await runToEnd(wrong)).toMatchObject({ status: 'failed', reason: 'other_side_credentials', attempts: 1 });
  await here.call(updateReplication, { params: { key, id: wrong.id }, body: { ...target(), url: `${wire.url}/artifactory/nowhere` } });
  expect(await runToEnd(wrong)).toMatchObject({ status: 'failed', reason: 'other_side_unknown' });
  await here.call(updateReplication, { params: { key, id: wrong.id }, body: { ...target(), url: 'http://10.1.2.3/artifactory/x' } });
  expect(await runToEnd(wrong)).toMatchObject({ status: 'failed', sent: 0 });
});

it('can be cancelled while it sends, and runs once at a time', async () => {
  await here.put(`${key}/slow.txt`, 'slow');
  const gate = Promise.withResolvers<boolean>();
  isUp = (request) => (request.startsWith('PUT') ? gate.promise : true);
  const replication = await create();
  await here.call(runReplication, { params: { key, id: replication.id } });
  await expect.poll(async () => (await read(replication)).lastRun?.current, patience).toBe('slow.txt');
  await expect(here.call(runReplication, { params: { key, id: replication.id } })).rejects.toMatchObject({ code: 'conflict' });
  const cancelled = await here.call(cancelReplication, { params: { key, id: replication.id } });
  expect(cancelled.status).toBe('cancelled');
  await expect(here.call(cancelReplication, { params: { key, id: replication.id } })).rejects.toMatchObject({ code: 'conflict' });
  await expect.poll(() => here.platform.jobs.list(100).then((jobs) => jobs.filter(({ name }) => name === 'replicate')), patience).toEqual([]);
  gate.resolve(false);
  expect(await readText('slow.txt')).toBe(404);
  isUp = () => true;
  expect(await runToEnd(replication)).toMatchObject({ status: 'finished', sent: 1 });
  expect((await here.call(listReplicationRuns, { params: { key, id: replication.id } })).items.map(({ status }) => status)).toEqual(['finished', 'cancelled']);
});

it('never tells the password, sends it only to the server it was given for, and audits every change without it', async () => {
  const replication = await create({ cron: '0 0 2 * * ?' });
  expect(replication).toMatchObject({ hasPassword: true, nextRunAt: expect.stringMatching(/T02:00:00/) });
  expect(JSON.stringify(replication)).not.toContain(here.adminPassword);
  const { password: _, ...kept } = target();
  await here.call(updateReplication, { params: { key, id: replication.id }, body: { ...kept, enabled: false } });
  await expect(
    here.call(updateReplication, { params: { key, id: replication.id }, body: { ...kept, url: 'https://elsewhere.example/artifactory/x' } }),
  ).rejects.toMatchObject({ code: 'invalid_input', fields: [expect.objectContaining({ path: 'password' })] });
  await expect(here.call(runReplication, { params: { key, id: replication.id } })).rejects.toMatchObject({ code: 'conflict' });
  await here.call(deleteReplication, { params: { key, id: replication.id } });
  const audited = here.audited.filter(({ subject, action }) => subject === key && action.startsWith('replication.'));
  expect(audited.map(({ action }) => action)).toEqual(['replication.created', 'replication.updated', 'replication.deleted']);
  expect(JSON.stringify(audited)).not.toContain(here.adminPassword);
  const pool = new pg.Pool({ connectionString: here.databaseUrl });
  const { rows } = await pool.query("select count(*)::int as count from repositories.replication where password like '%' || $1 || '%'", [here.adminPassword]);
  await pool.end();
  expect(rows).toEqual([{ count: 0 }]);
});

it('refuses what cannot be: two of one address, schedules nobody can read, virtual repositories, and everybody but administrators', async () => {
  await create();
  await expect(create()).rejects.toMatchObject({ code: 'already_exists' });
  const refusal = (field: string) => ({ fields: [expect.objectContaining({ path: field })] });
  for (const cron of ['now and then', '0 0 0 1 1 ? 2020'])
    await expect(create({ url: 'https://x.example/artifactory/y', cron })).rejects.toMatchObject(refusal('cron'));
  await expect(create({ url: '' })).rejects.toMatchObject(refusal('url'));
  await expect(create({ url: 'https://x.example/artifactory/y', proxy: 'nothing' })).rejects.toMatchObject({ code: 'invalid_input' });
  await here.create({ class: 'virtual', key: `all-${key}`, format: 'generic', settings: { members: [key] } } as never);
  await expect(here.call(createReplication, { params: { key: `all-${key}` }, body: target() })).rejects.toMatchObject({ code: 'bad_request' });
  await expect(here.call(listRepositoryReplications, { params: { key } }, { as: 'anonymous' })).rejects.toMatchObject({ code: 'unauthenticated' });
});

it('begins by itself when its time has come', async () => {
  await here.put(`${key}/a.txt`, 'a');
  const replication = await create({ cron: '* * * * * ?' });
  const look = async () => {
    await here.platform.jobs.add('begin-replications', {});
    return readText('a.txt');
  };
  await expect.poll(look, { timeout: 30_000, interval: 500 }).toBe('a');
  await expect.poll(async () => (await read(replication)).lastRun?.status, patience).toBe('finished');
  // Its time comes every second, and whoever comes later has nothing to send.
  const { items } = await here.call(listReplicationRuns, { params: { key, id: replication.id } });
  expect(items).toContainEqual(expect.objectContaining({ requestedBy: 'schedule', sent: 1 }));
});

it('sends changes soon after their commit, the last one of each path, over an absence of the other side', async () => {
  const replication = await create({ events: true, syncDeletes: true });
  await here.put(`${key}/a.txt;v=1`, 'first');
  await expect.poll(() => readText('a.txt'), patience).toBe('first');
  isUp = () => false;
  await here.put(`${key}/a.txt`, 'second');
  await here.ask(`api/storage/${key}/a.txt?properties=v=2`, { method: 'PUT' });
  await here.put(`${key}/b.txt`, 'b');
  await here.ask(`${key}/b.txt`, { method: 'DELETE' });
  await here.put(`${key}/c.txt`, 'c');
  await expect.poll(async () => (await read(replication)).problem, patience).toBeDefined();
  expect((await read(replication)).waitingChanges).toBeGreaterThan(0);
  isUp = () => true;
  await expect.poll(async () => (await read(replication)).waitingChanges, patience).toBe(0);
  expect([await readText('a.txt'), await readProperties('a.txt'), await readText('b.txt'), await readText('c.txt')]).toEqual([
    'second',
    { v: ['2'] },
    404,
    'c',
  ]);
  expect((await read(replication)).problem).toBeUndefined();
  await here.ask(`${key}/a.txt`, { method: 'DELETE' });
  await expect.poll(() => readText('a.txt'), patience).toBe(404);
  expect(asked.filter((request) => request.includes(`${key}?list`))).toEqual([]);
});
