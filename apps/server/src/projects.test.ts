import { listAuditRecords } from '@packhouse/contract/access/access-audit-routes.ts';
import * as places from '@packhouse/contract/access/access-environment-routes.ts';
import { createGroup } from '@packhouse/contract/access/access-group-routes.ts';
import { explainDecision } from '@packhouse/contract/access/access-permission-routes.ts';
import * as projects from '@packhouse/contract/access/access-project-routes.ts';
import { createUser, updateUser } from '@packhouse/contract/access/access-user-routes.ts';
import { currentUser } from '@packhouse/contract/access/auth-sign-in-routes.ts';
import { createRepository, listRepositories } from '@packhouse/contract/repositories/repository-routes.ts';
import { listEnvironments, listProjects } from '@packhouse/contract/shell/shell-routes.ts';
import { startTestPlatform, type TestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { configuredServices } from './services.ts';

let test: TestPlatform;
const password = 'Secret-pass-1';
const as = (user: string) => ({ as: { user, password } });
const web = { key: 'web' };

beforeAll(async () => {
  test = await startTestPlatform({ services: configuredServices({ services: ['access', 'repositories'] }), jobs: false });
  for (const name of ['dev', 'boss', 'guest', 'stranger']) {
    await test.call(createUser, { body: { name, password } });
    await test.call(updateUser, { params: { name }, body: { groups: [] } });
  }
  await test.call(createGroup, { body: { name: 'viewers', members: ['guest'] } });
  for (const key of ['early', 'late', 'apart']) await test.call(createRepository, { body: { class: 'local', format: 'generic', key } });
  await test.call(projects.createProject, { body: { key: 'web', name: 'Web shop' } });
  await test.call(places.setProjectRepository, { params: { ...web, repository: 'early' }, body: { environments: ['DEV'] } });
  await test.call(places.setProjectRepository, { params: { ...web, repository: 'late' }, body: { environments: ['PROD'] } });
  await member('user', 'dev', 'Developer');
  await member('user', 'boss', 'Project Admin');
  await member('group', 'viewers', 'Viewer');
});
afterAll(() => test.stop());

const member = (kind: 'user' | 'group', name: string, ...roles: string[]) =>
  test.call(projects.setProjectMember, { params: { ...web, kind, name }, body: { roles } });

async function send(method: string, path: string, user: string, body?: unknown) {
  const headers = test.headersOf(user === 'admin' ? 'admin' : { user, password });
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const answer = await fetch(`${test.baseUrl}${path}`, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': typeof body === 'string' ? 'text/plain' : 'application/json' }) },
    ...(body === undefined ? {} : { body: text }),
  });
  const answered = await answer.text();
  return { status: answer.status, text: answered, json: () => JSON.parse(answered) };
}
const put = async (user: string, repository: string) => (await send('PUT', `/artifactory/${repository}/${user}.txt`, user, 'content')).status;
const get = async (user: string, repository: string) => (await send('GET', `/artifactory/api/storage/${repository}`, user)).status;

describe('roles in a project', () => {
  it('ACC-001 give their actions on the repositories of the project in the environments of the role', async () => {
    expect([await put('dev', 'early'), await put('dev', 'late'), await put('dev', 'apart')]).toEqual([201, 403, 403]);
    expect([await get('guest', 'early'), await get('guest', 'late'), await get('guest', 'apart')]).toEqual([200, 200, 403]);
    expect(await put('guest', 'early')).toBe(403);
    expect([await put('boss', 'early'), await put('boss', 'late'), await put('boss', 'apart')]).toEqual([201, 201, 403]);
    expect(await put('stranger', 'early')).toBe(403);
  });

  it('ACC-006 are named by the explanation of a decision', async () => {
    const asked = { user: 'dev', action: 'deploy' as const };
    const inProduction = await test.call(explainDecision, { body: { ...asked, resource: { type: 'repository', name: 'late' } } });
    expect(inProduction).toMatchObject({
      allowed: false,
      considered: expect.arrayContaining([
        expect.objectContaining({
          rule: 'role Developer of project web (user dev)',
          outcome: 'does not apply',
          reason: 'the role does not hold in PROD, where late is',
        }),
      ]),
    });
    const inDevelopment = await test.call(explainDecision, { body: { ...asked, resource: { type: 'repository', name: 'early', path: 'a' } } });
    expect(inDevelopment.allowed).toBe(true);
    const elsewhere = await test.call(explainDecision, { body: { ...asked, resource: { type: 'repository', name: 'apart' } } });
    expect(elsewhere.considered[0]?.reason).toBe('apart does not belong to project web');
  });

  it('show in lists and searches exactly what single requests give', async () => {
    const seen = async (user: string) => (await test.call(listRepositories, { query: {} }, as(user))).items.map(({ key }) => key);
    expect(await seen('dev')).toEqual(['early']);
    expect(await seen('guest')).toEqual(['early', 'late']);
    const found = await send('POST', '/artifactory/api/search/aql', 'dev', 'items.find({"name":{"$match":"*.txt"}})');
    expect([...new Set(found.json().results.map(({ repo }: { repo: string }) => repo))]).toEqual(['early']);
    expect((await test.call(listRepositories, { query: { projectKey: 'web' } })).items.map(({ key }) => key)).toEqual(['early', 'late']);
  });

  it('reach the builds of the project', async () => {
    const build = { name: 'shop', number: '1', version: '1.0.1', started: '2026-01-01T00:00:00.000+0000', modules: [] };
    expect((await send('PUT', '/artifactory/api/build?project=web', 'dev', build)).status).toBe(204);
    expect((await send('PUT', '/artifactory/api/build', 'dev', build)).status).toBe(403);
    expect((await send('GET', '/artifactory/api/build/shop/1?project=web', 'guest')).status).toBe(200);
    expect((await send('GET', '/artifactory/api/build/shop/1?project=web', 'stranger')).status).not.toBe(200);
  });

  it('end with the membership', async () => {
    await member('user', 'stranger', 'Contributor');
    expect((await test.call(currentUser, {}, as('stranger'))).actions.repository).toEqual(['read', 'annotate', 'deploy']);
    expect(await put('stranger', 'early')).toBe(201);
    await test.call(projects.removeProjectMember, { params: { ...web, kind: 'user', name: 'stranger' } });
    expect(await put('stranger', 'early')).toBe(403);
  });
});

describe('SHELL-033 the console', () => {
  it('is told the projects of whoever asks, and which of them they administer', async () => {
    expect(await test.call(listProjects, {}, as('dev'))).toEqual([{ key: 'web', name: 'Web shop', description: '', administrator: false }]);
    expect(await test.call(listProjects, {}, as('boss'))).toMatchObject([{ key: 'web', administrator: true }]);
    expect(await test.call(listProjects, {})).toMatchObject([{ key: 'web', administrator: true }]);
    expect(await test.call(listProjects, {}, as('stranger'))).toEqual([]);
    expect(await test.call(listEnvironments, {}, as('stranger'))).toEqual([{ name: 'DEV' }, { name: 'PROD' }]);
  });
});

describe('SHELL-002 a project administrator', () => {
  it('chooses members, roles and environments of the project', async () => {
    expect(await test.call(projects.readProject, { params: web }, as('boss'))).toMatchObject({
      may: { settings: true, members: true, resources: true, quota: false },
    });
    await test.call(places.createProjectEnvironment, { params: web, body: { name: 'STAGING' } }, as('boss'));
    const role = { name: 'Stager', environments: ['web-STAGING'], actions: ['READ_REPOSITORY' as const, 'DEPLOY_CACHE_REPOSITORY' as const] };
    await test.call(projects.createProjectRole, { params: web, body: role }, as('boss'));
    await test.call(projects.setProjectMember, { params: { ...web, kind: 'user', name: 'stranger' }, body: { roles: ['Stager'] } }, as('boss'));
    await test.call(places.setProjectRepository, { params: { ...web, repository: 'early' }, body: { environments: ['web-STAGING'] } }, as('boss'));
    expect(await put('stranger', 'early')).toBe(201);
    await test.call(places.renameProjectEnvironment, { params: { ...web, name: 'web-STAGING' }, body: { name: 'web-QA' } }, as('boss'));
    expect(await put('stranger', 'early')).toBe(201);
    const remove = test.call(places.deleteProjectEnvironment, { params: { ...web, name: 'web-QA' } }, as('boss'));
    await expect(remove).rejects.toMatchObject({ code: 'environment_in_use' });
    await test.call(places.setProjectRepository, { params: { ...web, repository: 'early' }, body: { environments: ['DEV'] } }, as('boss'));
    await test.call(places.deleteProjectEnvironment, { params: { ...web, name: 'web-QA' } }, as('boss'));
    await test.call(projects.deleteProjectRole, { params: { ...web, name: 'Stager' } }, as('boss'));
    expect(await put('stranger', 'early')).toBe(403);
  });

  it('makes and deletes repositories of the project, and no others', async () => {
    const config = (projectKey: string) => ({ rclass: 'local', packageType: 'generic', projectKey, environments: ['DEV'] });
    expect((await send('PUT', '/artifactory/api/repositories/web-libs', 'boss', config('web'))).status).toBe(200);
    expect((await send('PUT', '/artifactory/api/repositories/other-libs', 'boss', config('web'))).status).toBe(400);
    expect((await send('PUT', '/artifactory/api/repositories/web-more', 'boss', config(''))).status).toBe(403);
    expect((await send('PUT', '/artifactory/api/repositories/web-more', 'dev', config('web'))).status).toBe(403);
    expect((await send('GET', '/artifactory/api/repositories/web-libs', 'boss')).json()).toMatchObject({ projectKey: 'web', environments: ['DEV'] });
    expect((await send('POST', '/artifactory/api/repositories/web-libs', 'boss', config('default'))).status).toBe(403);
    expect((await send('DELETE', '/artifactory/api/repositories/apart', 'boss')).status).toBe(403);
    expect((await send('DELETE', '/artifactory/api/repositories/web-libs', 'boss')).status).toBe(200);
  });

  it('does not go beyond the project, its bounds and what was left to its administrators', async () => {
    const change = (body: object, user = 'boss') => test.call(projects.updateProject, { params: web, body }, as(user));
    expect(await change({ description: 'Sells' })).toMatchObject({ description: 'Sells' });
    await expect(change({ quotaBytes: 5 })).rejects.toMatchObject({ status: 403 });
    await expect(change({ description: 'Mine' }, 'dev')).rejects.toMatchObject({ status: 403 });
    const take = test.call(places.setProjectRepository, { params: { ...web, repository: 'apart' }, body: {} }, as('boss'));
    await expect(take).rejects.toMatchObject({ status: 403 });
    await expect(test.call(projects.createProject, { body: { key: 'own', name: 'Own' } }, as('boss'))).rejects.toMatchObject({ status: 403 });
    await expect(test.call(projects.deleteProject, { params: web }, as('boss'))).rejects.toMatchObject({ status: 403 });
    const privileges = { manageMembers: false, manageResources: true, indexResources: true };
    await test.call(projects.updateProject, { params: web, body: { privileges } });
    const invite = () => test.call(projects.setProjectMember, { params: { ...web, kind: 'user', name: 'stranger' }, body: { roles: ['Viewer'] } }, as('boss'));
    await expect(invite()).rejects.toMatchObject({ status: 403 });
    await test.call(projects.updateProject, { params: web, body: { privileges: { ...privileges, manageMembers: true } } });
    expect(await invite()).toEqual({ kind: 'user', name: 'stranger', roles: ['Viewer'] });
    await test.call(projects.removeProjectMember, { params: { ...web, kind: 'user', name: 'stranger' } });
  });

  it('is refused other projects alike, whether they exist or not', async () => {
    for (const key of ['web', 'nowhere'])
      await expect(test.call(projects.readProject, { params: { key } }, as('stranger'))).rejects.toMatchObject({ status: 403 });
    await expect(test.call(projects.readProject, { params: { key: 'nowhere' } })).rejects.toMatchObject({ code: 'project_not_found' });
  });
});

describe('projects', () => {
  it('ONB-069 ONB-070 have keys that begin with a lower-case letter and are at most 128 characters long', async () => {
    const create = (key: string) => test.call(projects.createProject, { body: { key, name: `Named ${key.slice(0, 9)}` } });
    await expect(create('1st')).rejects.toMatchObject({ detail: [{ path: 'key', message: 'Project key must start with a lowercase character' }] });
    for (const key of ['Web', 'a', 'we_b', 'all', 'a'.repeat(129)]) await expect(create(key)).rejects.toMatchObject({ status: 400 });
    await expect(create('web')).rejects.toMatchObject({ code: 'project_exists' });
    const longest = 'a'.repeat(128);
    expect(await create(longest)).toMatchObject({ key: longest });
    await test.call(projects.deleteProject, { params: { key: longest } });
  });

  it('leave a trace of every change', async () => {
    const { items } = await test.call(listAuditRecords, { query: { limit: 500 } });
    const actions = new Set(items.map(({ action }) => action));
    for (const action of ['project.created', 'project.changed', 'project.deleted', 'project.member.added', 'project.member.removed', 'repository.placed'])
      expect(actions).toContain(action);
    for (const action of ['role.created', 'role.deleted', 'environment.created', 'environment.renamed', 'environment.deleted'])
      expect(actions).toContain(action);
  });
});

describe('what every project has', () => {
  it('is kept by platform administrators alone: roles, and environments told apart from those of projects', async () => {
    const global = async () => (await test.call(listEnvironments, {})).filter(({ project }) => project === undefined).map(({ name }) => name);
    await test.call(places.createEnvironment, { body: { name: 'LAB' } });
    await test.call(places.createProjectEnvironment, { params: web, body: { name: 'web-OWN' } });
    expect(await global()).toEqual(['DEV', 'LAB', 'PROD']);
    const body = { name: 'Auditor', environments: ['LAB'], actions: ['READ_REPOSITORY' as const] };
    expect(await test.call(projects.createRole, { body })).toMatchObject({ name: 'Auditor', type: 'CUSTOM_GLOBAL', environments: ['LAB'] });
    await expect(test.call(projects.createRole, { body: { ...body, name: 'Other', environments: ['web-OWN'] } })).rejects.toMatchObject({
      code: 'invalid_input',
    });
    const params = { name: 'Auditor' };
    expect(await test.call(projects.updateRole, { params, body: { description: 'Looks' } })).toMatchObject({ description: 'Looks', environments: ['LAB'] });
    expect((await test.call(projects.listProjectRoles, { params: web }, as('boss'))).map(({ name }) => name)).toContain('Auditor');
    for (const ask of [
      () => test.call(projects.listRoles, {}, as('boss')),
      () => test.call(projects.createRole, { body }, as('boss')),
      () => test.call(projects.updateRole, { params, body: {} }, as('boss')),
      () => test.call(projects.deleteRole, { params }, as('boss')),
    ])
      await expect(ask()).rejects.toMatchObject({ code: 'forbidden' });
    await test.call(projects.deleteRole, { params });
    expect((await test.call(projects.listRoles, {})).map(({ name }) => name)).not.toContain('Auditor');
    await expect(test.call(projects.deleteRole, { params: { name: 'Developer' } })).rejects.toMatchObject({ code: 'forbidden' });
  });
});
