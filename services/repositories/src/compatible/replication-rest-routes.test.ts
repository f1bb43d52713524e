import { standBetween, type Wire } from '@packhouse/testkit/stand-between.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../repository-test-platform.ts';

const patience = { timeout: 30_000, interval: 50 };

let here: RepositoryTestPlatform;
let there: RepositoryTestPlatform;
let wire: Wire;
let isUp = true;
const manages = (names: string[], include: string[] = []) => ({
  grants: [{ permission: 'p', resourceType: 'repository', names, include, exclude: [], actions: ['manage'], through: 'user' }] as const,
});
const actors = { alice: {}, keeper: manages(['docs', 'origin']), partly: manages(['docs'], ['a/**']) };
beforeAll(async () => {
  [here, there] = await Promise.all([startRepositoryPlatform({ actors }), startRepositoryPlatform({ jobs: false })]);
  wire = await standBetween(there.baseUrl, () => isUp);
  for (const key of ['libs', 'docs', 'left']) await here.create({ class: 'local', key, format: 'generic' });
  await here.create({
    class: 'remote',
    key: 'origin',
    format: 'generic',
    password: there.adminPassword,
    settings: { url: `${wire.url}/artifactory/libs`, username: 'admin', allowPrivate: true },
  });
  for (const key of ['libs', 'mirror']) await there.create({ class: 'local', key, format: 'generic' });
});
afterAll(async () => {
  await wire?.stop();
  await Promise.all([here?.stop(), there?.stop()]);
});

const clientType = 'application/vnd.org.jfrog.artifactory.replications.ReplicationConfigRequest+json';
async function ask(method: string, path: string, body?: unknown, type = clientType, as = 'admin') {
  const answer = await here.ask(`api/${path}`, {
    as,
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': type } }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
}

/** The body that the command line sends for `rplc` with a template. */
const template = () => ({
  username: 'admin',
  password: there.adminPassword,
  url: `${wire.url}/artifactory/libs`,
  cronExp: '0 0 14 * * ?',
  repoKey: 'libs',
  enableEventReplication: false,
  socketTimeoutMillis: 1000,
  enabled: true,
  syncDeletes: true,
  syncProperties: true,
  syncStatistics: false,
  pathPrefix: '',
  includePathPrefixPattern: 'app',
  proxy: '',
});

it('API-002 keeps every field that the command line sends, tells it back without the password, and ends it', async () => {
  expect((await ask('GET', 'replications/libs')).status).toBe(404);
  expect((await ask('PUT', 'replications/libs', template())).status).toBe(201);
  const { password: _, proxy, ...told } = template();
  const expected = [{ ...told, pathPrefix: 'app', proxyRef: proxy, replicationType: 'PUSH', replicationKey: expect.stringMatching(/^libs_/) }];
  const read = await ask('GET', 'replications/libs');
  expect([read.status, read.body]).toMatchObject([200, expected]);
  expect(JSON.stringify(read.body)).not.toContain(there.adminPassword);
  expect((await ask('DELETE', 'replications/libs')).status).toBe(200);
  expect((await ask('GET', 'replications/libs')).status).toBe(404);
  expect((await ask('DELETE', 'replications/libs')).status).toBe(404);
});

it('API-002 runs when asked to, and tells how it went, also after the other side was away', async () => {
  await here.put('libs/app/a.txt;stage=dev', 'a');
  await here.put('libs/other/b.txt', 'b');
  await ask('PUT', 'replications/libs', template());
  expect((await ask('GET', 'replication/libs')).body).toEqual({
    status: 'never_run',
    lastCompleted: 'NA',
    targets: [{ url: `${wire.url}/artifactory/libs`, repoKey: 'libs', status: 'never_run', lastCompleted: 'NA' }],
    repositories: { libs: { status: 'never_run', lastCompleted: 'NA' } },
  });
  isUp = false;
  expect(await ask('POST', 'replication/execute/libs', { delete: true })).toMatchObject({ status: 400 });
  expect((await here.ask('api/replication/execute/libs', { method: 'POST', body: '{"delete":tr' })).status).toBe(400);
  expect((await ask('POST', 'replication/execute/libs', {})).status).toBe(202);
  const status = async () => (await ask('GET', 'replication/libs')).body.status;
  await expect.poll(status, patience).toBe('error');
  isUp = true;
  await expect.poll(status, patience).toBe('ok');
  expect(await (await there.ask('libs/app/a.txt')).text()).toBe('a');
  expect((await there.ask('libs/other/b.txt')).status).toBe(404);
  expect((await ask('GET', 'replications')).body).toMatchObject([
    { repoKey: 'libs', replicationType: 'PUSH', status: 'ok', lastCompleted: expect.stringMatching(/Z$/) },
  ]);
});

it('API-002 changes what is given, and keeps what is not', async () => {
  expect((await ask('POST', 'replications/libs', { url: template().url, enabled: false, cronExp: '0 0 3 * * ?' })).status).toBe(200);
  expect((await ask('GET', 'replications/libs')).body).toMatchObject([
    { enabled: false, cronExp: '0 0 3 * * ?', username: 'admin', includePathPrefixPattern: 'app' },
  ]);
  expect((await ask('POST', 'replication/execute/libs')).status).toBe(409);
  expect((await ask('POST', 'replications/docs', { enabled: true })).status).toBe(404);
});

it('API-002 has several targets under one schedule, as the Terraform provider sets them', async () => {
  const one = (key: string) => ({
    url: `${wire.url}/artifactory/${key}`,
    username: 'admin',
    password: 'x',
    enabled: true,
    syncProperties: true,
    socketTimeoutMillis: 15_000,
  });
  const several = (...keys: string[]) => ({ cronExp: '0 0 * * * ?', enableEventReplication: true, replications: keys.map(one) });
  expect((await ask('PUT', 'replications/multiple/docs', several('libs', 'mirror'), 'application/json')).status).toBe(201);
  const first = (await ask('GET', 'replications/docs')).body;
  expect(first).toMatchObject([
    { url: one('libs').url, cronExp: '0 0 * * * ?', enableEventReplication: true, checkBinaryExistenceInFilestore: false },
    { url: one('mirror').url, cronExp: '0 0 * * * ?', enableEventReplication: true },
  ]);
  expect((await ask('POST', 'replications/multiple/docs', several('mirror', 'third'), 'application/json')).status).toBe(200);
  const second = (await ask('GET', 'replications/docs')).body;
  expect(second.map(({ url }: { url: string }) => url)).toEqual([one('mirror').url, one('third').url]);
  expect(second[0].replicationKey).toBe(first[1].replicationKey);
  expect((await ask('DELETE', `replications/docs?url=${encodeURIComponent(one('third').url)}`)).status).toBe(200);
  expect((await ask('GET', 'replications/docs')).body).toHaveLength(1);
});

it('API-002 refuses by name what it does not obey, and is for administrators', async () => {
  const said = async (body: object) => {
    const answer = await ask('PUT', 'replications/left', { ...template(), ...body });
    return [answer.status, answer.body.errors[0].message];
  };
  expect(await said({ syncStatistics: true })).toEqual([400, expect.stringContaining('syncStatistics')]);
  expect(await said({ cronExp: 'sometimes' })).toEqual([400, expect.stringContaining('cronExp')]);
  expect(await said({ speed: 'fast' })).toEqual([400, expect.stringContaining('speed')]);
  expect(await said({ proxy: 'nothing' })).toEqual([400, expect.stringContaining('proxy')]);
  expect((await ask('GET', 'replications/left')).status).toBe(404);
  for (const path of ['replications', 'replications/libs', 'replication/libs'])
    expect([path, (await here.ask(`api/${path}`, { as: 'alice' })).status]).toEqual([path, 403]);
});

/** The body of the Terraform provider's resource for remote repositories. */
const filling = () => ({
  enabled: true,
  cronExp: '0 0 12 * * ?',
  syncDeletes: true,
  syncProperties: true,
  includePathPrefixPattern: 'pulled',
  excludePathPrefixPattern: '',
  repoKey: 'origin',
  replicationKey: '',
  enableEventReplication: false,
  checkBinaryExistenceInFilestore: false,
});

it('API-002 fills a remote repository from its upstream, as the Terraform provider and the command line set it up', async () => {
  expect((await ask('GET', 'replications/origin')).status).toBe(404);
  expect((await ask('PUT', 'replications/origin', filling(), 'application/json')).status).toBe(201);
  const { replicationKey: _, ...told } = filling();
  const read = await ask('GET', 'replications/origin');
  expect(read).toMatchObject({ status: 200, body: { ...told, replicationType: 'PULL', url: `${wire.url}/artifactory/libs` } });
  expect((await ask('POST', 'replications/origin', { ...filling(), cronExp: '0 0 13 * * ?', socketTimeoutMillis: 20_000, url: '' })).status).toBe(200);
  expect((await ask('GET', 'replications/origin')).body).toMatchObject({
    cronExp: '0 0 13 * * ?',
    socketTimeoutMillis: 20_000,
    includePathPrefixPattern: 'pulled',
  });
  await there.put('libs/pulled/a.txt;stage=dev', 'a');
  await there.put('libs/other/b.txt', 'b');
  expect((await ask('POST', 'replication/execute/origin', {})).status).toBe(202);
  await expect.poll(async () => (await ask('GET', 'replication/origin')).body.status, patience).toBe('ok');
  expect(await (await here.ask('origin-cache/pulled/a.txt')).text()).toBe('a');
  expect((await here.ask('origin-cache/other/b.txt')).status).toBe(404);
  expect((await ask('GET', 'replications')).body).toContainEqual(expect.objectContaining({ repoKey: 'origin', replicationType: 'PULL', status: 'ok' }));
});

it('API-002 refuses by name what a remote repository says itself, or cannot have', async () => {
  const said = async (path: string, body: object) => {
    const answer = await ask('POST', path, body);
    return [answer.status, answer.body.errors[0].message];
  };
  for (const [field, value] of Object.entries({
    url: 'https://elsewhere.example/artifactory/libs',
    username: 'somebody',
    password: 'secret',
    enableEventReplication: true,
    checkBinaryExistenceInFilestore: true,
    syncStatistics: true,
  }))
    expect(await said('replications/origin', { ...filling(), [field]: value })).toEqual([400, expect.stringContaining(field)]);
  expect(await said('replications/multiple/origin', { replications: [filling()] })).toEqual([400, expect.stringContaining('origin')]);
});

it('API-002 lets those who manage all of a repository replicate it, through the network that is chosen for them', async () => {
  const config = { ...template(), url: 'https://other.example/artifactory/docs', repoKey: 'docs', enabled: false };
  const as = (name: string, method: string, path: string, body?: object) => ask(method, path, body, clientType, name);
  for (const name of ['alice', 'partly'])
    for (const [method, path] of [
      ['GET', 'replications/docs'],
      ['PUT', 'replications/docs'],
      ['POST', 'replications/docs'],
      ['DELETE', 'replications/docs'],
      ['GET', 'replication/docs'],
      ['POST', 'replication/execute/docs'],
    ] as const)
      expect([name, method, path, (await as(name, method, path, method === 'GET' ? undefined : config)).status]).toEqual([name, method, path, 403]);
  expect((await as('keeper', 'PUT', 'replications/libs', template())).status).toBe(403);
  expect((await as('keeper', 'GET', 'replications')).status).toBe(403);
  expect((await as('keeper', 'PUT', 'replications/docs', { ...config, allowPrivateAddresses: true })).status).toBe(403);
  expect((await as('keeper', 'PUT', 'replications/docs', { ...config, disableProxy: true })).status).toBe(403);
  expect((await as('keeper', 'PUT', 'replications/docs', config)).status).toBe(201);
  expect((await as('keeper', 'GET', 'replications/docs')).body).toMatchObject([{ url: config.url, repoKey: 'docs' }]);
  expect((await as('keeper', 'DELETE', 'replications/docs')).status).toBe(200);
  expect((await as('keeper', 'PUT', 'replications/origin', filling())).status).toBe(201);
  expect((await as('keeper', 'POST', 'replication/execute/origin')).status).toBe(202);
  await expect.poll(async () => (await as('keeper', 'GET', 'replication/origin')).body.status, patience).toBe('ok');
});
