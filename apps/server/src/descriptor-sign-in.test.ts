import { listAuditRecords } from '@packhouse/contract/access/access-audit-routes.ts';
import { readSignInOptions } from '@packhouse/contract/access/access-external-rules.ts';
import { readGeneralSettings } from '@packhouse/contract/access/access-general-routes.ts';
import { listLdapGroupSettings, listLdapServers, updateLdapServer } from '@packhouse/contract/access/access-ldap-routes.ts';
import { createOauthProvider, listOauthProviders } from '@packhouse/contract/access/access-oauth-routes.ts';
import { readSamlSettings } from '@packhouse/contract/access/access-saml-routes.ts';
import { readAccessSettings } from '@packhouse/contract/access/access-setting-routes.ts';
import { readMailSettings } from '@packhouse/contract/access/auth-mail-routes.ts';
import { readFolderDownload } from '@packhouse/contract/repositories/folder-download-routes.ts';
import { listProxies } from '@packhouse/contract/repositories/proxy-routes.ts';
import { createRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { readTrashSettings } from '@packhouse/contract/repositories/trash-routes.ts';
import { goodCertificate } from '@packhouse/testkit/certificates.ts';
import { startTestPlatform, type TestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { configuredServices } from './services.ts';

let test: TestPlatform;
beforeAll(async () => {
  test = await startTestPlatform({ services: configuredServices({ services: ['access', 'repositories'] }), jobs: false });
});
afterAll(() => test?.stop());

const address = () => `${test.baseUrl}/artifactory/api`;
async function send(method: string, type: string, body: string) {
  const answer = await fetch(`${address()}/system/configuration`, { method, headers: { ...test.headersOf('admin'), 'content-type': type }, body });
  return { status: answer.status, text: await answer.text() };
}
const patch = (body: string) => send('PATCH', 'application/yaml', body);
const replace = (body: string) => send('POST', 'application/xml', body);
const get = async (path: string) => (await fetch(`${address()}/${path}`, { headers: test.headersOf('admin') })).text();
const servers = async () => (await test.call(listLdapServers, {})).items;
const groups = async () => (await test.call(listLdapGroupSettings, {})).items;

/** As the Terraform provider writes it. */
const directory = (more: Record<string, string> = {}, search: Record<string, string> = {}) => {
  const lines = (fields: Record<string, string>, by: string) =>
    Object.entries(fields)
      .map(([name, value]) => `${by}${name}: ${value}\n`)
      .join('');
  const own = {
    enabled: 'true',
    ldapUrl: 'ldap://directory.example/dc=example,dc=org',
    userDnPattern: '""',
    emailAttribute: 'mail',
    autoCreateUser: 'true',
    ldapPoisoningProtection: 'true',
    allowUserToAccessProfile: 'false',
    pagingSupportEnabled: 'true',
    ...more,
  };
  const found = {
    searchFilter: '(uid={0})',
    searchBase: 'ou=people',
    searchSubTree: 'true',
    managerDn: 'cn=reader',
    managerPassword: 'a-reader-secret',
    ...search,
  };
  return `security:\n  ldapSettings:\n    company:\n${lines(own, '      ')}      search:\n${lines(found, '        ')}`;
};
const groupSetting = (more = '') =>
  `security: {ldapGroupSettings: {crews: {name: crews, enabledLdap: company, groupBaseDn: ou=groups, groupNameAttribute: cn, groupMemberAttribute: uniqueMember, subTree: true, filter: "(objectClass=groupOfNames)", descriptionAttribute: description, strategy: STATIC${more}}}}`;
const certificate = goodCertificate;
const saml = (more = '') =>
  `security: {samlSettings: {enableIntegration: true, loginUrl: "https://identity.example/sso", logoutUrl: "https://identity.example/out", serviceProviderName: packages, certificate: ${JSON.stringify(certificate)}, noAutoUserCreation: true, allowUserToAccessProfile: false, autoRedirect: true, syncGroups: true, groupAttribute: crews, emailAttribute: mail, verifyAudienceRestriction: true, useEncryptedAssertion: false${more}}}`;

beforeEach(async () => {
  await patch('security: {ldapSettings: ~, samlSettings: ~, oauthSettings: {enableIntegration: false, oauthProvidersSettings: {}}}\nproxies: {main: ~}');
});

describe('API-002 a descriptor', () => {
  it('asks directories for people and their groups, and tells them as they were sent but for the password', async () => {
    expect((await patch(directory())).status).toBe(200);
    const told = { key: 'company', enabled: true, searchBase: 'ou=people', managerDn: 'cn=reader', hasManagerPassword: true, createUsers: true };
    expect(await servers()).toMatchObject([told]);
    expect((await patch(groupSetting())).status).toBe(200);
    expect(await groups()).toMatchObject([{ key: 'crews', serverKey: 'company', strategy: 'static', memberAttribute: 'uniqueMember', enabled: true }]);
    const descriptor = await get('system/configuration');
    expect(descriptor).toContain(
      '<ldapSettings><ldapSetting><key>company</key><enabled>true</enabled><ldapUrl>ldap://directory.example/dc=example,dc=org</ldapUrl>',
    );
    expect(descriptor).toContain('<search><searchFilter>(uid={0})</searchFilter><searchBase>ou=people</searchBase><searchSubTree>true</searchSubTree>');
    expect(descriptor).toContain('<ldapGroupSetting><name>crews</name><enabledLdap>company</enabledLdap><groupBaseDn>ou=groups</groupBaseDn>');
    expect(descriptor).not.toContain('a-reader-secret');

    // What is left out stays, what only the console sets stays, and a kept password goes to no other server.
    const { key: _, hasManagerPassword: __, authorities: ___, ...kept } = (await servers())[0]!;
    await test.call(updateLdapServer, { params: { key: 'company' }, body: { ...kept, startTls: true } });
    expect((await patch('security: {ldapSettings: {company: {enabled: false}}}')).status).toBe(200);
    expect(await servers()).toMatchObject([{ ...told, enabled: false, startTls: true }]);
    expect((await patch('security: {ldapSettings: {company: {ldapUrl: "ldap://elsewhere.example/dc=org"}}}')).status).toBe(400);

    expect((await patch('security: {ldapSettings: {company: ~}}')).status).toBe(200);
    expect([await servers(), await groups()]).toEqual([[], []]);
    const { items } = await test.call(listAuditRecords, { query: { search: 'company', limit: 20 } });
    expect(items.map(({ action }) => action)).toEqual(expect.arrayContaining(['setting.ldap_created', 'setting.ldap_changed', 'setting.ldap_deleted']));
    expect(JSON.stringify(items)).not.toContain('a-reader-secret');
  });

  it('signs people in by SAML, sends them on to the provider, and forgets it', async () => {
    expect((await patch(saml())).status).toBe(200);
    const told = {
      enabled: true,
      entryPoint: 'https://identity.example/sso',
      entityId: 'packages',
      createUsers: false,
      syncGroups: true,
      groupsAttribute: 'crews',
    };
    expect(await test.call(readSamlSettings, {})).toMatchObject(told);
    expect((await test.call(readSignInOptions, {})).autoRedirect).toBe('saml');
    expect(JSON.parse(await get('saml/config'))).toMatchObject({ enableIntegration: true, noAutoUserCreation: true, autoRedirect: true, certificate });
    expect(await get('system/configuration')).toContain(
      '<samlSettings><enableIntegration>true</enableIntegration><loginUrl>https://identity.example/sso</loginUrl>',
    );
    expect((await patch('security: {samlSettings: {syncGroups: false, autoRedirect: false}}')).status).toBe(200);
    expect(await test.call(readSamlSettings, {})).toMatchObject({ ...told, syncGroups: false });
    expect((await test.call(readSignInOptions, {})).autoRedirect).toBe('');
    expect((await patch('security: {samlSettings: ~}')).status).toBe(200);
    expect(JSON.parse(await get('saml/config'))).toMatchObject({ enableIntegration: false, loginUrl: '', certificate: '' });
    expect(await get('system/configuration')).not.toContain('samlSettings');
  });

  it('refuses by name what it does not obey, says what to do instead, and changes nothing then', async () => {
    for (const [body, words] of [
      [directory({ ldapPoisoningProtection: 'false' }), 'security.ldapSettings.company.ldapPoisoningProtection'],
      [directory({ ldapUrl: 'http://directory.example' }), 'security.ldapSettings.company.ldapUrl'],
      [directory({ speed: 'fast' }), 'security.ldapSettings.company.speed'],
      [directory({}, { searchBase: 'ou=a|ou=b' }), 'security.ldapSettings.company.search.searchBase'],
      [directory({}, { searchFilter: '(uid=ann)' }), 'security.ldapSettings.company.search.searchFilter'],
      [groupSetting(), 'security.ldapGroupSettings.crews.enabledLdap'],
      [groupSetting(', forceAttributeSearch: true'), 'security.ldapGroupSettings.crews.forceAttributeSearch'],
      [saml().replace('useEncryptedAssertion: false', 'useEncryptedAssertion: true'), 'security.samlSettings.useEncryptedAssertion'],
      ['security: {samlSettings: {enableIntegration: true}}', 'security.samlSettings.loginUrl'],
      ['security: {samlSettings: {loginUrl: nowhere}}', 'security.samlSettings.loginUrl'],
      ['security: {samlSettings: {syncGroups: often}}', 'security.samlSettings.syncGroups'],
      ['security: {crowdSettings: {}}', 'PUT /access/api/v1/crowd'],
      ['backups: {daily: {cronExp: "0 0 2 * * ?"}}', 'packhouse backup'],
      ['propertySets: {own: {visible: true}}', 'propertySets'],
      ['repoLayouts: {own: {}}', 'repoLayouts'],
      ['cleanupConfig: {cronExp: "0 0 2 * * ?"}', 'retention policies'],
      ['folderDownloadConfig: {maxConcurrentRequests: 3}', 'folderDownloadConfig.maxConcurrentRequests'],
      ['folderDownloadConfig: {maxFiles: -1}', 'folderDownloadConfig.maxFiles'],
    ] as const) {
      const answer = await patch(`${body}\nfooter: Changed\n`);
      expect([body, answer.status, answer.text]).toEqual([body, 400, expect.stringContaining(words)]);
    }
    expect([await servers(), await groups()]).toEqual([[], []]);
    expect((await test.call(readGeneralSettings, {})).footerMessage).toBe('');
  });
});

describe('API-002 a whole descriptor', () => {
  it('that was read is taken as it was, with everything that it says and the passwords that it does not', async () => {
    for (const body of [
      directory(),
      groupSetting(),
      saml(),
      `serverName: Depot\nfooter: "<of> the depot"\ntrashcanConfig: {retentionPeriodDays: 30}\nfolderDownloadConfig: {enabled: true, enabledForAnonymous: false, maxFiles: 5000, maxDownloadSizeMb: 1024}\nproxies: {main: {host: proxy.example, port: 3128, username: ann, password: a-proxy-secret}}
mailServer: {enabled: true, artifactoryUrl: "https://packages.example", from: noreply@packages.example, host: mail.example, username: sender, password: a-mail-secret, port: 465, ssl: true}
security: {anonAccessEnabled: true, userLockPolicy: {enabled: true, loginAttempts: 5}}`,
    ])
      expect(await patch(body)).toEqual({ status: 200, text: expect.stringContaining('merged') });
    await test.call(createOauthProvider, {
      body: { name: 'company', type: 'OpenID', clientId: 'id', clientSecret: 'x', issuerUrl: 'https://issuer.example.test' },
    });
    await test.call(createRepository, { body: { class: 'local', key: 'depot', format: 'generic' } });
    const replication = { url: 'https://other.example/artifactory/depot', username: 'sync', password: 'a-sync-secret', cronExp: '0 0 3 * * ?', enabled: true };
    const headers = { ...test.headersOf('admin'), 'content-type': 'application/json' };
    expect((await fetch(`${address()}/replications/depot`, { method: 'PUT', headers, body: JSON.stringify(replication) })).status).toBe(201);

    const before = await get('system/configuration');
    expect(before).toContain('<localReplications><localReplication><url>https://other.example/artifactory/depot</url>');
    expect(await replace(before)).toEqual({ status: 200, text: 'Reload of new configuration succeeded' });
    expect(await get('system/configuration')).toBe(before);
    expect(await test.call(readFolderDownload, {})).toEqual({ enabled: true, visitors: false, mostFiles: 5000, mostMegabytes: 1024 });
    expect(await servers()).toMatchObject([{ hasManagerPassword: true }]);
    expect(await test.call(readMailSettings, {})).toMatchObject({ hasPassword: true });
    expect((await test.call(listProxies, {})).items).toMatchObject([{ hasPassword: true }]);
    expect(JSON.parse(await get('replications/depot'))).toMatchObject([{ cronExp: '0 0 3 * * ?', username: 'sync' }]);

    // Some of it is changed, and what is taken out goes.
    const changed = before
      .replace('<serverName>Depot</serverName>', '')
      .replace('<cronExp>0 0 3 * * ?</cronExp>', '<cronExp>0 0 4 * * ?</cronExp>')
      .replace(/<ldapGroupSettings>.*<\/ldapGroupSettings>/s, '')
      .replace('<config>', '<config xmlns="http://example.org/descriptor" xmlns:xsi="http://example.org/instance"><backups/><propertySets></propertySets>');
    expect((await replace(changed)).status).toBe(200);
    expect((await test.call(readGeneralSettings, {})).serverName).toBe('');
    expect((await test.call(readGeneralSettings, {})).footerMessage).toBe('<of> the depot');
    expect(JSON.parse(await get('replications/depot'))).toMatchObject([{ cronExp: '0 0 4 * * ?' }]);
    expect([(await servers()).length, (await groups()).length]).toEqual([1, 0]);

    expect((await replace('<config><security><anonAccessEnabled>false</anonAccessEnabled></security></config>')).status).toBe(200);
    expect([await servers(), (await test.call(listProxies, {})).items, (await test.call(listOauthProviders, {})).items]).toEqual([[], [], []]);
    expect(await test.call(readTrashSettings, {})).toEqual({ keepDays: null });
    expect(await test.call(readFolderDownload, {})).toEqual({ enabled: true, visitors: true, mostFiles: 0, mostMegabytes: 0 });
    expect(await test.call(readMailSettings, {})).toMatchObject({ host: '', hasPassword: false });
    expect(await test.call(readAccessSettings, {})).toMatchObject({ anonymousAccess: false, lockAfterFailures: 0 });
    expect((await fetch(`${address()}/replications/depot`, { headers })).status).toBe(404);
  });

  it('is refused as a whole, by the name of what is not obeyed', async () => {
    const whole = (content: string, security = '<anonAccessEnabled>true</anonAccessEnabled>') =>
      `<?xml version="1.0"?><config>${content}<security>${security}</security></config>`;
    for (const [body, words] of [
      [whole('<backups><backup><key>daily</key><cronExp>0 0 2 * * ?</cronExp></backup></backups>'), 'backups'],
      [whole('<localRepositories><localRepository><key>libs</key></localRepository></localRepositories>'), '/artifactory/api/repositories'],
      [whole('<proxies><proxy><host>proxy.example</host></proxy></proxies>'), 'proxies.proxy.key'],
      [whole('<proxies><proxy><key>a</key></proxy><proxy><key>a</key></proxy></proxies>'), 'proxies.a'],
      [whole('<localReplications><localReplication><replicationKey>x</replicationKey></localReplication></localReplications>'), 'localReplications.x.repoKey'],
      [whole('', '<signingKeysSettings><a>b</a></signingKeysSettings>'), 'signingKeysSettings'],
      ['<config><footer>Changed</footer></config>', 'security'],
      ['<settings/>', 'config'],
      ['<!DOCTYPE config [<!ENTITY a "b">]><config><security/></config>', ''],
      ['config: {}', ''],
    ] as const) {
      const answer = await replace(body);
      expect([body, answer.status, answer.text]).toEqual([body, 400, expect.stringContaining(words)]);
    }
    expect((await test.call(readAccessSettings, {})).anonymousAccess).toBe(false);
  });
});
