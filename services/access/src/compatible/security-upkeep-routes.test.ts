import { listAuditRecords } from '@packhouse/contract/access/access-audit-routes.ts';
import { readAccessSettings } from '@packhouse/contract/access/access-setting-routes.ts';
import { createUser, updateUser } from '@packhouse/contract/access/access-user-routes.ts';
import { readUserState } from '@packhouse/contract/access/auth-invitation-routes.ts';
import { currentUser } from '@packhouse/contract/access/auth-sign-in-routes.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { startTestPlatform, type TestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AccessSchema } from '../schema.ts';
import { accessService } from '../service.ts';

let test: TestPlatform;
const password = 'Secret-pass-1';
beforeAll(async () => {
  test = await startTestPlatform({ services: [accessService], jobs: false });
  for (const name of ['ann', 'bob']) await test.call(createUser, { body: { name, password } });
});
afterAll(() => test?.stop());

const ann = { user: 'ann', password };
async function send(method: string, path: string, body?: object, as: Parameters<TestPlatform['headersOf']>[0] = 'admin') {
  const headers = { ...test.headersOf(as), ...(body ? { 'content-type': 'application/json' } : {}) };
  const answer = await fetch(`${test.baseUrl}/artifactory/api/security/${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
  const text = await answer.text();
  return { status: answer.status, body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text };
}
const isKnown = (as: { user: string; password: string }) =>
  test.call(currentUser, {}, { as }).then(
    ({ name }) => name === as.user,
    () => false,
  );
async function lockOut(user: string): Promise<void> {
  for (let tries = 0; tries < 12; tries++) await isKnown({ user, password: 'wrong' });
  // A wait of seconds may be over before anybody has looked.
  const db = openDatabase<AccessSchema>(test.databaseUrl, 'access', { connections: 1 });
  await sql`update sign_in_failure set blocked_until = now() + interval '1 hour' where key = ${`user ${user} at 127.0.0.1`}`.execute(db);
  await db.destroy();
}

it('API-002 names locked users, and unlocks one or all of them', async () => {
  expect((await send('GET', 'lockedUsers')).body).toEqual([]);
  await lockOut('ann');
  await lockOut('bob');
  expect((await send('GET', 'lockedUsers')).body).toEqual(['ann', 'bob']);
  expect((await send('POST', 'unlockUsers/ann')).status).toBe(200);
  expect((await send('GET', 'lockedUsers')).body).toEqual(['bob']);
  expect(await isKnown(ann)).toBe(true);
  expect((await send('POST', 'unlockAllUsers')).status).toBe(200);
  expect((await send('GET', 'lockedUsers')).body).toEqual([]);
  expect((await send('POST', 'unlockUsers/nobody')).status).toBe(404);
  for (const [method, path] of [
    ['GET', 'lockedUsers'],
    ['POST', 'unlockUsers/bob'],
    ['POST', 'unlockAllUsers'],
  ] as const)
    expect([path, (await send(method, path, undefined, ann)).status]).toEqual([path, 403]);
});

it('API-002 locks users after as many wrong passwords as the policy says, until they are unlocked, and keeps what is said while it is off', async () => {
  const path = 'userLockPolicy';
  expect((await send('GET', path)).body).toEqual({ enabled: false, loginAttempts: 5 });
  const policy = { enabled: true, loginAttempts: 3 };
  expect(await send('PUT', path, policy)).toEqual({ status: 200, body: policy });
  expect((await send('GET', path)).body).toEqual(policy);
  expect((await test.call(readAccessSettings, {})).lockAfterFailures).toBe(3);

  const wrong = { user: 'ann', password: 'wrong' };
  const failTwice = async () => [await isKnown(wrong), await isKnown(wrong)];
  for (let round = 0; round < 2; round++) {
    expect(await failTwice()).toEqual([false, false]);
    // Asked anew: who proved the password a moment ago is believed without a look.
    await test.call(updateUser, { params: { name: 'ann' }, body: { password } });
    expect(await isKnown(ann)).toBe(true);
  }
  expect(await failTwice()).toEqual([false, false]);
  expect(await isKnown(wrong)).toBe(false);
  await expect.poll(async () => (await send('GET', 'lockedUsers')).body).toEqual(['ann']);
  expect(await isKnown(ann)).toBe(false);
  expect(await test.call(readUserState, { params: { name: 'ann' } })).toMatchObject({ locked: true, blockedUntil: null });
  expect((await test.call(listAuditRecords, { query: { search: 'ann', limit: 50 } })).items).toContainEqual(
    expect.objectContaining({ action: 'user.locked', subject: 'ann', actor: 'system' }),
  );

  expect((await send('POST', 'unlockUsers/ann')).status).toBe(200);
  expect(await isKnown(ann)).toBe(true);
  expect((await send('GET', 'lockedUsers')).body).toEqual([]);

  // This is what Terraform sends to be rid of it.
  expect((await send('PUT', path, { enabled: false, loginAttempts: 0 })).body).toEqual({ enabled: false, loginAttempts: 0 });
  expect((await send('GET', path)).body).toEqual({ enabled: false, loginAttempts: 0 });
  expect((await test.call(readAccessSettings, {})).lockAfterFailures).toBe(0);
  for (const body of [
    { enabled: true, loginAttempts: 0 },
    { ...policy, loginAttempts: -1 },
    { ...policy, forHowLong: 5 },
  ])
    expect([body, (await send('PUT', path, body)).status]).toEqual([body, 400]);
  expect((await send('PUT', path, policy, ann)).status).toBe(403);
});

it('API-002 says when passwords expire, and keeps what is said while it is off', async () => {
  const path = 'configuration/passwordExpirationPolicy';
  expect((await send('GET', path)).body).toEqual({ enabled: false, passwordMaxAge: 60, notifyByEmail: false });
  const policy = { enabled: true, passwordMaxAge: 30, notifyByEmail: false };
  expect(await send('PUT', path, policy)).toEqual({ status: 200, body: policy });
  expect((await test.call(readAccessSettings, {})).passwordExpiryDays).toBe(30);
  expect((await send('PUT', path, { ...policy, enabled: false, passwordMaxAge: 45 })).body).toEqual({ ...policy, enabled: false, passwordMaxAge: 45 });
  expect((await send('GET', path)).body.passwordMaxAge).toBe(45);
  expect((await test.call(readAccessSettings, {})).passwordExpiryDays).toBe(0);
  const mailed = await send('PUT', path, { ...policy, notifyByEmail: true });
  expect([mailed.status, mailed.body.errors[0].message]).toEqual([400, expect.stringContaining('notifyByEmail')]);
  expect((await send('PUT', path, { ...policy, passwordMaxAge: 0 })).status).toBe(400);
  expect((await send('PUT', path, policy, ann)).status).toBe(403);
});

it('API-002 changes a password for whoever proves the old one, and has one expire', async () => {
  const change = (body: object) => send('POST', 'users/authorization/changePassword', { userName: 'ann', oldPassword: password, ...body }, 'anonymous');
  const [one, two] = ['Another-pass-2', 'Another-pass-3'];
  expect((await change({ newPassword1: one, newPassword2: two })).status).toBe(400);
  expect((await change({ oldPassword: 'wrong', newPassword1: one, newPassword2: one })).status).toBe(401);
  expect((await change({ newPassword1: one, newPassword2: one })).status).toBe(200);
  expect(await isKnown({ user: 'ann', password: one })).toBe(true);
  expect((await send('POST', 'users/authorization/expirePassword/ann', undefined, { user: 'bob', password })).status).toBe(403);
  expect((await send('POST', 'users/authorization/expirePassword/ann')).status).toBe(200);
  expect(await isKnown({ user: 'ann', password: one })).toBe(false);
});
