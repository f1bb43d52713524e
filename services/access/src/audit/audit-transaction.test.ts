import { createUser } from '@packhouse/contract/access/access-user-routes.ts';
import * as invitation from '@packhouse/contract/access/auth-invitation-routes.ts';
import * as mfa from '@packhouse/contract/access/auth-mfa-routes.ts';
import { startTestPlatform, type TestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { Secret, TOTP } from 'otpauth';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { accessService } from '../service.ts';

const password = 'Secret-pass-1';
const auth = '/ui/api/v1/ui/auth';
let test: TestPlatform;
let client: pg.Client;

beforeAll(async () => {
  test = await startTestPlatform({ services: [accessService], jobs: false });
  client = new pg.Client({ connectionString: test.databaseUrl });
  await client.connect();
  await client.query("create function refuse() returns trigger language plpgsql as $$ begin raise exception 'the log is full'; end $$");
  await test.call(createUser, { body: { name: 'ann', password } });
});
afterAll(async () => {
  await client?.end();
  await test?.stop();
});
afterEach(() => client.query('drop trigger if exists no_entries on access.audit_record'));

const refuseEntries = () => client.query('create trigger no_entries before insert on access.audit_record for each row execute function refuse()');
const send = (path: string, method: string, body?: unknown, cookie = '') =>
  fetch(`${test.baseUrl}${path}`, {
    method,
    headers: { 'x-packhouse-console': '1', cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
const signIn = (user = 'ann') => send(`${auth}/login`, 'POST', { user, password, type: 'login' });
const readRows = async (table: string) => Number((await client.query<{ count: string }>(`select count(*) from access.${table}`)).rows[0]!.count);

it('ACC-007 starts and ends no session that is not in the log', async () => {
  const response = await signIn();
  const cookie = response.headers.getSetCookie()[0]!.split(';')[0]!;
  const before = await readRows('session');
  await refuseEntries();
  expect([(await signIn()).status, (await send(`${auth}/logout`, 'POST', {}, cookie)).status]).toEqual([500, 500]);
  expect(await readRows('session')).toBe(before);
  expect((await send(`${auth}/current`, 'GET', undefined, cookie)).status).toBe(200);
});

it('ACC-007 lets nobody in again without an entry in the log', async () => {
  await client.query(
    "insert into access.sign_in_failure (key, failures, last_failed_at, blocked_until) values ('user ann', 20, now(), now() + interval '4 minutes')",
  );
  await refuseEntries();
  await expect(test.call(invitation.unlockUser, { params: { name: 'ann' } })).rejects.toMatchObject({ status: 500 });
  expect((await test.call(invitation.readUserState, { params: { name: 'ann' } })).blockedUntil).not.toBeNull();
});

it('ACC-007 uses up no recovery code without an entry in the log', async () => {
  await test.call(createUser, { body: { name: 'otto', password } });
  const as = { as: { user: 'otto', password } };
  const { secret } = await test.call(mfa.beginOwnSecondFactor, { body: { password } }, as);
  const otp = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  const { recoveryCodes } = await test.call(mfa.confirmOwnSecondFactor, { body: { otp } }, as);
  const begun = await signIn('otto');
  const cookie = begun.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  await refuseEntries();
  const answer = await send(`${auth}/mfa/verify`, 'POST', { authenticator: 'google', otp: recoveryCodes[0] }, cookie);
  expect([answer.status, await readRows('recovery_code')]).toEqual([500, recoveryCodes.length]);
});
