import { updateAccessSettings } from '@packhouse/contract/access/access-setting-routes.ts';
import { createUser } from '@packhouse/contract/access/access-user-routes.ts';
import { changePassword, currentUser, login } from '@packhouse/contract/access/auth-sign-in-routes.ts';
import { startTestPlatform, type TestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accessService } from '../service.ts';

let test: TestPlatform;
const password = 'Secret-pass-1';

beforeAll(async () => {
  test = await startTestPlatform({ services: [accessService], jobs: false });
});
afterAll(() => test.stop());

it('ACC-002 AUTH-029 asks for a new password when the old one is older than the settings allow', async () => {
  await test.call(createUser, { body: { name: 'ann', password, profileUpdatable: false } });
  const client = new pg.Client({ connectionString: test.databaseUrl });
  await client.connect();
  const { rows } = await client.query(`select password_hash from access."user" where name = 'ann'`);
  expect(rows[0].password_hash).toMatch(/^\$argon2id\$/);
  await client.query(`update access."user" set password_changed_at = now() - interval '31 days' where name = 'ann'`);
  await client.end();
  const signIn = (secret: string) => test.call(login, { query: {}, body: { user: 'ann', password: secret, type: 'login' } }, { as: 'anonymous' });
  expect(await signIn(password)).toMatchObject({ name: 'ann' });
  await expect(test.call(updateAccessSettings, { body: { passwordExpiryDays: -1 } })).rejects.toMatchObject({ code: 'invalid_input' });
  await test.call(updateAccessSettings, { body: { passwordExpiryDays: 30 } });
  await expect(signIn(password)).rejects.toMatchObject({ code: 'password_expired', detail: { userName: 'ann' } });
  await expect(test.call(currentUser, {}, { as: { user: 'ann', password } })).rejects.toMatchObject({ code: 'password_expired' });
  await test.call(changePassword, { body: { userName: 'ann', oldPassword: password, newPassword: 'Another-pass-2' } }, { as: 'anonymous' });
  expect(await signIn('Another-pass-2')).toMatchObject({ name: 'ann' });
});
