import { listAuditRecords } from '@packhouse/contract/access/access-audit-routes.ts';
import { createGroup } from '@packhouse/contract/access/access-group-routes.ts';
import { createUser, updateUser } from '@packhouse/contract/access/access-user-routes.ts';
import * as routes from '@packhouse/contract/access/auth-invitation-routes.ts';
import { login, verifyToken } from '@packhouse/contract/access/auth-sign-in-routes.ts';
import type { MailPeer } from '@packhouse/testkit/mail-peer.ts';
import { setUpMail } from '@packhouse/testkit/set-up-mail.ts';
import { startTestPlatform, type TestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessService } from '../service.ts';

let test: TestPlatform;
let peer: MailPeer;
const stranger = { as: 'anonymous' } as const;
const fresh = 'Chosen-pass-1';

beforeAll(async () => {
  test = await startTestPlatform({ services: [accessService], jobs: false });
});
afterAll(async () => {
  await peer.stop();
  await test.stop();
});

const invite = (name: string, more: object = {}) => test.call(routes.inviteUser, { body: { name, email: `${name}@example.org`, ...more } });
const again = (name: string) => test.call(routes.inviteAgain, { params: { name } });
const check = (token: string) => test.call(verifyToken, { body: { token } }, stranger);
const accept = (token: string, password = fresh) => test.call(routes.setInvitedPassword, { body: { token, password } }, stranger);
const signIn = (user: string, password: string) => test.call(login, { query: {}, body: { user, password, type: 'login' } }, stranger);
const state = (name: string) => test.call(routes.readUserState, { params: { name } });
const nextToken = async () => (await peer.next()).link(/\/ui\/login\/invitation\?token=/).searchParams.get('token') ?? '';

describe('an invitation', () => {
  it('needs mail', async () => {
    await expect(invite('early')).rejects.toMatchObject({ code: 'switched_off' });
    await expect(state('early')).rejects.toMatchObject({ code: 'user_not_found' });
    peer = await setUpMail(test);
  });
  it('AUTH-063 AUTH-066 lets the invited user choose a first password with the mailed token, once', async () => {
    await createTeam();
    const { user, problem } = await invite('Ann', { groups: ['team'] });
    expect({ user, problem }).toMatchObject({ user: { name: 'ann', groups: ['readers', 'team'], passwordEnabled: true, status: 'enabled' }, problem: null });
    expect((await state('ann')).invitation).toMatchObject({ invitedBy: 'admin' });
    const token = await nextToken();
    expect(await check(token)).toMatchObject({ userName: 'ann', expiresAt: expect.any(String), invitation: true });
    await expect(accept(token, 'weak')).rejects.toMatchObject({
      code: 'invalid_input',
      fields: expect.arrayContaining([expect.objectContaining({ path: 'password' })]),
    });
    const both = await Promise.allSettled([accept(token), accept(token)]);
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await signIn('ann', fresh)).toMatchObject({ name: 'ann' });
    await expect(check(token)).rejects.toMatchObject({ code: 'bad_credentials' });
    await expect(accept(token, 'Other-pass-2')).rejects.toMatchObject({ code: 'bad_credentials' });
    expect((await state('ann')).invitation).toBeNull();
    const { items } = await test.call(listAuditRecords, { query: { limit: 20 } });
    expect(items.map(({ action }) => action)).toEqual(expect.arrayContaining(['user.created', 'user.invitation_accepted']));
    expect(JSON.stringify(items)).not.toContain(token);
  });
  const createTeam = () => test.call(createGroup, { body: { name: 'team' } });

  it('is sent again with a fresh token that ends the earlier one, until there is a password', async () => {
    await invite('bea');
    const first = await nextToken();
    await again('bea');
    const second = await nextToken();
    await expect(check(first)).rejects.toMatchObject({ code: 'bad_credentials' });
    expect(await check(second)).toMatchObject({ userName: 'bea' });
    await test.call(updateUser, { params: { name: 'bea' }, body: { password: 'Given-pass-1' } });
    await expect(accept(second)).rejects.toMatchObject({ code: 'bad_credentials' });
    await expect(again('bea')).rejects.toMatchObject({ code: 'conflict' });
  });
  it('ends with its time and with the account, and opens nothing by what the database holds', async () => {
    await invite('cleo');
    const token = await nextToken();
    const client = new pg.Client({ connectionString: test.databaseUrl });
    await client.connect();
    const { rows } = await client.query('select token_hash from access.invitation');
    for (const { token_hash } of rows) await expect(check(token_hash)).rejects.toMatchObject({ code: 'bad_credentials' });
    await test.call(updateUser, { params: { name: 'cleo' }, body: { status: 'disabled' } });
    await expect(check(token)).rejects.toMatchObject({ code: 'bad_credentials' });
    await test.call(updateUser, { params: { name: 'cleo' }, body: { status: 'enabled' } });
    expect(await check(token)).toMatchObject({ userName: 'cleo' });
    await client.query("update access.invitation set expires_at = now() - interval '1 second'");
    await client.end();
    await expect(accept(token)).rejects.toMatchObject({ code: 'bad_credentials' });
  });
  it('keeps the user and says why when the mail cannot be sent', async () => {
    await peer.stop();
    const { user, problem } = await invite('dora');
    expect(user.name).toBe('dora');
    expect(problem).toContain('cannot be reached');
    peer = await setUpMail(test);
    await again('dora');
    expect(await check(await nextToken())).toMatchObject({ userName: 'dora' });
  });
  it.each([
    ['no address', { name: 'x', email: '' }, 'email'],
    ['a bad name', { name: 'a/b', email: 'a@example.org' }, 'name'],
    ['an unknown group', { name: 'x', email: 'a@example.org', groups: ['nowhere'] }, 'groups'],
  ])('refuses %s and names the field', async (_, body, path) => {
    await expect(test.call(routes.inviteUser, { body })).rejects.toMatchObject({ code: 'invalid_input', fields: [expect.objectContaining({ path })] });
  });
  it('is for administrators only', async () => {
    await test.call(createUser, { body: { name: 'plain', password: fresh } });
    const as = { as: { user: 'plain', password: fresh } };
    await expect(test.call(routes.inviteUser, { body: { name: 'y', email: 'y@example.org' } }, as)).rejects.toMatchObject({ status: 403 });
    await expect(test.call(routes.unlockUser, { params: { name: 'plain' } }, as)).rejects.toMatchObject({ status: 403 });
    await expect(test.call(routes.readUserState, { params: { name: 'plain' } }, as)).rejects.toMatchObject({ status: 403 });
  });
});

describe('ACC-002 a user who must wait', () => {
  it('is let in again by an administrator', async () => {
    await test.call(createUser, { body: { name: 'emil', password: fresh } });
    expect(await state('emil')).toEqual({ secondFactor: false, blockedUntil: null, locked: false, invitation: null });
    await Promise.allSettled(Array.from({ length: 20 }, (_, index) => signIn('emil', `Wrong-pass-${index}`)));
    const client = new pg.Client({ connectionString: test.databaseUrl });
    await client.connect();
    await client.query(`update access.sign_in_failure set blocked_until = now() + interval '4 minutes' where key like 'user emil%'`);
    await client.end();
    await expect(signIn('emil', fresh)).rejects.toMatchObject({ code: 'too_many_requests' });
    expect(Date.parse((await state('emil')).blockedUntil ?? '')).toBeGreaterThan(Date.now());
    await test.call(routes.unlockUser, { params: { name: 'Emil' } });
    expect((await state('emil')).blockedUntil).toBeNull();
    expect(await signIn('emil', fresh)).toMatchObject({ name: 'emil' });
    const { items } = await test.call(listAuditRecords, { query: { limit: 5 } });
    expect(items).toContainEqual(expect.objectContaining({ action: 'user.unlocked', actor: 'admin', subject: 'emil' }));
  });
});
