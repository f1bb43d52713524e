import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls';
import { createKeyPair, listKeyPairs, listVaultConfigs } from '@packhouse/contract/repositories/key-routes.ts';
import { generateKey } from 'openpgp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCertificate, type TestCertificate } from '../keys/test-certificate.ts';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../repository-test-platform.ts';

const usual = getCACertificates('default');
const token = 'hvs.of-the-certificate';
let test: RepositoryTestPlatform;
let folder: string;
let vault: Server;
let url: string;
let team: TestCertificate;
let stranger: TestCertificate;
/** What the vault was asked, and by whom: the name in the certificate that was shown. */
let asked: string[] = [];
let refusedHandshakes = 0;

/** A vault behind TLS that speaks with nobody who shows no certificate of the team. */
async function openVault(own: TestCertificate, privateKey: string): Promise<void> {
  const documents: Record<string, unknown> = {
    '/v1/auth/token/lookup-self': { data: {} },
    '/v1/secret/data/keys/team': { data: { data: { privateKey } } },
  };
  const options = { cert: own.certificate, key: own.privateKey, ca: team.certificate, requestCert: true, rejectUnauthorized: true };
  vault = createServer(options, ({ socket, method, url: path = '', headers }, response) => {
    const { subject } = (socket as TLSSocket).getPeerCertificate();
    asked.push(`${String(subject?.CN)} ${method} ${path}`);
    const answer = (status: number, body: unknown) => response.writeHead(status).end(JSON.stringify(body));
    if (path === '/v1/auth/cert/login') answer(method === 'POST' ? 200 : 405, { auth: { client_token: token, lease_duration: 3600 } });
    else if (headers['x-vault-token'] === token && documents[path]) answer(200, documents[path]);
    else answer(403, { errors: ['permission denied'] });
  });
  vault.on('tlsClientError', () => {
    refusedHandshakes += 1;
  });
  vault.listen(0, '127.0.0.1');
  await once(vault, 'listening');
  url = `https://localhost:${(vault.address() as AddressInfo).port}`;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packhouse-vault-'));
  const own = await makeCertificate(folder, 'vault');
  [team, stranger] = [await makeCertificate(folder, 'team'), await makeCertificate(folder, 'stranger')];
  setDefaultCACertificates([...usual, own.certificate]);
  await openVault(own, (await generateKey({ userIDs: [{ name: 'Team' }], format: 'armored' })).privateKey);
  test = await startRepositoryPlatform({ config: { outgoing: { allow: [], noProxy: [] } } });
});
afterAll(async () => {
  setDefaultCACertificates(usual);
  await test?.stop();
  vault?.closeAllConnections();
  if (vault) await once(vault.close(), 'close');
  await rm(folder, { recursive: true, force: true });
});

async function send(path: string, method: string, auth: object) {
  const answer = await fetch(`${test.baseUrl}/access/api/v1/vault/configs${path}`, {
    method,
    headers: { ...test.headersOf('admin'), 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'HashicorpVault', config: { url, auth, mounts: [{ path: 'secret', type: 'KV2' }], allowPrivateAddresses: true } }),
  });
  return { status: answer.status, text: await answer.text() };
}
const signIn = ({ certificate, privateKey }: TestCertificate) => ({ type: 'Certificate', certificate, certificateKey: privateKey });
const keep = (name: string) => test.call(createKeyPair, { body: { from: 'vault', name, kind: 'openpgp', vault: 'main', path: 'keys/team' } });

describe('a vault that demands a certificate', () => {
  it('API-002 lets the platform in by it, for every question, and gives it the keys that it keeps', async () => {
    expect((await send('/test', 'POST', signIn(team))).status).toBe(204);
    expect(asked).toEqual(['team POST /v1/auth/cert/login', 'team GET /v1/auth/token/lookup-self']);
    const put = await send('/main', 'PUT', signIn(team));
    expect(put.status).toBe(200);
    expect(put.text).not.toContain('PRIVATE KEY');
    expect((await test.call(listVaultConfigs, {})).items).toMatchObject([{ key: 'main', url, signIn: 'certificate' }]);
    asked = [];
    expect(await keep('by-certificate')).toMatchObject({ vault: 'main' });
    expect(asked).toEqual(['team POST /v1/auth/cert/login', 'team GET /v1/secret/data/keys/team']);
    expect((await test.call(listKeyPairs, {})).items).toMatchObject([{ name: 'by-certificate', vault: 'main' }]);
    expect(JSON.stringify(test.audited)).not.toContain('PRIVATE KEY');
  });

  it('speaks with no platform that shows another one, or none, and the platform says so', async () => {
    asked = [];
    const before = refusedHandshakes;
    for (const auth of [signIn(stranger), { type: 'AppRole', roleId: 'role', secretId: 'secret' }]) {
      const refused = await send('/test', 'POST', auth);
      expect([refused.status, refused.text]).toEqual([503, expect.stringContaining('cannot be reached')]);
    }
    expect(asked).toEqual([]);
    expect(refusedHandshakes).toBeGreaterThanOrEqual(before + 2);
    // A certificate that no longer counts ends what was set up with it.
    expect((await send('/main', 'PUT', signIn(stranger))).status).toBe(200);
    await expect(keep('by-stranger')).rejects.toMatchObject({ code: 'upstream_unavailable' });
    expect((await test.call(listKeyPairs, {})).items).toHaveLength(1);
  });
});
