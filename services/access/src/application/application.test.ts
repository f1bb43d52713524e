import * as routes from '@packhouse/contract/access/access-application-routes.ts';
import { listAuditRecords } from '@packhouse/contract/access/access-audit-routes.ts';
import * as groups from '@packhouse/contract/access/access-group-routes.ts';
import * as tokens from '@packhouse/contract/access/access-token-routes.ts';
import * as users from '@packhouse/contract/access/access-user-routes.ts';
import { login } from '@packhouse/contract/access/auth-sign-in-routes.ts';
import { startTestPlatform, type TestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessService } from '../service.ts';

let test: TestPlatform;
const password = 'Secret-pass-1';
const as = (user: string) => ({ as: { user, password } });
const callback = 'https://board.example.org/back';

beforeAll(async () => {
  test = await startTestPlatform({ services: [accessService], jobs: false });
  for (const name of ['ann', 'bob']) await test.call(users.createUser, { body: { name, password } });
  await test.call(groups.createGroup, { body: { name: 'blue', members: ['ann'] } });
});
afterAll(() => test.stop());

let made = 0;
const register = (change: object = {}) =>
  test.call(routes.createApplication, { body: { name: `board-${++made}`, description: 'Shows builds', callbackUrls: [callback], ...change } });

function address(clientId: string, change: Record<string, string> = {}): string {
  return `${test.baseUrl}${routes.authorizationPath}?${new URLSearchParams({ client_id: clientId, response_type: 'code', redirect_uri: callback, ...change })}`;
}
const validate = (id: string, change: Record<string, string> = {}, user = 'ann') =>
  test.call(routes.validateAuthorization, { params: { id }, query: { auth_url: address(id, change) } }, as(user));
const allow = (clientId: string, url: string, user = 'ann', username = user) =>
  test.call(routes.authorizeApplication, { params: { clientId, username }, body: { url } }, as(user));
const readList = (username: string, user = username, query: { internal?: string } = {}) =>
  test.call(routes.listUserApplications, { params: { username }, query }, as(user));

describe('registering applications', () => {
  it('OAPP-008 OAPP-014 OAPP-015 OAPP-016 creates, lists and deletes them at their paths', async () => {
    const headers = { ...test.headersOf('admin'), 'content-type': 'application/json' };
    const at = `${test.baseUrl}/ui/api/v1/access/integration`;
    const answer = await fetch(`${at}/create`, { method: 'POST', headers, body: JSON.stringify({ name: 'Wire', callbackUrls: [callback] }) });
    const created = (await answer.json()) as { id: string; clientId: string; secret: string };
    expect(answer.status).toBe(201);
    expect(created).toMatchObject({ name: 'Wire', type: 'confidential', clientId: expect.stringMatching(/^[0-9a-f]{32}$/), secret: expect.any(String) });
    expect(created.secret.length).toBeGreaterThanOrEqual(43);
    const listed = (await (await fetch(`${at}/applications`, { headers })).json()) as { id: string; name: string }[];
    expect(listed.find(({ id }) => id === created.id)).toMatchObject({ id: created.clientId, name: 'Wire', users: 0 });
    expect((await fetch(`${at}/${created.id}`, { method: 'DELETE', headers: test.headersOf('admin') })).status).toBe(204);
    expect((await test.call(routes.listApplications, {})).some(({ id }) => id === created.id)).toBe(false);
    // Every one of the eight is below the same address.
    const own = [routes.validateAuthorization, routes.authorizeApplication, routes.listUserApplications, routes.deleteUserApplication];
    const calls = [routes.createApplication, routes.listApplications, routes.deleteApplication, routes.readClientData, ...own];
    for (const { url } of calls) expect(url).toMatch(/^\/ui\/api\/v1\/access\/integration\//);
  });

  it('OAPP-020 answers the secret once, keeps only its hash, and a public application has none', async () => {
    const { id, secret, name } = await register();
    expect(JSON.stringify(await test.call(routes.listApplications, {}))).not.toContain(secret);
    expect(JSON.stringify(await test.call(routes.readClientData, { params: { id } }, as('ann')))).not.toContain(secret);
    const { items } = await test.call(listAuditRecords, { query: { search: name } });
    expect(items.find(({ action }) => action === 'application.created')).toMatchObject({ actor: 'admin', subject: name });
    expect(JSON.stringify(items)).not.toContain(secret);
    expect((await register({ type: 'public' })).secret).toBeNull();
  });

  it.each([
    ['OAPP-006 without a name', { name: ' ' }, 'name', 'This field is mandatory'],
    ['OAPP-007 with a space', { name: 'my board' }, 'name', 'Name cannot contain spaces or special characters'],
    ['OAPP-007 with a sign', { name: 'board<b>' }, 'name', 'Name cannot contain spaces or special characters'],
    ['without a callback URL', { callbackUrls: [] }, 'callbackUrls', 'This field is mandatory'],
    ['with a callback URL in the clear', { callbackUrls: ['http://board.example.org/back'] }, 'callbackUrls.0', 'Enter an address that begins with https://'],
    ['with a callback URL that is a script', { callbackUrls: ['javascript:alert(1)'] }, 'callbackUrls.0', 'Enter an address that begins with https://'],
    ['with a name in the callback URL', { callbackUrls: ['https://a@b.example.org'] }, 'callbackUrls.0', 'Enter an address that begins with https://'],
    ['with a fragment', { callbackUrls: [`${callback}#x`] }, 'callbackUrls.0', 'A callback URL has no #, no backslash and no spaces'],
  ])('refuses one %s', async (_, change, path, message) => {
    await expect(register(change)).rejects.toMatchObject({ code: 'invalid_input', fields: [{ path, message }] });
  });

  it('takes addresses of the machine itself, and no name twice', async () => {
    const loopback = ['http://127.0.0.1:4711/back', 'http://localhost/back', 'http://[::1]:1/'];
    expect(await register({ callbackUrls: loopback })).toMatchObject({ callbackUrls: loopback });
    await register({ name: 'Twice' });
    await expect(register({ name: 'twice' })).rejects.toMatchObject({ code: 'already_exists', status: 409 });
  });

  it('OAPP-022 is for administrators only', async () => {
    const { id } = await register();
    await expect(test.call(routes.createApplication, { body: { name: 'mine', callbackUrls: [callback] } }, as('ann'))).rejects.toMatchObject({ status: 403 });
    await expect(test.call(routes.deleteApplication, { params: { id } }, as('ann'))).rejects.toMatchObject({ status: 403 });
    await expect(test.call(routes.listApplications, {}, as('ann'))).rejects.toMatchObject({ status: 403 });
    await expect(test.call(routes.listApplications, {}, { as: 'anonymous' })).rejects.toMatchObject({ status: 401 });
  });
});

describe('asking for access', () => {
  it('OAPP-009 OAPP-010 tells whether a request is valid, what the application is, and what it would be able to do', async () => {
    const { id, name } = await register();
    expect(await validate(id, { state: 's' })).toEqual({
      valid: true,
      problem: null,
      backUrl: `${callback}?${new URLSearchParams({ error: 'access_denied', state: 's', iss: test.baseUrl })}`,
      callbackHost: 'board.example.org',
      powers: { extent: 'user', groups: [], places: [], administers: false },
    });
    expect(await test.call(routes.readClientData, { params: { id } }, as('ann'))).toEqual({ id, name, type: 'confidential', description: 'Shows builds' });
    expect(await validate(id, { scope: 'artifact:libs/com/**:r,w' })).toMatchObject({
      powers: { places: [{ repository: 'libs', pattern: 'com/**', actions: ['read', 'deploy'] }] },
    });
    const { powers } = await test.call(routes.validateAuthorization, { params: { id }, query: { auth_url: address(id) } });
    expect(powers).toMatchObject({ administers: true });
  });

  it('says that it would administer where a group that it asks for does, and the user is in it', async () => {
    const { id } = await register();
    await test.call(groups.createGroup, { body: { name: 'keepers', members: ['bob'], administrator: true } });
    const scope = 'applied-permissions/groups:Keepers';
    expect((await validate(id, { scope }, 'bob')).powers).toMatchObject({ extent: 'groups', administers: true });
    expect((await validate(id, { scope: `${scope} artifact:libs:r` }, 'bob')).powers).toMatchObject({ administers: false });
    expect((await validate(id, { scope: 'applied-permissions/groups:blue' })).powers).toMatchObject({ administers: false });
    // An administrator who is in no such group would give nothing of it.
    const byAdmin = await test.call(routes.validateAuthorization, { params: { id }, query: { auth_url: address(id, { scope }) } });
    expect(byAdmin.powers).toMatchObject({ extent: 'groups', administers: false });
  });

  it('answers with the issuer that the description names, whichever address the application was given', async () => {
    const { id } = await register({ baseUrl: 'https://inside.example.org' });
    const { issuer } = await test.call(routes.readAuthorizationServer, {}, { as: 'anonymous' });
    expect(new URL((await allow(id, address(id))).url).searchParams.get('iss')).toBe(issuer);
    expect(new URL((await validate(id)).backUrl ?? '').searchParams.get('iss')).toBe(issuer);
  });

  it('sends nobody to an address that is not registered, whatever is asked', async () => {
    const { id } = await register();
    for (const redirect_uri of ['https://evil.example.org', `${callback}/..`, `${callback}?`, 'javascript:alert(1)']) {
      expect(await validate(id, { redirect_uri })).toMatchObject({ valid: false, problem: 'unknownCallback', backUrl: null });
      await expect(allow(id, address(id, { redirect_uri }))).rejects.toMatchObject({ code: 'bad_request' });
    }
    const other = await register();
    await expect(allow(other.id, address(id))).rejects.toMatchObject({ code: 'bad_request' });
    expect(await validate('nobody')).toMatchObject({ valid: false, problem: 'unknownApplication', backUrl: null });
    await expect(allow('nobody', address('nobody'))).rejects.toMatchObject({ status: 404 });
  });

  it('tells a known application what was wrong', async () => {
    const { id } = await register();
    expect(await validate(id, { response_type: 'token', state: 's' })).toMatchObject({ valid: false, problem: 'responseType' });
    expect((await validate(id, { response_type: 'token', state: 's' })).backUrl).toContain('error=unsupported_response_type&state=s');
    expect((await validate(id, { scope: 'openid' })).backUrl).toContain('error=invalid_scope');
  });

  it('never gives more than the user may', async () => {
    const { id } = await register();
    for (const scope of ['applied-permissions/admin', 'applied-permissions/groups:readers-of-secrets', 'applied-permissions/groups:red']) {
      expect(await validate(id, { scope })).toMatchObject({ valid: false, problem: 'scopeTooWide' });
      await expect(allow(id, address(id, { scope }))).rejects.toMatchObject({ code: 'bad_request' });
    }
    expect(await validate(id, { scope: 'applied-permissions/groups:blue' })).toMatchObject({ valid: true, powers: { extent: 'groups', groups: ['blue'] } });
  });

  it('OAPP-011 answers the callback address with a code for the user who agrees, and for nobody else', async () => {
    const { id } = await register();
    const { url } = await allow(id, address(id, { state: 'x y' }));
    const went = new URL(url);
    expect(`${went.origin}${went.pathname}`).toBe(callback);
    expect(Object.fromEntries(went.searchParams)).toEqual({ code: expect.stringMatching(/^[\w-]{43}$/), state: 'x y', iss: test.baseUrl });
    await expect(allow(id, address(id), 'bob', 'ann')).rejects.toMatchObject({ status: 403 });
    await expect(allow(id, address(id), 'bob', 'admin')).rejects.toMatchObject({ status: 403 });
  });

  it('is decided by people: no token, and no page of another site', async () => {
    const { id } = await register();
    const { accessToken } = await test.call(tokens.createToken, { body: {} }, as('ann'));
    const byToken = { as: { token: accessToken } };
    const params = { clientId: id, username: 'ann' };
    await expect(test.call(routes.authorizeApplication, { params, body: { url: address(id) } }, byToken)).rejects.toMatchObject({ status: 403 });
    const signedIn = await fetch(`${test.baseUrl}${login.url}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-packhouse-console': '1' },
      body: JSON.stringify({ user: 'ann', password }),
    });
    const cookie = signedIn.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    const post = (headers: Record<string, string>) =>
      fetch(`${test.baseUrl}/ui/api/v1/access/integration/authorize/${id}/ann`, {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ url: address(id) }),
      });
    expect((await post({})).status).toBe(403);
    expect((await post({ 'x-packhouse-console': '1', origin: 'https://evil.example.org' })).status).toBe(403);
    expect((await post({ 'x-packhouse-console': '1' })).status).toBe(200);
  });
});

describe('what a user has allowed', () => {
  it('OAPP-012 OAPP-013 OAPP-022 is seen and taken back by that user only', async () => {
    const { id, name } = await register();
    await allow(id, address(id), 'bob');
    const listed = await readList('bob');
    expect(listed).toEqual([
      {
        username: 'bob',
        client_id: id,
        name,
        type: 'confidential',
        description: 'Shows builds',
        scopes: ['applied-permissions/user'],
        allowed_at: expect.any(String),
        last_used_at: null,
      },
    ]);
    await expect(readList('bob', 'ann')).rejects.toMatchObject({ status: 403 });
    const revoke = (user: string, username: string) => test.call(routes.deleteUserApplication, { params: { client_id: id, username } }, as(user));
    await expect(revoke('ann', 'bob')).rejects.toMatchObject({ status: 403 });
    await revoke('bob', 'bob');
    expect(await readList('bob')).toEqual([]);
    await expect(revoke('bob', 'bob')).rejects.toMatchObject({ status: 404 });
    const { items } = await test.call(listAuditRecords, { query: { search: name } });
    expect(items.map(({ action, actor }) => [action, actor])).toEqual([
      ['application.revoked', 'bob'],
      ['application.allowed', 'bob'],
      ['application.created', 'admin'],
    ]);
  });

  it('OAPP-012 is told apart by whether the application lives on this platform itself', async () => {
    const inside = await register({ callbackUrls: [`${test.baseUrl}/back`] });
    const outside = await register();
    await allow(inside.id, address(inside.id, { redirect_uri: `${test.baseUrl}/back` }), 'bob');
    await allow(outside.id, address(outside.id), 'bob');
    const readIds = async (internal?: string) => (await readList('bob', 'bob', internal ? { internal } : {})).map(({ client_id }) => client_id);
    expect(await readIds('true')).toEqual([inside.id]);
    expect(await readIds('false')).toEqual([outside.id]);
    expect(await readIds()).toHaveLength(2);
  });
});
