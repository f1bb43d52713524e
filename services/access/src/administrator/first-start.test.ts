import { readAccessSettings } from '@packhouse/contract/access/access-setting-routes.ts';
import { changePassword, currentUser } from '@packhouse/contract/access/auth-sign-in-routes.ts';
import { startTestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { createTestDatabase } from '@packhouse/testkit/test-database.ts';
import { describe, expect, it } from 'vitest';
import { generatePassword } from '../password/password.ts';
import { accessService } from '../service.ts';
import { ensureAdministrator } from './first-administrator.ts';

describe('the first start', () => {
  it('makes one administrator, whoever is first, and tells the password once', async () => {
    const database = await createTestDatabase([accessService]);
    const platform = { config: {}, databaseUrl: database.url };
    const results = await Promise.all(Array.from({ length: 4 }, () => ensureAdministrator(platform)));
    expect(results.filter(({ created }) => created)).toHaveLength(1);
    expect(results.filter(({ password }) => password !== undefined)).toHaveLength(1);
    expect(await ensureAdministrator(platform)).toEqual({ created: false });
    await database.drop();
  });
  it('lets a made-up password in only to change it', async () => {
    const test = await startTestPlatform({ services: [accessService], jobs: false, config: { adminPassword: 'Given-pass-1' } });
    expect(await test.call(currentUser, {}, { as: { user: 'admin', password: 'Given-pass-1' } })).toMatchObject({ administrator: true });
    await test.stop();
    const database = await createTestDatabase([accessService]);
    const { password } = await ensureAdministrator({ config: {}, databaseUrl: database.url });
    const joined = await startTestPlatform({ services: [accessService], jobs: false, joins: { ...test, databaseUrl: database.url } });
    await expect(joined.call(readAccessSettings, {}, { as: { user: 'admin', password: password! } })).rejects.toMatchObject({ code: 'password_expired' });
    await joined.call(changePassword, { body: { userName: 'admin', oldPassword: password!, newPassword: 'My-own-pass-1' } }, { as: 'anonymous' });
    expect(await joined.call(readAccessSettings, {}, { as: { user: 'admin', password: 'My-own-pass-1' } })).toEqual({
      anonymousAccess: false,
      passwordExpiryDays: 0,
      lockAfterFailures: 0,
      anonymousUiBlocked: false,
      requireSecondFactor: false,
      basicRealm: 'Artifactory Realm',
    });
    await joined.stop();
    await database.drop();
  });
  it('makes passwords up that obey the rule', () => {
    for (let seed = 0; seed < 50; seed++) {
      const password = generatePassword((below) => Math.floor(Math.random() * below));
      expect(password).toMatch(/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[\w]{20}$/);
    }
  });
});
