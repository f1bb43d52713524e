import { createUser, updateUser } from '@packhouse/contract/access/access-user-routes.ts';
import * as auth from '@packhouse/contract/access/auth-sign-in-routes.ts';
import { startTestPlatform, type TestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessService } from '../service.ts';

let test: TestPlatform;
const password = 'Secret-pass-1';

beforeAll(async () => {
  test = await startTestPlatform({ services: [accessService], jobs: false });
});
afterAll(() => test.stop());

const newUser = (name: string, more: object = {}) => test.call(createUser, { body: { name, password, ...more } });

interface Answer {
  status: number;
  cookie: string;
  headers: Headers;
  body: Record<string, unknown> & { errors?: { code: string; detail?: unknown }[] };
}

async function send(
  method: string,
  path: string,
  options: { body?: unknown; cookie?: string; headers?: Record<string, string>; at?: string } = {},
): Promise<Answer> {
  const response = await fetch(`${options.at ?? test.baseUrl}${path}`, {
    method,
    headers: {
      'x-packhouse-console': '1',
      ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(options.cookie ? { cookie: options.cookie } : {}),
      ...options.headers,
    },
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
  });
  const set = response.headers.get('set-cookie') ?? '';
  return { status: response.status, cookie: set.split(';')[0] ?? '', headers: response.headers, body: await response.json().catch(() => ({})) };
}

const signIn = (user: string, secret = password, query = '', cookie = '', at = test.baseUrl) =>
  send('POST', `/ui/api/v1/ui/auth/login${query}`, { body: { user, password: secret, type: 'login' }, cookie, at });
const current = (cookie: string, at = test.baseUrl) => send('GET', '/ui/api/v1/ui/auth/current', { cookie, at });

describe('signing in', () => {
  it('AUTH-057 answers user data and a session cookie that the next calls are made with', async () => {
    await newUser('ann');
    const answer = await signIn('ann');
    expect(answer.body).toEqual({ name: 'ann', realm: 'internal', mfaStatus: 'none' });
    const set = answer.headers.get('set-cookie')!;
    expect(set).toMatch(/^packhouse_session_[0-9a-f]{8}=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
    expect((await current(answer.cookie)).body).toMatchObject({ name: 'ann', kind: 'user', administrator: false, groups: ['readers'] });
  });
  it('AUTH-058 signs in through the second spelling, whatever the case of the name', async () => {
    await newUser('bea');
    const answer = await send('POST', '/ui/api/v1/access/auth/login?remember-me=false', { body: { username: 'BEA', password } });
    expect(answer.body).toMatchObject({ name: 'bea' });
  });
  it('keeps a remembered session in the browser as long as the server does', async () => {
    const answer = await signIn('admin', test.adminPassword, '?remember-me=true');
    expect(answer.headers.get('set-cookie')).toContain('Max-Age=1209600');
    expect((await current(answer.cookie)).headers.get('set-cookie')).toContain('Max-Age=1209600');
  });
  it('marks the cookie as secure when the platform is reached over https', async () => {
    const other = await startTestPlatform({ services: [accessService], jobs: false, config: { baseUrl: 'https://packages.example.org' } });
    const answer = await fetch(`${other.baseUrl}/ui/api/v1/ui/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ user: 'admin', password: other.adminPassword }),
    });
    expect(answer.headers.get('set-cookie')).toContain('; Secure');
    await other.stop();
  });
  it('gives a fresh session whatever cookie came along, and ends the one of that cookie', async () => {
    const planted = `packhouse_session=${'a'.repeat(43)}`;
    const first = await signIn('admin', test.adminPassword, '', planted);
    expect(first.cookie).not.toBe(planted);
    expect((await current(planted)).status).toBe(401);
    const second = await signIn('admin', test.adminPassword, '', first.cookie);
    expect((await current(first.cookie)).status).toBe(401);
    expect((await current(second.cookie)).status).toBe(200);
  });
  it('keeps cookies of two installations on one host apart', async () => {
    const other = await startTestPlatform({ services: [accessService], jobs: false });
    try {
      const [here, there] = [await signIn('admin', test.adminPassword), await signIn('admin', other.adminPassword, '', '', other.baseUrl)];
      // A browser sends this to both.
      const both = `${here.cookie}; ${there.cookie}`;
      expect(here.cookie.split('=')[0]).not.toBe(there.cookie.split('=')[0]);
      for (const at of [test.baseUrl, other.baseUrl]) expect((await current(both, at)).status).toBe(200);
      expect((await send('POST', '/ui/api/v1/ui/auth/logout', { cookie: both })).headers.getSetCookie()).toHaveLength(1);
      expect([(await current(both)).status, (await current(both, other.baseUrl)).status]).toEqual([401, 200]);
    } finally {
      await other.stop();
    }
  });
  it('goes on with a session whose cookie had the earlier name, under the new one', async () => {
    const { cookie } = await signIn('admin', test.adminPassword, '?remember-me=true');
    const [name = '', secret = ''] = cookie.split('=');
    const earlier = `packhouse_session=${secret}`;
    const answer = await current(earlier);
    const [renewed = '', dropped = ''] = answer.headers.getSetCookie();
    expect([answer.status, renewed.split(';')[0], dropped]).toEqual([200, cookie, expect.stringMatching(/^packhouse_session=;.*Max-Age=0/)]);
    // A cookie of that name that is not ours belongs to an installation beside us.
    const foreign = `packhouse_session=${'a'.repeat(43)}`;
    expect((await current(`${foreign}; ${cookie}`)).headers.getSetCookie().map((set) => set.split('=')[0])).toEqual([name]);
    expect((await signIn('admin', test.adminPassword, '', foreign)).headers.getSetCookie()).toHaveLength(1);
    expect((await send('POST', '/ui/api/v1/ui/auth/logout', { cookie: earlier })).headers.getSetCookie()).toHaveLength(2);
    expect((await current(cookie)).status).toBe(401);
  });
  it('AUTH-067 ends the session on the server at logout', async () => {
    const { cookie } = await signIn('admin', test.adminPassword);
    expect((await send('POST', '/ui/api/v1/ui/auth/logout', { cookie })).status).toBe(204);
    expect((await current(cookie)).status).toBe(401);
  });
  it('AUTH-029 refuses an expired password with its own code until it is changed', async () => {
    await newUser('cleo', { passwordExpired: true });
    const refused = await signIn('cleo');
    expect(refused.status).toBe(401);
    expect(refused.body.errors?.[0]).toMatchObject({ code: 'password_expired', detail: { userName: 'cleo' } });
    await expect(test.call(auth.currentUser, {}, { as: { user: 'cleo', password } })).rejects.toMatchObject({ code: 'password_expired' });
    await test.call(auth.changePassword, { body: { userName: 'cleo', oldPassword: password, newPassword: 'Another-pass-2' } }, { as: 'anonymous' });
    expect((await signIn('cleo', 'Another-pass-2')).status).toBe(200);
    expect((await signIn('cleo')).body.errors?.[0]?.code).toBe('bad_credentials');
  });
  it('refuses users without console access at the console, not at other clients', async () => {
    await newUser('robot', { consoleAccess: false });
    expect((await signIn('robot')).status).toBe(403);
    expect(await test.call(auth.currentUser, {}, { as: { user: 'robot', password } })).toMatchObject({ name: 'robot' });
  });
  it.each([
    ['an unknown user', 'nobody-here', password],
    ['the anonymous user', 'anonymous', ''],
    ['a wrong password', 'admin', 'wrong'],
    ['an empty password', 'admin', ''],
    ['a line break in the name', 'admin\r\nx: y', password],
    ['a nul in the name', 'admin\0', password],
    ['a very long password', 'admin', 'x'.repeat(4000)],
    ['letters that only look alike', 'аdmin', password],
  ])('answers %s with the same refusal', async (_, user, secret) => {
    const answer = await signIn(user, secret);
    expect(answer.status).toBe(401);
    expect(answer.body.errors?.[0]?.code).toBe('bad_credentials');
    expect(answer.cookie).toBe('');
  });
  it.each([
    ['no body', undefined],
    ['a name too long', { user: 'x'.repeat(300), password }],
    ['a password too long', { user: 'admin', password: 'x'.repeat(5000) }],
    ['another type', { user: 'admin', password, type: 'other' }],
    ['an object for a name', { user: { $ne: null }, password }],
  ])('refuses %s as bad input', async (_, body) => {
    expect((await send('POST', '/ui/api/v1/ui/auth/login', { body: body ?? {} })).body.errors?.[0]?.code).toBe('invalid_input');
  });
  it('signs unicode names in, in any spelling of the same letters', async () => {
    await newUser('Zoë');
    expect((await signIn('ZOE\u0308')).body).toMatchObject({ name: 'zoë' });
  });
});

describe('sessions', () => {
  it('refuses changes that do not carry the console’s header', async () => {
    const { cookie } = await signIn('admin', test.adminPassword);
    const response = await fetch(`${test.baseUrl}/ui/api/v1/access/users`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'mallory', password }),
    });
    expect(response.status).toBe(403);
    expect((await response.json()).errors[0].code).toBe('csrf_refused');
    expect((await send('POST', '/ui/api/v1/access/users', { cookie, body: { name: 'header-there', password } })).status).toBe(201);
  });
  it('end when an administrator disables the user or sets a password, and when the user changes it elsewhere', async () => {
    await newUser('dora');
    const first = await signIn('dora');
    await test.call(updateUser, { params: { name: 'dora' }, body: { password: 'Changed-pass-3' } });
    expect((await current(first.cookie)).status).toBe(401);
    const second = await signIn('dora', 'Changed-pass-3');
    const third = await signIn('dora', 'Changed-pass-3');
    const change = { userName: 'dora', oldPassword: 'Changed-pass-3', newPassword: 'Changed-pass-4' };
    expect((await send('POST', '/ui/api/v1/ui/auth/changePassword', { cookie: third.cookie, body: change })).status).toBe(204);
    expect((await current(second.cookie)).status).toBe(401);
    expect((await current(third.cookie)).status).toBe(200);
    await test.call(updateUser, { params: { name: 'dora' }, body: { status: 'disabled' } });
    expect((await current(third.cookie)).status).toBe(401);
    expect((await signIn('dora', 'Changed-pass-4')).status).toBe(401);
  });
  it('are not found by what the database stores', async () => {
    const { cookie } = await signIn('admin', test.adminPassword);
    const { default: pg } = await import('pg');
    const client = new pg.Client({ connectionString: test.databaseUrl });
    await client.connect();
    const { rows } = await client.query('select hash from access.session');
    await client.end();
    expect(rows.length).toBeGreaterThan(0);
    for (const { hash } of rows) {
      expect(cookie).not.toContain(hash);
      expect((await current(`packhouse_session=${hash}`)).status).toBe(401);
    }
  });
});

describe('changing a password', () => {
  it('AUTH-074 AUTH-041 wants the old password and a new one that obeys the rule', async () => {
    await newUser('emil');
    const change = (oldPassword: string, newPassword: string) =>
      test.call(auth.changePassword, { body: { userName: 'emil', oldPassword, newPassword } }, { as: 'anonymous' });
    for (const weak of ['Short-1', 'no-capitals-1', 'NO-SMALL-1', 'No-digits-here', `Long-1${'x'.repeat(300)}`])
      await expect(change(password, weak)).rejects.toMatchObject({ code: 'invalid_input', fields: [expect.objectContaining({ path: 'newPassword' })] });
    await expect(change(password, password)).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(change('Wrong-pass-1', 'Better-pass-1')).rejects.toMatchObject({ code: 'bad_credentials' });
    await change(password, 'Better-pass-1');
    await expect(test.call(auth.currentUser, {}, { as: { user: 'emil', password } })).rejects.toMatchObject({ code: 'bad_credentials' });
    expect(await test.call(auth.currentUser, {}, { as: { user: 'emil', password: 'Better-pass-1' } })).toMatchObject({ name: 'emil' });
  });
  it('is refused where an administrator keeps the profile', async () => {
    await newUser('kiosk', { profileUpdatable: false });
    const change = { userName: 'kiosk', oldPassword: password, newPassword: 'Better-pass-1' };
    await expect(test.call(auth.changePassword, { body: change }, { as: 'anonymous' })).rejects.toMatchObject({ code: 'forbidden' });
  });
});

describe('what the sign-in screen asks', () => {
  it('AUTH-059 AUTH-065 AUTH-068 AUTH-069 AUTH-070 AUTH-076 answers before anybody has signed in', async () => {
    const as = { as: 'anonymous' } as const;
    expect(await test.call(auth.loginPageVisualMode, {}, as)).toEqual({ loginIsExternal: false });
    expect(await test.call(auth.samlLogoutUrl, {}, as)).toEqual({ logoutUrl: null });
    const related = { forgotPassword: false, canRememberMe: true, ssoProviderLink: null };
    expect(await test.call(auth.loginRelatedData, { body: { dummy: 'dummy' } }, as)).toEqual(related);
    expect(await test.call(auth.accessLoginRelatedData, {}, as)).toEqual(related);
    expect(await test.call(auth.oauthProviders, {}, as)).toEqual([]);
    expect(await test.call(auth.autoRedirect, {}, as)).toEqual({ autoRedirect: false, url: null });
  });
  it('AUTH-075 returns to addresses of this platform only', async () => {
    const to = (redirectTo: string) => test.call(auth.redirectTarget, { query: { redirectTo } }, { as: 'anonymous' });
    expect(await to('/ui/packages?a=b#c')).toEqual({ url: '/ui/packages?a=b#c' });
    expect(await to(`${test.baseUrl}/ui/`)).toEqual({ url: '/ui/' });
    for (const elsewhere of [
      'https://evil.example/',
      '//evil.example/x',
      '/\\evil.example',
      'javascript:alert(1)',
      'http://admin@evil.example',
      '/.//evil.example/',
      '/ui/.././/evil.example',
    ])
      await expect(to(elsewhere)).rejects.toMatchObject({ code: 'bad_request' });
  });
});
