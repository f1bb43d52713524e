import * as groups from '@packhouse/contract/access/access-group-routes.ts';
import { createToken } from '@packhouse/contract/access/access-token-routes.ts';
import * as users from '@packhouse/contract/access/access-user-routes.ts';
import { startTestPlatform, type TestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessService } from '../service.ts';

let test: TestPlatform;
let robot: { as: { token: string } };
const password = 'Secret-pass-1';
const mia = { as: { user: 'mia', password } };
const params = { name: 'admin' };
const lastOne = { status: 409, code: 'last_administrator' };

/** Besides the administrator whom every installation begins with there is one that cannot sign in: it has a token only. */
beforeAll(async () => {
  test = await startTestPlatform({ services: [accessService], jobs: false });
  await test.call(users.createUser, { body: { name: 'robot', passwordEnabled: false, administrator: true } });
  await test.call(users.createUser, { body: { name: 'mia', password } });
  robot = { as: { token: (await test.call(createToken, { body: { userName: 'robot' } })).accessToken } };
});
afterAll(() => test.stop());

const request = (method: string, path: string, body?: unknown) =>
  fetch(`${test.baseUrl}${path}`, {
    method,
    headers: { ...test.headersOf(robot.as), ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

describe('the last administrator who can sign in', () => {
  it.each([
    ['demoted', { administrator: false }],
    ['disabled', { status: 'disabled' as const }],
    ['left without a password', { passwordEnabled: false }],
    ['kept from the console', { consoleAccess: false }],
  ])('cannot be %s', async (_, body) => {
    await expect(test.call(users.updateUser, { params, body }, robot)).rejects.toMatchObject(lastOne);
    expect(await test.call(users.readUser, { params })).toMatchObject({ administrator: true, status: 'enabled', passwordEnabled: true, consoleAccess: true });
  });
  it('cannot be deleted', async () => {
    await expect(test.call(users.deleteUser, { params }, robot)).rejects.toMatchObject(lastOne);
    expect(await test.call(users.readUser, { params })).toMatchObject({ administrator: true });
  });
  it('stays whatever way other clients ask', async () => {
    const user = '/artifactory/api/security/users/admin';
    expect((await request('DELETE', user)).status).toBe(409);
    expect((await request('POST', user, { admin: false })).status).toBe(409);
    const found = await request('GET', `/access/api/v1/scim/v2/Users?filter=${encodeURIComponent('userName eq "admin"')}`);
    const [{ id }] = (await found.json()).Resources;
    expect((await request('DELETE', `/access/api/v1/scim/v2/Users/${id}`)).status).toBe(409);
    expect(await test.call(users.readUser, { params })).toMatchObject({ administrator: true, status: 'enabled' });
  });
});

describe('the last administrator through a group', () => {
  it('keeps the group, its rights and the membership in it', async () => {
    await test.call(groups.createGroup, { body: { name: 'keepers', administrator: true, members: ['mia'] } });
    await test.call(users.updateUser, { params, body: { administrator: false } }, mia);
    const group = { name: 'keepers' };
    await expect(test.call(groups.updateGroup, { params: group, body: { administrator: false } }, mia)).rejects.toMatchObject(lastOne);
    await expect(test.call(groups.updateGroup, { params: group, body: { members: [] } }, mia)).rejects.toMatchObject(lastOne);
    await expect(test.call(groups.deleteGroup, { params: group }, mia)).rejects.toMatchObject(lastOne);
    await expect(test.call(users.updateUser, { params: { name: 'mia' }, body: { groups: [] } }, mia)).rejects.toMatchObject(lastOne);
    await expect(test.call(users.updateUser, { params: { name: 'mia' }, body: { status: 'disabled' } }, robot)).rejects.toMatchObject(lastOne);
    expect(await test.call(groups.readGroup, { params: group }, mia)).toMatchObject({ administrator: true, members: ['mia'] });
    await test.call(users.updateUser, { params, body: { administrator: true } }, mia);
    await test.call(groups.updateGroup, { params: group, body: { administrator: false } }, mia);
    await expect(test.call(users.listUsers, { query: {} }, mia)).rejects.toMatchObject({ status: 403 });
  });
});
