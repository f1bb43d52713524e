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
    const fixed = { manage_remote_repository: true, manage_security_assets: true, allow_ignore_rules: true };
    const told = { ...shop, admin_privileges: { ...shop.admin_privileges, ...fixed } };
    expect((await ask('GET', '/projects')).body).toEqual([told]);
    expect(await ask('PUT', '/projects/shop', told)).toMatchObject({ status: 200, body: told });
    for (const field of [...Object.keys(fixed), 'manage_the_moon']) {
      const refused = await ask('PUT', '/projects/shop', { ...shop, admin_privileges: { ...shop.admin_privileges, [field]: false } });
      expect([field, refused.status, refused.text]).toEqual([field, 400, expect.stringContaining(field)]);
    }
    const less = { ...shop.admin_privileges, manage_resources: false };
    expect((await ask('PUT', '/projects/shop', { ...shop, admin_privileges: less })).body.admin_privileges).toMatchObject({ manage_remote_repository: false });
    expect((await ask('PUT', '/projects/shop', shop)).status).toBe(200);
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
    // What no role can give is refused by name, and told of none.
    for (const action of ['TRIGGER_PIPELINE', 'READ_SOURCES_PIPELINE', 'ISSUES_SECURITY', 'LICENCES_SECURITY']) {
      expect(await ask('POST', '/projects/shop/roles', { name: 'Idle', actions: ['READ_REPOSITORY', action] })).toMatchObject({
        status: 400,
        body: { errors: [{ message: expect.stringContaining(action) }] },
      });
      expect((await ask('PUT', '/projects/shop/roles/Tester', { actions: [action] })).status).toBe(400);
      for (const { actions } of (await ask('GET', '/projects/shop/roles')).body) expect(actions).not.toContain(action);
    }
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
});

describe('API-002 repositories that projects share', () => {
  const mia = { user: 'mia', password: 'Secret-pass-2' };
  const share = (method: string, path: string, as: typeof ann | 'admin' = 'admin') => ask(method, `/projects/_/share/repositories${path}`, undefined, as);
  const read = async (key: string) => (await ask('GET', `/projects/_/repositories/${key}`)).body;
  const file = async (method: string, key: string, as: typeof ann | 'admin' = mia) =>
    (
      await fetch(`${test.baseUrl}/artifactory/${key}/a/file.txt`, {
        method,
        headers: test.headersOf(as),
        ...(method === 'PUT' ? { body: 'x' } : {}),
      })
    ).status;
  /** What `mia` sees in searches, which ask the database. */
  const found = async () => {
    const answer = await fetch(`${test.baseUrl}/artifactory/api/search/artifact?name=file.txt`, { headers: test.headersOf(mia) });
    const { results } = (await answer.json()) as { results: { uri: string }[] };
    return results.map(({ uri }) => uri.split('/').at(-3)).sort();
  };

  beforeAll(async () => {
    await test.call(createUser, { body: { name: mia.user, password: mia.password } });
    // Everybody reads everything at first; from here on only what roles give counts.
    const headers = test.headersOf('admin');
    await fetch(`${test.baseUrl}/access/api/v2/permissions/Anything`, { method: 'DELETE', headers });
    for (const key of ['mill', 'farm']) await ask('POST', '/projects', { ...shop, project_key: key, display_name: key });
    for (const key of ['common', 'mill-files']) {
      await test.call(createRepository, { body: { class: 'local', format: 'generic', key } });
      await file('PUT', key, 'admin');
    }
    await ask('PUT', '/projects/_/attach/repositories/mill-files/mill');
    await ask('PUT', '/projects/farm/users/mia', { name: 'mia', roles: ['Developer', 'Viewer'] });
  });

  it('give members of another project what their roles there allow, and no longer than they are shared', async () => {
    expect([await file('GET', 'mill-files'), await found()]).toEqual([403, []]);
    expect((await share('PUT', '/mill-files/farm')).status).toBe(204);
    expect(await read('mill-files')).toMatchObject({
      assigned_to: 'mill',
      shared_with_projects: ['farm'],
      shared_with_all_projects: false,
      shared_read_only: false,
    });
    expect([await file('GET', 'mill-files'), await file('PUT', 'mill-files'), await found()]).toEqual([200, 201, ['mill-files']]);
    expect((await ask('PUT', '/projects/_/share/repositories/mill-files/farm?readOnly=true')).status).toBe(204);
    expect((await read('mill-files')).shared_read_only).toBe(true);
    expect([await file('GET', 'mill-files'), await file('PUT', 'mill-files'), await found()]).toEqual([200, 403, ['mill-files']]);
    expect((await share('DELETE', '/mill-files/farm')).status).toBe(204);
    expect([await file('GET', 'mill-files'), await found()]).toEqual([403, []]);
    expect((await share('DELETE', '/mill-files/farm')).status).toBe(404);
  });

  it('reach members of all projects where they are shared with all', async () => {
    expect((await ask('PUT', '/projects/_/share/repositories/common?readOnly=true')).status).toBe(204);
    expect(await read('common')).toMatchObject({ assigned_to: '', shared_with_projects: [], shared_with_all_projects: true, shared_read_only: true });
    expect([await file('GET', 'common'), await file('PUT', 'common'), await file('GET', 'common', ann)]).toEqual([200, 403, 200]);
    expect(await share('PUT', '/common/farm')).toMatchObject({ status: 400, text: expect.stringContaining('shared with all projects') });
    expect((await share('DELETE', '/common')).status).toBe(204);
    expect(await file('GET', 'common')).toBe(403);
  });

  it('are shared by those who manage them, with projects that they see', async () => {
    expect((await share('PUT', '/mill-files/farm', mia)).status).toBe(403);
    await ask('PUT', '/projects/mill/users/ann', { name: 'ann', roles: ['Project Admin'] });
    expect((await share('PUT', '/mill-files/farm', ann)).status).toBe(403);
    await ask('PUT', '/projects/farm/users/ann', { name: 'ann', roles: ['Viewer'] });
    expect((await share('PUT', '/mill-files/farm', ann)).status).toBe(204);
    expect((await share('PUT', '/mill-files/mill')).status).toBe(400);
    expect((await share('PUT', '/mill-files/nowhere')).status).toBe(404);
    await ask('PUT', '/projects/farm/users/mia', { name: 'mia', roles: ['Project Admin'] });
    expect([await file('DELETE', 'mill-files'), (await ask('DELETE', '/projects/_/attach/repositories/mill-files', undefined, mia)).status]).toEqual([
      204, 403,
    ]);
  });

  it('end to be shared with a project that ends, and become its own when it takes them in', async () => {
    expect((await share('PUT', '/common/farm')).status).toBe(204);
    expect((await ask('DELETE', '/projects/farm')).status).toBe(204);
    expect([(await read('common')).shared_with_projects, (await read('mill-files')).shared_with_projects]).toEqual([[], []]);
    await ask('POST', '/projects', { ...shop, project_key: 'farm', display_name: 'farm' });
    expect((await share('PUT', '/common/farm')).status).toBe(204);
    expect((await ask('PUT', '/projects/_/attach/repositories/common/farm')).status).toBe(204);
    expect(await read('common')).toMatchObject({ assigned_to: 'farm', shared_with_projects: [] });
  });
});
