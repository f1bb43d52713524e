import * as contract from '@packhouse/contract/repositories/retention-routes.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { z } from 'zod';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../repository-test-platform.ts';
import type { RepositoriesSchema } from '../schema.ts';

const role = (project: string, include: string[]): Actor['grants'][number] => ({
  permission: 'Project Admin',
  resourceType: 'project',
  names: [project],
  include,
  exclude: [],
  actions: ['read', 'manage'],
  through: 'user',
});
const actors = {
  keeper: { grants: [role('shop', ['settings', 'members', 'resources'])] },
  other: { grants: [role('web', ['settings', 'members', 'resources'])] },
  /** Where administrators of the platform keep the repositories of projects to themselves. */
  halved: { grants: [role('shop', ['settings', 'members'])] },
  /** An administrator by a token that reaches one project. */
  narrowed: { administrator: true, scope: [role('web', [])] },
  somebody: {},
};
type Name = keyof typeof actors | 'admin';

let test: RepositoryTestPlatform;
let db: Kysely<RepositoriesSchema>;
beforeAll(async () => {
  test = await startRepositoryPlatform({ actors });
  test.peers.projects = {
    find: async (key) => (['shop', 'web'].includes(key) ? { environments: ['DEV'] } : undefined),
    globalEnvironments: async () => ['DEV'],
  };
  db = openDatabase<RepositoriesSchema>(test.databaseUrl, 'repositories', { connections: 2 });
  for (const projectKey of ['shop', 'web']) await test.create({ class: 'local', key: `${projectKey}-files`, format: 'generic', projectKey });
  await test.create({ class: 'local', key: 'files', format: 'generic' });
});
afterAll(async () => {
  await db?.destroy();
  await test?.stop();
});

type Input = z.input<typeof contract.RetentionPolicyInput>;
const create = (input: Input, as: Name = 'keeper') => test.call(contract.createRetentionPolicy, { body: input }, { as });
const change = (id: number, input: Input, as: Name = 'keeper') => test.call(contract.changeRetentionPolicy, { params: { id }, body: input }, { as });
const remove = (id: number, as: Name) => test.call(contract.deleteRetentionPolicy, { params: { id } }, { as });
const list = async (as: Name, ofProject?: string) =>
  (await test.call(contract.listRetentionPolicies, { query: { ofProject } }, { as })).items.map(({ name }) => name);
const runs = async (as: Name) => (await test.call(contract.listRetentionRuns, {}, { as })).items;
const of = (name: string, projectKey?: string): Input => ({ name, ...(projectKey === undefined ? {} : { projectKey }), olderThanDays: 30 });
const notFound = { status: 404, code: 'not_found' };
const forbidden = { code: 'forbidden' };

it('CORE-009 API-002 administrators of a project keep its policies, and no others', async () => {
  const shared = await create(of('of all'), 'admin');
  const webs = await create(of('of web', 'web'), 'admin');
  const own = await create(of('of shop', 'shop'));
  expect(own).toMatchObject({ projectKey: 'shop', modifiedBy: 'keeper' });
  expect(test.audited.at(-1)).toMatchObject({ actor: 'keeper', action: 'retention-policy.created', subject: 'of shop', after: { projectKey: 'shop' } });
  expect([await list('keeper'), await list('other'), await list('admin'), await list('admin', 'shop')]).toEqual([
    ['of shop'],
    ['of web'],
    ['of all', 'of shop', 'of web'],
    ['of shop'],
  ]);
  expect(await change(own.id, { ...of('of shop', 'shop'), description: 'nightly' })).toMatchObject({ description: 'nightly' });
  for (const { id } of [shared, webs])
    for (const refuse of [
      () => test.call(contract.readRetentionPolicy, { params: { id } }, { as: 'keeper' }),
      () => change(id, of('mine', 'shop')),
      () => remove(id, 'keeper'),
      () => test.call(contract.runRetentionPolicy, { params: { id } }, { as: 'keeper' }),
    ])
      await expect(refuse()).rejects.toMatchObject(notFound);
  // Neither to make one nor by a change does a policy come to reach beyond the project.
  for (const input of [of('mine'), of('mine', 'web')]) {
    await expect(create(input)).rejects.toMatchObject(forbidden);
    await expect(change(own.id, input)).rejects.toMatchObject(forbidden);
  }
  await expect(list('keeper', 'web')).rejects.toMatchObject(forbidden);
  for (const as of ['halved', 'narrowed'] as const) {
    expect(await list(as)).toEqual(as === 'halved' ? [] : ['of web']);
    await expect(create(of('mine', 'shop'), as)).rejects.toMatchObject(forbidden);
    await expect(remove(own.id, as)).rejects.toMatchObject(notFound);
  }
  for (const refuse of [() => list('somebody'), () => create(of('mine', 'shop'), 'somebody'), () => remove(own.id, 'somebody'), () => runs('somebody')])
    await expect(refuse()).rejects.toMatchObject(forbidden);
  for (const { id } of [shared, webs, own]) await remove(id, 'admin');
});

it('CORE-009 a policy of a project takes away nothing beyond it, whatever repositories it names, and its administrators follow and end its runs', async () => {
  for (const key of ['shop-files', 'web-files', 'files']) await test.put(`${key}/old.txt`, key);
  await sql`update artifact set modified_at = now() - interval '40 days'`.execute(db);
  const mine = await create({ ...of('everything', 'shop'), repositoryKeys: ['**'] });
  const { id } = await test.call(contract.runRetentionPolicy, { params: { id: mine.id } }, { as: 'keeper' });
  await expect.poll(async () => (await runs('keeper')).find((run) => run.id === id)?.status).toBe('finished');
  expect(await runs('keeper')).toMatchObject([{ policyName: 'everything', projectKey: 'shop', items: 1, requestedBy: 'keeper' }]);
  const status = async (path: string) => (await test.ask(path, { method: 'HEAD' })).status;
  expect(await Promise.all(['shop-files/old.txt', 'web-files/old.txt', 'files/old.txt'].map(status))).toEqual([404, 200, 200]);
  const cancel = (as: Name) => test.call(contract.cancelRetentionRun, { params: { id } }, { as });
  await expect(cancel('other')).rejects.toMatchObject(notFound);
  await expect(cancel('keeper')).rejects.toMatchObject({ code: 'conflict' });
  expect(await runs('other')).toEqual([]);
  await remove(mine.id, 'keeper');
  expect(test.audited.at(-1)).toMatchObject({ actor: 'keeper', action: 'retention-policy.deleted', subject: 'everything' });
  // What is left of it is still told to those who kept it.
  expect(await runs('keeper')).toHaveLength(1);
});

it('CORE-009 administrators of a project see beforehand what would go of it, and of nothing else', async () => {
  await test.put('shop-files/next.txt', 'next');
  await sql`update artifact set modified_at = now() - interval '40 days'`.execute(db);
  const preview = (projectKeys: string[]) =>
    test.call(contract.previewRetention, { body: { selection: { olderThanDays: 30, projectKeys } } }, { as: 'keeper' });
  expect((await preview(['shop'])).items.map(({ repositoryKey }) => repositoryKey)).toEqual(['shop-files']);
  for (const projectKeys of [[], ['web'], ['shop', 'web'], [contract.noProjectKey]]) await expect(preview(projectKeys)).rejects.toMatchObject(forbidden);
});

it('CORE-009 a policy of a project names no other project, a project that there is, and has bounded company', async () => {
  const field = (path: string) => ({ status: 400, fields: [expect.objectContaining({ path })] });
  await expect(create({ ...of('both', 'shop'), projectKeys: ['shop', 'web'] })).rejects.toMatchObject(field('projectKeys'));
  await expect(create(of('nowhere', 'gone'), 'admin')).rejects.toMatchObject(field('projectKey'));
  await sql`insert into retention_policy (name, project_key, description, enabled, every, permanently, archive, selection, modified_by)
    select 'many ' || n, 'web', '', false, 'never', false, false, '{}', 'admin' from generate_series(1, 100) n`.execute(db);
  await expect(create(of('one more', 'web'), 'other')).rejects.toMatchObject(field('projectKey'));
  await sql`delete from retention_policy where project_key = 'web'`.execute(db);
});

it('CORE-009 leaves neither policies nor their runs to another project of the same key', async () => {
  await create(of('of the first', 'shop'));
  expect([await list('keeper'), (await runs('keeper')).length]).toEqual([['of the first'], 1]);
  await test.peers.repositories?.forgetProject('shop');
  expect([await list('keeper'), await runs('keeper')]).toEqual([[], []]);
  expect(test.audited.at(-1)).toMatchObject({ actor: 'system', action: 'retention-policy.deleted', subject: 'of the first' });
  expect(await runs('admin')).toMatchObject([{ policyName: 'everything' }]);
});
