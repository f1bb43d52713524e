import { listAuditRecords } from '@packhouse/contract/access/access-audit-routes.ts';
import { readAccessSettings } from '@packhouse/contract/access/access-setting-routes.ts';
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
    expect(await get('system/configuration')).toContain(`<security><anonAccessEnabled>${isOpen}</anonAccessEnabled></security>`);
    expect((await test.call(readAccessSettings, {})).anonymousAccess).toBe(isOpen);
  }
  const { items } = await test.call(listAuditRecords, { query: { search: 'access', limit: 10 } });
  expect(items.filter(({ action, actor }) => action === 'setting.changed' && actor === 'admin')).toHaveLength(2);

  const before = await test.call(readTrashSettings, {});
  for (const [body, field] of [
    [security(true, 'REQUIRED'), 'security.passwordSettings.encryptionPolicy'],
    ['security: {anonAccessEnabled: often}', 'security.anonAccessEnabled'],
    ['security: {ldapSettings: {}}', 'security.ldapSettings'],
  ] as const)
    expect(await patch(`${body}\ntrashcanConfig: {retentionPeriodDays: 99}\n`)).toEqual({ status: 400, text: expect.stringContaining(field) });
  expect(await test.call(readTrashSettings, {})).toEqual(before);
  expect((await test.call(readAccessSettings, {})).anonymousAccess).toBe(false);
});
