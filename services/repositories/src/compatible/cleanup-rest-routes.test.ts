import * as retention from '@packhouse/contract/repositories/retention-routes.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { npmPublishBody } from '../protocols/engine/npm-test-package.ts';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../repository-test-platform.ts';
import type { RepositoriesSchema } from '../schema.ts';

const patience = { timeout: 30_000, interval: 50 };
const packages = 'cleanup/packages/policies';

const administersWeb = {
  permission: 'Project Admin',
  resourceType: 'project',
  names: ['web'],
  include: ['settings', 'resources'],
  exclude: [],
  actions: ['manage'],
  through: 'user',
} as const;

let test: RepositoryTestPlatform;
let db: Kysely<RepositoriesSchema>;
beforeAll(async () => {
  test = await startRepositoryPlatform({ actors: { somebody: {}, keeper: { grants: [administersWeb] } } });
  test.peers.projects = { find: async (key) => (key === 'web' ? { environments: ['DEV'] } : undefined), globalEnvironments: async () => ['DEV'] };
  db = openDatabase<RepositoriesSchema>(test.databaseUrl, 'repositories', { connections: 2 });
  for (const key of ['js-one', 'js-two', 'js-kept']) await test.create({ class: 'local', key, format: 'npm' });
  await test.create({ class: 'local', key: 'files', format: 'generic' });
});
afterAll(async () => {
  await db?.destroy();
  await test?.stop();
});

async function ask(method: string, path: string, body?: unknown, as = 'admin') {
  const answer = await test.ask(`api/${path}`, {
    as,
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
}

/** The body that the Terraform provider sends for its resource of this kind. */
const sent = (key: string, { searchCriteria, ...rest }: { searchCriteria?: object; [field: string]: unknown } = {}) => ({
  key,
  description: 'what nobody needs',
  cronExp: '0 0 2 ? * MON-SAT *',
  durationInMinutes: 60,
  skipTrashcan: false,
  projectKey: '',
  searchCriteria: {
    packageTypes: ['npm', 'helmoci'],
    repos: ['js-*', 'files'],
    excludedRepos: ['js-kept'],
    includedPackages: ['@team/**'],
    excludedPackages: ['@team/base'],
    includeAllProjects: false,
    includedProjects: ['default'],
    createdBeforeInDays: 30,
    lastDownloadedBeforeInDays: 20,
    includedProperties: { stage: ['dev'] },
    excludedProperties: { keep: ['yes'] },
    ...searchCriteria,
  },
  ...rest,
});

const url = (key: string, family = packages) => `${family}/${key}`;
const audited = (action: string, subject: string) => test.audited.filter((one) => one.action === action && one.subject === subject);
const named = async (name: string) => (await test.call(retention.listRetentionPolicies, {})).items.find((one) => one.name === name);

it('API-002 keeps every field of a clean-up policy as the Terraform provider declares it, and tells it back', async () => {
  await ask('DELETE', url('nightly'));
  const created = await ask('POST', url('nightly'), sent('nightly'));
  expect(created).toMatchObject({ status: 201, body: { ...sent('nightly'), enabled: false } });
  const read = await ask('GET', url('nightly'));
  expect(read).toEqual({ status: 200, body: created.body });
  // Whoever declares no months or versions must not be told of any.
  expect(Object.keys(read.body.searchCriteria).toSorted()).toEqual(Object.keys(sent('').searchCriteria).toSorted());
  expect(await ask('POST', `${url('nightly')}/enablement`, { enabled: true })).toMatchObject({ status: 200, body: { enabled: true } });
  // What is left out of a change stays; what is enabled, too.
  const { description: _, ...change } = sent('nightly', { cronExp: '', durationInMinutes: 0, searchCriteria: { repos: ['**'], includedPackages: ['**'] } });
  expect(await ask('PUT', url('nightly'), change)).toMatchObject({
    status: 200,
    body: { enabled: true, description: 'what nobody needs', cronExp: '', durationInMinutes: 0, searchCriteria: { repos: ['**'], includedPackages: ['**'] } },
  });
  expect((await ask('GET', packages)).body).toContainEqual(expect.objectContaining({ key: 'nightly' }));
  expect((await ask('GET', `${packages}?projectKey=elsewhere`)).body).toEqual([]);
  expect((await ask('PUT', 'cleanup/policies/forceDisableAll')).status).toBe(200);
  expect(await named('nightly')).toMatchObject({ enabled: false, every: 'never', repositoryKeys: [], packageTypes: ['npm', 'helmoci'] });
  expect((await ask('DELETE', url('nightly'))).status).toBe(200);
  for (const [method, path, body] of [
    ['GET', url('nightly')],
    ['PUT', url('nightly'), change],
    ['DELETE', url('nightly')],
    ['POST', `${url('nightly')}/enablement`, { enabled: true }],
    ['PUT', `${url('nightly')}/run`],
  ] as const)
    expect([method, path, (await ask(method, path, body)).status]).toEqual([method, path, 404]);
  expect(audited('retention-policy.created', 'nightly').at(-1)).toMatchObject({ actor: 'admin', after: { name: 'nightly', every: 'schedule' } });
  expect(audited('retention-policy.changed', 'nightly').length).toBeGreaterThanOrEqual(3);
  expect(audited('retention-policy.deleted', 'nightly').at(-1)).toMatchObject({ before: { name: 'nightly' } });
});

it('API-002 refuses by name what a clean-up policy does not obey, with what to do', async () => {
  const said = async (change: { searchCriteria?: object; [field: string]: unknown }, family = packages) => {
    const { status, body } = await ask('POST', url('refused', family), sent('refused', change));
    return [status, body.errors?.[0]?.message];
  };
  const inCriteria = (searchCriteria: object) => said({ searchCriteria });
  expect(await inCriteria({ createdBeforeInMonths: 2 })).toEqual([400, 'searchCriteria.createdBeforeInMonths: Count in days: give createdBeforeInDays']);
  expect(await inCriteria({ lastDownloadedBeforeInMonths: 2 })).toEqual([400, expect.stringContaining('lastDownloadedBeforeInDays')]);
  expect(await inCriteria({ packageTypes: ['npm', 'puppet'] })).toEqual([400, expect.stringMatching(/^searchCriteria\.packageTypes: .*puppet/)]);
  expect(await inCriteria({ includedProjects: [] })).toEqual([400, expect.stringContaining('includeAllProjects')]);
  expect(await inCriteria({ includeAllProjects: true })).toEqual([400, expect.stringContaining('searchCriteria.includedProjects')]);
  expect(await inCriteria({ includedProperties: { stage: ['dev', 'test'] } })).toEqual([400, expect.stringContaining('searchCriteria.includedProperties')]);
  expect(await inCriteria({ colour: 'red' })).toEqual([400, expect.stringContaining('searchCriteria.colour')]);
  expect(await inCriteria({ keepLastNVersions: 0 })).toEqual([400, expect.stringContaining('keepLastNVersions')]);
  const noReason = { createdBeforeInDays: null, lastDownloadedBeforeInDays: null, includedProperties: null };
  expect(await inCriteria(noReason)).toEqual([400, expect.stringContaining('Say when something goes')]);
  expect(await said({ projectKey: 'nowhere', searchCriteria: { includedProjects: [] } })).toEqual([400, expect.stringMatching(/^projectKey: .*nowhere/)]);
  expect(await said({ projectKey: 'web' })).toEqual([400, expect.stringMatching(/^searchCriteria\.includedProjects: .*alone/)]);
  const all = { includeAllProjects: true, includedProjects: [] };
  expect(await said({ projectKey: 'web', searchCriteria: all })).toEqual([400, expect.stringMatching(/^searchCriteria\.includeAllProjects: /)]);
  expect(await said({ cronExp: 'sometimes' })).toEqual([400, expect.stringContaining('cronExp')]);
  expect(await said({ colour: 'red' })).toEqual([400, expect.stringContaining('colour')]);
  expect(await said({ key: 'another' })).toEqual([400, expect.stringContaining('refused')]);
  expect(await said({ itemType: 'build' })).toEqual([400, expect.stringContaining('itemType')]);
  expect(await said({ skipTrashcan: true }, 'archive/v2/packages/policies')).toEqual([400, expect.stringContaining('skipTrashcan')]);
  expect((await ask('POST', url('a b'), sent('a b'))).status).toBe(400);
  expect((await ask('GET', url('refused'))).status).toBe(404);
});

it('API-002 is for administrators, and takes a name once', async () => {
  await ask('DELETE', url('taken'));
  expect((await ask('POST', url('taken'), sent('taken'))).status).toBe(201);
  expect((await ask('POST', url('taken'), sent('taken'))).status).toBe(409);
  // The archive has calls of its own, and does not show what cleans up.
  const archive = 'archive/v2/packages/policies';
  expect((await ask('GET', url('taken', archive))).status).toBe(404);
  await ask('DELETE', url('put-away', archive));
  expect((await ask('POST', url('put-away', archive), sent('put-away'))).status).toBe(201);
  expect(await named('put-away')).toMatchObject({ archive: true, permanently: false });
  expect((await ask('GET', archive)).body.map(({ key }: { key: string }) => key)).toEqual(['put-away']);
  for (const [method, path, body] of [
    ['GET', packages],
    ['GET', url('taken')],
    ['POST', url('mine'), sent('mine')],
    ['PUT', url('taken'), sent('taken')],
    ['DELETE', url('taken')],
    ['POST', `${url('taken')}/enablement`, { enabled: true }],
    ['PUT', `${url('taken')}/run`],
    ['PUT', 'cleanup/policies/forceDisableAll'],
  ] as const)
    expect([method, path, (await ask(method, path, body, 'somebody')).status]).toEqual([method, path, 403]);
});

async function publish(repository: string, name: string, version = '1.0.0'): Promise<void> {
  const path = `api/npm/${repository}/${name.replace('/', '%2f')}`;
  const answer = await test.ask(path, { method: 'PUT', body: await npmPublishBody(name, version), headers: { 'content-type': 'application/json' } });
  if (![201, 409].includes(answer.status)) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
}

async function finished(id: number): Promise<retention.RetentionRun> {
  let found: retention.RetentionRun | undefined;
  await expect
    .poll(async () => {
      found = (await test.call(retention.listRetentionRuns, {})).items.find((one) => one.id === id);
      return found?.finishedAt;
    }, patience)
    .toBeDefined();
  return found!;
}

it('API-002 takes away what a clean-up policy says and nothing that it leaves out, after it was counted', async () => {
  await ask('DELETE', url('team'));
  for (const name of ['@team/tool', '@team/base', 'other']) for (const repository of ['js-one', 'js-kept']) await publish(repository, name);
  await test.put('files/@team/tool', 'a file of no package');
  await sql`update artifact set modified_at = now() - interval '40 days'`.execute(db);
  const criteria = { packageTypes: ['npm', 'generic'], includedProperties: null, lastDownloadedBeforeInDays: null };
  expect((await ask('POST', url('team'), sent('team', { searchCriteria: criteria }))).status).toBe(201);
  expect(await ask('PUT', `${url('team')}/run`)).toMatchObject({ status: 400, body: { errors: [{ message: expect.stringContaining('team is off') }] } });
  for (const dry of [await ask('PUT', `${url('team')}/run?dryRun=true`), await ask('PUT', `${url('team')}/run`, { dryRun: true })]) {
    expect(dry.status).toBe(201);
    expect(await finished(dry.body.runId)).toMatchObject({ status: 'finished', dryRun: true, items: 2 });
  }
  const has = async (path: string) => (await test.ask(path, { method: 'HEAD' })).status;
  expect(await has('files/@team/tool')).toBe(200);
  expect(await named('team')).not.toHaveProperty('lastRun');
  await ask('POST', `${url('team')}/enablement`, { enabled: true });
  const { body } = await ask('PUT', `${url('team')}/run?dryRun=false`);
  expect(await finished(body.runId)).toMatchObject({ status: 'finished', items: 2, requestedBy: 'admin' });
  expect(await has('files/@team/tool')).toBe(404);
  const left = async (repository: string) => {
    const { rows } = await sql<{ name: string }>`
      select package.name from version join package on package.id = version.package_id join repository on repository.id = package.repository_id
      where repository.key = ${repository} order by 1`.execute(db);
    return rows.map(({ name }) => name);
  };
  expect(await left('js-one')).toEqual(['@team/base', 'other']);
  expect(await left('js-kept')).toEqual(['@team/base', '@team/tool', 'other']);
});

it('API-002 looks only at the projects that a policy names', async () => {
  await test.put('files/of-project.txt', 'x');
  await sql`update artifact set modified_at = now() - interval '40 days' where path = 'of-project.txt'`.execute(db);
  const would = async (includedProjects: string[]) => {
    await ask('DELETE', url('projects'));
    const criteria = { packageTypes: ['generic'], repos: ['**'], includedPackages: ['of-project.txt'], includedProperties: null, includedProjects };
    expect((await ask('POST', url('projects'), sent('projects', { searchCriteria: criteria }))).status).toBe(201);
    return (await finished((await ask('PUT', `${url('projects')}/run?dryRun`)).body.runId)).items;
  };
  await sql`update repository set project_key = 'web' where key = 'files'`.execute(db);
  expect([await would(['web']), await would(['default']), await would(['default', 'web'])]).toEqual([1, 0, 1]);
  await sql`update repository set project_key = null where key = 'files'`.execute(db);
  expect([await would(['web']), await would(['default'])]).toEqual([0, 1]);
});

it('API-002 runs by its schedule, once, and ends when its time is over', async () => {
  await ask('DELETE', url('timed'));
  await test.put('files/timed.txt', 'x');
  await sql`update artifact set modified_at = now() - interval '40 days' where path = 'timed.txt'`.execute(db);
  const criteria = { packageTypes: ['generic'], repos: ['files'], includedPackages: ['timed.txt'], includedProperties: null };
  await ask('POST', url('timed'), sent('timed', { enabled: true, durationInMinutes: 1, searchCriteria: criteria }));
  const { id } = (await named('timed'))!;
  const nextRun = async () => (await db.selectFrom('retention_policy').select('next_run_at').where('id', '=', id).executeTakeFirstOrThrow()).next_run_at!;
  expect((await nextRun()).getTime()).toBeGreaterThan(Date.now());
  const runs = async () => (await test.call(retention.listRetentionRuns, {})).items.filter(({ policyId }) => policyId === id);
  // A run that began long ago has no time left, and takes nothing away.
  const { rows } = await sql<{ id: number }>`
    insert into retention_run (policy_id, policy_name, requested_by, started_at) values (${id}, 'timed', 'admin', now() - interval '2 minutes') returning id`.execute(
    db,
  );
  await test.platform.jobs.add('apply-retention', { runId: rows[0]!.id });
  expect(await finished(rows[0]!.id)).toMatchObject({ status: 'failed', reason: 'retention_out_of_time', items: 0 });
  await test.platform.jobs.add('begin-retention', {});
  await sql`update retention_policy set next_run_at = now() - interval '1 minute' where id = ${id}`.execute(db);
  await test.platform.jobs.add('begin-retention', {});
  await expect
    .poll(async () => (await runs()).filter(({ requestedBy }) => requestedBy === 'schedule').map(({ status }) => status), patience)
    .toEqual(['finished']);
  expect((await test.ask('files/timed.txt', { method: 'HEAD' })).status).toBe(404);
  expect((await nextRun()).getTime()).toBeGreaterThan(Date.now());
});

it('API-002 administrators of a project keep its clean-up policies by the calls of existing clients, and no others', async () => {
  const ofWeb = (key: string, projects: object = { includedProjects: [] }) => sent(key, { projectKey: 'web', searchCriteria: projects });
  await ask('POST', url('of-all'), sent('of-all'));
  const created = await ask('POST', url('of-web'), ofWeb('of-web'), 'keeper');
  // Told as it was sent, so that the second plan of the Terraform provider is empty.
  expect(created).toMatchObject({ status: 201, body: { projectKey: 'web', searchCriteria: { includeAllProjects: false, includedProjects: [] } } });
  expect(await ask('PUT', url('of-web'), sent('of-web', { projectKey: undefined, searchCriteria: { includedProjects: ['web'] } }), 'keeper')).toMatchObject({
    status: 200,
    body: { projectKey: 'web', searchCriteria: { includedProjects: ['web'] } },
  });
  const keys = async (path: string, as: string) => (await ask('GET', path, undefined, as)).body.map(({ key }: { key: string }) => key);
  expect(await keys(packages, 'keeper')).toEqual(['of-web']);
  expect(await keys(`${packages}?projectKey=web`, 'admin')).toEqual(['of-web']);
  expect((await ask('POST', `${url('of-web')}/enablement`, { enabled: true }, 'keeper')).status).toBe(200);
  expect((await ask('PUT', `${url('of-web')}/run`, undefined, 'keeper')).status).toBe(201);
  for (const [method, path, body] of [
    ['GET', url('of-all')],
    ['PUT', url('of-all'), ofWeb('of-all')],
    ['DELETE', url('of-all')],
    ['PUT', `${url('of-all')}/run?dryRun=true`],
  ] as const)
    expect([method, (await ask(method, path, body, 'keeper')).status]).toEqual([method, 404]);
  expect((await ask('POST', url('mine'), sent('mine'), 'keeper')).status).toBe(403);
  expect((await ask('PUT', url('of-web'), sent('of-web'), 'keeper')).status).toBe(403);
  expect((await ask('PUT', 'cleanup/policies/forceDisableAll', undefined, 'keeper')).status).toBe(403);
  expect((await ask('DELETE', url('of-web'), undefined, 'keeper')).status).toBe(200);
  expect(audited('retention-policy.deleted', 'of-web').at(-1)).toMatchObject({ actor: 'keeper' });
  await ask('DELETE', url('of-all'));
});
