import { randomUUID } from 'node:crypto';
import { applicationTokenPath, authorizeApplication, createApplication, deleteUserApplication } from '@packhouse/contract/access/access-application-routes.ts';
import { approveClientLogin } from '@packhouse/contract/access/access-client-login-routes.ts';
import { createUser, updateUser } from '@packhouse/contract/access/access-user-routes.ts';
import { startTestPlatform, type TestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessService } from '../service.ts';

const password = 'Secret-pass-1';

describe('the login of a command line in the browser', () => {
  let test: TestPlatform;
  const base = '/access/api/v2/authentication/jfrog_client_login';
  const begin = (session: string) =>
    fetch(`${test.baseUrl}${base}/request`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ session }) });
  const collect = (session: string) => fetch(`${test.baseUrl}${base}/token/${session}`);
  const approve = (session: string, code = session.slice(-4), as: object | string = { user: 'ann', password }) =>
    test.call(approveClientLogin, { body: { session, code, client: 'JFrog-CLI' } }, { as: as as 'admin' });

  beforeAll(async () => {
    test = await startTestPlatform({ services: [accessService], jobs: false });
    await test.call(createUser, { body: { name: 'ann', password } });
  });
  afterAll(() => test?.stop());

  it('API-001 gives the token once its user has agreed, and only once', async () => {
    const session = randomUUID();
    expect((await begin(session)).status).toBe(200);
    expect((await collect(session)).status).toBe(400);
    await approve(session, session.slice(-4).toUpperCase());
    const answer = await collect(session);
    expect(answer.status).toBe(200);
    const token = (await answer.json()) as { access_token: string };
    expect(token).toMatchObject({ token_type: 'Bearer', refresh_token: expect.any(String), scope: expect.any(String), expires_in: 30 * 86_400 });
    const current = await fetch(`${test.baseUrl}/ui/api/v1/ui/auth/current`, { headers: { authorization: `Bearer ${token.access_token}` } });
    expect(await current.json()).toMatchObject({ name: 'ann', administrator: false });
    expect((await collect(session)).status).toBe(400);
  });

  it('refuses a wrong code, a session that nobody began, a second approval and visitors', async () => {
    const session = randomUUID();
    await begin(session);
    expect((await begin(session)).status).toBe(429);
    const wrong = session.endsWith('0000') ? '1111' : '0000';
    await expect(approve(session, wrong)).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(approve(randomUUID())).rejects.toMatchObject({ code: 'not_found' });
    await expect(approve(session, session.slice(-4), 'anonymous')).rejects.toMatchObject({ code: 'unauthenticated' });
    expect((await collect(session)).status).toBe(400);
    await approve(session);
    await expect(approve(session)).rejects.toMatchObject({ code: 'not_found' });
    expect((await begin('not-a-session')).status).toBe(400);
    expect((await collect('not-a-session')).status).toBe(400);
  });

  it('gives nothing to a user who was disabled in between', async () => {
    await test.call(createUser, { body: { name: 'gone', password } });
    const session = randomUUID();
    await begin(session);
    await approve(session, session.slice(-4), { user: 'gone', password });
    await test.call(updateUser, { params: { name: 'gone' }, body: { status: 'disabled' } });
    expect((await collect(session)).status).toBe(400);
  });

  it('gives nothing when what approved it ends in between', async () => {
    const callback = 'http://127.0.0.1:4711/back';
    const { id, secret } = await test.call(createApplication, { body: { name: 'board', callbackUrls: [callback] } });
    const asked = `/ui/authorization?${new URLSearchParams({ client_id: id, response_type: 'code', redirect_uri: callback })}`;
    const asAnn = { as: { user: 'ann', password } };
    const { url } = await test.call(authorizeApplication, { params: { clientId: id, username: 'ann' }, body: { url: asked } }, asAnn);
    const code = new URL(url).searchParams.get('code') ?? '';
    const fields = { grant_type: 'authorization_code', code, redirect_uri: callback, client_id: id, client_secret: secret ?? '' };
    const got = await fetch(`${test.baseUrl}${applicationTokenPath}`, { method: 'POST', body: new URLSearchParams(fields) });
    const { access_token: token } = (await got.json()) as { access_token: string };
    const session = randomUUID();
    await begin(session);
    await approve(session, session.slice(-4), { token });
    await test.call(deleteUserApplication, { params: { client_id: id, username: 'ann' } }, asAnn);
    expect((await collect(session)).status).toBe(400);
  });

  it('lets nobody fill the table, and slows guessing down', async () => {
    const statuses = new Set<number>();
    for (let at = 0; at < 35; at++) statuses.add((await begin(randomUUID())).status);
    expect(statuses).toEqual(new Set([200, 429]));
    const guesses = [];
    for (let at = 0; at < 12; at++) guesses.push(await approve(randomUUID(), 'zzzz').catch((error: { code: string }) => error.code));
    expect(guesses).toContain('too_many_requests');
  });
});
