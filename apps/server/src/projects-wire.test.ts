import { createUser } from '@packhouse/contract/access/access-user-routes.ts';
import { createRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { startTestPlatform, type TestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { configuredServices } from './services.ts';

let test: TestPlatform;
const api = '/access/api/v1';
const ann = { user: 'ann', password: 'Secret-pass-1' };

beforeAll(async () => {
  test = await startTestPlatform({ services: configuredServices({ services: ['access', 'repositories'] }), jobs: false });
  await test.call(createUser, { body: { name: ann.user, password: ann.password } });
  await test.call(createRepository, { body: { class: 'local', format: 'generic', key: 'libs' } });
});
afterAll(() => test.stop());

async function ask(method: string, path: string, body?: unknown, as: typeof ann | 'admin' = 'admin') {
  const answer = await fetch(`${test.baseUrl}${api}${path}`, {
    method,
    headers: { ...test.headersOf(as), ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, text, body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : undefined };
}

const shop = {
  project_key: 'shop',
  display_name: 'Shop',
  description: 'Sells',
  admin_privileges: { manage_members: true, manage_resources: true, index_resources: true },
  storage_quota_bytes: -1,
  soft_limit: false,
  storage_quota_email_notification: true,
};

describe('API-002 projects, as clients call them', () => {
  it('are created, read, listed and changed', async () => {
    expect(await ask('POST', '/projects', { ...shop, max_storage_in_gibibytes: 1 })).toMatchObject({ status: 201, body: shop });
    expect(await ask('GET', '/projects/shop')).toMatchObject({ status: 200, body: shop });
    expect((await ask('GET', '/projects')).body).toEqual([shop]);
    expect(await ask('PUT', '/projects/shop', { ...shop, storage_quota_bytes: 1024, soft_limit: true })).toMatchObject({
      status: 200,
      body: { storage_quota_bytes: 1024, soft_limit: true },
    });
    expect((await ask('POST', '/projects', shop)).status).toBe(409);
    expect((await ask('GET', '/projects', undefined, ann)).body).toEqual([]);
  });

  it('have users and groups with roles', async () => {
    const put = await ask('PUT', '/projects/shop/users/ann', { name: 'ann', roles: ['Developer', 'Viewer'] });
    expect(put).toMatchObject({ status: 200, body: { name: 'ann', roles: ['Developer', 'Viewer'] } });
    expect(await ask('PUT', '/projects/shop/groups/readers', { name: 'readers', roles: ['Viewer'] })).toMatchObject({ status: 200 });
    expect((await ask('GET', '/projects/shop/users')).body).toEqual({ members: [{ name: 'ann', roles: ['Developer', 'Viewer'] }] });
    expect((await ask('GET', '/projects/shop/groups')).body).toEqual({ members: [{ name: 'readers', roles: ['Viewer'] }] });
    expect((await ask('GET', '/projects/shop/users/ann')).body).toEqual({ name: 'ann', roles: ['Developer', 'Viewer'] });
    expect((await ask('PUT', '/projects/shop/users/nobody', { roles: ['Viewer'] })).status).toBe(404);
    expect((await ask('PUT', '/projects/shop/users/ann', { roles: ['Emperor'] })).status).toBe(400);
    expect((await ask('DELETE', '/projects/shop/groups/readers')).status).toBe(204);
    expect((await ask('GET', '/projects/shop/pets')).status).toBe(400);
    expect((await ask('PUT', '/projects/shop/users/ann', { roles: ['Project Admin'] }, ann)).status).toBe(403);
  });

  it('have roles of their own beside those of every project', async () => {
    const role = { name: 'Tester', description: 'Tests', type: 'CUSTOM', environments: ['DEV'], actions: ['READ_REPOSITORY', 'READ_BUILD'] };
    expect(await ask('POST', '/projects/shop/roles', role)).toMatchObject({ status: 201, body: role });
    expect((await ask('GET', '/projects/shop/roles/Tester')).body).toEqual(role);
    expect(await ask('PUT', '/projects/shop/roles/Tester', { ...role, environments: ['DEV', 'PROD'] })).toMatchObject({
      status: 200,
      body: { environments: ['DEV', 'PROD'] },
    });
    const all = (await ask('GET', '/projects/shop/roles')).body.map(({ name, type }: { name: string; type: string }) => `${name} ${type}`);
    expect(all).toEqual([
      'Project Admin ADMIN',
      'Contributor PREDEFINED',
      'Developer PREDEFINED',
      'Release Manager PREDEFINED',
      'Security Manager PREDEFINED',
      'Viewer PREDEFINED',
      'Tester CUSTOM',
    ]);
    expect((await ask('PUT', '/projects/shop/roles/Viewer', { actions: [] })).status).toBe(403);
    expect((await ask('POST', '/projects/shop/roles', { name: 'Viewer' })).status).toBe(409);
    expect((await ask('POST', '/projects/shop/roles', { name: 'Odd', environments: ['MOON'] })).status).toBe(400);
    expect((await ask('DELETE', '/projects/shop/roles/Tester')).status).toBe(204);
    expect(await ask('POST', '/roles', { name: 'Auditor', actions: ['READ_BUILD'] })).toMatchObject({ status: 201, body: { type: 'CUSTOM_GLOBAL' } });
    expect((await ask('GET', '/roles/Auditor', undefined, ann)).status).toBe(403);
    expect((await ask('DELETE', '/roles/Auditor')).status).toBe(204);
  });

  it('have environments, global ones and their own', async () => {
    expect((await ask('GET', '/environments')).body).toEqual([{ name: 'DEV' }, { name: 'PROD' }]);
    expect(await ask('POST', '/environments', { name: 'QA' })).toMatchObject({ status: 201, body: { name: 'QA' } });
    expect(await ask('POST', '/environments/QA/rename', { new_name: 'TEST' })).toMatchObject({ status: 200, body: { name: 'TEST' } });
    expect((await ask('DELETE', '/environments/TEST')).status).toBe(204);
    expect((await ask('DELETE', '/environments/PROD')).status).toBe(403);
    expect(await ask('POST', '/projects/shop/environments', { name: 'shop-LAB' })).toMatchObject({ status: 201, body: { name: 'shop-LAB' } });
    expect((await ask('GET', '/projects/shop/environments')).body).toEqual([{ name: 'shop-LAB' }]);
    expect((await ask('POST', '/projects/shop/environments/shop-LAB/rename', { new_name: 'shop-YARD' })).status).toBe(200);
    expect((await ask('DELETE', '/projects/shop/environments/shop-YARD')).status).toBe(204);
    expect((await ask('POST', '/environments', { name: 'EVIL' }, ann)).status).toBe(403);
  });

  it('take repositories in, and cannot be deleted while they have any', async () => {
    expect((await ask('PUT', '/projects/_/attach/repositories/libs/shop?force=true', undefined, ann)).status).toBe(403);
    const attached = await fetch(`${test.baseUrl}${api}/projects/_/attach/repositories/libs/shop?force=true`, {
      method: 'PUT',
      headers: { ...test.headersOf('admin'), 'content-type': 'application/json' },
    });
    expect(attached.status).toBe(204);
    expect((await ask('GET', '/projects/_/repositories/libs')).body).toMatchObject({ resource_name: 'libs', assigned_to: 'shop' });
    const refused = await ask('DELETE', '/projects/shop');
    expect(refused.status).toBe(400);
    expect(refused.text).toContain("project containing resources can't be removed");
    await ask('POST', '/projects', { project_key: 'other', display_name: 'Other' });
    expect((await ask('PUT', '/projects/_/attach/repositories/libs/other')).status).toBe(409);
    expect((await ask('PUT', '/projects/_/attach/repositories/libs/other?force=true')).status).toBe(204);
    expect((await ask('DELETE', '/projects/_/attach/repositories/libs', undefined, ann)).status).toBe(403);
    expect((await ask('DELETE', '/projects/_/attach/repositories/libs')).status).toBe(204);
    expect((await ask('DELETE', '/projects/shop')).status).toBe(204);
    expect((await ask('GET', '/projects/shop')).status).toBe(404);
  });

  it('let a token do no more than a role in one of them', async () => {
    for (const key of ['stall', 'depot']) await ask('POST', '/projects', { ...shop, project_key: key, display_name: key });
    for (const key of ['stall', 'depot']) {
      await test.call(createRepository, { body: { class: 'local', format: 'generic', key: `${key}-files` } });
      expect((await ask('PUT', `/projects/_/attach/repositories/${key}-files/${key}`)).status).toBe(204);
      await ask('PUT', `/projects/${key}/users/ann`, { name: 'ann', roles: ['Developer', 'Viewer'] });
    }
    const make = (scope: string, as: typeof ann | 'admin') => ask('POST', '/tokens', { username: 'ann', scope }, as);
    const answers = async (token: string) => {
      const call = async (method: string, path: string) =>
        (
          await fetch(`${test.baseUrl}/artifactory/${path}`, {
            method,
            headers: { authorization: `Bearer ${token}` },
            ...(method === 'PUT' ? { body: 'x' } : {}),
          })
        ).status;
      return [
        await call('PUT', 'stall-files/a.txt'),
        await call('GET', 'stall-files/seen.txt'),
        await call('GET', 'depot-files/seen.txt'),
        await call('GET', 'libs/seen.txt'),
      ];
    };
    for (const key of ['stall-files', 'depot-files', 'libs'])
      await fetch(`${test.baseUrl}/artifactory/${key}/seen.txt`, { method: 'PUT', headers: test.headersOf('admin'), body: 'x' });
    for (const as of [ann, 'admin'] as const) {
      const made = await make('applied-permissions/roles:stall:Viewer', as);
      expect(made).toMatchObject({ status: 200, body: { scope: 'applied-permissions/roles:stall:Viewer' } });
      expect(await answers(made.body.access_token)).toEqual([403, 200, 403, 403]);
    }
    const developer = (await make('applied-permissions/roles:stall:developer', ann)).body.access_token;
    expect(await answers(developer)).toEqual([201, 200, 403, 403]);
    expect((await make('applied-permissions/roles:stall:Emperor', 'admin')).status).toBe(400);
    expect((await make('applied-permissions/roles:stall:Release Manager', ann)).status).toBe(400);
    expect((await make('applied-permissions/roles:stall:"Release Manager"', ann)).status).toBe(403);
    await ask('PUT', '/projects/stall/users/ann', { name: 'ann', roles: ['Viewer'] });
    expect(await answers(developer)).toEqual([403, 403, 403, 403]);
  });

  it('refuse to be shared a repository, in words', async () => {
    for (const [method, path] of [
      ['PUT', '/libs'],
      ['DELETE', '/libs'],
      ['PUT', '/libs/shop'],
      ['DELETE', '/libs/shop'],
    ] as const)
      expect(await ask(method, `/projects/_/share/repositories${path}`)).toMatchObject({ status: 400, text: expect.stringContaining('cannot be shared') });
  });
});
