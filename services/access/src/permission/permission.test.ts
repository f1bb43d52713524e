import { createGroup, deleteGroup, updateGroup } from '@packhouse/contract/access/access-group-routes.ts';
import * as permissions from '@packhouse/contract/access/access-permission-routes.ts';
import { readAccessSettings, updateAccessSettings } from '@packhouse/contract/access/access-setting-routes.ts';
import * as users from '@packhouse/contract/access/access-user-routes.ts';
import { currentUser } from '@packhouse/contract/access/auth-sign-in-routes.ts';
import { startTestPlatform, type TestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessService } from '../service.ts';

let test: TestPlatform;
const password = 'Secret-pass-1';
const as = (user: string) => ({ as: { user, password } });

beforeAll(async () => {
  test = await startTestPlatform({
    services: [accessService],
    jobs: false,
    extend: (_, _platform, peers) => {
      peers.repositories = {
        formats: [],
        list: async () => [
          { key: 'libs', class: 'local', format: 'generic' },
          { key: 'hub', class: 'remote', format: 'docker' },
        ],
        peek: () => undefined,
        place: async () => undefined,
        keepers: async () => [],
        share: async () => undefined,
        forgetProject: async () => undefined,
        setScanned: async () => undefined,
        storing: async () => [],
        renameEnvironment: async () => undefined,
      };
    },
  });
  for (const name of ['ann', 'bob']) await test.call(users.createUser, { body: { name, password } });
  await test.call(users.updateUser, { params: { name: 'bob' }, body: { groups: [] } });
  await test.call(createGroup, { body: { name: 'makers', members: ['bob'] } });
});
afterAll(() => test.stop());

const section = (more: object = {}) => ({ resourceType: 'repository' as const, names: ['libs'], ...more });
const create = (name: string, sections: object[]) => test.call(permissions.createPermission, { body: { name, sections: sections as never } });
const update = (name: string, body: object) => test.call(permissions.updatePermission, { params: { name }, body });
const remove = (name: string) => test.call(permissions.deletePermission, { params: { name } });
const can = async (user: string, action: 'read' | 'deploy', name: string, path?: string) =>
  test.call(permissions.explainDecision, { body: { user, action, resource: { type: 'repository', name, ...(path ? { path } : {}) } } });

describe('permissions', () => {
  it('ADMIN-015 are told with the rights that existing clients give beside ours', async () => {
    const users = [{ name: 'ann', actions: ['read'], keptActions: ['distribute', 'managedXrayMeta'] }];
    const created = await create('Kept', [section({ users })]);
    expect(created.sections[0]?.users).toEqual([{ name: 'ann', actions: ['read'], keptActions: ['managedXrayMeta', 'distribute'] }]);
    expect(await test.call(permissions.readPermission, { params: { name: 'Kept' } })).toEqual(created);
    expect((await test.call(permissions.listPermissions, { query: {} })).items).toContainEqual(created);
    expect(await update('Kept', { description: 'as before' })).toMatchObject({ sections: created.sections });
    await remove('Kept');
  });
  it('ADMIN-015 are created, read, renamed, changed and deleted', async () => {
    const created = await create('Libraries', [
      section({
        include: ['/com/**'],
        exclude: ['com/x/*'],
        users: [{ name: 'ANN', actions: ['deploy', 'read'] }],
        groups: [{ name: 'makers', actions: ['read'] }],
      }),
      { resourceType: 'build', names: ['ANY'], groups: [{ name: 'makers', actions: ['manage'] }] },
    ]);
    expect(created.sections).toEqual([
      {
        resourceType: 'repository',
        names: ['libs'],
        include: ['com/**'],
        exclude: ['com/x/*'],
        users: [{ name: 'ann', actions: ['read', 'deploy'] }],
        groups: [{ name: 'makers', actions: ['read'] }],
      },
      { resourceType: 'build', names: ['ANY'], include: [], exclude: [], users: [], groups: [{ name: 'makers', actions: ['manage'] }] },
    ]);
    expect(await test.call(permissions.readPermission, { params: { name: 'LIBRARIES' } })).toEqual(created);
    expect(await update('Libraries', { name: 'Jars', description: 'All jars' })).toMatchObject({
      name: 'Jars',
      description: 'All jars',
      sections: created.sections,
    });
    expect(await update('Jars', { sections: [] })).toMatchObject({ sections: [] });
    await remove('Jars');
    await expect(remove('Jars')).rejects.toMatchObject({ code: 'permission_not_found' });
  });
  it('come with the duties of users and groups, which decide from the next request on', async () => {
    const duties = async () => (await test.call(currentUser, {}, as('bob'))).duties;
    expect(await duties()).toBeUndefined();
    await test.call(users.updateUser, { params: { name: 'bob' }, body: { keptDuties: { policyManager: true, policyViewer: true } } });
    await test.call(updateGroup, { params: { name: 'makers' }, body: { keptDuties: { reportsManager: true } } });
    expect(await duties()).toEqual(['policies', 'reports']);
    await test.call(users.updateUser, { params: { name: 'bob' }, body: { keptDuties: { policyManager: false } } });
    await test.call(updateGroup, { params: { name: 'makers' }, body: { keptDuties: { reportsManager: false } } });
    expect(await duties()).toBeUndefined();
  });
  it('take effect on the very next request, and stop to', async () => {
    expect((await can('bob', 'deploy', 'libs', 'a')).allowed).toBe(false);
    await create('Push', [section({ include: ['a'], groups: [{ name: 'makers', actions: ['deploy'] }] })]);
    expect((await test.call(currentUser, {}, as('bob'))).actions.repository).toEqual(['deploy']);
    expect((await can('bob', 'deploy', 'libs', 'a')).allowed).toBe(true);
    expect((await can('bob', 'deploy', 'libs', 'b')).allowed).toBe(false);
    await test.call(deleteGroup, { params: { name: 'makers' } });
    expect((await test.call(currentUser, {}, as('bob'))).actions.repository).toEqual([]);
    expect((await test.call(permissions.readPermission, { params: { name: 'Push' } })).sections[0]?.groups).toEqual([]);
    await test.call(createGroup, { body: { name: 'makers', members: ['bob'] } });
    await remove('Push');
  });
  it.each([
    ['an unknown user', [section({ users: [{ name: 'nobody', actions: ['read'] }] })], 'sections.0.users'],
    ['an unknown group', [section(), section({ groups: [{ name: 'nobody', actions: ['read'] }] })], 'sections.1.groups'],
    ['a misspelled ANY', [section({ names: ['ANY Remote'] })], 'sections.0.names'],
    ['ANY LOCAL for builds', [{ resourceType: 'build', names: ['ANY LOCAL'] }], 'sections.0.names'],
    ['no action', [section({ users: [{ name: 'ann', actions: [] }] })], 'sections.0.users.0.actions'],
    ['an unknown action', [section({ users: [{ name: 'ann', actions: ['fly'] }] })], 'sections.0.users.0.actions.0'],
    ['an empty pattern', [section({ include: [' '] })], 'sections.0.include.0'],
    ['an unknown resource type', [{ resourceType: 'planet', names: ['ANY'] }], 'sections.0.resourceType'],
  ])('refuse %s, name the field and leave nothing behind', async (_, sections, field) => {
    await expect(create('Wrong', sections)).rejects.toMatchObject({ code: 'invalid_input', fields: [expect.objectContaining({ path: field })] });
    await expect(remove('Wrong')).rejects.toMatchObject({ code: 'permission_not_found' });
  });
  it('have names of their own', async () => {
    const tries = await Promise.allSettled(Array.from({ length: 8 }, () => create('Same', [])));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(create('same', [])).rejects.toMatchObject({ code: 'permission_exists', status: 409 });
    await create('Other', []);
    await expect(update('Other', { name: 'SAME' })).rejects.toMatchObject({ code: 'permission_exists' });
    for (const name of ['Same', 'Other']) await remove(name);
  });
  it('are listed by name and by whom or what they concern', async () => {
    await create('Team A', [section({ users: [{ name: 'ann', actions: ['read'] }] })]);
    await create('Team B', [section({ names: ['hub'], groups: [{ name: 'makers', actions: ['read'] }] })]);
    const names = async (query: object) => (await test.call(permissions.listPermissions, { query })).items.map(({ name }) => name);
    expect(await names({})).toEqual(['Anonymous', 'Anything', 'Team A', 'Team B']);
    expect(await names({ search: 'team' })).toEqual(['Team A', 'Team B']);
    expect(await names({ user: 'Ann' })).toEqual(['Team A']);
    expect(await names({ group: 'makers' })).toEqual(['Team B']);
    expect(await names({ repository: 'hub' })).toEqual(['Team B']);
    expect(await test.call(permissions.listPermissions, { query: { limit: 1, after: 'Anything' } })).toMatchObject({
      items: [{ name: 'Team A' }],
      total: 4,
      next: 'Team A',
    });
  });
  it('ACC-001 join patterns, resource types and the class of repositories', async () => {
    await create('Caches', [section({ names: ['ANY REMOTE'], users: [{ name: 'bob', actions: ['deploy'] }] })]);
    expect((await can('bob', 'deploy', 'hub')).allowed).toBe(true);
    expect((await can('bob', 'deploy', 'hub-cache', 'x')).allowed).toBe(true);
    expect((await can('bob', 'deploy', 'libs')).allowed).toBe(false);
    await remove('Caches');
  });
});

describe('explaining', () => {
  it('ACC-006 lists every rule that was considered', async () => {
    const decision = await can('ann', 'read', 'libs', 'a');
    expect(decision).toMatchObject({ user: 'ann', allowed: true });
    expect(decision.considered).toContainEqual(
      expect.objectContaining({ rule: 'permission Anything (group readers)', outcome: 'allows', reason: "it grants 'read' on libs" }),
    );
    expect((await can('ann', 'deploy', 'libs')).considered).toContainEqual(
      expect.objectContaining({ rule: 'permission Anything (group readers)', outcome: 'does not apply', reason: "it does not include 'deploy'" }),
    );
    expect((await can('admin', 'deploy', 'libs')).considered).toContainEqual(expect.objectContaining({ rule: 'administrator', outcome: 'allows' }));
  });
  it('LEAD-001 says who administers the platform, and that no narrowed token does', async () => {
    const body = { action: 'manage' as const, resource: { type: 'platform' as const, name: 'platform' } };
    expect(await test.call(permissions.explainDecision, { body })).toMatchObject({ allowed: true });
    expect(await test.call(permissions.explainDecision, { body }, as('ann'))).toMatchObject({
      allowed: false,
      considered: [{ rule: 'administrator', outcome: 'refuses', reason: 'Only an administrator may do this' }],
    });
  });
  it('speaks about others to administrators only', async () => {
    const body = { action: 'read' as const, resource: { type: 'repository' as const, name: 'libs' } };
    expect(await test.call(permissions.explainDecision, { body }, as('ann'))).toMatchObject({ user: 'ann' });
    expect(await test.call(permissions.explainDecision, { body: { ...body, user: 'Ann' } }, as('ann'))).toMatchObject({ user: 'ann' });
    await expect(test.call(permissions.explainDecision, { body: { ...body, user: 'bob' } }, as('ann'))).rejects.toMatchObject({ status: 403 });
    await expect(test.call(permissions.explainDecision, { body: { ...body, user: 'nobody' } })).rejects.toMatchObject({ code: 'user_not_found' });
    await expect(test.call(permissions.explainDecision, { body }, { as: 'anonymous' })).rejects.toMatchObject({ status: 401 });
  });
});

describe('anonymous access', () => {
  it('is off at first, and a switch turns it on with permissions of its own', async () => {
    expect(await test.call(readAccessSettings, {})).toEqual({
      anonymousAccess: false,
      anonymousUiBlocked: false,
      passwordExpiryDays: 0,
      lockAfterFailures: 0,
      requireSecondFactor: false,
      basicRealm: 'Artifactory Realm',
    });
    await expect(test.call(currentUser, {}, { as: 'anonymous' })).rejects.toMatchObject({ status: 401 });
    expect((await can('anonymous', 'read', 'libs')).considered).toContainEqual(
      expect.objectContaining({ rule: 'sign-in', outcome: 'refuses', reason: 'anonymous access is off' }),
    );
    expect(await test.call(updateAccessSettings, { body: { anonymousAccess: true } })).toMatchObject({ anonymousAccess: true });
    expect(await test.call(currentUser, {}, { as: 'anonymous' })).toMatchObject({
      kind: 'anonymous',
      name: 'anonymous',
      administrator: false,
      groups: [],
      actions: { repository: ['read'], build: [], releaseBundle: [] },
    });
    const own = { body: { action: 'deploy' as const, resource: { type: 'repository' as const, name: 'libs' } } };
    expect(await test.call(permissions.explainDecision, own, { as: 'anonymous' })).toMatchObject({ user: 'anonymous', allowed: false });
    await expect(test.call(readAccessSettings, {}, { as: 'anonymous' })).rejects.toMatchObject({ status: 401 });
    // Closed to them is the console alone: nothing of it is answered, and clients go on.
    await test.call(updateAccessSettings, { body: { anonymousUiBlocked: true } });
    await expect(test.call(currentUser, {}, { as: 'anonymous' })).rejects.toMatchObject({ status: 401 });
    expect(await test.platform.identity.anonymousAllowed()).toBe(true);
    await test.call(updateAccessSettings, { body: { anonymousUiBlocked: false } });
    await test.call(updateAccessSettings, { body: { anonymousAccess: false } });
    await expect(test.call(currentUser, {}, { as: 'anonymous' })).rejects.toMatchObject({ status: 401 });
  });
});
