import { listAuditRecords } from '@packhouse/contract/access/access-audit-routes.ts';
import * as general from '@packhouse/contract/access/access-general-routes.ts';
import { readSamlSettings } from '@packhouse/contract/access/access-saml-routes.ts';
import { createUser } from '@packhouse/contract/access/access-user-routes.ts';
import { login } from '@packhouse/contract/access/auth-sign-in-routes.ts';
import { maxLogoBytes } from '@packhouse/contract/access/logo-limit.ts';
import { startTestPlatform, type TestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { accessService } from '../service.ts';

let test: TestPlatform;
const none = { serverName: '', baseUrl: '', logoUrl: '', footerMessage: '' };
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
const base64 = (content: string | Buffer) => Buffer.from(content).toString('base64');
const svg = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">${inside}</svg>`;
const picture = (headers: Record<string, string> = {}) => fetch(`${test.baseUrl}/ui/api/v1/ui/logo`, { headers });
const update = (body: Partial<general.GeneralInput>) => test.call(general.updateGeneralSettings, { body });

beforeAll(async () => {
  test = await startTestPlatform({ services: [accessService], jobs: false });
});
afterAll(() => test.stop());
afterEach(async () => {
  await update(none);
  await test.call(general.removeLogo, {});
});

describe('the general settings', () => {
  it('ADMIN-025 keeps server name, base URL, logo address and footer, and writes who changed what', async () => {
    expect(await test.call(general.readGeneralSettings, {})).toEqual({ ...none, hasLogo: false, fixedBaseUrl: null });
    const chosen = { serverName: 'Shop', baseUrl: 'https://packages.example.org/', logoUrl: 'https://example.org/a.png', footerMessage: 'Ask Ann' };
    const saved = await update(chosen);
    expect(saved).toEqual({ ...chosen, baseUrl: 'https://packages.example.org', hasLogo: false, fixedBaseUrl: null });
    expect(await test.call(general.readGeneralSettings, {})).toEqual(saved);
    const { items } = await test.call(listAuditRecords, { query: { limit: 1 } });
    expect(items[0]).toMatchObject({ actor: 'admin', action: 'setting.changed', subject: 'general', before: none, after: { serverName: 'Shop' } });
    expect(await test.peers.installation?.face()).toMatchObject({ serverName: 'Shop', logoUrl: 'https://example.org/a.png', footerMessage: 'Ask Ann' });
  });

  it('ADMIN-025 is for administrators only', async () => {
    await test.call(createUser, { body: { name: 'ann', password: 'Secret-pass-1' } });
    const ann = { as: { user: 'ann', password: 'Secret-pass-1' } };
    const refusal = { code: 'forbidden' };
    await expect(test.call(general.readGeneralSettings, {}, ann)).rejects.toMatchObject(refusal);
    await expect(test.call(general.updateGeneralSettings, { body: none }, ann)).rejects.toMatchObject(refusal);
    await expect(test.call(general.uploadLogo, { body: { data: base64(png) } }, ann)).rejects.toMatchObject(refusal);
    await expect(test.call(general.removeLogo, {}, ann)).rejects.toMatchObject(refusal);
  });

  it.each([
    ['baseUrl', 'packages.example.org'],
    ['baseUrl', 'ftp://packages.example.org'],
    ['baseUrl', 'https://packages.example.org/ui'],
    ['baseUrl', 'https://ann:secret@packages.example.org'],
    ['logoUrl', 'http://example.org/logo.png'],
    ['logoUrl', 'javascript:alert(1)'],
    ['serverName', 'x'.repeat(101)],
    ['footerMessage', 'two\nlines'],
  ])('ADMIN-025 refuses %s "%s" at its field', async (field, value) => {
    await expect(update({ [field]: value })).rejects.toMatchObject({ code: 'invalid_input', fields: [{ path: field }] });
  });

  it('ADMIN-025 an address takes effect at once, in addresses for providers and in cookies of those who come by it', async () => {
    await update({ baseUrl: 'https://packages.example.org' });
    expect((await test.call(readSamlSettings, {})).ourSide.acsUrl).toMatch(/^https:\/\/packages\.example\.org\//);
    const cookieAt = async (host: string) => {
      const { headers } = await test.app.inject({
        method: 'POST',
        url: login.url,
        headers: { host, origin: `https://${host}` },
        payload: { user: 'admin', password: test.adminPassword },
      });
      return String(headers['set-cookie']);
    };
    expect(await cookieAt('packages.example.org')).toContain('; Secure');
    expect(await cookieAt('10.0.0.1')).toMatch(/^packhouse_session_[0-9a-f]{8}=(?!.*Secure)/);
    await update({ baseUrl: '' });
    expect((await test.call(readSamlSettings, {})).ourSide.acsUrl.startsWith(test.baseUrl)).toBe(true);
  });

  it('ADMIN-025 reaches every process', async () => {
    const other = await startTestPlatform({ services: [accessService], jobs: false, joins: test });
    const heard = new Promise<void>((resolve) => {
      other.platform.outbox.subscribe(({ type }) => type === 'access.setting.changed' && resolve());
    });
    await update({ serverName: 'Everywhere', baseUrl: 'https://everywhere.example.org' });
    await heard;
    expect((await other.call(general.readGeneralSettings, {})).serverName).toBe('Everywhere');
    expect(other.platform.config.baseUrl).toBe('https://everywhere.example.org');
    await other.stop();
  });

  it('the address of the configuration goes before', async () => {
    const fixed = await startTestPlatform({ services: [accessService], jobs: false, config: { baseUrl: 'https://fixed.example.org' } });
    const saved = await fixed.call(general.updateGeneralSettings, { body: { baseUrl: 'https://other.example.org' } });
    expect(saved).toMatchObject({ baseUrl: 'https://other.example.org', fixedBaseUrl: 'https://fixed.example.org' });
    expect((await fixed.call(readSamlSettings, {})).ourSide.acsUrl).toMatch(/^https:\/\/fixed\.example\.org\//);
    await fixed.stop();
  });
});

describe('the logo', () => {
  it('ADMIN-025 is shown to everybody, as the kind of picture it is', async () => {
    expect((await picture()).status).toBe(404);
    expect(await test.call(general.uploadLogo, { body: { data: base64(png) } })).toMatchObject({ hasLogo: true });
    const answer = await picture();
    expect(answer.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(png);
    expect((await picture({ 'if-none-match': answer.headers.get('etag')! })).status).toBe(304);
    expect(await test.call(general.removeLogo, {})).toMatchObject({ hasLogo: false });
    expect((await picture()).status).toBe(404);
  });

  it('ADMIN-025 a drawing can run nothing, even when it is opened by itself', async () => {
    const declared = `<?xml version="1.0"?>\n<!-- a --> <!-- b -->\n${svg('<path d="M0 0h8v8z" fill="#123"/>')}`;
    await test.call(general.uploadLogo, { body: { data: base64(declared) } });
    const { headers } = await picture();
    expect(headers.get('content-type')).toBe('image/svg+xml');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    const policy = headers.get('content-security-policy')!;
    expect(policy).toContain("default-src 'none'");
    expect(policy).toMatch(/sandbox$/);
    expect(policy).not.toContain('script');
  });

  it.each([
    ['a script', svg('<script>alert(1)</script>')],
    ['a handler', svg('<path onclick="alert(1)"/>')],
    ['a link that acts', svg('<a href="javascript:alert(1)"><path/></a>')],
    ['a picture from elsewhere', svg('<image href="https://example.org/a.png"/>')],
    ['foreign content', svg('<foreignObject><p/></foreignObject>')],
    ['a style from elsewhere', svg('<style>@import "https://example.org/a.css"</style>')],
    ['entities', `<!DOCTYPE svg [<!ENTITY a "b">]>${svg('&a;')}`],
    ['hidden characters', svg('<a href="#" title="&#106;avascript:"/>')],
    ['a page', '<html><svg/></html>'],
    ['a row of comments', '<!---->'.repeat(60)],
    ['text', 'logo'],
    ['nothing', ''],
    ['too much', Buffer.concat([png, Buffer.alloc(maxLogoBytes)])],
  ])('ADMIN-025 is not %s', async (_, content) => {
    await expect(test.call(general.uploadLogo, { body: { data: base64(content) } })).rejects.toMatchObject({
      code: 'invalid_input',
      fields: [{ path: 'data' }],
    });
    expect((await picture()).status).toBe(404);
  });
});
