import { listAuditRecords } from '@packhouse/contract/access/access-audit-routes.ts';
import { updateAccessSettings } from '@packhouse/contract/access/access-setting-routes.ts';
import { createToken } from '@packhouse/contract/access/access-token-routes.ts';
import { createUser } from '@packhouse/contract/access/access-user-routes.ts';
import * as mfa from '@packhouse/contract/access/auth-mfa-routes.ts';
import { currentUser } from '@packhouse/contract/access/auth-sign-in-routes.ts';
import { startTestPlatform, type TestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { Secret, TOTP } from 'otpauth';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { accessService } from '../service.ts';

let test: TestPlatform;
let client: pg.Client;
let adminToken = '';
/** Passwords alone do not count while a second factor is required. */
const admin = () => ({ as: { token: adminToken } });
const password = 'Secret-pass-1';
const auth = '/ui/api/v1/ui/auth';

beforeAll(async () => {
  test = await startTestPlatform({ services: [accessService], jobs: false });
  client = new pg.Client({ connectionString: test.databaseUrl });
  await client.connect();
  adminToken = (await test.call(createToken, { body: {} })).accessToken;
});
afterAll(async () => {
  await client.end();
  await test.stop();
});
const require = (requireSecondFactor: boolean) => test.call(updateAccessSettings, { body: { requireSecondFactor } }, admin());
afterEach(() => require(false));

/** A browser: sends back the cookies it was given. */
function browser() {
  const cookies = new Map<string, string>();
  return async function send(method: string, path: string, body?: unknown) {
    const response = await fetch(`${test.baseUrl}${path}`, {
      method,
      headers: {
        'x-packhouse-console': '1',
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [name, value] = line.split(';')[0]!.split('=', 2);
      if (value) cookies.set(name!, value);
      else cookies.delete(name!);
    }
    return { status: response.status, body: await response.json().catch(() => ({})), cookies };
  };
}
type Browser = ReturnType<typeof browser>;

const signIn = (send: Browser, user: string) => send('POST', `${auth}/login`, { user, password, type: 'login' });
const verify = (send: Browser, otp: string, path = auth) => send('POST', `${path}/mfa/verify`, { authenticator: 'google', otp });
/** The code of now, or of so many half minutes later. */
const readCode = (secret: string, later = 0) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + later * 30_000 });
const newUser = (name: string, more: object = {}) => test.call(createUser, { body: { name, password, ...more } });
const actions = async () => (await test.call(listAuditRecords, { query: { limit: 30 } }, admin())).items.map(({ action }) => action);
/** Forgets which codes were used, as half a minute would. */
const timePasses = () => client.query('update access.second_factor set last_step = 0');

async function enrolled(name: string) {
  await newUser(name);
  const as = { as: { user: name, password } };
  const { secret } = await test.call(mfa.beginOwnSecondFactor, { body: { password } }, as);
  const { recoveryCodes } = await test.call(mfa.confirmOwnSecondFactor, { body: { otp: readCode(secret) } }, as);
  await timePasses();
  return { secret, recoveryCodes };
}

describe('ACC-002 a required second factor', () => {
  it('AUTH-014 AUTH-060 AUTH-061 is set up in the middle of signing in', async () => {
    await newUser('ann');
    await require(true);
    const send = browser();
    expect((await signIn(send, 'ann')).body).toEqual({ name: 'ann', realm: 'internal', mfaStatus: 'enroll' });
    expect((await send('GET', `${auth}/current`)).status).toBe(401);
    const { body: enrolment } = await send('GET', `${auth}/mfa/enroll`);
    expect(enrolment).toMatchObject({ authenticator: 'google', secret: expect.stringMatching(/^[A-Z2-7]{32}$/) });
    expect(enrolment.uri).toMatch(/^otpauth:\/\/totp\/Packhouse:ann\?issuer=Packhouse&secret=/);
    expect(Buffer.from(enrolment.qrCode.split(',')[1], 'base64').toString()).toContain('<svg');
    expect((await send('GET', '/ui/api/v1/access/auth/mfa/enroll')).body).toEqual(enrolment);
    expect((await verify(send, '000000')).body.errors[0]).toMatchObject({ code: 'bad_credentials' });
    const done = await verify(send, readCode(enrolment.secret));
    expect(done.body).toMatchObject({ name: 'ann', realm: 'internal', mfaStatus: 'none' });
    expect(new Set(done.body.recoveryCodes).size).toBe(10);
    expect((await send('GET', `${auth}/current`)).body).toMatchObject({ name: 'ann' });
    expect(await actions()).toEqual(expect.arrayContaining(['user.second_factor_enabled', 'sign_in.succeeded', 'sign_in.failed']));
  });
  it('ACC-002 is asked for before the password can be changed', async () => {
    const { secret } = await enrolled('petra');
    const change = { userName: 'petra', oldPassword: password, newPassword: 'Another-pass-2' };
    const stranger = browser();
    const refused = await stranger('POST', `${auth}/changePassword`, change);
    expect([refused.status, refused.body.errors[0].message]).toEqual([403, expect.stringContaining('Sign in with your second factor')]);
    const petra = browser();
    await signIn(petra, 'petra');
    expect((await petra('POST', `${auth}/changePassword`, change)).status).toBe(403);
    await verify(petra, readCode(secret));
    expect((await petra('POST', `${auth}/changePassword`, change)).status).toBe(204);
  });
  it('ACC-002 accepts no password alone from anybody, and says what to use instead', async () => {
    await newUser('olga');
    const olga = { as: { user: 'olga', password } };
    const { accessToken } = await test.call(createToken, { body: {} }, olga);
    expect(await test.call(currentUser, {}, olga)).toMatchObject({ name: 'olga' });
    await require(true);
    const refusal = { code: 'bad_credentials', message: expect.stringContaining('make an identity token under Edit Profile') };
    for (const as of [olga, {}]) await expect(test.call(currentUser, {}, as)).rejects.toMatchObject(refusal);
    await expect(test.call(createToken, { body: {} }, olga)).rejects.toMatchObject(refusal);
    for (const as of [{ token: accessToken }, { user: 'olga', password: accessToken }])
      expect(await test.call(currentUser, {}, { as })).toMatchObject({ name: 'olga' });
  });
  it('offers another secret to the next who proves the password, and none to who did not', async () => {
    await newUser('bea');
    await require(true);
    const [first, second] = [browser(), browser()];
    await signIn(first, 'bea');
    const seen = (await first('GET', `${auth}/mfa/enroll`)).body.secret;
    await signIn(second, 'bea');
    expect((await second('GET', `${auth}/mfa/enroll`)).body.secret).not.toBe(seen);
    expect((await first('GET', `${auth}/mfa/enroll`)).status).toBe(403);
    expect((await browser()('GET', `${auth}/mfa/enroll`)).status).toBe(403);
  });
});

describe('ACC-002 signing in with a second factor', () => {
  it('AUTH-061 wants a code at every sign-in, in either spelling', async () => {
    const { secret } = await enrolled('cleo');
    const send = browser();
    expect((await signIn(send, 'cleo')).body).toMatchObject({ mfaStatus: 'verify' });
    expect((await send('GET', `${auth}/current`)).status).toBe(401);
    expect((await send('GET', `${auth}/mfa/enroll`)).status).toBe(403);
    const done = await verify(send, ` ${readCode(secret).slice(0, 3)} ${readCode(secret).slice(3)} `, '/ui/api/v1/access/auth');
    expect(done.body).toEqual({ name: 'cleo', realm: 'internal', mfaStatus: 'none' });
    expect((await send('GET', `${auth}/current`)).status).toBe(200);
  });
  it('takes a code once, and no older one after it', async () => {
    const { secret } = await enrolled('dora');
    const fresh = async () => {
      const send = browser();
      await signIn(send, 'dora');
      return send;
    };
    const code = readCode(secret);
    expect((await verify(await fresh(), code)).status).toBe(200);
    expect((await verify(await fresh(), code)).body.errors[0]).toMatchObject({ code: 'bad_credentials' });
    expect((await verify(await fresh(), readCode(secret, 1))).status).toBe(200);
    expect((await verify(await fresh(), code)).status).toBe(401);
    expect((await verify(await fresh(), readCode(secret, 5))).status).toBe(401);
    await timePasses();
    const one = await fresh();
    const both = await Promise.all([verify(one, readCode(secret)), verify(one, readCode(secret))]);
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
  });
  it('takes each recovery code once', async () => {
    const { recoveryCodes } = await enrolled('emil');
    const send = browser();
    await signIn(send, 'emil');
    expect((await verify(send, recoveryCodes[0]!.toUpperCase())).status).toBe(200);
    await signIn(send, 'emil');
    expect((await verify(send, recoveryCodes[0]!)).status).toBe(401);
    expect((await verify(send, recoveryCodes[1]!)).status).toBe(200);
    expect((await send('GET', `${auth}/mfa/own`)).body).toEqual({ enabled: true, required: false, recoveryCodesLeft: 8 });
    expect(await actions()).toContain('sign_in.recovery_code_used');
  });
  it('AUTH-062 answers 403 without a begun sign-in, and asks for the password again after five wrong codes', async () => {
    expect((await verify(browser(), '123456')).status).toBe(403);
    const { secret } = await enrolled('fritz');
    const send = browser();
    await signIn(send, 'fritz');
    const statuses: number[] = [];
    for (let index = 0; index < 5; index++) statuses.push((await verify(send, '000000')).status);
    expect(statuses).toEqual([401, 401, 401, 401, 403]);
    expect((await verify(send, readCode(secret))).status).toBe(403);
  });
  it('slows guesses down across sign-ins', async () => {
    await enrolled('gerd');
    const codes = new Set<string>();
    for (let round = 0; round < 4; round++) {
      const send = browser();
      await signIn(send, 'gerd');
      for (let index = 0; index < 4; index++) codes.add((await verify(send, '000000')).body.errors[0].code);
    }
    expect(codes).toContain('too_many_requests');
  });
  it('keeps the password from opening anything else, but not tokens', async () => {
    await newUser('hanna');
    const token = await test.call(createToken, { body: { description: 'for a client' } }, { as: { user: 'hanna', password } });
    const { secret } = await test.call(mfa.beginOwnSecondFactor, { body: { password } }, { as: { user: 'hanna', password } });
    await test.call(mfa.confirmOwnSecondFactor, { body: { otp: readCode(secret) } }, { as: { user: 'hanna', password } });
    await expect(test.call(currentUser, {}, { as: { user: 'hanna', password } })).rejects.toMatchObject({
      code: 'bad_credentials',
      message: expect.stringContaining('identity token'),
    });
    const as = { as: { token: token.accessToken } };
    expect(await test.call(currentUser, {}, as)).toMatchObject({ name: 'hanna' });
    await expect(test.call(mfa.disableOwnSecondFactor, { body: { password, otp: readCode(secret, 1) } }, as)).rejects.toMatchObject({ status: 403 });
  });
});

describe('one’s own second factor', () => {
  async function signedIn(name: string, secret: string): Promise<Browser> {
    const send = browser();
    await signIn(send, name);
    expect((await verify(send, readCode(secret))).status).toBe(200);
    await timePasses();
    return send;
  }
  it('is turned off, and its recovery codes replaced, with the password and a code', async () => {
    const { secret, recoveryCodes } = await enrolled('ida');
    const send = await signedIn('ida', secret);
    const own = `${auth}/mfa/own`;
    expect((await send('POST', `${own}/disable`, { password: 'wrong', otp: readCode(secret) })).body.errors[0]).toMatchObject({
      detail: [{ path: 'password' }],
    });
    expect((await send('POST', `${own}/disable`, { password, otp: '000000' })).body.errors[0]).toMatchObject({ detail: [{ path: 'otp' }] });
    const renewed = (await send('POST', `${own}/recovery-codes`, { password, otp: readCode(secret) })).body.recoveryCodes;
    expect(renewed).not.toContain(recoveryCodes[0]);
    expect((await send('POST', `${own}/disable`, { password, otp: recoveryCodes[0] })).status).toBe(400);
    await require(true);
    expect((await send('POST', `${own}/disable`, { password, otp: renewed[0] })).status).toBe(403);
    await require(false);
    expect((await send('POST', `${own}/disable`, { password, otp: renewed[0] })).status).toBe(204);
    expect((await signIn(browser(), 'ida')).body).toMatchObject({ mfaStatus: 'none' });
  });
  it('is reset by an administrator only', async () => {
    await enrolled('jan');
    await newUser('kim');
    const reset = (as?: object) => test.call(mfa.resetSecondFactor, { params: { name: 'jan' } }, as as never);
    await expect(reset({ as: { user: 'kim', password } })).rejects.toMatchObject({ status: 403 });
    await reset();
    expect((await signIn(browser(), 'jan')).body).toMatchObject({ mfaStatus: 'none' });
    expect(await actions()).toContain('user.second_factor_reset');
    await expect(test.call(mfa.resetSecondFactor, { params: { name: 'nobody-here' } })).rejects.toMatchObject({ code: 'user_not_found' });
  });
  it('keeps nothing in the database that opens anything', async () => {
    const { secret, recoveryCodes } = await enrolled('lea');
    const { rows } = await client.query('select sealed_secret from access.second_factor union all select hash from access.recovery_code');
    const stored = JSON.stringify(rows).toLowerCase();
    expect(stored).not.toContain(secret.toLowerCase());
    for (const code of recoveryCodes) expect(stored).not.toContain(code.replaceAll('-', ''));
  });
});
