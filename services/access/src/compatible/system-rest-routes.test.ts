import { readGeneralSettings } from '@packhouse/contract/access/access-general-routes.ts';
import { startTestPlatform, type TestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { CompactSign, exportJWK, generateKeyPair } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessService } from '../service.ts';

let test: TestPlatform;
const { publicKey, privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
const sign = (claims: object) => new CompactSign(new TextEncoder().encode(JSON.stringify(claims))).setProtectedHeader({ alg: 'EdDSA' }).sign(privateKey);

beforeAll(async () => {
  const { x } = await exportJWK(publicKey);
  test = await startTestPlatform({ services: [accessService], jobs: false, config: { licenceKey: x! } });
});
afterAll(() => test.stop());

async function ask(path: string, init: RequestInit = {}, as = 'admin') {
  const headers = { 'content-type': 'application/json', ...(init.headers as Record<string, string>), ...test.headersOf(as) };
  const answer = await fetch(`${test.baseUrl}/artifactory/api/${path}`, { ...init, headers });
  const text = await answer.text();
  return { status: answer.status, text, body: (text.startsWith('{') ? JSON.parse(text) : undefined) as Record<string, unknown> };
}

describe('the installation, as existing clients ask of it', () => {
  it('API-001 tells its licence with a date that clients can take apart', async () => {
    expect((await ask('system/license')).body).toEqual({ type: 'Enterprise Plus', validThrough: 'Dec 31, 9999', licensedTo: '' });
    expect((await ask('system/license', {}, 'anonymous')).status).toBe(401);
  });

  it('API-001 takes licences, says of each what came of it, and removes them by their hash', async () => {
    const now = Math.floor(Date.now() / 1000);
    const licenseKey = await sign({ type: 'COMMERCIAL', licensedTo: 'Example Ltd', iat: now, exp: Date.UTC(2090, 0, 2) / 1000 });
    const post = (body: unknown) => ask('system/licenses', { method: 'POST', body: JSON.stringify(body) });
    expect(await post({ licenseKey: 'nonsense' })).toMatchObject({ status: 400, body: { status: 400, messages: { nonsense: expect.any(String) } } });
    expect(await post([{ licenseKey }])).toMatchObject({ status: 200, body: { status: 200, messages: { [licenseKey]: 'OK' } } });
    const [licence] = (await ask('system/licenses')).body.licenses as { licenseHash: string }[];
    expect(licence).toMatchObject({ type: 'Commercial', validThrough: 'Jan 2, 2090', licensedTo: 'Example Ltd', expired: false });
    expect((await ask('system/licenses?licenseHash=other', { method: 'DELETE' })).status).toBe(404);
    expect((await ask(`system/licenses?licenseHash=${licence?.licenseHash}`, { method: 'DELETE', body: '' })).status).toBe(200);
    expect((await ask('system/license')).body).toMatchObject({ type: 'Enterprise Plus' });
  });

  it('API-001 takes its address as text, with the name of the service behind it or without', async () => {
    const put = (body: string) => ask('system/configuration/baseUrl', { method: 'PUT', body, headers: { 'content-type': 'text/plain' } });
    expect((await put('https://packages.example.org/artifactory')).status).toBe(200);
    expect((await test.call(readGeneralSettings, {})).baseUrl).toBe('https://packages.example.org');
    expect((await put('not an address')).status).toBe(400);
    expect((await ask('system/configuration/baseUrl', { method: 'PUT', body: 'https://x.example.org' }, 'anonymous')).status).toBe(401);
  });

  it('API-001 tells whether visitors are let in', async () => {
    expect((await ask('securityconfig')).body).toEqual({ anonAccessEnabled: false, passwordSettings: { encryptionPolicy: 'SUPPORTED' } });
  });
});
