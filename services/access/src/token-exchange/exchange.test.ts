import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listAuditRecords } from '@packhouse/contract/access/access-audit-routes.ts';
import { createGroup } from '@packhouse/contract/access/access-group-routes.ts';
import * as routes from '@packhouse/contract/access/access-oidc-routes.ts';
import { createUser, updateUser } from '@packhouse/contract/access/access-user-routes.ts';
import { currentUser } from '@packhouse/contract/access/auth-sign-in-routes.ts';
import { startTestPlatform, type TestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessService } from '../service.ts';

const grant = 'urn:ietf:params:oauth:grant-type:token-exchange';
const audience = 'packhouse';
const sub = 'repo:org/app:ref:refs/heads/main';

/** An issuer of a CI system: its description, its keys, and tokens signed with them. */
async function startIssuer() {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const stranger = await generateKeyPair('RS256');
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }];
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    const isKeys = request.url === '/keys';
    response.end(JSON.stringify(isKeys ? { keys } : { issuer: address, jwks_uri: `${address}/keys` }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const now = () => Math.floor(Date.now() / 1000);
  const sign = (claims: Record<string, unknown> = {}, key = privateKey) =>
    new SignJWT({ sub, actor: 'ann', repository_owner: 'org', iss: address, aud: audience, iat: now(), exp: now() + 300, ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .sign(key);
  return { address, sign, strangersKey: stranger.privateKey, stop: () => server.close() };
}

let test: TestPlatform;
let issuer: Awaited<ReturnType<typeof startIssuer>>;

const rule = (name: string, more: object = {}, spec: object = {}) => ({
  name,
  priority: 10,
  claims: { sub: 'repo:org/*:ref:refs/heads/main' },
  token_spec: { username: 'ci', scope: 'applied-permissions/user', ...spec },
  ...more,
});

beforeAll(async () => {
  test = await startTestPlatform({ services: [accessService], jobs: false });
  issuer = await startIssuer();
  await test.call(createUser, { body: { name: 'ci', password: 'Secret-pass-1' } });
  await test.call(createGroup, { body: { name: 'builders' } });
  const body = { name: 'pipelines', issuer_url: issuer.address, audience, provider_type: 'GitHub' as const, organization: 'org' };
  await test.call(routes.createOidcIntegration, { body });
  await test.call(routes.createOidcMapping, { params: { provider: 'pipelines' }, body: rule('main') });
});
afterAll(async () => {
  issuer.stop();
  await test.stop();
});

function exchange(token: string, more: object = {}) {
  return test.call(routes.exchangeOidcToken, { body: { grant_type: grant, subject_token: token, provider_name: 'pipelines', ...more } }, { as: 'anonymous' });
}
const refused = { code: 'bad_credentials' };

describe('the exchange of tokens for CI', () => {
  it('ACC-003 gives a short-lived token of the user that the rule names', async () => {
    const answer = await exchange(await issuer.sign(), { include_reference_token: true });
    expect(answer).toMatchObject({
      expires_in: 60,
      scope: 'applied-permissions/user',
      token_type: 'Bearer',
      issued_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      username: 'ci',
    });
    expect(await test.call(currentUser, {}, { as: { token: answer.access_token } })).toMatchObject({ name: 'ci' });
    expect(await test.call(currentUser, {}, { as: { token: answer.reference_token ?? '' } })).toMatchObject({ name: 'ci' });
  });

  it('takes a form as well, whoever else the request claims to be', async () => {
    const answer = await fetch(`${test.baseUrl}/access/api/v1/oidc/token`, {
      method: 'POST',
      headers: { authorization: 'Bearer nonsense' },
      body: new URLSearchParams({ grant_type: grant, subject_token: await issuer.sign(), provider_name: 'pipelines' }),
    });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ username: 'ci' });
  });

  it('refuses tokens that another key signed, for others, expired, or of nobody we trust', async () => {
    const past = Math.floor(Date.now() / 1000) - 120;
    const bad = [
      await issuer.sign({}, issuer.strangersKey),
      await issuer.sign({ aud: 'elsewhere' }),
      await issuer.sign({ iss: 'https://other.example.org' }),
      await issuer.sign({ exp: past }),
      await issuer.sign({ exp: undefined }),
      await issuer.sign({ repository_owner: 'stranger' }),
      'nonsense',
    ];
    for (const token of bad) await expect(exchange(token)).rejects.toMatchObject(refused);
    const [head = '', body = ''] = (await issuer.sign()).split('.');
    const unsigned = `${Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url')}.${body}.`;
    await expect(exchange(unsigned)).rejects.toMatchObject(refused);
    await expect(exchange(`${head}.${body}.`)).rejects.toMatchObject(refused);
    await expect(exchange(await issuer.sign(), { provider_name: 'unknown' })).rejects.toMatchObject(refused);
    const { items } = await test.call(listAuditRecords, { query: { action: 'token.refused' } });
    expect(items.length).toBeGreaterThanOrEqual(bad.length);
    expect(items.some(({ after }) => JSON.stringify(after).includes('not to org'))).toBe(true);
  });

  it('wants every claim of a rule, and takes the first rule that fits', async () => {
    await expect(exchange(await issuer.sign({ sub: 'repo:org/app:ref:refs/heads/other' }))).rejects.toMatchObject(refused);
    const first = rule('first', { priority: 1, claims: { actor: ['ann', 'bob'] } }, { username: null, scope: 'applied-permissions/groups:builders' });
    await test.call(routes.createOidcMapping, { params: { provider: 'pipelines' }, body: first });
    expect(await exchange(await issuer.sign())).toMatchObject({ scope: 'applied-permissions/groups:builders', username: 'pipelines-first' });
    expect(await exchange(await issuer.sign(), { identity_mapping_name: 'main' })).toMatchObject({ username: 'ci' });
  });

  it('makes user and groups from claims, and never an administrator of somebody who is none', async () => {
    const pattern = { username: '', username_pattern: 'ci-{{actor}}', groups_pattern: '{{teams}}', scope: '' };
    const body = rule('patterns', { claims: { workflow: 'release' } }, pattern);
    await test.call(routes.createOidcMapping, { params: { provider: 'pipelines' }, body });
    const asked = { identity_mapping_name: 'patterns' };
    const answer = await exchange(await issuer.sign({ workflow: 'release', teams: ['builders'] }), asked);
    expect(answer).toMatchObject({ username: 'ci-ann', scope: 'applied-permissions/groups:builders' });
    expect(await test.call(currentUser, {}, { as: { token: answer.access_token } })).toMatchObject({ groups: ['builders'], administrator: false });
    await expect(exchange(await issuer.sign({ workflow: 'release', teams: ['*'] }), asked)).rejects.toMatchObject(refused);
    await expect(exchange(await issuer.sign({ workflow: 'release', teams: ['a,b'] }), asked)).rejects.toMatchObject(refused);
    const raised = rule('raised', {}, { scope: 'applied-permissions/admin' });
    await test.call(routes.createOidcMapping, { params: { provider: 'pipelines' }, body: raised });
    await expect(exchange(await issuer.sign(), { identity_mapping_name: 'raised' })).rejects.toMatchObject(refused);
  });

  it('gives nothing for a user who is disabled', async () => {
    await test.call(updateUser, { params: { name: 'ci' }, body: { status: 'disabled' } });
    await expect(exchange(await issuer.sign(), { identity_mapping_name: 'main' })).rejects.toMatchObject(refused);
  });
});

describe('the rules of the exchange', () => {
  const params = { provider: 'pipelines' };

  it('ACC-003 are kept as existing clients keep them', async () => {
    const { name } = await test.call(routes.readOidcIntegration, { params: { name: 'pipelines' } });
    expect(name).toBe('pipelines');
    expect((await test.call(routes.listOidcMappings, { params })).map((one) => one.name)).toEqual(['first', 'main', 'patterns', 'raised']);
    const changed = rule('main', { priority: 50 });
    expect(await test.call(routes.updateOidcMapping, { params: { ...params, name: 'main' }, body: changed })).toMatchObject({ priority: 50 });
    await test.call(routes.deleteOidcMapping, { params: { ...params, name: 'main' } });
    await expect(test.call(routes.readOidcMapping, { params: { ...params, name: 'main' } })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('are refused where they make no sense, beside the field', async () => {
    const attempt = (more: object, spec: object) => test.call(routes.createOidcMapping, { params, body: rule('odd', more, spec) });
    await expect(attempt({ claims: {} }, {})).rejects.toMatchObject({ fields: [{ path: 'claims' }] });
    await expect(attempt({}, { scope: 'nonsense' })).rejects.toMatchObject({ fields: [{ path: 'token_spec.scope' }] });
    await expect(attempt({}, { username: '' })).rejects.toMatchObject({ fields: [{ path: 'token_spec.username' }] });
    await expect(attempt({}, { expires_in: 999_999 })).rejects.toMatchObject({ fields: [{ path: 'token_spec.expires_in' }] });
  });

  it('are for administrators, and go with their issuer', async () => {
    await expect(test.call(routes.listOidcIntegrations, {}, { as: 'anonymous' })).rejects.toMatchObject({ code: 'unauthenticated' });
    await test.call(routes.deleteOidcIntegration, { params: { name: 'pipelines' } });
    await expect(exchange(await issuer.sign())).rejects.toMatchObject(refused);
  });
});
