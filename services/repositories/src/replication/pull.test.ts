import { createHash } from 'node:crypto';
import {
  cancelReplication,
  createReplication,
  listRepositoryReplications,
  type Replication,
  type ReplicationInput,
  readReplication,
  runReplication,
  updateReplication,
} from '@packhouse/contract/repositories/replication-routes.ts';
import { updateRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { standBetween, type Wire } from '@packhouse/testkit/stand-between.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../repository-test-platform.ts';
import { startTestUpstream } from '../upstream/test-upstream.ts';

const patience = { timeout: 30_000, interval: 50 };

let here: RepositoryTestPlatform;
let there: RepositoryTestPlatform;
let wire: Wire;
/** Requests that came to the upstream, without their addresses' beginning. */
let asked: string[] = [];
let isUp: (request: string) => boolean | Promise<boolean> = () => true;
let number = 0;
/** Key of the repository on both sides: remote here, local there. */
let key = '';

beforeAll(async () => {
  const only = (path: string) =>
    ({ permission: 'p', resourceType: 'repository', names: ['ANY'], include: [path], exclude: [], actions: ['read'], through: 'user' }) as const;
  [here, there] = await Promise.all([startRepositoryPlatform(), startRepositoryPlatform({ jobs: false, actors: { part: { grants: [only('open/**')] } } })]);
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

const settings = (more: object = {}) => ({
  url: `${wire.url}/artifactory/${key}`,
  username: 'admin',
  allowPrivate: true,
  assumedOfflineSeconds: 0,
  ...more,
});
beforeEach(async () => {
  key = `mirror-${++number}`;
  isUp = () => true;
  await there.create({ class: 'local', key, format: 'generic' });
  await here.create({ class: 'remote', key, format: 'generic', password: there.adminPassword, settings: settings() });
  asked = [];
});

const create = (body: Partial<ReplicationInput> = {}) => here.call(createReplication, { params: { key }, body });
const read = ({ id }: { id: number }) => here.call(readReplication, { params: { key, id } });

async function runToEnd(replication: Pick<Replication, 'id'>) {
  await here.call(runReplication, { params: { key, id: replication.id } });
  await expect.poll(async () => (await read(replication)).lastRun?.finishedAt, patience).toBeDefined();
  return (await read(replication)).lastRun!;
}

/** What is stored here, without asking the upstream. */
const readCached = async (path: string) => {
  const answer = await here.ask(`${key}-cache/${path}`);
  return answer.status === 200 ? answer.text() : answer.status;
};
const readProperties = async (path: string) => {
  const answer = await here.ask(`api/storage/${key}-cache/${path}?properties`);
  return answer.status === 200 ? ((await answer.json()) as { properties: unknown }).properties : {};
};
const fetched = () => asked.filter((request) => request.startsWith(`GET ${key}/`));

it('brings files with their properties, takes away what was deleted there, and does nothing when nothing changed', async () => {
  await there.put(`${key}/a/one.txt;stage=dev;team=a,b%2Cc`, 'one');
  await there.put(`${key}/b/two%20ü`, 'two');
  const replication = await create({ syncDeletes: true });
  expect(replication).toMatchObject({ direction: 'pull', url: settings().url, waitingChanges: 0 });
  expect(await runToEnd(replication)).toMatchObject({ status: 'finished', total: 2, sent: 2, bytes: 6, deleted: 0, refused: 0, requestedBy: 'admin' });
  expect([await readCached('a/one.txt'), await readCached('b/two%20ü')]).toEqual(['one', 'two']);
  expect(await readProperties('a/one.txt')).toEqual({ stage: ['dev'], team: ['a', 'b,c'] });

  asked = [];
  expect(await runToEnd(replication)).toMatchObject({ status: 'finished', total: 0, sent: 0, deleted: 0 });
  expect(fetched()).toEqual([]);

  await there.ask(`${key}/a/one.txt`, { method: 'DELETE' });
  await there.put(`${key}/b/two%20ü;stage=gold`, 'three');
  expect(await runToEnd(replication)).toMatchObject({ status: 'finished', sent: 1, deleted: 1 });
  expect([await readCached('a/one.txt'), await readCached('b/two%20ü'), await readProperties('b/two%20ü')]).toEqual([404, 'three', { stage: ['gold'] }]);

  await there.ask(`api/storage/${key}/b/two%20ü?properties=stage`, { method: 'DELETE' });
  expect(await runToEnd(replication)).toMatchObject({ status: 'finished', sent: 0, properties: 1 });
  expect(await readProperties('b/two%20ü')).toEqual({});
});

it('serves what it brought while the upstream is away', async () => {
  await there.put(`${key}/a.txt`, 'a');
  await runToEnd(await create());
  isUp = () => false;
  const answer = await here.ask(`${key}/a.txt`);
  expect([answer.status, await answer.text()]).toEqual([200, 'a']);
});

it('takes away only what came from the upstream and is as it came, and only where deletions are chosen', async () => {
  for (const path of ['a.txt', 'b.txt', 'c/d.txt']) await there.put(`${key}/${path}`, path);
  const replication = await create({ excludePrefix: 'c' });
  await here.ask(`${key}/c/d.txt`);
  await runToEnd(replication);
  for (const path of ['a.txt', 'c/d.txt']) await there.ask(`${key}/${path}`, { method: 'DELETE' });
  expect(await runToEnd(replication)).toMatchObject({ status: 'finished', deleted: 0 });
  expect(await readCached('a.txt')).toBe('a.txt');
  await here.call(updateReplication, { params: { key, id: replication.id }, body: { syncDeletes: true, excludePrefix: 'c' } });
  expect(await runToEnd(replication)).toMatchObject({ status: 'finished', deleted: 1 });
  expect([await readCached('a.txt'), await readCached('b.txt'), await readCached('c/d.txt')]).toEqual([404, 'b.txt', 'c/d.txt']);
});

it('takes nothing away when the upstream cannot be listed, and not what another upstream lacks', async () => {
  await there.put(`${key}/a.txt`, 'a');
  const replication = await create({ syncDeletes: true });
  await runToEnd(replication);
  await there.ask(`${key}/a.txt`, { method: 'DELETE' });
  isUp = (request) => !request.startsWith('GET api/storage');
  await here.call(runReplication, { params: { key, id: replication.id } });
  await expect.poll(async () => (await read(replication)).lastRun?.message, patience).toBeDefined();
  expect(await read(replication)).toMatchObject({ lastRun: { status: 'waiting', deleted: 0 } });
  expect(await readCached('a.txt')).toBe('a');
  await there.create({ class: 'local', key: `other-${key}`, format: 'generic' });
  await here.call(updateRepository, { params: { key }, body: { settings: { url: `${wire.url}/artifactory/other-${key}` } } });
  isUp = () => true;
  await expect.poll(async () => (await read(replication)).lastRun?.status, patience).toBe('finished');
  expect(await readCached('a.txt')).toBe('a');
});

it('goes on with the next file after the upstream was away', async () => {
  for (let file = 0; file < 12; file++) await there.put(`${key}/${file}.txt`, `file ${file}`);
  let sent = 0;
  isUp = (request) => !request.startsWith(`GET ${key}/`) || ++sent <= 6;
  const replication = await create({ syncDeletes: true });
  await here.call(runReplication, { params: { key, id: replication.id } });
  await expect.poll(async () => (await read(replication)).lastRun?.message, patience).toBeDefined();
  expect(await read(replication)).toMatchObject({ lastRun: { status: 'waiting', attempts: 1 }, retryAt: expect.any(String) });
  isUp = () => true;
  asked = [];
  await expect.poll(async () => (await read(replication)).lastRun?.status, patience).toBe('finished');
  expect((await read(replication)).lastRun?.attempts).toBe(2);
  expect(fetched()).toHaveLength(6);
  expect(await readCached('11.txt')).toBe('file 11');
});

it('brings only what the patterns of the replication and of the repository choose, and no properties unless asked', async () => {
  for (const path of ['a/1.txt', 'a/x/2.txt', 'b/3.txt', 'ab/4.txt', 'a/5.tmp']) await there.put(`${key}/${path};k=v`, path);
  await here.call(updateRepository, { params: { key }, body: { settings: { excludePatterns: ['**/*.tmp'] } } });
  await runToEnd(await create({ includePrefix: '/a, b/*', excludePrefix: 'a/x', syncProperties: false }));
  const paths = ['a/1.txt', 'a/x/2.txt', 'b/3.txt', 'ab/4.txt', 'a/5.tmp'];
  expect(await Promise.all(paths.map(readCached))).toEqual(['a/1.txt', 404, 'b/3.txt', 404, 404]);
  expect(await readProperties('a/1.txt')).toEqual({});
});

it('says which file the upstream refuses, and brings the others', async () => {
  await there.put(`${key}/good.txt`, 'good');
  await there.put(`${key}/bad.txt`, 'bad');
  const sha256 = ((await (await there.ask(`api/storage/${key}/bad.txt`)).json()) as { checksums: { sha256: string } }).checksums.sha256;
  await there.platform.blobs.delete(sha256);
  const run = await runToEnd(await create());
  expect(run).toMatchObject({ status: 'failed', refused: 1, sent: 1, reason: 'files_not_replicated' });
  expect(await readCached('good.txt')).toBe('good');
});

it('keeps what it has of a file that the upstream has otherwise now and fails to send', async () => {
  await there.put(`${key}/a.txt`, 'before');
  const replication = await create({ syncDeletes: true });
  await runToEnd(replication);
  await there.put(`${key}/a.txt`, `after ${key}`);
  const { checksums } = (await (await there.ask(`api/storage/${key}/a.txt`)).json()) as { checksums: { sha256: string } };
  await there.platform.blobs.delete(checksums.sha256);
  expect(await runToEnd(replication)).toMatchObject({ status: 'failed', refused: 1, deleted: 0 });
  expect(await readCached('a.txt')).toBe('before');
});

it('can be cancelled while it fetches', async () => {
  await there.put(`${key}/slow.txt`, 'slow');
  const gate = Promise.withResolvers<boolean>();
  isUp = (request) => (request.startsWith(`GET ${key}/`) ? gate.promise : true);
  const replication = await create();
  await here.call(runReplication, { params: { key, id: replication.id } });
  await expect.poll(async () => (await read(replication)).lastRun?.current, patience).toBe('slow.txt');
  expect((await here.call(cancelReplication, { params: { key, id: replication.id } })).status).toBe('cancelled');
  await expect.poll(() => here.platform.jobs.list(100).then((jobs) => jobs.filter(({ name }) => name === 'replicate')), patience).toEqual([]);
  gate.resolve(false);
  expect(await readCached('slow.txt')).toBe(404);
  isUp = () => true;
  expect(await runToEnd(replication)).toMatchObject({ status: 'finished', sent: 1 });
});

it('refuses paths that no file can have, and bytes that are not what was listed', async () => {
  const sum = (text: string) => createHash('sha256').update(text).digest('hex');
  const file = (path: string, text: string) => ({ uri: `/${path}`, folder: false, sha1: '', sha2: sum(text) });
  const files = [file('../out.txt', 'x'), file('nul\0.txt', 'x'), file('good.txt', 'good'), file('other.txt', 'listed')];
  const upstream = await startTestUpstream();
  for (const [path, body] of [
    ['api/storage/strange?list&deep=1', JSON.stringify({ files })],
    ['strange/good.txt', 'good'],
    ['strange/other.txt', 'sent'],
  ] as const)
    upstream.on(`/artifactory/${path}`, (_, response) => void response.end(body));
  await here.call(updateRepository, { params: { key }, body: { settings: { url: `${upstream.url}/artifactory/strange`, username: '' }, password: '' } });
  expect(await runToEnd(await create({ syncProperties: false }))).toMatchObject({ status: 'failed', sent: 1, refused: 3 });
  expect([await readCached('good.txt'), await readCached('other.txt')]).toEqual(['good', 404]);
  await upstream.stop();
});

it('brings what its user may read there, and says when that is nothing', async () => {
  await there.put(`${key}/open/a.txt`, 'open');
  await there.put(`${key}/closed/b.txt`, 'closed');
  await here.call(updateRepository, { params: { key }, body: { settings: { username: 'part' }, password: 'part' } });
  const replication = await create();
  expect(await runToEnd(replication)).toMatchObject({ status: 'finished', sent: 1, refused: 0 });
  expect([await readCached('open/a.txt'), await readCached('closed/b.txt')]).toEqual(['open', 404]);
  await here.call(updateRepository, { params: { key }, body: { password: 'wrong' } });
  expect(await runToEnd(replication)).toMatchObject({ status: 'failed', reason: 'other_side_credentials', attempts: 1 });
  await here.call(updateRepository, {
    params: { key },
    body: { settings: { url: `${wire.url}/artifactory/nowhere`, username: 'admin' }, password: there.adminPassword },
  });
  expect(await runToEnd(replication)).toMatchObject({ status: 'failed', reason: 'other_side_unknown' });
});

it('refuses by name what is set in the repository, or what there is not', async () => {
  const refusal = (field: string) => ({ code: 'invalid_input', fields: [expect.objectContaining({ path: field })] });
  for (const [field, value] of Object.entries({ url: 'https://x.example/artifactory/y', username: 'other', password: 'x', events: true, checkBinaries: true }))
    await expect(create({ [field]: value })).rejects.toMatchObject(refusal(field));
  await expect(create({ cron: 'now and then' })).rejects.toMatchObject(refusal('cron'));
  expect(await create({ url: `${wire.url}/artifactory/api/generic/${key}/` })).toMatchObject({ direction: 'pull' });
  await expect(create()).rejects.toMatchObject({ code: 'already_exists' });
  await here.create({ class: 'remote', key: `passing-${key}`, format: 'generic', settings: settings({ storeLocally: false }) } as never);
  await expect(here.call(createReplication, { params: { key: `passing-${key}` }, body: {} })).rejects.toMatchObject({ code: 'bad_request' });
  await here.create({ class: 'virtual', key: `all-${key}`, format: 'generic', settings: { members: [key] } } as never);
  await expect(here.call(createReplication, { params: { key: `all-${key}` }, body: {} })).rejects.toMatchObject({ code: 'bad_request' });
  await expect(here.call(listRepositoryReplications, { params: { key } }, { as: 'anonymous' })).rejects.toMatchObject({ code: 'unauthenticated' });
});

it('begins by itself when its time has come, and is audited', async () => {
  await there.put(`${key}/a.txt`, 'a');
  const replication = await create({ cron: '* * * * * ?' });
  const look = async () => {
    await here.platform.jobs.add('begin-replications', {});
    return readCached('a.txt');
  };
  await expect.poll(look, { timeout: 30_000, interval: 500 }).toBe('a');
  await expect.poll(async () => (await read(replication)).lastRun?.status, patience).toBe('finished');
  expect(await read(replication)).toMatchObject({ lastRun: { requestedBy: 'schedule' } });
  expect(here.audited.filter(({ subject }) => subject === key).map(({ action }) => action)).toContain('replication.created');
});
