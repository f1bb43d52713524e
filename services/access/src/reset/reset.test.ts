import { listAuditRecords } from '@packhouse/contract/access/access-audit-routes.ts';
import { createUser, updateUser } from '@packhouse/contract/access/access-user-routes.ts';
import { updateMailSettings } from '@packhouse/contract/access/auth-mail-routes.ts';
import { forgotPassword, resetPassword, validateToken } from '@packhouse/contract/access/auth-password-reset-routes.ts';
import { accessLoginRelatedData, changePassword, login, loginRelatedData } from '@packhouse/contract/access/auth-sign-in-routes.ts';
import type { MailPeer } from '@packhouse/testkit/mail-peer.ts';
import { setUpMail } from '@packhouse/testkit/set-up-mail.ts';
import { startTestPlatform, type TestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accessService } from '../service.ts';

let test: TestPlatform;
let peer: MailPeer;
let client: pg.Client;
const password = 'Secret-pass-1';
const stranger = { as: 'anonymous' } as const;

beforeAll(async () => {
  test = await startTestPlatform({ services: [accessService] });
  client = new pg.Client({ connectionString: test.databaseUrl });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await peer.stop();
  await test.stop();
});
beforeEach(async () => void (await client.query('delete from access.sign_in_failure')));

const newUser = (name: string, more: object = {}) => test.call(createUser, { body: { name, password, email: `${name}@example.org`, ...more } });
const ask = (user: string, headers: Record<string, string> = {}) => test.call(forgotPassword, { body: { user } }, { ...stranger, headers });
const check = (key: string) => test.call(validateToken, { query: { key } }, stranger);
const reset = (key: string, user: string, fresh = 'Better-pass-2') => test.call(resetPassword, { query: { key }, body: { user, password: fresh } }, stranger);
const signIn = (user: string, secret: string) => test.call(login, { query: {}, body: { user, password: secret, type: 'login' } }, stranger);
const keyIn = (mail: { link(pattern: RegExp): URL }) => mail.link(/reset-password\?key=/).searchParams.get('key') ?? '';
const jobsDone = async () => {
  await expect
    .poll(async () => (await client.query("select 1 from graphile_worker.jobs where task_identifier = 'access-mail-password-key'")).rowCount, {
      timeout: 20_000,
    })
    .toBe(0);
};

describe('ACC-002 a forgotten password', () => {
  it('AUTH-017 is only offered while mail is set up', async () => {
    const related = { forgotPassword: false, canRememberMe: true, ssoProviderLink: null };
    expect(await test.call(loginRelatedData, { body: {} }, stranger)).toEqual(related);
    await expect(ask('admin')).rejects.toMatchObject({ code: 'switched_off' });
    peer = await setUpMail(test);
    expect(await test.call(loginRelatedData, { body: {} }, stranger)).toEqual({ ...related, forgotPassword: true });
    expect(await test.call(accessLoginRelatedData, {}, stranger)).toEqual({ ...related, forgotPassword: true });
  });
  it('AUTH-071 AUTH-072 AUTH-073 is replaced with a mailed key that works once and ends sessions', async () => {
    await newUser('ann');
    await signIn('ann', password);
    await ask('ANN');
    const mail = await peer.next();
    expect(mail.to).toEqual(['ann@example.org']);
    expect(mail.link(/reset-password/).href).toMatch(`${test.baseUrl}/ui/login/reset-password?key=`);
    const key = keyIn(mail);
    expect(await check(key)).toEqual({ user: 'ann' });
    await reset(key, 'ann');
    expect((await client.query('select 1 from access.session s join access."user" u on u.id = s.user_id where u.name = $1', ['ann'])).rowCount).toBe(0);
    await expect(signIn('ann', password)).rejects.toMatchObject({ code: 'bad_credentials' });
    expect(await signIn('ann', 'Better-pass-2')).toMatchObject({ name: 'ann' });
    await expect(check(key)).rejects.toMatchObject({ code: 'bad_credentials' });
    await expect(reset(key, 'ann', 'Better-pass-3')).rejects.toMatchObject({ code: 'bad_credentials' });
    const { items } = await test.call(listAuditRecords, { query: { limit: 20 } });
    expect(items.map(({ action }) => action)).toEqual(expect.arrayContaining(['password.key_mailed', 'password.reset']));
    expect(JSON.stringify(items)).not.toContain(key);
  });
  it('AUTH-041 wants a new password that obeys the rule, from the user the key belongs to', async () => {
    await newUser('bea');
    await ask('bea');
    const key = keyIn(await peer.next());
    await expect(reset(key, 'bea', 'weak')).rejects.toMatchObject({
      code: 'invalid_input',
      fields: expect.arrayContaining([expect.objectContaining({ path: 'password' })]),
    });
    await expect(reset(key, 'admin')).rejects.toMatchObject({ code: 'invalid_input', fields: [expect.objectContaining({ path: 'user' })] });
    const both = await Promise.allSettled([reset(key, 'bea'), reset(key, 'bea', 'Better-pass-9')]);
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
  it('is not found in the database, and ends with its time and with another way to a new password', async () => {
    await newUser('cleo');
    await ask('cleo');
    const key = keyIn(await peer.next());
    const { rows } = await client.query('select key_hash from access.password_reset');
    expect(rows.length).toBeGreaterThan(0);
    for (const { key_hash } of rows) {
      expect(key_hash).not.toBe(key);
      await expect(check(key_hash)).rejects.toMatchObject({ code: 'bad_credentials' });
    }
    await client.query("update access.password_reset set expires_at = now() - interval '1 second'");
    await expect(check(key)).rejects.toMatchObject({ code: 'bad_credentials' });
    await ask('cleo');
    const second = keyIn(await peer.next());
    await test.call(changePassword, { body: { userName: 'cleo', oldPassword: password, newPassword: 'Better-pass-2' } }, stranger);
    await expect(check(second)).rejects.toMatchObject({ code: 'bad_credentials' });
  });
  it('answers the same for those who are unknown or may not, and mails them nothing', async () => {
    await newUser('dora', { status: 'disabled' });
    await newUser('kiosk', { profileUpdatable: false });
    await newUser('robot', { passwordEnabled: false });
    await newUser('silent', { email: '' });
    for (const name of ['nobody-here', 'dora', 'kiosk', 'robot', 'silent', 'anonymous', "x' or '1'='1"]) expect(await ask(name)).toBeUndefined();
    await jobsDone();
    expect(peer.waiting).toBe(0);
    await newUser('emil');
    await ask('emil@EXAMPLE.org', { 'accept-language': 'de-DE,de;q=0.9' });
    expect((await peer.next()).text).toContain('Neues Passwort wählen');
  });
  it('sends no mail to an address that two users share', async () => {
    await newUser('twin-a', { email: 'twins@example.org' });
    await newUser('twin-b', { email: 'twins@example.org' });
    await ask('twins@example.org');
    await jobsDone();
    expect(peer.waiting).toBe(0);
  });
  it('is chosen where the user is managed: no key is mailed for a copy of another deployment, and none that was mailed before works', async () => {
    await newUser('copied');
    await ask('copied');
    const key = keyIn(await peer.next());
    await client.query(`
      insert into access.peer (id, name, url, keys, purposes, accepts, allow_private, paired_by, knows_key, knows_url)
        values ('source', 'Source', 'https://source.test', '[]', '{federation}', '{}', false, 'admin', '', '');
      insert into access.federation_link (id, federation, peer, peer_name, direction, mode, types)
        values ('11111111-1111-4111-8111-111111111111', '11111111-1111-4111-8111-111111111111', 'source', 'Source', 'in', 'star', '{USERS}');
      insert into access.federation_copy (kind, uid, link, generation)
        select 'user', uid, '11111111-1111-4111-8111-111111111111', 1 from access."user" where name = 'copied'`);
    await expect(reset(key, 'copied')).rejects.toMatchObject({ code: 'forbidden', message: 'Managed by Source: change it there' });
    await ask('copied');
    await jobsDone();
    expect(peer.waiting).toBe(0);
    await client.query("delete from access.federation_link; delete from access.peer where id = 'source'");
  });
  it('is not asked for without end, nor are keys guessed', async () => {
    await newUser('fritz');
    const asked = await Promise.allSettled(Array.from({ length: 10 }, () => ask('Fritz')));
    expect(asked.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))).toEqual(Array.from({ length: 6 }, () => 'too_many_requests'));
    for (let index = 0; index < 4; index++) await peer.next();
    const guesses = await Promise.allSettled(Array.from({ length: 30 }, (_, index) => check(`guess-${index}`)));
    expect(guesses.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))).toContain('too_many_requests');
  });
  it('cannot be replaced once the account is disabled', async () => {
    await newUser('gone');
    await ask('gone');
    const key = keyIn(await peer.next());
    await test.call(updateUser, { params: { name: 'gone' }, body: { status: 'disabled' } });
    await expect(reset(key, 'gone')).rejects.toMatchObject({ code: 'bad_credentials' });
  });
  it('puts the configured address into links, whatever the request calls the host', async () => {
    await newUser('hanna');
    await ask('hanna', { host: 'evil.example', 'x-forwarded-host': 'evil.example' });
    expect((await peer.next()).text).not.toContain('evil.example');
    await test.call(updateMailSettings, {
      body: {
        enabled: false,
        host: '127.0.0.1',
        port: 25,
        security: 'none',
        user: '',
        from: 'a@b.org',
        fromName: '',
        linkBase: test.baseUrl,
        allowPrivate: true,
      },
    });
    await expect(ask('hanna')).rejects.toMatchObject({ code: 'switched_off' });
  });
});
