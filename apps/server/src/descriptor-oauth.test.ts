import { listAuditRecords } from '@packhouse/contract/access/access-audit-routes.ts';
import { readGeneralSettings } from '@packhouse/contract/access/access-general-routes.ts';
import { createOauthProvider, listOauthProviders } from '@packhouse/contract/access/access-oauth-routes.ts';
import { oauthProviders } from '@packhouse/contract/access/auth-sign-in-routes.ts';
import { startTestPlatform, type TestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { configuredServices } from './services.ts';

let test: TestPlatform;
beforeAll(async () => {
  test = await startTestPlatform({ services: configuredServices({ services: ['access', 'repositories'] }), jobs: false });
});
afterAll(() => test?.stop());

const api = () => `${test.baseUrl}/artifactory/api`;
async function patch(body: string) {
  const headers = { ...test.headersOf('admin'), 'content-type': 'application/yaml' };
  const answer = await fetch(`${api()}/system/configuration`, { method: 'PATCH', headers, body });
  return { status: answer.status, text: await answer.text() };
}
const get = async (path: string) => (await fetch(`${api()}/${path}`, { headers: test.headersOf('admin') })).text();
const kept = async () => (await test.call(listOauthProviders, {})).items;

/** As the Terraform provider writes it. */
const provider = (name: string, more: Record<string, string> = {}) => {
  const fields = {
    name,
    enabled: 'false',
    providerType: 'openId',
    id: 'foo',
    secret: 'an-oauth-secret',
    apiUrl: 'https://organization.example.test/oauth2/v1/userinfo',
    authUrl: 'https://organization.example.test/oauth2/v1/authorize',
    tokenUrl: 'https://organization.example.test/oauth2/v1/token',
    ...more,
  };
  return `            ${name}:\n${Object.entries(fields)
    .map(([key, value]) => `                ${key}: ${value}\n`)
    .join('')}`;
};
const settings = (providers: string, { enable = true, persist = true, profile = true } = {}) =>
  `security:\n    oauthSettings:\n        enableIntegration: ${enable}\n        persistUsers: ${persist}\n        allowUserToAccessProfile: ${profile}\n        oauthProvidersSettings:${providers}`;

it('API-002 signs people in by the providers that a descriptor names, and reads them as they were sent but for the secrets', async () => {
  expect((await patch(settings(`\n${provider('okta')}`))).status).toBe(200);
  const told = JSON.parse(await get('oauth'));
  expect(told).toMatchObject({ enabled: true, persistUsers: true, allowUserToAccessProfile: true });
  expect(told.providers).toEqual([
    {
      name: 'okta',
      enabled: false,
      providerType: 'openId',
      id: 'foo',
      apiUrl: 'https://organization.example.test/oauth2/v1/userinfo',
      authUrl: 'https://organization.example.test/oauth2/v1/authorize',
      tokenUrl: 'https://organization.example.test/oauth2/v1/token',
    },
  ]);
  expect(await kept()).toMatchObject([{ name: 'okta', type: 'OAuth2', hasSecret: true, createUsers: true, profileUpdatable: true, subjectClaim: 'sub' }]);
  expect(await test.call(oauthProviders, { query: {} }, { as: 'anonymous' })).toEqual([]);

  const both = `\n${provider('okta', { enabled: 'true' })}${provider('hub', { providerType: 'github', enabled: 'true' })}`;
  expect((await patch(settings(both, { persist: false, profile: false }))).status).toBe(200);
  expect(await kept()).toMatchObject([
    { name: 'hub', type: 'GitHub', userNameClaim: 'login', createUsers: false },
    { name: 'okta', createUsers: false, profileUpdatable: false },
  ]);
  const offered = await test.call(oauthProviders, { query: {} }, { as: 'anonymous' });
  expect(offered.map(({ name }) => name)).toEqual(['hub', 'okta']);
  const descriptor = await get('system/configuration');
  expect(descriptor).toContain('<oauthSettings><enableIntegration>true</enableIntegration><allowUserToAccessProfile>false</allowUserToAccessProfile>');
  expect(descriptor).toContain('<name>hub</name><enabled>true</enabled><providerType>github</providerType><id>foo</id>');
  expect(descriptor).not.toContain('an-oauth-secret');

  // What is left out stays; a kept secret goes to no other server.
  expect((await patch('security: {oauthSettings: {oauthProvidersSettings: {okta: {enabled: false}}}}')).status).toBe(200);
  expect(await kept()).toMatchObject([{ name: 'hub' }, { name: 'okta', enabled: false, hasSecret: true, clientId: 'foo' }]);
  expect((await patch('security: {oauthSettings: {oauthProvidersSettings: {okta: {tokenUrl: https://elsewhere.example.test/}}}}')).status).toBe(400);
  expect((await patch('security: {oauthSettings: {oauthProvidersSettings: {hub: ~}}}')).status).toBe(200);
  expect((await kept()).map(({ name }) => name)).toEqual(['okta']);
  const { items } = await test.call(listAuditRecords, { query: { search: 'okta', limit: 20 } });
  expect(items.map(({ action }) => action)).toEqual(expect.arrayContaining(['oauth_provider.created', 'oauth_provider.changed']));
  expect(JSON.stringify(items)).not.toContain('an-oauth-secret');
});

it('API-002 refuses what it does not obey of providers by name, and changes nothing then', async () => {
  const named = { name: 'company', type: 'OpenID' as const, clientId: 'id', issuerUrl: 'https://issuer.example.test' };
  await test.call(createOauthProvider, { body: named });
  const before = await kept();
  for (const [body, field] of [
    [settings(`\n${provider('okta', { providerType: 'cloudfoundry' })}`), 'security.oauthSettings.oauthProvidersSettings.okta.providerType'],
    [settings(`\n${provider('okta', { domain: 'organization.example.test' })}`), 'okta.domain'],
    [settings(`\n${provider('okta', { enabled: 'often' })}`), 'okta.enabled'],
    [settings(`\n${provider('okta', { speed: 'fast' })}`), 'okta.speed'],
    [settings(`\n${provider('okta')}`, { enable: false }), 'security.oauthSettings.enableIntegration'],
    [settings(`\n${provider('okta', { authUrl: 'http://organization.example.test' })}`), ''],
    ['security: {oauthSettings: {oauthProvidersSettings: {company: {enabled: false}}}}', 'oauthProvidersSettings.company'],
    ['security: {oauthSettings: {persistUsers: often}}', 'security.oauthSettings.persistUsers'],
  ] as const) {
    const answer = await patch(`${body}\nfooter: Changed\n`);
    expect([body, answer.status, answer.text]).toEqual([body, 400, expect.stringContaining(field)]);
  }
  expect(await kept()).toEqual(before);
  expect((await test.call(readGeneralSettings, {})).footerMessage).toBe('');
});

it('API-002 forgets all providers as the Terraform provider has them deleted', async () => {
  expect((await patch(settings(' {}\n', { enable: false, persist: false, profile: false }))).status).toBe(200);
  expect(JSON.parse(await get('oauth'))).toMatchObject({ enabled: false, providers: [] });
  expect(await kept()).toEqual([]);
  expect(await get('system/configuration')).not.toContain('oauthSettings');
});
