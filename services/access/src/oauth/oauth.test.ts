import { readSignInOptions, updateSignInOptions } from '@packhouse/contract/access/access-external-rules.ts';
import { createGroup } from '@packhouse/contract/access/access-group-routes.ts';
import * as routes from '@packhouse/contract/access/access-oauth-routes.ts';
import { readUser, updateUser } from '@packhouse/contract/access/access-user-routes.ts';
import { inviteUser } from '@packhouse/contract/access/auth-invitation-routes.ts';
import * as auth from '@packhouse/contract/access/auth-sign-in-routes.ts';
import { setUpMail } from '@packhouse/testkit/set-up-mail.ts';
import { startTestPlatform, type TestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessService } from '../service.ts';
import { findLocation, type OpenIdPeer, startOpenIdPeer, Visitor } from './open-id-peer.ts';

let test: TestPlatform;
let peer: OpenIdPeer;
const callbackPath = '/ui/api/v1/ui/auth/oauth/callback';

beforeAll(async () => {
  test = await startTestPlatform({ services: [accessService], jobs: false });
  peer = await startOpenIdPeer(
    {
      ann: { preferred_username: 'Ann', email: 'ann@example.org', email_verified: true, groups: ['builders', 'admins'] },
      bob: { preferred_username: 'bob', email: 'bob@example.org', email_verified: false },
      root: { preferred_username: 'admin' },
      guest: { preferred_username: 'somebody-else', email: 'guest@example.org', email_verified: true },
      other: { preferred_username: 'other' },
    },
    [`${test.baseUrl}${callbackPath}`],
  );
  await test.call(createGroup, { body: { name: 'crew', externalId: 'Builders' } });
  await test.call(createGroup, { body: { name: 'bosses', administrator: true } });
  await test.call(routes.createOauthProvider, { body: settings() });
});
afterAll(async () => {
  await peer.stop();
  await test.stop();
});

function settings(more: object = {}) {
  const { issuer, clientId, clientSecret } = peer;
  return { name: 'Our login', type: 'Keycloak' as const, issuerUrl: issuer, clientId, clientSecret, syncGroups: true, ...more };
}

const startAt = () => `${test.baseUrl}/ui/api/v1/ui/auth/oauth/start/Our%20login`;

/** From the button to the console, as this person. */
async function enter(person: string, visitor = new Visitor(), start = startAt()) {
  const callback = await peer.signIn(visitor, start, person);
  const answer = await visitor.open(callback);
  return { visitor, callback, answer, page: findLocation(answer, test.baseUrl).slice(test.baseUrl.length) };
}

async function readCurrent(visitor: Visitor) {
  return (await (await visitor.open(`${test.baseUrl}/ui/api/v1/ui/auth/current`)).json()) as Record<string, unknown>;
}

describe('signing in through OpenID Connect', () => {
  it('AUTH-070 lists the enabled providers by name, type and url', async () => {
    await test.call(routes.createOauthProvider, { body: settings({ name: 'Asleep', type: 'OpenID', enabled: false }) });
    expect(await test.call(auth.oauthProviders, {}, { as: 'anonymous' })).toEqual([
      { name: 'Our login', type: 'Keycloak', url: '/ui/api/v1/ui/auth/oauth/start/Our%20login' },
    ]);
  });

  it('AUTH-054 AUTH-070 a registration token is an invitation’s, which the provider’s person takes up, once', async () => {
    const mail = await setUpMail(test);
    const list = (registrationToken: string) => test.call(auth.oauthProviders, { query: { registrationToken } }, { as: 'anonymous' });
    await expect(list('x')).rejects.toMatchObject({ code: 'bad_credentials' });
    await test.call(inviteUser, { body: { name: 'invited', email: 'invited@example.org' } });
    const token = (await mail.next()).link(/\/ui\/login\/invitation\?token=/).searchParams.get('token') ?? '';
    const [offered] = await list(token);
    expect(offered).toMatchObject({ name: 'Our login', url: expect.stringContaining(`registrationToken=${token}`) });
    const start = `${test.baseUrl}${offered?.url}`;
    const { visitor, page } = await enter('guest', new Visitor(), start);
    expect(page).toBe('/ui/login/sso/oauth?done=true');
    expect(await readCurrent(visitor)).toMatchObject({ name: 'invited' });
    await expect(list(token)).rejects.toMatchObject({ code: 'bad_credentials' });
    expect((await enter('other', new Visitor(), start)).page).toBe('/ui/login/sso/oauth?problem=no_invitation');
    // From now on the provider's person is the invited user, without a token.
    expect(await readCurrent((await enter('guest')).visitor)).toMatchObject({ name: 'invited' });
    await mail.stop();
  });

  it('ACC-004 makes a user with e-mail, realm and groups, and an ordinary session', async () => {
    const { visitor, page } = await enter('ann');
    expect(page).toBe('/ui/login/sso/oauth?done=true');
    expect(await readCurrent(visitor)).toMatchObject({ name: 'ann', realm: 'oauth', email: 'ann@example.org', groups: ['crew', 'readers'], mfaStatus: 'none' });
    expect(visitor.cookies(test.baseUrl)).toEqual([expect.stringMatching(/^packhouse_session_/)]);
  });

  it('finds the same user again, and only the groups that the mapping opens', async () => {
    const { name: _, ...rest } = settings({ groupMapping: { admins: 'bosses' }, clientSecret: undefined });
    await test.call(routes.updateOauthProvider, { params: { name: 'Our login' }, body: rest });
    const { visitor } = await enter('ann');
    expect(await readCurrent(visitor)).toMatchObject({ name: 'ann', administrator: true, groups: ['bosses', 'crew', 'readers'] });
  });

  it('ACC-004 signs people in through plain OAuth 2 with addresses given one by one', async () => {
    const { issuer } = peer;
    const addresses = { authorizationUrl: `${issuer}/auth`, tokenUrl: `${issuer}/token`, userInfoUrl: `${issuer}/me` };
    await test.call(routes.createOauthProvider, {
      body: settings({ name: 'Plain', type: 'OAuth2', issuerUrl: '', ...addresses, clientId: 'plain', linkExisting: true }),
    });
    const { visitor } = await enter('ann', new Visitor(), `${test.baseUrl}/ui/api/v1/ui/auth/oauth/start/Plain`);
    expect(await readCurrent(visitor)).toMatchObject({ name: 'ann', email: 'ann@example.org', realm: 'oauth' });
    await test.call(routes.deleteOauthProvider, { params: { name: 'Plain' } });
  });

  it('believes no e-mail address that the provider has not verified', async () => {
    const { visitor } = await enter('bob');
    expect(await readCurrent(visitor)).toMatchObject({ name: 'bob', email: '' });
  });

  it('gives nobody the account of a user of the same name', async () => {
    const { visitor, page } = await enter('root');
    expect(page).toBe('/ui/login/sso/oauth?problem=name_taken');
    expect(visitor.cookies(test.baseUrl)).toEqual([]);
  });

  it('AUTH-016 opens the profile of somebody from OAuth without a password, which they do not have, and gives them an API key', async () => {
    const { visitor } = await enter('ann');
    const ask = async (method: string, path: string, body?: unknown) => {
      const headers = { 'x-packhouse-console': '1', ...(body ? { 'content-type': 'application/json' } : {}) };
      const answer = await visitor.open(`${test.baseUrl}/ui/api/v1/ui/${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
    };
    expect(await ask('POST', 'userProfile', { password: '' })).toMatchObject({ status: 200, body: { realm: 'oauth', password: 'none', apiKey: null } });
    const made = await ask('POST', 'apiKey/ann');
    expect(made).toEqual({ status: 200, body: { apiKey: expect.stringMatching(/^AKCp8/) } });
    expect(await ask('GET', 'apiKey/ann')).toEqual(made);
    expect((await ask('POST', 'userProfile', { password: '' })).body).toMatchObject(made.body);
  });

  it('turns a disabled user away', async () => {
    await test.call(updateUser, { params: { name: 'bob' }, body: { status: 'disabled' } });
    expect((await enter('bob')).page).toBe('/ui/login/sso/oauth?problem=disabled');
  });
});

describe('what comes back from a provider', () => {
  it('is refused in another browser, under another state, and a second time', async () => {
    const visitor = new Visitor();
    const callback = await peer.signIn(visitor, startAt(), 'ann');
    const end = async (who: Visitor, address: string) => new URL(findLocation(await who.open(address), test.baseUrl)).search;
    expect(await end(new Visitor(), callback)).toBe('?problem=expired');
    const forged = new URL(callback);
    forged.searchParams.set('state', 'forged');
    expect(await end(visitor, forged.href)).toBe('?problem=refused');
    const { visitor: other, callback: used } = await enter('ann');
    expect(await end(other, used)).toBe('?problem=expired');
    await other.open(startAt());
    expect(await end(other, used)).toBe('?problem=refused');
  });

  it('is only taken with the PKCE verifier that belongs to it', async () => {
    const victim = new Visitor();
    const attacker = new Visitor();
    const stolen = new URL(await peer.signIn(victim, startAt(), 'ann'));
    const own = new URL(await peer.signIn(attacker, startAt(), 'ann'));
    own.searchParams.set('code', stolen.searchParams.get('code') ?? '');
    expect(findLocation(await attacker.open(own.href), test.baseUrl)).toContain('problem=refused');
  });

  it('says that it was called off', async () => {
    const visitor = new Visitor();
    const away = new URL(findLocation(await visitor.open(startAt()), test.baseUrl));
    expect([...away.searchParams.keys()].toSorted()).toEqual(
      ['client_id', 'code_challenge', 'code_challenge_method', 'nonce', 'redirect_uri', 'response_type', 'scope', 'state'].toSorted(),
    );
    const back = `${test.baseUrl}${callbackPath}?error=access_denied&state=${away.searchParams.get('state')}&iss=${encodeURIComponent(peer.issuer)}`;
    expect(findLocation(await visitor.open(back), test.baseUrl)).toContain('problem=cancelled');
  });
});

describe('the settings of providers', () => {
  it('ACC-004 never show the secret, and keep it when none is sent', async () => {
    const listed = await test.call(routes.listOauthProviders, {});
    expect(listed.callbackUrl).toBe(`${test.baseUrl}${callbackPath}`);
    expect(listed.items.find(({ name }) => name === 'Our login')).toMatchObject({ hasSecret: true, clientId: 'packhouse' });
    expect(JSON.stringify(listed)).not.toContain('a secret');
    await expect(test.call(routes.listOauthProviders, {}, { as: 'anonymous' })).rejects.toMatchObject({ code: 'unauthenticated' });
  });

  it('say beside the field what is wrong', async () => {
    const bad = test.call(routes.createOauthProvider, { body: settings({ name: 'x', issuerUrl: 'http://example.org' }) });
    await expect(bad).rejects.toMatchObject({ code: 'invalid_input', fields: [{ path: 'issuerUrl' }] });
    const missing = test.call(routes.createOauthProvider, { body: settings({ name: 'x', type: 'GitHub' }) });
    await expect(missing).rejects.toMatchObject({ fields: [{ path: 'authorizationUrl' }, { path: 'tokenUrl' }, { path: 'userInfoUrl' }] });
    await expect(test.call(routes.createOauthProvider, { body: settings() })).rejects.toMatchObject({ code: 'already_exists' });
  });

  it('ACC-004 can be tried: all good, a wrong secret, and an address where nobody answers', async () => {
    const outcomes = async (more: object) => {
      const { checks } = await test.call(routes.testOauthProvider, { body: settings(more) });
      return Object.fromEntries(checks.map(({ check, outcome }) => [check, outcome]));
    };
    expect(await outcomes({})).toEqual({ discovery: 'good', authorizationAddress: 'good', signingKeys: 'good', clientSecret: 'good' });
    expect(await outcomes({ clientSecret: undefined })).toMatchObject({ clientSecret: 'good' });
    expect(await outcomes({ clientSecret: 'wrong' })).toMatchObject({ discovery: 'good', clientSecret: 'bad' });
    expect(await outcomes({ issuerUrl: 'http://127.0.0.1:9' })).toEqual({ discovery: 'bad' });
  });

  it('send the stored secret to no other server and under no other client id, neither when changed nor when tried', async () => {
    const { name, ...kept } = settings({ clientSecret: undefined });
    const elsewhere = [{ issuerUrl: 'http://127.0.0.1:9' }, { tokenUrl: 'http://127.0.0.1:9/token' }, { clientId: 'other' }];
    const refused = { code: 'invalid_input', fields: [{ path: 'clientSecret' }] };
    for (const more of elsewhere) {
      await expect(test.call(routes.updateOauthProvider, { params: { name }, body: { ...kept, ...more } })).rejects.toMatchObject(refused);
      await expect(test.call(routes.testOauthProvider, { body: { name, ...kept, ...more } })).rejects.toMatchObject(refused);
    }
    expect(await test.call(routes.readOauthProvider, { params: { name } })).toMatchObject({ issuerUrl: peer.issuer, clientId: peer.clientId, tokenUrl: '' });
    const moved = { ...kept, clientId: 'other', clientSecret: 'another secret' };
    expect(await test.call(routes.updateOauthProvider, { params: { name }, body: moved })).toMatchObject({ clientId: 'other', hasSecret: true });
    const { clientId, clientSecret } = peer;
    await test.call(routes.updateOauthProvider, { params: { name }, body: { ...kept, clientId, clientSecret } });
  });

  it('AUTH-019 AUTH-059 AUTH-076 decide how the sign-in page meets people', async () => {
    expect(await test.call(readSignInOptions, {})).toEqual({ externalOnly: false, autoRedirect: '' });
    expect(await test.call(auth.loginPageVisualMode, {}, { as: 'anonymous' })).toEqual({ loginIsExternal: false });
    expect(await test.call(auth.autoRedirect, {}, { as: 'anonymous' })).toEqual({ autoRedirect: false, url: null });
    await test.call(updateSignInOptions, { body: { externalOnly: true, autoRedirect: 'oauth:Our login' } });
    expect(await test.call(auth.loginPageVisualMode, {}, { as: 'anonymous' })).toEqual({ loginIsExternal: true });
    expect(await test.call(auth.autoRedirect, {}, { as: 'anonymous' })).toEqual({ autoRedirect: true, url: '/ui/api/v1/ui/auth/oauth/start/Our%20login' });
  });

  it('end with the provider: its users stay, but nobody comes in through it', async () => {
    await test.call(routes.deleteOauthProvider, { params: { name: 'Our login' } });
    expect(await test.call(readUser, { params: { name: 'ann' } })).toMatchObject({ realm: 'oauth' });
    expect(findLocation(await new Visitor().open(startAt()), test.baseUrl)).toContain('problem=refused');
    expect(await test.call(auth.loginPageVisualMode, {}, { as: 'anonymous' })).toEqual({ loginIsExternal: false });
  });
});
