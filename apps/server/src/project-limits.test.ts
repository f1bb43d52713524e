import * as places from '@packhouse/contract/access/access-environment-routes.ts';
import type { RoleAction } from '@packhouse/contract/access/access-project-names.ts';
import * as projects from '@packhouse/contract/access/access-project-routes.ts';
import { createUser, updateUser } from '@packhouse/contract/access/access-user-routes.ts';
import { createRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { startTestPlatform, type TestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { configuredServices } from './services.ts';

let test: TestPlatform;
const password = 'Secret-pass-1';
const as = (user: string) => ({ as: { user, password } });
const web = { key: 'web' };
const forbidden = { code: 'forbidden' };

beforeAll(async () => {
  test = await startTestPlatform({ services: configuredServices({ services: ['access', 'repositories'] }), jobs: false });
  for (const name of ['boss', 'host', 'keeper', 'guest']) {
    await test.call(createUser, { body: { name, password } });
    await test.call(updateUser, { params: { name }, body: { groups: [] } });
  }
  await test.call(projects.createProject, { body: { key: 'web', name: 'Web shop' } });
  await test.call(projects.createProject, { body: { key: 'other', name: 'Other' } });
  for (const key of ['early', 'late', 'foreign']) await test.call(createRepository, { body: { class: 'local', format: 'generic', key } });
  await test.call(places.setProjectRepository, { params: { ...web, repository: 'early' }, body: { environments: ['DEV'] } });
  await test.call(places.setProjectRepository, { params: { ...web, repository: 'late' }, body: { environments: ['PROD'] } });
  await test.call(places.setProjectRepository, { params: { key: 'other', repository: 'foreign' }, body: {} });
  await addRole('Host', ['MANAGE_MEMBERS', 'READ_REPOSITORY']);
  await addRole('Keeper', ['MANAGE_RESOURCES', 'READ_REPOSITORY']);
  await setRoles('boss', ['Project Admin']);
  await setRoles('host', ['Host']);
  await setRoles('keeper', ['Keeper']);
});
afterAll(() => test.stop());

type Asking = ReturnType<typeof as> | undefined;
const addRole = (name: string, actions: RoleAction[], asking?: Asking, environments = ['DEV']) =>
  test.call(projects.createProjectRole, { params: web, body: { name, environments, actions } }, asking);
const changeRole = (name: string, body: { actions?: RoleAction[]; environments?: string[]; description?: string }, asking?: Asking) =>
  test.call(projects.updateProjectRole, { params: { ...web, name }, body }, asking);
const setRoles = (name: string, roles: string[], asking?: Asking) =>
  test.call(projects.setProjectMember, { params: { ...web, kind: 'user', name }, body: { roles } }, asking);
const removeMember = (name: string, asking?: Asking) => test.call(projects.removeProjectMember, { params: { ...web, kind: 'user', name } }, asking);
const limit = (privileges: { manageMembers?: boolean; manageResources?: boolean }) =>
  test.call(projects.updateProject, { params: web, body: { privileges: { manageMembers: true, manageResources: true, indexResources: true, ...privileges } } });
const may = async (user: string) => (await test.call(projects.readProject, { params: web }, as(user))).may;
const move = (repository: string, environments: string[], asking?: Asking) =>
  test.call(places.setProjectRepository, { params: { ...web, repository }, body: { environments } }, asking);
const release = (repository: string, asking?: Asking) => test.call(places.removeProjectRepository, { params: { ...web, repository } }, asking);

/** Tells what a call answers, with the name that was asked for left out: whether two repositories can be told apart by it. */
async function told(method: string, path: string, repository: string, user: string) {
  const answer = await fetch(`${test.baseUrl}${path.replace(':repository', repository)}`, {
    method,
    headers: { ...test.headersOf({ user, password }), ...(method === 'DELETE' ? {} : { 'content-type': 'application/json' }) },
    ...(method === 'DELETE' ? {} : { body: '{}' }),
  });
  return { status: answer.status, text: (await answer.text()).replaceAll(repository, '<key>').replace(/"requestId":"[^"]*"/, '') };
}

describe('roles that a project made', () => {
  it('do not give what platform administrators kept to themselves', async () => {
    await addRole('Around', ['MANAGE_RESOURCES', 'MANAGE_MEMBERS', 'READ_REPOSITORY'], as('boss'));
    await setRoles('guest', ['Around'], as('boss'));
    expect(await may('guest')).toMatchObject({ members: true, resources: true });
    await limit({ manageResources: false });
    expect(await may('guest')).toMatchObject({ members: true, resources: false });
    await expect(move('early', ['DEV'], as('guest'))).rejects.toMatchObject(forbidden);
    expect((await told('POST', '/artifactory/api/repositories/:repository', 'early', 'guest')).status).toBe(403);
    await limit({ manageMembers: false });
    expect(await may('guest')).toMatchObject({ members: false, resources: true });
    await expect(setRoles('guest', ['Viewer'], as('guest'))).rejects.toMatchObject(forbidden);
    await limit({});
    await removeMember('guest');
  });
});

describe('who keeps only the members of a project', () => {
  it('neither makes nor removes its administrators', async () => {
    for (const ask of [
      () => setRoles('host', ['Host', 'Project Admin'], as('host')),
      () => setRoles('guest', ['Project Admin'], as('host')),
      () => setRoles('boss', ['Host'], as('host')),
      () => removeMember('boss', as('host')),
    ])
      await expect(ask()).rejects.toMatchObject(forbidden);
    expect(await may('boss')).toMatchObject({ settings: true });
    expect(await may('host')).toMatchObject({ settings: false, members: true });
  });

  it('gives only actions and environments that they hold', async () => {
    for (const ask of [
      () => addRole('More', ['DEPLOY_CACHE_REPOSITORY'], as('host')),
      () => addRole('More', ['READ_REPOSITORY'], as('host'), ['PROD']),
      () => changeRole('Host', { actions: ['MANAGE_MEMBERS', 'MANAGE_RESOURCES'] }, as('host')),
      () => changeRole('Host', { environments: ['DEV', 'PROD'] }, as('host')),
      () => setRoles('guest', ['Release Manager'], as('host')),
      () => setRoles('host', ['Host', 'Keeper'], as('host')),
    ])
      await expect(ask()).rejects.toMatchObject(forbidden);
    await addRole('Reader', ['READ_REPOSITORY'], as('host'));
    expect(await setRoles('guest', ['Reader'], as('host'))).toMatchObject({ roles: ['Reader'] });
    expect(await changeRole('Keeper', { description: 'Keeps' }, as('host'))).toMatchObject({ description: 'Keeps' });
    await removeMember('guest', as('host'));
    await changeRole('Reader', { environments: ['DEV', 'PROD'], actions: ['READ_REPOSITORY', 'DEPLOY_BUILD'] }, as('boss'));
  });
});

describe('who keeps the resources of a project in some environments', () => {
  it('does not move, release or delete its repositories in others', async () => {
    for (const ask of [() => move('late', ['DEV'], as('keeper')), () => release('late', as('keeper'))]) await expect(ask()).rejects.toMatchObject(forbidden);
    expect((await told('PUT', '/access/api/v1/projects/_/attach/repositories/:repository/web', 'late', 'keeper')).status).toBe(403);
    expect((await told('DELETE', '/access/api/v1/projects/_/attach/repositories/:repository', 'late', 'keeper')).status).toBe(403);
    expect((await told('DELETE', '/artifactory/api/repositories/:repository', 'late', 'keeper')).status).toBe(403);
    expect(await test.call(places.listProjectRepositories, { params: web })).toMatchObject([{ key: 'early' }, { key: 'late', environments: ['PROD'] }]);
    expect(await move('early', ['DEV'], as('keeper'))).toMatchObject({ environments: ['DEV'] });
  });

  it('is not told which other repositories there are, and whose', async () => {
    const wire = '/access/api/v1/projects/_/attach/repositories/:repository';
    const own = '/ui/api/v1/access/projects/web/repositories/:repository';
    for (const [method, path] of [
      ['PUT', `${wire}/web`],
      ['PUT', `${wire}/web?force=true`],
      ['DELETE', wire],
      ['PUT', own],
      ['DELETE', own],
    ] as const) {
      const foreign = await told(method, path, 'foreign', 'keeper');
      expect(foreign.status).toBe(403);
      expect(foreign.text).not.toContain('other');
      expect(foreign).toEqual(await told(method, path, 'missing', 'keeper'));
    }
    await test.call(projects.setProjectMember, { params: { key: 'other', kind: 'user', name: 'keeper' }, body: { roles: ['Viewer'] } });
    const reader = await told('PUT', `${wire}/web`, 'foreign', 'keeper');
    expect(reader.status).toBe(409);
    expect(reader.text).toContain('the project other');
    expect((await told('DELETE', wire, 'foreign', 'keeper')).text).not.toContain('other');
  });
});
