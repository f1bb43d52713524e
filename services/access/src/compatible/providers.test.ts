import { listAuditRecords } from '@packhouse/contract/access/access-audit-routes.ts';
import { readCrowdSettings } from '@packhouse/contract/access/access-crowd-routes.ts';
import { readSignInOptions } from '@packhouse/contract/access/access-external-rules.ts';
import { readHeaderSsoSettings, updateHeaderSsoSettings } from '@packhouse/contract/access/access-header-sso-routes.ts';
import { listLdapServers, updateLdapServer } from '@packhouse/contract/access/access-ldap-routes.ts';
import { readSamlSettings } from '@packhouse/contract/access/access-saml-routes.ts';
import { createUser, readUser } from '@packhouse/contract/access/access-user-routes.ts';
import { currentUser } from '@packhouse/contract/access/auth-sign-in-routes.ts';
import { goodCertificate } from '@packhouse/testkit/certificates.ts';
import { type DirectoryServer, directoryManager, directoryRoot, startDirectoryServer } from '@packhouse/testkit/directory-server.ts';
import { startTestPlatform, type TestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessService } from '../service.ts';

let test: TestPlatform;
let directory: DirectoryServer;
beforeAll(async () => {
  const person = { objectClass: 'inetOrgPerson', uid: 'ida', cn: 'ida', sn: 'ida', userPassword: 'ida-secret', mail: 'ida@example.org' };
  directory = await startDirectoryServer();
  await directory.add([
    ['ou=people', { objectClass: 'organizationalUnit', ou: 'people' }],
    ['uid=ida,ou=people', person],
    ['cn=builders', { objectClass: 'groupOfNames', cn: 'builders', description: 'They build', member: `uid=ida,ou=people,${directoryRoot}` }],
  ]);
  test = await startTestPlatform({ services: [accessService], jobs: false });
  await test.call(createUser, { body: { name: 'ann', password: 'Secret-pass-1' } });
});
afterAll(async () => {
  await test?.stop();
  await directory?.stop();
});

type As = Parameters<TestPlatform['headersOf']>[0];
async function send(method: string, path: string, body?: object, as: As = 'admin') {
  const headers = { ...test.headersOf(as), ...(body ? { 'content-type': 'application/json' } : {}) };
  const answer = await fetch(`${test.baseUrl}/access/api/v1/${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
}

/** What is sent, without what is told to nobody. */
function withoutSecrets<Body extends object>(body: Body) {
  return JSON.parse(JSON.stringify(body, (name, value: unknown) => (/password/.test(name) ? undefined : value)));
}

/** What a client that describes settings reads is what it sent: it has nothing to change then. */
async function expectSettled(path: string, sent: object): Promise<void> {
  for (let plan = 0; plan < 2; plan++) expect(await send('GET', path)).toEqual({ status: 200, body: withoutSecrets(sent) });
}

/** Each change alone is refused, naming the field. */
async function expectRefused(method: string, path: string, good: object, changes: Record<string, unknown>): Promise<void> {
  for (const [field, value] of Object.entries(changes)) {
    const answer = await send(method, path, { ...good, [field]: value });
    expect([field, answer.status, JSON.stringify(answer.body)]).toEqual([field, 400, expect.stringContaining(field)]);
  }
}

describe('directories, as the Terraform provider describes them', () => {
  const server = () => ({
    key: 'corporate',
    enabled: true,
    ldap_url: directory.url,
    user_dn_pattern: '',
    search: {
      search_filter: '(uid={0})',
      search_base: 'ou=people',
      search_sub_tree: true,
      manager_dn: directoryManager.dn,
      manager_password: directoryManager.password,
    },
    auto_create_user: true,
    email_attribute: 'mail',
    ldap_poisoning_protection: true,
    allow_user_to_access_profile: true,
    paging_support_enabled: true,
  });
  const groups = {
    name: 'staff',
    enabled_ldap: 'corporate',
    group_base_dn: '',
    group_name_attribute: 'cn',
    group_member_attribute: 'member',
    sub_tree: true,
    force_attribute_search: false,
    filter: '(objectClass=groupOfNames)',
    description_attribute: 'description',
    strategy: 'STATIC',
  };

  it('API-002 are made, read as they were sent, obeyed, and the same as on the screens', async () => {
    expect((await send('POST', 'ldap/settings/', server())).status).toBe(201);
    await expectSettled('ldap/settings/corporate', server());
    const { items } = await test.call(listLdapServers, {});
    expect(items).toMatchObject([{ key: 'corporate', hasManagerPassword: true, createUsers: true, profileUpdatable: true }]);
    expect(await test.call(currentUser, {}, { as: { user: 'ida', password: 'ida-secret' } })).toMatchObject({ name: 'ida', realm: 'ldap' });
    expect(await test.call(readUser, { params: { name: 'ida' } })).toMatchObject({ email: 'ida@example.org', profileUpdatable: true });

    expect((await send('POST', 'ldap/groups/', groups)).status).toBe(201);
    const refreshed = await send('POST', 'ldap/groups/staff/refresh?operation=UPDATE_AND_IMPORT');
    expect(refreshed).toEqual({ status: 200, body: { imported: ['builders'], refused: [] } });
    await expectSettled('ldap/groups/staff', groups);
    expect((await test.call(readUser, { params: { name: 'ida' } })).groups).toContain('builders');
    expect((await send('POST', 'ldap/groups/staff/refresh?operation=update')).body).toEqual({ imported: [], refused: [] });
    expect((await send('GET', 'ldap/settings')).body).toHaveLength(1);
    expect((await send('GET', 'ldap/groups')).body).toEqual([groups]);
  });

  it('API-002 are changed by a body without a password, which then stays, and keep what only the screens know', async () => {
    const { hasManagerPassword: _, authorities: __, key, ...before } = (await test.call(listLdapServers, {})).items[0]!;
    await test.call(updateLdapServer, { params: { key }, body: { ...before, linkExisting: true } });
    const { search, ...others } = server();
    const { manager_password: ___, ...kept } = search;
    const changed = { ...others, email_attribute: 'cn', allow_user_to_access_profile: false, search: kept };
    expect((await send('PUT', 'ldap/settings/', changed)).status).toBe(200);
    await expectSettled('ldap/settings/corporate', changed);
    expect((await test.call(listLdapServers, {})).items).toMatchObject([{ linkExisting: true, hasManagerPassword: true, emailAttribute: 'cn' }]);

    // Clients leave empty texts of a search out.
    const pattern = { ...others, user_dn_pattern: 'uid={0},ou=people', search: { search_sub_tree: true } };
    expect((await send('PUT', 'ldap/settings/corporate', pattern)).status).toBe(200);
    await expectSettled('ldap/settings/corporate', { ...pattern, search: { search_filter: '', search_base: '', search_sub_tree: true, manager_dn: '' } });
    expect((await test.call(listLdapServers, {})).items).toMatchObject([{ hasManagerPassword: false }]);

    const changedGroups = { ...groups, strategy: 'DYNAMIC', group_member_attribute: 'memberOf', sub_tree: false };
    expect((await send('PUT', 'ldap/groups/', changedGroups)).status).toBe(200);
    await expectSettled('ldap/groups/staff', changedGroups);
    expect((await send('PUT', 'ldap/groups/', { ...changedGroups, enabled_ldap: '' })).status).toBe(200);
    await expectSettled('ldap/groups/staff', { ...changedGroups, enabled_ldap: '' });
  });

  it('API-002 are refused by name where they cannot be obeyed, and gone without a trace in the end', async () => {
    const wrong = { ldap_poisoning_protection: false, paging_support_enabled: false, ldap_url: 'http://x', user_dn_pattern: 'uid=x', follow: true };
    await expectRefused('POST', 'ldap/settings/', { ...server(), key: 'other' }, { ...wrong, key: 'With Blanks' });
    await expectRefused('PUT', 'ldap/settings/', server(), wrong);
    const deep = await send('PUT', 'ldap/settings/', { ...server(), search: { ...server().search, search_base: 'ou=a|ou=b' } });
    expect([deep.status, JSON.stringify(deep.body)]).toEqual([400, expect.stringContaining('search.search_base')]);
    await expectRefused('POST', 'ldap/groups/', { ...groups, name: 'more' }, { force_attribute_search: true, enabled_ldap: 'nowhere', filter: 'cn=x' });
    expect((await send('POST', 'ldap/settings/', server())).status).toBe(409);
    expect((await send('PUT', 'ldap/settings/other', server())).status).toBe(400);
    expect((await send('POST', 'ldap/settings/other', server())).status).toBe(404);

    expect((await send('DELETE', 'ldap/groups/staff')).status).toBe(204);
    expect((await send('DELETE', 'ldap/settings/corporate')).status).toBe(204);
    expect((await send('GET', 'ldap/groups/staff')).status).toBe(404);
    expect((await send('GET', 'ldap/settings/corporate')).status).toBe(404);
    expect((await test.call(listLdapServers, {})).items).toEqual([]);
    const actions = (await test.call(listAuditRecords, { query: { search: 'corporate', limit: 50 } })).items.map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(['setting.ldap_created', 'setting.ldap_changed', 'setting.ldap_deleted']));
  });
});

describe('other ways in, as the Terraform provider describes them', () => {
  const saml = {
    name: 'corporate',
    enable_integration: true,
    verify_audience_restriction: true,
    login_url: 'https://id.example.org/sso',
    logout_url: 'https://id.example.org/slo',
    service_provider_name: 'packhouse',
    auto_user_creation: true,
    allow_user_to_access_profile: true,
    use_encrypted_assertion: false,
    auto_redirect: true,
    sync_groups: true,
    certificate: `${goodCertificate}\n`,
    group_attribute: 'groups',
    email_attribute: 'email',
    name_id_attribute: '',
    ldap_group_settings: [],
  };

  it('API-002 SAML is set up, read as it was sent, changed and forgotten', async () => {
    expect((await send('GET', 'saml/corporate')).status).toBe(404);
    expect((await send('POST', 'saml', saml)).status).toBe(201);
    await expectSettled('saml/corporate', saml);
    expect(await test.call(readSamlSettings, {})).toMatchObject({
      enabled: true,
      entityId: 'packhouse',
      profileUpdatable: true,
      ourSide: { entityId: 'packhouse' },
    });
    expect(await test.call(readSignInOptions, {})).toMatchObject({ autoRedirect: 'saml' });
    expect((await send('POST', 'saml', { ...saml, name: 'second' })).status).toBe(409);

    const changed = { ...saml, auto_redirect: false, verify_audience_restriction: false, allow_user_to_access_profile: false, email_attribute: '' };
    expect((await send('PUT', 'saml/corporate', changed)).status).toBe(200);
    await expectSettled('saml/corporate', changed);
    expect(await test.call(readSignInOptions, {})).toMatchObject({ autoRedirect: '' });

    await expectRefused('PUT', 'saml/corporate', saml, {
      use_encrypted_assertion: true,
      ldap_group_settings: ['staff'],
      login_url: 'http://id.example.org',
      certificate: 'nonsense',
      colour: 'red',
    });
    await expectSettled('saml/corporate', changed);
    expect((await send('DELETE', 'saml/corporate')).status).toBe(204);
    expect((await send('GET', 'saml')).body).toEqual([]);
    expect(await test.call(readSamlSettings, {})).toMatchObject({ enabled: false, certificate: '' });
  });

  it('API-002 Crowd is set up and read as it was sent, without its password', async () => {
    const crowd = {
      enable_integration: true,
      server_url: 'https://crowd.example.org/crowd',
      application_name: 'packhouse',
      password: 'crowd-secret',
      session_validation_interval: 0,
      use_default_proxy: false,
      auto_user_creation: true,
      allow_user_to_access_profile: true,
      direct_authentication: false,
      override_all_groups_upon_login: false,
    };
    expect((await send('PUT', 'crowd', crowd)).status).toBe(200);
    await expectSettled('crowd', crowd);
    expect(await test.call(readCrowdSettings, {})).toMatchObject({ enabled: true, sessions: true, hasPassword: true, profileUpdatable: true });
    const changed = { ...crowd, direct_authentication: true, auto_user_creation: false };
    expect((await send('PUT', 'crowd', changed)).status).toBe(200);
    await expectSettled('crowd', changed);
    const wrong = { session_validation_interval: 5, use_default_proxy: true, override_all_groups_upon_login: true, server_url: 'crowd' };
    await expectRefused('PUT', 'crowd', crowd, wrong);
  });

  it('API-002 proxies that name users are believed only where it is known which they are', async () => {
    const sso = {
      http_sso_proxied: true,
      auto_create_user: true,
      allow_user_to_access_profile: true,
      remote_user_request_variable: 'X-Forwarded-User',
      sync_ldap_groups: false,
    };
    await expectRefused(
      'PUT',
      'httpsso',
      { ...sso, http_sso_proxied: false },
      { http_sso_proxied: true, sync_ldap_groups: true, remote_user_request_variable: 'A B' },
    );
    const { enabled: _, ...before } = await test.call(readHeaderSsoSettings, {});
    await test.call(updateHeaderSsoSettings, { body: { ...before, proxies: ['10.0.0.5'] } });
    expect((await send('PUT', 'httpsso', sso)).status).toBe(200);
    await expectSettled('httpsso', sso);
    expect(await test.call(readHeaderSsoSettings, {})).toMatchObject({
      enabled: true,
      userHeader: 'X-Forwarded-User',
      proxies: ['10.0.0.5'],
      profileUpdatable: true,
    });
  });

  it('API-002 are for administrators', async () => {
    const ann = { user: 'ann', password: 'Secret-pass-1' };
    for (const path of ['ldap/settings', 'ldap/groups', 'saml', 'crowd', 'httpsso'])
      expect([path, (await send('GET', path, undefined, ann)).status]).toEqual([path, 403]);
  });
});
