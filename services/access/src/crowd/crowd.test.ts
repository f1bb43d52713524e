import { createServer, type IncomingMessage, type Server } from 'node:http';
import { readCrowdSettings, testCrowd, updateCrowdSettings } from '@packhouse/contract/access/access-crowd-routes.ts';
import { createGroup } from '@packhouse/contract/access/access-group-routes.ts';
import { readUser } from '@packhouse/contract/access/access-user-routes.ts';
import { currentUser } from '@packhouse/contract/access/auth-sign-in-routes.ts';
import { startTestPlatform, type TestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessService } from '../service.ts';

let test: TestPlatform;
let server: Server;
let url: string;

const application = `Basic ${Buffer.from('packhouse:app-secret').toString('base64')}`;
const sessions = new Map([['good-token', 'ann']]);
const people: Record<string, { password: string; active: boolean; groups: string[] }> = {
  ann: { password: 'ann-secret', active: true, groups: ['builders'] },
  old: { password: 'old-secret', active: false, groups: [] },
};

async function getBody(request: IncomingMessage): Promise<{ value?: string; validationFactors?: { name: string; value: string }[] }> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text === '' ? {} : JSON.parse(text);
}

const getUser = (name: string) => ({
  expand: 'attributes',
  name,
  'display-name': name,
  email: `${name}@example.org`,
  active: people[name]!.active,
  key: `1:${name}`,
});

/** Answers as the published description of Crowd's user management says; the server itself cannot be had without a licence. */
async function answer(request: IncomingMessage): Promise<[number, unknown]> {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://crowd');
  const path = pathname.replace('/crowd/rest/usermanagement/1', '');
  const name = searchParams.get('username') ?? '';
  const body = await getBody(request);
  if (request.headers.authorization !== application) return [401, 'Application failed to authenticate'];
  if (path === '/config/cookie') return [200, { domain: '.example.org', secure: false, name: 'crowd.token_key' }];
  if (path === '/authentication') {
    if (people[name]?.password !== body.value)
      return [400, { reason: 'INVALID_USER_AUTHENTICATION', message: 'Failed to authenticate principal, password was invalid' }];
    return people[name]?.active ? [200, getUser(name)] : [400, { reason: 'INACTIVE_ACCOUNT', message: 'Account is inactive' }];
  }
  if (path === '/user') return people[name] ? [200, getUser(name)] : [404, { reason: 'USER_NOT_FOUND' }];
  if (path === '/user/group/nested') return [200, { expand: 'group', groups: (people[name]?.groups ?? []).map((group) => ({ name: group })) }];
  const user = sessions.get(decodeURIComponent(path.replace('/session/', '')));
  const cameFrom = body.validationFactors?.find((factor) => factor.name === 'remote_address')?.value;
  return user && cameFrom === '127.0.0.1' ? [200, { expand: 'user', token: 'good-token', user: { name: user } }] : [404, { reason: 'INVALID_SSO_TOKEN' }];
}

beforeAll(async () => {
  server = createServer((request, response) => {
    void answer(request).then(([status, body]) => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as { port: number }).port}/crowd`;
  test = await startTestPlatform({ services: [accessService], jobs: false });
});
afterAll(async () => {
  await test?.stop();
  await new Promise((resolve) => server.close(resolve));
});

const settings = (more: object = {}) => ({ enabled: true, url, applicationName: 'packhouse', password: 'app-secret', sessions: true, ...more });
const as = (user: string, password = `${user}-secret`) => test.call(currentUser, {}, { as: { user, password } });

async function visit(cookie?: string) {
  const response = await fetch(`${test.baseUrl}/ui/api/v1/ui/auth/sso/crowd`, { headers: cookie ? { cookie } : {} });
  return { status: response.status, json: await response.json(), cookie: response.headers.get('set-cookie') };
}

describe('a Crowd server', () => {
  it('ACC-004 lets nobody in until it is set up', async () => {
    expect(await test.call(readCrowdSettings, {})).toMatchObject({ enabled: false, hasPassword: false });
    await expect(as('ann')).rejects.toMatchObject({ status: 401 });
    expect(await visit('crowd.token_key=good-token')).toMatchObject({ status: 404 });
    await expect(test.call(updateCrowdSettings, { body: settings({ url: '' }) })).rejects.toMatchObject({ code: 'invalid_input' });
  });
  it('ACC-004 is tried out step by step', async () => {
    const tryOut = (more: object, user = '', password = '') => test.call(testCrowd, { body: { settings: settings(more), user, password } });
    expect(await tryOut({})).toMatchObject({ ok: true });
    expect(await tryOut({}, 'ann', 'ann-secret')).toEqual({ ok: true, step: 'done', message: '', email: 'ann@example.org', groups: ['builders'] });
    expect(await tryOut({}, 'ann', 'wrong')).toMatchObject({ ok: false, step: 'user' });
    expect(await tryOut({ password: 'wrong' })).toMatchObject({ ok: false, step: 'application' });
    expect(await tryOut({ url: 'http://127.0.0.1:1' })).toMatchObject({ ok: false, step: 'connect' });
    expect(await tryOut({ url: 'http://169.254.169.254/crowd' })).toMatchObject({ ok: false, step: 'connect' });
  });
  it('ACC-004 proves passwords of its users, whose groups follow it', async () => {
    await test.call(updateCrowdSettings, { body: settings() });
    await test.call(createGroup, { body: { name: 'builders', externalId: 'builders' } });
    expect(await as('ann')).toMatchObject({ name: 'ann', realm: 'crowd' });
    expect(await test.call(readUser, { params: { name: 'ann' } })).toMatchObject({ email: 'ann@example.org', groups: ['builders', 'readers'] });
    await expect(as('ann', 'wrong')).rejects.toMatchObject({ status: 401 });
    await expect(as('old')).rejects.toMatchObject({ status: 401 });
  });
  it('AUTH-080 signs in with the cookie of its single sign-on', async () => {
    const answered = await visit('other=1; crowd.token_key="good-token"');
    expect(answered).toMatchObject({ status: 200, json: { name: 'ann', realm: 'crowd' } });
    expect(answered.cookie).not.toBeNull();
    for (const cookie of ['crowd.token_key=bad', 'crowd.token_key=', undefined]) expect(await visit(cookie)).toMatchObject({ status: 401, cookie: null });
    await test.call(updateCrowdSettings, { body: settings({ sessions: false }) });
    expect(await visit('crowd.token_key=good-token')).toMatchObject({ status: 404 });
  });
  it('ACC-004 keeps its secret, and gives it to no other address', async () => {
    const read = await test.call(readCrowdSettings, {});
    expect(read).toMatchObject({ hasPassword: true });
    expect(JSON.stringify(read)).not.toContain('app-secret');
    const { password: _, ...kept } = settings();
    expect(await test.call(testCrowd, { body: { settings: kept } })).toMatchObject({ ok: true });
    expect(await test.call(testCrowd, { body: { settings: { ...kept, url: 'https://elsewhere.example' } } })).toMatchObject({ ok: false, step: 'application' });
    await expect(test.call(updateCrowdSettings, { body: { ...kept, url: 'https://elsewhere.example' } })).rejects.toMatchObject({ code: 'invalid_input' });
  });
});
