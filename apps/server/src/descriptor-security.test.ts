import { listAuditRecords } from '@packhouse/contract/access/access-audit-routes.ts';
import { readGeneralSettings } from '@packhouse/contract/access/access-general-routes.ts';
import { readAccessSettings, updateAccessSettings } from '@packhouse/contract/access/access-setting-routes.ts';
import { readMailSettings } from '@packhouse/contract/access/auth-mail-routes.ts';
import { readTrashSettings } from '@packhouse/contract/repositories/trash-routes.ts';
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

/** As the Terraform provider describes it. */
const security = (isOpen: boolean, policy = 'SUPPORTED') =>
  `security:\n    anonAccessEnabled: ${isOpen}\n    passwordSettings:\n        encryptionPolicy: ${policy}\n`;

it('API-002 lets visitors in as a descriptor says, reads it as it was sent, and refuses what is not obeyed with everything else', async () => {
  for (const isOpen of [true, false]) {
    expect((await patch(security(isOpen))).status).toBe(200);
    expect(JSON.parse(await get('securityconfig'))).toEqual({ anonAccessEnabled: isOpen, passwordSettings: { encryptionPolicy: 'SUPPORTED' } });
    expect(await get('system/configuration')).toContain(
      `<security><anonAccessEnabled>${isOpen}</anonAccessEnabled><passwordSettings><encryptionPolicy>SUPPORTED</encryptionPolicy>`,
    );
    expect((await test.call(readAccessSettings, {})).anonymousAccess).toBe(isOpen);
  }
  const { items } = await test.call(listAuditRecords, { query: { search: 'access', limit: 10 } });
  expect(items.filter(({ action, actor }) => action === 'setting.changed' && actor === 'admin')).toHaveLength(2);

  const before = await test.call(readTrashSettings, {});
  for (const [body, field] of [
    [security(true, 'REQUIRED'), 'security.passwordSettings.encryptionPolicy'],
    ['security: {anonAccessEnabled: often}', 'security.anonAccessEnabled'],
    ['security: {crowdSettings: {}}', 'security.crowdSettings'],
  ] as const)
    expect(await patch(`${body}\ntrashcanConfig: {retentionPeriodDays: 99}\n`)).toEqual({ status: 400, text: expect.stringContaining(field) });
  expect(await test.call(readTrashSettings, {})).toEqual(before);
  expect((await test.call(readAccessSettings, {})).anonymousAccess).toBe(false);
});

it('API-002 names the installation as a descriptor says, and has passwords end and users locked', async () => {
  const said = `serverName: Depot
urlBase: https://depot.example
logo: https://pictures.example/logo.png
footer: Of the depot
security:
    passwordSettings: {encryptionPolicy: SUPPORTED, expirationPolicy: {enabled: true, passwordMaxAge: 60, notifyByEmail: false}}
    userLockPolicy: {enabled: true, loginAttempts: 5}
`;
  expect(await patch(said)).toEqual({ status: 200, text: '6 changes to config merged successfully' });
  const told = { serverName: 'Depot', baseUrl: 'https://depot.example', logoUrl: 'https://pictures.example/logo.png', footerMessage: 'Of the depot' };
  expect(await test.call(readGeneralSettings, {})).toMatchObject(told);
  expect(await test.call(readAccessSettings, {})).toMatchObject({ passwordExpiryDays: 60, lockAfterFailures: 5 });
  const descriptor = await get('system/configuration');
  expect(descriptor).toContain('<config><serverName>Depot</serverName><urlBase>https://depot.example</urlBase>');
  expect(descriptor).toContain('<expirationPolicy><enabled>true</enabled><passwordMaxAge>60</passwordMaxAge></expirationPolicy></passwordSettings>');
  expect(descriptor).toContain('<userLockPolicy><enabled>true</enabled><loginAttempts>5</loginAttempts></userLockPolicy></security>');

  // A switch that is not named stays, and so does what is switched on.
  expect((await patch('security: {userLockPolicy: {loginAttempts: 7}}')).status).toBe(200);
  expect(await test.call(readAccessSettings, {})).toMatchObject({ passwordExpiryDays: 60, lockAfterFailures: 7 });
  expect((await patch('security: {userLockPolicy: {enabled: false}, passwordSettings: {expirationPolicy: {enabled: false}}}')).status).toBe(200);
  expect(await test.call(readAccessSettings, {})).toMatchObject({ passwordExpiryDays: 0, lockAfterFailures: 0 });
  for (const [body, field] of [
    ['security: {userLockPolicy: {enabled: true}}', 'security.userLockPolicy.loginAttempts'],
    ['security: {userLockPolicy: {loginAttempts: 0}}', 'security.userLockPolicy.loginAttempts'],
    ['security: {userLockPolicy: {minutes: 5}}', 'security.userLockPolicy.minutes'],
    ['security: {passwordSettings: {expirationPolicy: {notifyByEmail: true}}}', 'security.passwordSettings.expirationPolicy.notifyByEmail'],
    ['offlineMode: true', 'offlineMode'],
    ['urlBase: not an address', ''],
  ] as const)
    expect(await patch(`${body}\nfooter: Changed\n`)).toEqual({ status: 400, text: expect.stringContaining(field) });
  expect((await test.call(readGeneralSettings, {})).footerMessage).toBe('Of the depot');
  expect((await patch('footer: ""\nserverName: ""\nurlBase: ""\nlogo: ""\n')).status).toBe(200);
  expect(await test.call(readGeneralSettings, {})).toMatchObject({ serverName: '', baseUrl: '', logoUrl: '', footerMessage: '' });
});

/** As the Terraform provider describes it. */
const mail = (more: Record<string, string> = {}) => {
  const fields = {
    enabled: 'true',
    artifactoryUrl: 'https://packages.example',
    from: 'noreply@packages.example',
    host: 'mail.example',
    username: 'sender',
    password: 'a-mail-secret',
    port: '465',
    subjectPrefix: '""',
    ssl: 'true',
    tls: 'true',
    ...more,
  };
  return `mailServer:\n${Object.entries(fields)
    .map(([name, value]) => `    ${name}: ${value}\n`)
    .join('')}`;
};

it('API-002 sends mail by the server that a descriptor says, tells it as it was sent but for the password, and forgets it', async () => {
  expect((await patch(mail())).status).toBe(200);
  const told =
    '<mailServer><enabled>true</enabled><artifactoryUrl>https://packages.example</artifactoryUrl><from>noreply@packages.example</from><host>mail.example</host>' +
    '<username>sender</username><port>465</port><ssl>true</ssl><tls>true</tls>';
  expect(await get('system/configuration')).toContain(told);
  expect(await test.call(readMailSettings, {})).toMatchObject({
    host: 'mail.example',
    user: 'sender',
    security: 'tls',
    hasPassword: true,
    allowPrivate: false,
  });
  expect(await get('system/configuration')).not.toContain('a-mail-secret');
  // What is left out stays; a kept password goes to no other server.
  expect((await patch('mailServer: {enabled: false}')).status).toBe(200);
  expect(await test.call(readMailSettings, {})).toMatchObject({ enabled: false, from: 'noreply@packages.example', hasPassword: true });
  expect((await patch('mailServer: {host: elsewhere.example}')).status).toBe(400);
  expect((await patch(mail({ port: '587', ssl: 'false' }))).status).toBe(200);
  expect(await test.call(readMailSettings, {})).toMatchObject({ port: 587, security: 'starttls' });

  const before = await test.call(readTrashSettings, {});
  for (const [body, field] of [
    [mail({ subjectPrefix: 'News' }), 'mailServer.subjectPrefix'],
    [mail({ ssl: 'often' }), 'mailServer.ssl'],
    [mail({ port: '99999' }), 'port'],
    [mail({ speed: 'fast' }), 'mailServer.speed'],
    ['mailServer: smtp', 'mailServer'],
  ] as const)
    expect(await patch(`${body}\ntrashcanConfig: {retentionPeriodDays: 98}\n`)).toEqual({ status: 400, text: expect.stringContaining(field) });
  expect(await test.call(readTrashSettings, {})).toEqual(before);

  expect((await patch('mailServer: ~')).status).toBe(200);
  expect(await get('system/configuration')).not.toContain('mailServer');
  expect(await test.call(readMailSettings, {})).toMatchObject({ enabled: false, host: '', hasPassword: false });
  const { items } = await test.call(listAuditRecords, { query: { search: 'mail', limit: 10 } });
  expect(items.filter(({ action, subject }) => action === 'setting.changed' && subject === 'mail')).toHaveLength(4);
  expect(JSON.stringify(items)).not.toContain('a-mail-secret');
});

it('API-002 asks clients for their password in the realm that they know, or in the one that is set', async () => {
  const challenge = async () => (await fetch(`${api()}/storage/nothing`)).headers.get('www-authenticate');
  expect(await challenge()).toBe('Basic realm="Artifactory Realm"');
  const { basicRealm } = await test.call(readAccessSettings, {});
  await test.call(updateAccessSettings, { body: { basicRealm: 'The depot' } });
  expect(await challenge()).toBe('Basic realm="The depot"');
  await test.call(updateAccessSettings, { body: { basicRealm } });
  expect(await challenge()).toBe('Basic realm="Artifactory Realm"');
});
