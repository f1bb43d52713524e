import { createGroup } from '@packhouse/contract/access/access-group-routes.ts';
import { readHeaderSsoSettings, testHeaderSso, updateHeaderSsoSettings } from '@packhouse/contract/access/access-header-sso-routes.ts';
import { createUser, readUser } from '@packhouse/contract/access/access-user-routes.ts';
import { startTestPlatform, type TestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessService } from '../service.ts';

let test: TestPlatform;

beforeAll(async () => {
  // Forwarded addresses are believed here, and still are not the address of the connection.
  test = await startTestPlatform({ services: [accessService], jobs: false, config: { trustedProxies: ['127.0.0.1'] } });
});
afterAll(() => test.stop());

const path = '/ui/api/v1/ui/auth/sso/http';
const settings = { enabled: true, userHeader: 'X-Remote-User', emailHeader: 'X-Remote-Mail', groupHeader: 'X-Remote-Groups', proxies: ['127.0.0.0/8', '::1'] };
const set = (more: object = {}) => test.call(updateHeaderSsoSettings, { body: { ...settings, ...more } });

async function visit(headers: Record<string, string>) {
  const response = await fetch(`${test.baseUrl}${path}`, { headers });
  return { status: response.status, json: await response.json(), cookie: response.headers.get('set-cookie') };
}

describe('sign-in through a proxy', () => {
  it('AUTH-080 is closed until it is opened', async () => {
    expect(await test.call(readHeaderSsoSettings, {})).toMatchObject({ enabled: false, proxies: [] });
    expect(await visit({ 'x-remote-user': 'ann' })).toMatchObject({ status: 404, cookie: null });
    await expect(set({ proxies: [] })).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(set({ proxies: ['proxy.example'] })).rejects.toMatchObject({ code: 'invalid_input' });
  });
  it('AUTH-080 signs in whom a trusted proxy names, with address and groups', async () => {
    await test.call(createGroup, { body: { name: 'builders', externalId: 'Builders' } });
    await set();
    const answer = await visit({ 'x-remote-user': 'Ann', 'x-remote-mail': 'ann@example.org', 'x-remote-groups': 'builders, others' });
    expect(answer).toMatchObject({ status: 200, json: { name: 'ann', realm: 'http' } });
    const current = await fetch(`${test.baseUrl}/ui/api/v1/ui/auth/current`, { headers: { cookie: answer.cookie!.split(';')[0]! } });
    expect(await current.json()).toMatchObject({ kind: 'user', name: 'ann' });
    expect(await test.call(readUser, { params: { name: 'ann' } })).toMatchObject({ email: 'ann@example.org', groups: ['builders', 'readers'] });
    await visit({ 'x-remote-user': 'ann' });
    expect(await test.call(readUser, { params: { name: 'ann' } })).toMatchObject({ groups: ['readers'] });
  });
  it('ACC-004 believes nobody else, whatever address they claim', async () => {
    await set({ proxies: ['10.0.0.5', '2001:db8::/32'] });
    expect(await visit({ 'x-remote-user': 'ann' })).toMatchObject({ status: 401, cookie: null });
    expect(await visit({ 'x-remote-user': 'ann', 'x-forwarded-for': '10.0.0.5', 'x-real-ip': '10.0.0.5' })).toMatchObject({ status: 401, cookie: null });
    await set();
    expect(await visit({})).toMatchObject({ status: 401 });
    expect(await visit({ 'x-remote-user': 'ann, admin' })).toMatchObject({ status: 401 });
  });
  it('ACC-004 makes nobody out of users who are here already, unless allowed, and creates nobody where that is off', async () => {
    await test.call(createUser, { body: { name: 'bob', password: 'Secret-pass-1' } });
    expect(await visit({ 'x-remote-user': 'bob' })).toMatchObject({ status: 403 });
    expect(await visit({ 'x-remote-user': 'admin' })).toMatchObject({ status: 403 });
    await set({ linkExisting: true, createUsers: false });
    expect(await visit({ 'x-remote-user': 'bob' })).toMatchObject({ status: 200, json: { name: 'bob' } });
    expect(await visit({ 'x-remote-user': 'new' })).toMatchObject({ status: 403 });
  });
  it('ACC-004 tells an administrator what a request says', async () => {
    const headers = { 'x-remote-user': 'ann', 'x-remote-groups': 'a,b' };
    expect(await test.call(testHeaderSso, { body: settings }, { headers })).toEqual({
      peer: '127.0.0.1',
      trusted: true,
      userName: 'ann',
      email: '',
      groups: ['a', 'b'],
    });
    expect(await test.call(testHeaderSso, { body: { ...settings, proxies: ['10.1.1.1'] } }, { headers })).toMatchObject({ trusted: false, userName: '' });
    await expect(test.call(testHeaderSso, { body: settings }, { as: { user: 'bob', password: 'Secret-pass-1' } })).rejects.toMatchObject({ status: 403 });
  });
});
