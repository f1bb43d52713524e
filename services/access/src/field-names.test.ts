import * as crowd from '@packhouse/contract/access/access-crowd-routes.ts';
import * as environments from '@packhouse/contract/access/access-environment-routes.ts';
import * as general from '@packhouse/contract/access/access-general-routes.ts';
import * as groups from '@packhouse/contract/access/access-group-routes.ts';
import * as header from '@packhouse/contract/access/access-header-sso-routes.ts';
import * as ldap from '@packhouse/contract/access/access-ldap-routes.ts';
import * as licences from '@packhouse/contract/access/access-licence-routes.ts';
import * as oauth from '@packhouse/contract/access/access-oauth-routes.ts';
import * as oidc from '@packhouse/contract/access/access-oidc-routes.ts';
import * as permissions from '@packhouse/contract/access/access-permission-routes.ts';
import * as projects from '@packhouse/contract/access/access-project-routes.ts';
import * as saml from '@packhouse/contract/access/access-saml-routes.ts';
import * as settings from '@packhouse/contract/access/access-setting-routes.ts';
import * as tokens from '@packhouse/contract/access/access-token-routes.ts';
import * as users from '@packhouse/contract/access/access-user-routes.ts';
import * as invitations from '@packhouse/contract/access/auth-invitation-routes.ts';
import * as mail from '@packhouse/contract/access/auth-mail-routes.ts';
import { startTestPlatform, type TestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessService } from './service.ts';

let test: TestPlatform;
const password = 'Secret-pass-1';
const provider = { type: 'OpenID', clientId: 'us', issuerUrl: 'https://id.example.test' } as const;
const server = { url: 'ldaps://ldap.example.test/dc=example' };
const mapping = { name: 'main', priority: 1, claims: { sub: 'x' }, token_spec: { username: 'ann', scope: 'applied-permissions/user' } };
const letters = {
  enabled: true,
  host: 'mail.example.test',
  port: 25,
  security: 'none',
  user: '',
  from: 'us@example.test',
  fromName: '',
  linkBase: '',
  allowPrivate: true,
} as const;
const section = { resourceType: 'repository', names: ['ANY'], include: ['**'], exclude: [], users: [], groups: [] } as const;

beforeAll(async () => {
  test = await startTestPlatform({ services: [accessService], jobs: false });
  await test.call(users.createUser, { body: { name: 'ann', password } });
  await test.call(groups.createGroup, { body: { name: 'blue', members: [] } });
  await test.call(permissions.createPermission, { body: { name: 'readers', sections: [] } as never });
  await test.call(projects.createProject, { body: { key: 'web', name: 'Web' } });
  await test.call(oauth.createOauthProvider, { body: { ...provider, name: 'corporate' } });
  await test.call(ldap.createLdapServer, { body: { key: 'main', ...server } });
  await test.call(ldap.createLdapGroupSetting, { body: { key: 'staff', serverKey: 'main' } });
  await test.call(oidc.createOidcIntegration, { body: { name: 'ci', issuer_url: 'https://ci.example.test' } });
  await test.call(oidc.createOidcMapping, { params: { provider: 'ci' }, body: mapping });
});
afterAll(() => test.stop());

/** Reads what the service says of a call: the code and the fields at fault. */
async function readRefusal(work: Promise<unknown>): Promise<{ code: string; paths: string[]; messages: string[] }> {
  const error = await work.then(
    () => undefined,
    (thrown: { code: string; fields: { path: string; message: string }[] }) => thrown,
  );
  return { code: error?.code ?? 'accepted', paths: error?.fields.map(({ path }) => path) ?? [], messages: error?.fields.map(({ message }) => message) ?? [] };
}

type Make = (body: never) => Promise<unknown>;
const send =
  (route: object, more: object = {}): Make =>
  (body) =>
    test.call(route as never, { ...more, body } as never);
const forms: Record<string, { make: Make; good: object; wrong: readonly (readonly [path: string, change: object])[] }> = {
  'a new user': {
    make: send(users.createUser),
    good: { name: 'bob', password },
    wrong: [
      ['name', { name: 'bad name' }],
      ['name', { name: 'x'.repeat(101) }],
      ['email', { email: 'nobody' }],
      ['password', { password: 'short' }],
      ['groups', { groups: ['nobody-knows'] }],
    ],
  },
  'a user': {
    make: send(users.updateUser, { params: { name: 'ann' } }),
    good: {},
    wrong: [
      ['email', { email: 'nobody' }],
      ['password', { password: 'short' }],
      ['groups', { groups: ['nobody-knows'] }],
    ],
  },
  'an invitation': {
    make: send(invitations.inviteUser),
    good: { name: 'guest', email: 'guest@example.test' },
    wrong: [
      ['name', { name: '' }],
      ['email', { email: '' }],
    ],
  },
  'a group': {
    make: send(groups.createGroup),
    good: { name: 'red', members: [] },
    wrong: [
      ['name', { name: 'a/b' }],
      ['description', { description: 'x'.repeat(1001) }],
      ['members', { members: ['nobody-knows'] }],
    ],
  },
  'a permission': {
    make: send(permissions.createPermission),
    good: { name: 'writers', sections: [] },
    wrong: [
      ['name', { name: 'a/b' }],
      ['description', { description: 'x'.repeat(1001) }],
      ['sections.0.users.0.actions', { sections: [{ ...section, users: [{ name: 'ann', actions: [] }] }] }],
    ],
  },
  'a token': {
    make: send(tokens.createToken),
    good: {},
    wrong: [
      ['userName', { userName: 'bad name!' }],
      ['scope', { scope: 'everything' }],
      ['expiresIn', { expiresIn: -1 }],
      ['description', { description: 'x'.repeat(201) }],
    ],
  },
  'the general settings': {
    make: send(general.updateGeneralSettings),
    good: { serverName: '', baseUrl: '', logoUrl: '', footerMessage: '' },
    wrong: [
      ['serverName', { serverName: 'a\nb' }],
      ['baseUrl', { baseUrl: 'packages.example.test' }],
      ['logoUrl', { logoUrl: 'http://example.test/logo.png' }],
      ['footerMessage', { footerMessage: 'x'.repeat(301) }],
    ],
  },
  'the security settings': {
    make: send(settings.updateAccessSettings),
    good: {},
    wrong: [['passwordExpiryDays', { passwordExpiryDays: -1 }]],
  },
  'a licence': { make: send(licences.installLicence), good: {}, wrong: [['licence', { licence: 'nonsense' }]] },
  'a provider': {
    make: send(oauth.createOauthProvider),
    good: { ...provider, name: 'another' },
    wrong: [
      ['name', { name: 'a/b' }],
      ['issuerUrl', { issuerUrl: '' }],
      ['issuerUrl', { issuerUrl: 'http://id.example.test' }],
      ['clientId', { clientId: '' }],
      ['tokenUrl', { type: 'OAuth2', authorizationUrl: 'https://a.test', userInfoUrl: 'https://a.test' }],
    ],
  },
  'the SAML settings': {
    make: send(saml.updateSamlSettings),
    good: { enabled: true, entryPoint: 'https://id.example.test', issuer: 'them' },
    wrong: [
      ['certificate', { certificate: '' }],
      ['entryPoint', { entryPoint: 'id.example.test', certificate: 'x' }],
    ],
  },
  'a directory server': {
    make: send(ldap.createLdapServer),
    good: { key: 'second', ...server },
    wrong: [
      ['key', { key: 'Big One' }],
      ['url', { url: 'https://ldap.example.test' }],
      ['searchFilter', { searchFilter: '', userDnPattern: '' }],
      ['userDnPattern', { userDnPattern: 'uid=somebody' }],
      ['startTls', { startTls: true }],
    ],
  },
  'a group setting': {
    make: send(ldap.createLdapGroupSetting),
    good: { key: 'others', serverKey: 'main' },
    wrong: [
      ['serverKey', { serverKey: 'nobody-knows' }],
      ['filter', { filter: '(uid=x' }],
      ['memberAttribute', { memberAttribute: 'a b' }],
    ],
  },
  Crowd: {
    make: send(crowd.updateCrowdSettings),
    good: { enabled: true, url: 'https://crowd.example.test', applicationName: 'us' },
    wrong: [
      ['url', { url: '' }],
      ['url', { url: 'crowd.example.test' }],
      ['applicationName', { applicationName: '' }],
      ['cookieName', { cookieName: 'a b' }],
    ],
  },
  'the proxy in front': {
    make: send(header.updateHeaderSsoSettings),
    good: { enabled: true, proxies: ['10.0.0.5'] },
    wrong: [
      ['proxies', { proxies: [] }],
      ['proxies.0', { proxies: ['proxy.example.test'] }],
      ['userHeader', { userHeader: 'a b' }],
    ],
  },
  mail: {
    make: send(mail.updateMailSettings),
    good: letters,
    wrong: [
      ['host', { host: 'https://mail.example.test' }],
      ['port', { port: 70_000 }],
      ['from', { from: 'us' }],
      ['linkBase', { linkBase: 'packages' }],
    ],
  },
  'an issuer': {
    make: send(oidc.createOidcIntegration),
    good: { name: 'other', issuer_url: 'https://ci.example.test' },
    wrong: [
      ['name', { name: 'a/b' }],
      ['issuer_url', { issuer_url: 'ci.example.test' }],
    ],
  },
  'a rule of an issuer': {
    make: send(oidc.createOidcMapping, { params: { provider: 'ci' } }),
    good: { ...mapping, name: 'second' },
    wrong: [
      ['claims', { claims: {} }],
      ['priority', { priority: 0 }],
      ['token_spec.scope', { token_spec: { username: 'ann' } }],
      ['token_spec.expires_in', { token_spec: { ...mapping.token_spec, expires_in: 5 } }],
    ],
  },
  'a project': {
    make: send(projects.createProject),
    good: { key: 'shop', name: 'Shop' },
    wrong: [
      ['key', { key: 'Shop' }],
      ['key', { key: 'all' }],
      ['name', { name: '' }],
      ['quotaBytes', { quotaBytes: -1 }],
    ],
  },
  'a member': {
    make: send(projects.setProjectMember, { params: { key: 'web', kind: 'user', name: 'ann' } }),
    good: { roles: ['Developer'] },
    wrong: [
      ['roles', { roles: [] }],
      ['roles', { roles: ['nobody-knows'] }],
    ],
  },
  'a role': {
    make: send(projects.createProjectRole, { params: { key: 'web' } }),
    good: { name: 'Packer', description: '', environments: ['DEV'], actions: ['READ_REPOSITORY'] },
    wrong: [
      ['name', { name: 'a/b' }],
      ['environments', { environments: ['nobody-knows'] }],
      ['actions.0', { actions: ['EVERYTHING'] }],
    ],
  },
  'an environment': {
    make: send(environments.createProjectEnvironment, { params: { key: 'web' } }),
    good: { name: 'web-QA' },
    wrong: [['name', { name: 'web QA' }]],
  },
};

describe('ACC-001 ACC-004 a refusal names the field at fault, in words', () => {
  const cases = Object.entries(forms).flatMap(([form, { make, good, wrong }]) =>
    wrong.map(([path, change]) => ({ form, path, make, body: { ...good, ...change } })),
  );
  it.each(cases)('$form: $path', async ({ path, make, body }) => {
    const { code, paths, messages } = await readRefusal(make(body as never));
    expect({ code, path: paths.find((one) => one === path) ?? paths }).toEqual({ code: 'invalid_input', path });
    for (const message of messages) expect(message).not.toMatch(/\b(?:Invalid|expected|received|undefined|string)\b/);
  });
});

describe('a refusal of what exists already says so by its code', () => {
  const taken: readonly (readonly [string, object, object, object?])[] = [
    ['user', users.createUser, { name: 'ann', password }],
    ['group', groups.createGroup, { name: 'blue', members: [] }],
    ['permission', permissions.createPermission, { name: 'readers', sections: [] }],
    ['provider', oauth.createOauthProvider, { ...provider, name: 'corporate' }],
    ['directory server', ldap.createLdapServer, { key: 'main', ...server }],
    ['group setting', ldap.createLdapGroupSetting, { key: 'staff', serverKey: 'main' }],
    ['issuer', oidc.createOidcIntegration, { name: 'ci', issuer_url: 'https://ci.example.test' }],
    ['rule', oidc.createOidcMapping, mapping, { params: { provider: 'ci' } }],
    ['project', projects.createProject, { key: 'web', name: 'Another' }],
  ];
  it.each(taken)('%s', async (_, ...[route, body, more]) => {
    const { code } = await readRefusal(send(route as object, more as object)(body as never));
    expect(code).toMatch(/_exists$/);
  });
});
