import { listAuditRecords } from '@packhouse/contract/access/access-audit-routes.ts';
import { updateGeneralSettings } from '@packhouse/contract/access/access-general-routes.ts';
import * as routes from '@packhouse/contract/access/auth-mail-routes.ts';
import { type MailPeer, startMailPeer } from '@packhouse/testkit/mail-peer.ts';
import { startTestPlatform, type TestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessService } from '../service.ts';

let test: TestPlatform;
let peer: MailPeer;

beforeAll(async () => {
  test = await startTestPlatform({ services: [accessService], jobs: false });
  peer = await startMailPeer({ user: 'packhouse', password: 'smtp-secret' });
});
afterAll(async () => {
  await peer.stop();
  await test.stop();
});

const settings = (change: object = {}) => ({
  enabled: true,
  host: '127.0.0.1',
  port: peer.port,
  security: 'none' as const,
  user: 'packhouse',
  password: 'smtp-secret',
  from: 'packhouse@example.org',
  fromName: 'Packhouse of Ann',
  linkBase: 'https://packages.example.org',
  allowPrivate: false,
  ...change,
});
const save = (change: object = {}) => test.call(routes.updateMailSettings, { body: settings(change) });
const tryOut = (change: object = {}) => test.call(routes.sendTestMail, { body: { ...settings(change), to: 'ann@example.org' } });

describe('outgoing mail', () => {
  it('is off until somebody sets it up', async () => {
    expect(await test.call(routes.readMailSettings, {})).toMatchObject({ enabled: false, host: '', hasPassword: false });
  });
  it('keeps the password encrypted, never shows it, and writes who changed what', async () => {
    const saved = await save();
    expect(saved).toMatchObject({ enabled: true, host: '127.0.0.1', user: 'packhouse', hasPassword: true });
    expect(await test.call(routes.readMailSettings, {})).toEqual(saved);
    expect(JSON.stringify(saved)).not.toContain('smtp-secret');
    const { items } = await test.call(listAuditRecords, { query: { limit: 1 } });
    expect(items[0]).toMatchObject({ actor: 'admin', action: 'setting.changed', subject: 'mail', after: { host: '127.0.0.1', passwordReplaced: true } });
    expect(JSON.stringify(items)).not.toContain('smtp-secret');
    const client = new pg.Client({ connectionString: test.databaseUrl });
    await client.connect();
    const { rows } = await client.query("select value::text from access.setting where name = 'mail'");
    await client.end();
    expect(rows[0].value).toContain('sealedPassword');
    expect(rows[0].value).not.toContain('smtp-secret');
  });
  it('ADMIN-025 leads links to the base URL of the general settings where mail has no address of its own', async () => {
    await expect(save({ linkBase: '' })).rejects.toMatchObject({ code: 'invalid_input', fields: [{ path: 'linkBase' }] });
    await test.call(updateGeneralSettings, { body: { baseUrl: 'https://shop.example.org' } });
    await save({ linkBase: '' });
    await tryOut({ linkBase: '' });
    expect((await peer.next()).text).toContain('https://shop.example.org');
    await test.call(updateGeneralSettings, { body: { baseUrl: '' } });
  });
  it('sends a test mail through a real server with the stored password', async () => {
    await save();
    const { response } = await tryOut({ password: undefined });
    expect(response).toMatch(/^250/);
    const mail = await peer.next();
    expect(mail).toMatchObject({ from: 'packhouse@example.org', to: ['ann@example.org'], user: 'packhouse' });
    expect(mail.text).toContain('From: Packhouse of Ann <packhouse@example.org>');
    expect(mail.text).toContain('https://packages.example.org');
  });
  it('says what the server said when it refuses', async () => {
    await expect(tryOut({ password: 'wrong' })).rejects.toMatchObject({
      code: 'upstream_failed',
      message: expect.stringContaining('refused the user name or the password'),
    });
    await expect(tryOut({ security: 'starttls' })).rejects.toMatchObject({ code: 'upstream_failed', message: expect.stringContaining('certificate') });
    await expect(tryOut({ port: 1 })).rejects.toMatchObject({ code: 'upstream_unavailable' });
  });
  it('sends the stored password to no other server and no other user', async () => {
    await save();
    for (const change of [{ host: 'localhost' }, { port: 2525 }, { user: 'other' }, { security: 'tls' }]) {
      const refused = { code: 'invalid_input', fields: [expect.objectContaining({ path: 'password' })] };
      await expect(tryOut({ ...change, password: undefined })).rejects.toMatchObject(refused);
      await expect(save({ ...change, password: undefined })).rejects.toMatchObject(refused);
    }
    expect(await save({ password: '', user: '' })).toMatchObject({ hasPassword: false });
  });
  it('contacts no private address unless that is allowed', async () => {
    const closed = await startTestPlatform({ services: [accessService], jobs: false, config: { outgoing: { allow: [], noProxy: [] } } });
    const attempt = (allowPrivate: boolean) => closed.call(routes.sendTestMail, { body: { ...settings({ allowPrivate }), to: 'ann@example.org' } });
    await expect(attempt(false)).rejects.toMatchObject({ code: 'address_refused' });
    expect((await attempt(true)).response).toMatch(/^250/);
    await peer.next();
    await closed.stop();
  });
  it.each([
    ['no server', { host: '' }, 'host'],
    ['an address for a server', { host: 'https://mail.example.org/' }, 'host'],
    ['a port out of range', { port: 70_000 }, 'port'],
    ['a sender that is no address', { from: 'nobody' }, 'from'],
    ['a line break in the name', { fromName: 'a\r\nBcc: x@example.org' }, 'fromName'],
    ['links to nowhere', { linkBase: 'javascript:alert(1)' }, 'linkBase'],
  ])('refuses %s and names the field', async (_, change, path) => {
    await expect(save(change)).rejects.toMatchObject({ code: 'invalid_input', fields: [expect.objectContaining({ path })] });
  });
  it('is for administrators only', async () => {
    for (const ask of [
      () => test.call(routes.readMailSettings, {}, { as: 'anonymous' }),
      () => test.call(routes.sendTestMail, { body: { ...settings(), to: 'a@b.org' } }, { as: 'anonymous' }),
    ])
      await expect(ask()).rejects.toMatchObject({ status: 401 });
  });
});
