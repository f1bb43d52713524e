import { createUser, updateUser } from '@packhouse/contract/access/access-user-routes.ts';
import { login } from '@packhouse/contract/access/auth-sign-in-routes.ts';
import { isAllowed, mayEditVerdicts } from '@packhouse/kernel/access/authorisation.ts';
import { pairPlatforms } from '@packhouse/testkit/pair-platforms.ts';
import { startTestPlatform, type TestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessService } from '../service.ts';

let test: TestPlatform;
const password = 'Secret-pass-1';

beforeAll(async () => {
  test = await startTestPlatform({ services: [accessService], jobs: false });
  await test.call(createUser, { body: { name: 'ann', password } });
});
afterAll(() => test.stop());

const basic = (user: string, secret = password) => ({ authorization: `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}` });

async function send(method: string, path: string, body?: unknown, headers: Record<string, string> = test.headersOf('admin')) {
  const isForm = body instanceof URLSearchParams;
  const response = await fetch(`${test.baseUrl}${path}`, {
    method,
    headers: { ...headers, ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const json = response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : undefined;
  return { status: response.status, text, json, headers: response.headers };
}
const form = (values: Record<string, string>) => new URLSearchParams(values);
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const nobody = {};

describe('the token endpoint', () => {
  const path = '/artifactory/api/security/token';
  const ask = { username: 'ann', scope: 'member-of-groups:*', refreshable: 'true', expires_in: '3600' };

  it('exchanges the password for a token, as command-line clients do first', async () => {
    const answer = await send('POST', path, form(ask), basic('ann'));
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'member-of-groups:*', refresh_token: expect.any(String) });
    const current = await send('GET', '/ui/api/v1/ui/auth/current', undefined, bearer(answer.json.access_token));
    expect(current.json).toMatchObject({ name: 'ann' });
  });
  it('gives a fresh token for a refresh token once, without other credentials', async () => {
    const { json: first } = await send('POST', path, form(ask), basic('ann'));
    const refresh = form({ grant_type: 'refresh_token', refresh_token: first.refresh_token, access_token: first.access_token });
    const [one, two] = await Promise.all([send('POST', path, refresh, nobody), send('POST', path, refresh, nobody)]);
    expect([one.status, two.status].toSorted((a, b) => a - b)).toEqual([200, 400]);
    const fresh = one.status === 200 ? one : two;
    const refused = one.status === 200 ? two : one;
    expect(fresh.json).toMatchObject({ expires_in: 3600, refresh_token: expect.any(String) });
    expect(fresh.json.access_token).not.toBe(first.access_token);
    expect(refused.json).toEqual({ error: 'invalid_grant', error_description: 'The refresh token is not valid' });
    const { json: other } = await send('POST', path, form(ask), basic('ann'));
    const mixed = form({ grant_type: 'refresh_token', refresh_token: fresh.json.refresh_token, access_token: other.access_token });
    expect((await send('POST', path, mixed, nobody)).status).toBe(400);
  });
  it('refuses in the words of OAuth', async () => {
    expect(await send('POST', path, form(ask), nobody)).toMatchObject({ status: 401, json: { error: 'invalid_client' } });
    expect(await send('POST', path, form(ask), basic('ann', 'wrong'))).toMatchObject({ status: 401, json: { error: 'invalid_client' } });
    expect(await send('POST', path, form({ ...ask, username: 'admin' }), basic('ann'))).toMatchObject({ status: 403 });
    expect(await send('POST', path, form({ ...ask, scope: 'nonsense' }), basic('ann'))).toMatchObject({ status: 400, json: { error: 'invalid_request' } });
    expect(await send('POST', path, form({ ...ask, expires_in: 'soon' }), basic('ann'))).toMatchObject({ status: 400 });
    expect(await send('POST', path, form({ grant_type: 'magic' }), basic('ann'))).toMatchObject({ status: 400, json: { error: 'unsupported_grant_type' } });
  });
  it('lists and revokes', async () => {
    const { json } = await send('POST', path, form(ask), basic('ann'));
    const listed = await send('GET', path, undefined, basic('ann'));
    expect(listed.json.tokens).toContainEqual(
      expect.objectContaining({ token_id: json.token_id, refreshable: true, subject: expect.stringMatching(/\/users\/ann$/) }),
    );
    expect((await send('POST', `${path}/revoke`, form({ token: json.access_token }), basic('ann'))).status).toBe(200);
    expect((await send('GET', path, undefined, bearer(json.access_token))).status).toBe(401);
    const { json: next } = await send('POST', path, form(ask), basic('ann'));
    expect((await send('DELETE', `${path}?token_id=${next.token_id}`, undefined, basic('ann'))).status).toBe(200);
    expect((await send('GET', path, undefined, bearer(next.access_token))).status).toBe(401);
  });
});

describe('platform tokens', () => {
  const path = '/access/api/v1/tokens';

  it('are made, read, listed and revoked', async () => {
    const made = await send('POST', path, {
      username: 'ann',
      scope: 'applied-permissions/user',
      expires_in: 0,
      description: 'for a test',
      include_reference_token: true,
    });
    expect(made.status).toBe(200);
    expect(made.json).toMatchObject({ expires_in: 0, scope: 'applied-permissions/user', token_type: 'Bearer' });
    expect(made.json.reference_token).toMatch(/^[\w-]{64}$/);
    const read = await send('GET', `${path}/${made.json.token_id}`);
    expect(read.json).toMatchObject({ token_id: made.json.token_id, description: 'for a test', refreshable: false, issued_at: expect.any(Number) });
    expect(read.json.expiry).toBeUndefined();
    const listed = await send('GET', `${path}?username=ann&description=for%20a%20test`);
    expect(listed.json.tokens).toHaveLength(1);
    expect((await send('GET', `${path}/${made.json.token_id}`, undefined, bearer(made.json.reference_token))).status).toBe(200);
    expect((await send('DELETE', `${path}/${made.json.token_id}`)).status).toBe(200);
    expect((await send('GET', `${path}/${made.json.token_id}`)).json.errors[0]).toMatchObject({ status: 404 });
  });
  it('can be asked for in a form, and revoked by showing them', async () => {
    const made = await send('POST', path, form({ username: 'ann', expires_in: '60' }), basic('ann'));
    expect(made.json).toMatchObject({ expires_in: 60 });
    expect((await send('DELETE', `${path}/revoke`, { token: made.json.access_token }, basic('ann'))).status).toBe(200);
    expect((await send('GET', path, undefined, bearer(made.json.access_token))).status).toBe(401);
  });
});

describe('the access service', () => {
  it('answers that it is there', async () => {
    expect(await send('GET', '/access/api/v1/system/ping', undefined, nobody)).toMatchObject({ status: 200, text: 'OK' });
  });
  it('says whether users are shared with the deployment at an address, and whether it answers', async () => {
    const path = '/access/api/v1/system/federation/validate_server';
    const other = await startTestPlatform({ services: [accessService], jobs: false });
    const url = other.baseUrl;
    expect(await send('POST', path)).toMatchObject({ status: 400 });
    expect(await send('POST', path, { url })).toMatchObject({ status: 400, text: expect.stringContaining(`does not share its users with ${url}`) });
    await pairPlatforms(test, other, ['distribution']);
    expect(await send('POST', path, { url })).toMatchObject({ status: 400 });
    await pairPlatforms(test, other, ['federation']);
    expect(await send('POST', path, { url: `${url}/access/` })).toMatchObject({ status: 200 });
    expect(await send('GET', `${path}?url=${url}`)).toMatchObject({ status: 200 });
    await other.stop();
    expect(await send('POST', path, { url })).toMatchObject({ status: 400 });
  });
  it('tells its version to everybody', async () => {
    expect((await send('GET', '/access/api/v1/system/version', undefined, nobody)).json).toEqual({ name: expect.stringMatching(/^\d+\.\d+/) });
  });
});

describe('passwords and API keys', () => {
  describe('an encrypted password', () => {
    const path = '/artifactory/api/security/encryptedPassword';
    const token = '/artifactory/api/security/token';
    const encrypt = async (user: string, secret: string) => send('GET', path, undefined, basic(user, secret));
    const uses = async (user: string, secret: string) => (await send('GET', token, undefined, basic(user, secret))).status;

    it('is made for whoever comes with a password, and proves them as the password does', async () => {
      const answer = await encrypt('ann', password);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toContain('text/plain');
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.text).toMatch(/^AP1\.[\w-]+$/);
      expect(Buffer.from(answer.text.slice(4), 'base64url').toString()).not.toContain(password);
      expect(await uses('ann', answer.text)).toBe(200);
      expect(await uses('ANN', answer.text)).toBe(200);
      expect((await encrypt('ann', answer.text)).status).toBe(200);
      const exchanged = await send('POST', token, form({ username: 'ann', scope: 'member-of-groups:*' }), basic('ann', answer.text));
      expect(exchanged.json).toMatchObject({ access_token: expect.any(String) });
      expect((await send('GET', path, undefined, bearer(exchanged.json.access_token))).status).toBe(409);
    });
    it('is bound to its user, ends with the password, and cannot be changed', async () => {
      for (const name of ['bee', 'cat']) await test.call(createUser, { body: { name, password } });
      const { text } = await encrypt('bee', password);
      expect(await uses('cat', text)).toBe(401);
      const changed = `${text.slice(0, -2)}${text.endsWith('AA') ? 'BB' : 'AA'}`;
      expect(await uses('bee', changed)).toBe(401);
      expect(await uses('bee', text)).toBe(200);
      await test.call(updateUser, { params: { name: 'bee' }, body: { password: 'Another-pass-2' } });
      expect(await uses('bee', text)).toBe(401);
    });
    it('counts as a guess when it is wrong, like any password', async () => {
      await test.call(createUser, { body: { name: 'dog', password } });
      const { text } = await encrypt('ann', password);
      const answers = [];
      for (let at = 0; at < 12; at++) answers.push(await uses('dog', text));
      expect(answers).toContain(429);
    });
    it('leaves alone a password that only looks like one', async () => {
      await test.call(createUser, { body: { name: 'odd', password: 'AP1.Secret-1' } });
      expect(await uses('odd', 'AP1.Secret-1')).toBe(200);
    });
    it('does not sign in to the console', async () => {
      const { text } = await encrypt('ann', password);
      await expect(test.call(login, { query: {}, body: { user: 'ann', password: text, type: 'login' } }, { as: 'anonymous' })).rejects.toMatchObject({
        status: 401,
      });
    });
  });
  it('makes, shows, replaces and revokes an API key, with the password only', async () => {
    const path = '/artifactory/api/security/apiKey';
    expect((await send('GET', path, undefined, basic('ann'))).json).toEqual({});
    const made = await send('POST', path, undefined, basic('ann'));
    expect(made.status).toBe(201);
    expect((await send('POST', path, undefined, basic('ann'))).status).toBe(400);
    expect((await send('GET', path, undefined, { 'x-jfrog-art-api': made.json.apiKey })).status).toBe(403);
    const anew = await send('PUT', path, undefined, basic('ann'));
    expect(anew.json.apiKey).not.toBe(made.json.apiKey);
    expect((await send('GET', path, undefined, { 'x-jfrog-art-api': made.json.apiKey })).status).toBe(401);
    expect((await send('DELETE', `${path}/ann`)).status).toBe(200);
    expect((await send('GET', path, undefined, basic('ann'))).json).toEqual({});
  });
});

describe('users, groups and permissions of existing clients', () => {
  it('keeps users', async () => {
    const path = '/artifactory/api/security/users';
    const body = { email: 'cy@example.org', password, admin: false, profileUpdatable: true, disableUIAccess: true, groups: ['readers'] };
    expect((await send('PUT', `${path}/cy`, body)).status).toBe(201);
    expect((await send('GET', `${path}/cy`)).json).toMatchObject({
      name: 'cy',
      email: 'cy@example.org',
      disableUIAccess: true,
      groups: ['readers'],
      realm: 'internal',
    });
    expect((await send('GET', path)).json).toContainEqual({ name: 'cy', uri: `${test.baseUrl}${path}/cy`, realm: 'internal', status: 'enabled' });
    expect((await send('POST', `${path}/cy`, { email: 'new@example.org' })).status).toBe(200);
    expect((await send('GET', `${path}/cy`)).json.email).toBe('new@example.org');
    expect((await send('PUT', `${path}/dd`, { password: 'weak' })).json.errors[0].code).toBe('invalid_input');
    expect((await send('DELETE', `${path}/cy`)).text).toBe("User 'cy' has been removed successfully.");
    expect((await send('GET', `${path}/cy`)).status).toBe(404);
    expect((await send('GET', path, undefined, basic('ann'))).status).toBe(403);
  });
  it('keeps groups', async () => {
    const path = '/artifactory/api/security/groups';
    expect((await send('PUT', `${path}/team`, { description: 'd', autoJoin: false, userNames: ['ann'] })).status).toBe(201);
    expect((await send('GET', `${path}/team?includeUsers=true`)).json).toMatchObject({ name: 'team', description: 'd', userNames: ['ann'] });
    expect((await send('GET', `${path}/team`)).json.userNames).toBeUndefined();
    expect((await send('POST', `${path}/team`, { userNames: [] })).status).toBe(200);
    expect((await send('GET', path)).json).toContainEqual({ name: 'team', uri: `${test.baseUrl}${path}/team` });
    expect((await send('DELETE', `${path}/team`)).status).toBe(200);
  });
  it('keeps permissions', async () => {
    const path = '/artifactory/api/v2/security/permissions';
    const repo = {
      'include-patterns': ['**'],
      'exclude-patterns': [''],
      repositories: ['libs', 'ANY REMOTE'],
      actions: { users: { ann: ['read', 'write', 'managedXrayMeta'] }, groups: { readers: ['read'] } },
    };
    const build = { repositories: ['artifactory-build-info'], 'include-patterns': ['app/**'], actions: { users: { ann: ['read'] } } };
    expect((await send('POST', `${path}/target`, { name: 'target', repo, build })).status).toBe(201);
    expect((await send('POST', `${path}/target`, { repo })).status).toBe(409);
    expect((await send('GET', `${path}/target`)).json).toEqual({
      name: 'target',
      repo: { ...repo, 'exclude-patterns': [], actions: { users: { ann: ['read', 'write', 'managedXrayMeta'] }, groups: { readers: ['read'] } } },
      build: { ...build, 'exclude-patterns': [], actions: { users: { ann: ['read'] }, groups: {} } },
    });
    expect((await send('PUT', `${path}/target`, { repo: { ...repo, repositories: ['libs'] } })).status).toBe(200);
    const { actor } = (await test.platform.identity.actorOfUser('ann'))!;
    const at = (name: string) => ({ type: 'repository' as const, name, path: 'a.jar' });
    expect([mayEditVerdicts(actor, at('libs')), mayEditVerdicts(actor, at('others')), isAllowed(actor, 'annotate', at('libs'))]).toEqual([true, false, false]);
    expect((await send('GET', `${path}/target`)).json.build).toBeUndefined();
    expect((await send('PUT', `${path}/target`, { repo: { ...repo, actions: { users: { ghost: ['read'] } } } })).status).toBe(400);
    expect((await send('DELETE', `${path}/target`)).status).toBe(200);
    expect((await send('GET', `${path}/target`)).status).toBe(404);
  });
});
