import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createToken } from '@packhouse/contract/access/access-token-routes.ts';
import { createUser, deleteUser } from '@packhouse/contract/access/access-user-routes.ts';
import { userProfile } from '@packhouse/contract/access/auth-profile-routes.ts';
import { changePassword } from '@packhouse/contract/access/auth-sign-in-routes.ts';
import { readUserCustomData, updateUserCustomData } from '@packhouse/contract/shell/onboarding-user-routes.ts';
import { systemOnboarding } from '@packhouse/contract/shell/shell-routes.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { startTestPlatform, type TestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { createTestDatabase } from '@packhouse/testkit/test-database.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureAdministrator } from '../administrator/first-administrator.ts';
import type { AccessSchema } from '../schema.ts';
import { accessService } from '../service.ts';

let test: TestPlatform;
const password = 'Secret-pass-1';
const as = (user: string) => ({ as: { user, password } });

beforeAll(async () => {
  test = await startTestPlatform({ services: [accessService], jobs: false });
  for (const name of ['ann', 'bob']) await test.call(createUser, { body: { name, password } });
});
afterAll(() => test.stop());

describe('what is kept for a user', () => {
  it('ONB-075 keeps the answers with the flag off, each user their own', async () => {
    const answers = { purpose: 'Personal', role: 'Other', otherRole: 'Gardener', desiredFeature: ['CI/CD'], name: 'Default Project', key: 'dflt' } as const;
    await test.call(updateUserCustomData, { body: { ...answers, desiredFeature: [...answers.desiredFeature], showPersonalization: false } }, as('ann'));
    expect(await test.call(readUserCustomData, {}, as('ann'))).toMatchObject({ ...answers, showPersonalization: false });
    expect(await test.call(readUserCustomData, {}, as('bob'))).toEqual({ firstLogin: true, showPersonalization: false, playedVideos: [], feedback: {} });
  });
  it('keeps what a change does not name, and each video once', async () => {
    await test.call(updateUserCustomData, { body: { playedVideos: ['first', 'first', 'second'] } }, as('bob'));
    await test.call(updateUserCustomData, { body: { feedback: { first: 'helpful' } } }, as('bob'));
    expect(await test.call(readUserCustomData, {}, as('bob'))).toMatchObject({ playedVideos: ['first', 'second'], feedback: { first: 'helpful' } });
  });
  it('refuses answers that nobody offers, and keeps nothing of them', async () => {
    const ask = (body: object) => test.call(updateUserCustomData, { body }, as('bob'));
    await expect(ask({ role: 'Wizard' })).rejects.toMatchObject({ status: 400 });
    await expect(ask({ key: 'Upper' })).rejects.toMatchObject({ status: 400 });
    await expect(ask({ unknown: true })).rejects.toMatchObject({ status: 400 });
    expect(await test.call(readUserCustomData, {}, as('bob'))).not.toHaveProperty('role');
  });
  it('goes with its user', async () => {
    await test.call(createUser, { body: { name: 'temp', password } });
    await test.call(updateUserCustomData, { body: { firstLogin: false } }, as('temp'));
    await test.call(deleteUser, { params: { name: 'temp' } });
    await test.call(createUser, { body: { name: 'temp', password } });
    expect(await test.call(readUserCustomData, {}, as('temp'))).toMatchObject({ firstLogin: true });
  });
});

describe('the first steps', () => {
  it('greets a user until the console has done so', async () => {
    await test.call(createUser, { body: { name: 'new', password } });
    expect(await test.call(systemOnboarding, {}, as('new'))).toEqual({ firstLogin: true, showPersonalization: false });
    await test.call(updateUserCustomData, { body: { firstLogin: false } }, as('new'));
    expect(await test.call(systemOnboarding, {}, as('new'))).toEqual({ firstLogin: false, showPersonalization: false });
  });
  it('asks the administrator of a start by hand, and nobody where a script gave the password', async () => {
    expect(await test.call(systemOnboarding, {})).toMatchObject({ showPersonalization: false });
    const database = await createTestDatabase([accessService]);
    const { password: made } = await ensureAdministrator({ config: {}, databaseUrl: database.url });
    const home = await mkdtemp(join(tmpdir(), 'packhouse-test-'));
    const joined = await startTestPlatform({ services: [accessService], jobs: false, joins: { ...test, home, databaseUrl: database.url } });
    const own = { user: 'admin', password: 'My-own-pass-1' };
    await joined.call(changePassword, { body: { userName: 'admin', oldPassword: made!, newPassword: own.password } }, { as: 'anonymous' });
    expect(await joined.call(systemOnboarding, {}, { as: own })).toEqual({ firstLogin: true, showPersonalization: true });
    await joined.stop();
    await rm(home, { recursive: true });
    await database.drop();
  });
  it('ONB-027 wants the password for the profile, but not of those who came from an OAuth provider', async () => {
    await expect(test.call(userProfile, { body: { password: 'wrong' } }, as('ann'))).rejects.toMatchObject({ code: 'bad_credentials' });
    expect(await test.call(userProfile, { body: { password } }, as('ann'))).toMatchObject({ name: 'ann', realm: 'internal' });
    await test.call(createUser, { body: { name: 'outside', password } });
    const db = openDatabase<AccessSchema>(test.platform.databaseUrl, 'access', { connections: 1 });
    await db.updateTable('user').set({ realm: 'oauth', password_hash: null }).where('name', '=', 'outside').execute();
    await db.destroy();
    const { accessToken } = await test.call(createToken, { body: { userName: 'outside' } });
    const answer = await fetch(`${test.baseUrl}${userProfile.url}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      body: '{}',
    });
    expect(await answer.json()).toMatchObject({ name: 'outside', realm: 'oauth' });
  });
});
