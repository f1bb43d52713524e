import * as routes from '@packhouse/contract/access/access-application-routes.ts';
import { listAuditRecords } from '@packhouse/contract/access/access-audit-routes.ts';
import { exchangeToken } from '@packhouse/contract/access/access-compatible-routes.ts';
import * as tokens from '@packhouse/contract/access/access-token-routes.ts';
import * as users from '@packhouse/contract/access/access-user-routes.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { startTestPlatform, type TestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { sql } from 'kysely';
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AccessSchema } from '../schema.ts';
import { accessService } from '../service.ts';
import { deleteGrant } from './grant-queries.ts';

let test: TestPlatform;
let application: Awaited<ReturnType<typeof register>>;
const password = 'Secret-pass-1';
const as = (user: string) => ({ as: { user, password } });
const callback = 'http://127.0.0.1:4711/back';

beforeAll(async () => {
  test = await startTestPlatform({ services: [accessService], jobs: false });
  for (const name of ['ann', 'bob', 'cid']) await test.call(users.createUser, { body: { name, password } });
  application = await register('board');
});
afterAll(() => test.stop());

const register = (name: string, change: object = {}) => test.call(routes.createApplication, { body: { name, callbackUrls: [callback], ...change } });

type Registered = Pick<Awaited<ReturnType<typeof register>>, 'id' | 'secret'>;

/** Makes what a developer enters into the library. */
function configure({ id, secret }: Registered, authentication = secret === null ? client.None() : client.ClientSecretBasic(secret)) {
  const server = {
    issuer: test.baseUrl,
    authorization_endpoint: `${test.baseUrl}/ui/authorization`,
    token_endpoint: `${test.baseUrl}/access/api/v1/integration/token`,
  };
  const configuration = new client.Configuration(server, id, {}, authentication);
  client.allowInsecureRequests(configuration);
  return configuration;
}

/** The user agrees in the browser. */
async function agreed(clientId: string, url: string, user = 'ann'): Promise<URL> {
  return new URL((await test.call(routes.authorizeApplication, { params: { clientId, username: user }, body: { url } }, as(user))).url);
}

/** From the application's link to its tokens, as the library does it. */
async function signIn(configuration: client.Configuration, user = 'ann', scope?: string) {
  const verifier = client.randomPKCECodeVerifier();
  const state = client.randomState();
  const url = client.buildAuthorizationUrl(configuration, {
    redirect_uri: callback,
    state,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(scope ? { scope } : {}),
  });
  const returned = await agreed(configuration.clientMetadata().client_id, url.href, user);
  const got = await client.authorizationCodeGrant(configuration, returned, { pkceCodeVerifier: verifier, expectedState: state });
  return { got, returned, verifier };
}

async function codeFor(user = 'ann', { id }: Registered = application, change: Record<string, string> = {}) {
  const query = new URLSearchParams({ client_id: id, response_type: 'code', redirect_uri: callback, ...change });
  return (await agreed(id, `/ui/authorization?${query}`, user)).searchParams.get('code') ?? '';
}

async function ask(fields: Record<string, string> | string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${test.baseUrl}/access/api/v1/integration/token`, { method: 'POST', headers, body: new URLSearchParams(fields) });
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Record<string, string> };
}
const own = ({ id, secret }: Registered = application) => ({ client_id: id, ...(secret === null ? {} : { client_secret: secret }) });
const use = (code: string, change: Record<string, string> = {}) => ask({ grant_type: 'authorization_code', code, redirect_uri: callback, ...own(), ...change });
const renew = (refresh_token: string, change: Record<string, string> = {}) => ask({ grant_type: 'refresh_token', refresh_token, ...own(), ...change });
const who = (token: string) =>
  fetch(`${test.baseUrl}/ui/api/v1/ui/auth/current`, { headers: { authorization: `Bearer ${token}` } }).then(async (answer) => ({
    status: answer.status,
    name: ((await answer.json()) as { name?: string }).name,
  }));
const invalidGrant = { status: 400, body: { error: 'invalid_grant' } };

describe('an application in the hands of an ordinary client library', () => {
  it.each([
    ['with Basic', () => configure(application)],
    ['with the secret in the form', () => configure(application, client.ClientSecretPost(application.secret!))],
  ])('OAPP-021 gets tokens of the user who agreed %s, and renews them', async (_, configured) => {
    const configuration = configured();
    const { got } = await signIn(configuration);
    expect(got).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope: 'applied-permissions/user' });
    expect(await who(got.access_token)).toEqual({ status: 200, name: 'ann' });
    const renewed = await client.refreshTokenGrant(configuration, got.refresh_token!);
    expect(await who(renewed.access_token)).toEqual({ status: 200, name: 'ann' });
    expect(renewed.refresh_token).not.toBe(got.refresh_token);
  });

  it('gets them without a secret where it is public, with a challenge only', async () => {
    const open = await register('phone', { type: 'public' });
    const { got } = await signIn(configure(open), 'bob');
    expect(await who(got.access_token)).toEqual({ status: 200, name: 'bob' });
    await expect(codeFor('bob', open)).rejects.toMatchObject({ code: 'bad_request' });
  });

  it('finds everything by itself that it needs to know', async () => {
    const { id, secret } = application;
    const configuration = await client.discovery(new URL(test.baseUrl), id, secret!, undefined, {
      algorithm: 'oauth2',
      execute: [client.allowInsecureRequests],
    });
    expect(configuration.serverMetadata().authorization_response_iss_parameter_supported).toBe(true);
    const { got } = await signIn(configuration);
    expect(await who(got.access_token)).toEqual({ status: 200, name: 'ann' });
  });

  it('gets no more than was allowed', async () => {
    const { got } = await signIn(configure(application), 'ann', 'artifact:libs:r');
    const actor = await test.platform.identity.actorByToken(got.access_token);
    expect(actor).toMatchObject({ name: 'ann', scope: [{ names: ['libs'], actions: ['read'] }] });
    const renewed = await renew(got.refresh_token!, { scope: 'applied-permissions/user' });
    expect(renewed).toMatchObject({ status: 400, body: { error: 'invalid_scope' } });
  });

  it('answers are never kept by caches', async () => {
    const { headers } = await use('nonsense');
    expect(headers.get('cache-control')).toBe('no-store');
  });
});

describe('a code', () => {
  it('works once: the second use ends what came of the first', async () => {
    const code = await codeFor();
    const { body } = await use(code);
    expect(await who(body.access_token!)).toMatchObject({ status: 200 });
    expect(await use(code)).toMatchObject(invalidGrant);
    expect(await who(body.access_token!)).toMatchObject({ status: 401 });
    expect(await renew(body.refresh_token!)).toMatchObject(invalidGrant);
    const { items } = await test.call(listAuditRecords, { query: { action: 'application.grant_ended' } });
    expect(items[0]).toMatchObject({ actor: 'application:board', subject: 'board', after: { reason: 'its code was used twice' } });
  });

  it('works once for two that come at the same moment', async () => {
    const code = await codeFor();
    const answers = await Promise.all([use(code), use(code), use(code)]);
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    for (const { body } of answers.filter(({ status }) => status === 200)) expect(await who(body.access_token!)).toMatchObject({ status: 401 });
  });

  it('is worth nothing to another application, and is not used up by it', async () => {
    const other = await register('other');
    const code = await codeFor();
    expect(await use(code, own(other))).toMatchObject(invalidGrant);
    expect(await use(code)).toMatchObject({ status: 200 });
  });

  it.each([
    ['another callback URL', { redirect_uri: 'http://127.0.0.1:4711/other' }],
    ['a verifier that nobody announced', { code_verifier: 'v'.repeat(43) }],
  ])('is worth nothing with %s, and afterwards nothing at all', async (_, change) => {
    const code = await codeFor();
    expect(await use(code, change)).toMatchObject(invalidGrant);
    expect(await use(code)).toMatchObject(invalidGrant);
  });

  it('needs the callback URL again when it was named', async () => {
    const code = await codeFor();
    expect(await ask({ grant_type: 'authorization_code', code, ...own() })).toMatchObject(invalidGrant);
  });

  it('needs the verifier that belongs to its challenge', async () => {
    const verifier = client.randomPKCECodeVerifier();
    const challenged = { code_challenge: await client.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' };
    const wrongs: Record<string, string>[] = [
      {},
      { code_verifier: client.randomPKCECodeVerifier() },
      { code_verifier: challenged.code_challenge },
      { code_verifier: 'short' },
    ];
    for (const wrong of wrongs) expect(await use(await codeFor('ann', application, challenged), wrong)).toMatchObject(invalidGrant);
    expect(await use(await codeFor('ann', application, challenged), { code_verifier: verifier })).toMatchObject({ status: 200 });
  });

  it('gives tokens of its own user, whoever else has agreed', async () => {
    const [ann, bob] = [await codeFor('ann'), await codeFor('bob')];
    expect(await who((await use(bob)).body.access_token!)).toMatchObject({ name: 'bob' });
    expect(await who((await use(ann)).body.access_token!)).toMatchObject({ name: 'ann' });
  });
});

describe('the token endpoint', () => {
  it('refuses who cannot prove who they are, in the words of RFC 6749', async () => {
    const code = await codeFor();
    const wrong: Record<string, string>[] = [{ client_secret: 'wrong' }, { client_secret: '' }, { client_id: 'nobody' }];
    for (const change of wrong) expect(await use(code, change)).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
    const basic = (pair: string) => ({ authorization: `Basic ${Buffer.from(pair).toString('base64')}` });
    const withHeader = (pair: string) => ask({ grant_type: 'authorization_code', code, redirect_uri: callback }, basic(pair));
    for (const pair of [`${application.id}:wrong`, 'admin:Test-admin-1', 'no-colon', ':', `${application.id}:%`]) {
      const refused = await withHeader(pair);
      expect(refused).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
      expect(refused.headers.get('www-authenticate')).toMatch(/^Basic /);
    }
    expect(await use(code)).toMatchObject({ status: 200 });
  });

  it('tells a library why a code is not taken, and does not challenge one that has proved who it is', async () => {
    const configuration = configure(application);
    const { returned, verifier } = await signIn(configuration);
    const again = client.authorizationCodeGrant(configuration, returned, { pkceCodeVerifier: verifier, expectedState: returned.searchParams.get('state')! });
    await expect(again).rejects.toMatchObject({ error: 'invalid_grant', status: 400 });
  });

  it.each([
    ['unsupported_grant_type', { grant_type: 'password' }],
    ['invalid_request', { code: '' }],
    ['invalid_request', { client_id: '' }],
  ])('answers %s', async (error, change) => {
    expect(await use('x', change)).toMatchObject({ status: 400, body: { error } });
  });

  it('takes one way of proving, every field once, and forms only', async () => {
    const basic = { authorization: `Basic ${Buffer.from(`${application.id}:${application.secret}`).toString('base64')}` };
    const fields = { grant_type: 'authorization_code', code: 'x', ...own() };
    expect(await ask(fields, basic)).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    const twice = `${new URLSearchParams(fields)}&code=y`;
    expect(await ask(twice)).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    const json = await fetch(`${test.baseUrl}/access/api/v1/integration/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(fields),
    });
    expect(json.status).toBe(400);
  });

  it('makes whoever guesses wait', async () => {
    const guessed = await register('guessed');
    const guess = () => use('x', own({ id: guessed.id, secret: 'wrong' }));
    const statuses: number[] = [];
    for (let round = 0; round < 23; round++) statuses.push((await guess()).status);
    expect(statuses[0]).toBe(401);
    expect(statuses.at(-1)).toBe(429);
    expect(Number((await guess()).headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('tokens of an application', () => {
  const fresh = async (user: string, of = application) => (await use(await codeFor(user, of), own(of))).body as { access_token: string; refresh_token: string };

  it('are renewed once each: a second use of a refresh token ends them all', async () => {
    const first = await fresh('ann');
    const second = (await renew(first.refresh_token)).body;
    expect(await renew(first.refresh_token)).toMatchObject(invalidGrant);
    expect(await who(second.access_token!)).toMatchObject({ status: 401 });
    expect(await renew(second.refresh_token!)).toMatchObject(invalidGrant);
  });

  it('are renewed by their application only, and nowhere else', async () => {
    const other = await register('stranger');
    const { refresh_token } = await fresh('ann');
    expect(await renew(refresh_token, own(other))).toMatchObject(invalidGrant);
    const elsewhere = { grant_type: 'refresh_token', refresh_token };
    await expect(test.call(exchangeToken, { body: elsewhere }, { as: 'anonymous' })).rejects.toMatchObject({ status: 400 });
    expect(await renew(refresh_token)).toMatchObject({ status: 200 });
  });

  it('OAPP-013 end when their user takes the consent back, with all that was made by them', async () => {
    const { access_token, refresh_token } = await fresh('bob');
    const child = await test.call(tokens.createToken, { body: { refreshable: true } }, { as: { token: access_token } });
    expect(child.refreshToken).toBeNull();
    expect(await who(child.accessToken)).toMatchObject({ status: 200 });
    const params = { client_id: application.id, username: 'bob' };
    await test.call(routes.deleteUserApplication, { params }, as('bob'));
    for (const token of [access_token, child.accessToken]) expect(await who(token)).toMatchObject({ status: 401 });
    expect(await renew(refresh_token)).toMatchObject(invalidGrant);
  });

  it('end without a deadlock when the consent is taken back while they are renewed', async () => {
    const { refresh_token } = await fresh('bob');
    const db = openDatabase<AccessSchema>(test.databaseUrl, 'access', { connections: 2 });
    const waiting = async () =>
      (
        await sql<{
          count: number;
        }>`select count(*)::int from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()`.execute(db)
      ).rows[0]?.count;
    try {
      const renewing = await db.transaction().execute(async (tx) => {
        const held = await tx.selectFrom('application_grant').select('id').forUpdate().execute();
        const answer = renew(refresh_token);
        await expect.poll(waiting).toBeGreaterThan(0);
        for (const { id } of held) await deleteGrant(tx, id);
        return { answer };
      });
      expect(await renewing.answer).toMatchObject(invalidGrant);
    } finally {
      await db.destroy();
    }
  });

  it('OAPP-015 end when the application is deleted, and a code that waits is worth nothing', async () => {
    const doomed = await register('doomed');
    const { access_token } = await fresh('ann', doomed);
    const waiting = await codeFor('ann', doomed);
    expect((await test.call(routes.listApplications, {})).find(({ id }) => id === doomed.id)).toMatchObject({ users: 1 });
    await test.call(routes.deleteApplication, { params: { id: doomed.id } });
    expect(await who(access_token)).toMatchObject({ status: 401 });
    expect(await use(waiting, own(doomed))).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
  });

  it('stop while their user is disabled, and end with the user', async () => {
    const { access_token, refresh_token } = await fresh('cid');
    const waiting = await codeFor('cid');
    await test.call(users.updateUser, { params: { name: 'cid' }, body: { status: 'disabled' } });
    expect(await who(access_token)).toMatchObject({ status: 401 });
    expect(await renew(refresh_token)).toMatchObject(invalidGrant);
    expect(await use(waiting)).toMatchObject(invalidGrant);
    await test.call(users.deleteUser, { params: { name: 'cid' } });
    await test.call(users.createUser, { body: { name: 'cid', password } });
    expect(await renew(refresh_token)).toMatchObject(invalidGrant);
    expect(await who(access_token)).toMatchObject({ status: 401 });
  });
});
