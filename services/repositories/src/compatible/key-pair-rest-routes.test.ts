import { generateKeyPairSync } from 'node:crypto';
import { createKeyPair, listKeyPairs } from '@packhouse/contract/repositories/key-routes.ts';
import { createRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { generateKey } from 'openpgp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../repository-test-platform.ts';

let test: RepositoryTestPlatform;
const passphrase = 'a long sentence';
const makeRsa = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase },
  });
const { publicKey, privateKey } = makeRsa();
const pair = { pairName: 'alpine-key', pairType: 'RSA', alias: 'signs alpine', publicKey, privateKey, passphrase };

beforeAll(async () => {
  test = await startRepositoryPlatform({ actors: { somebody: {} } });
});
afterAll(() => test?.stop());

const send = (path: string, method: string, body?: object) =>
  test.ask(`api/security/keypair${path}`, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });

describe('key pairs of existing clients', () => {
  it('are brought with a passphrase, listed, read, and deleted; no answer holds the private half', async () => {
    const made = await send('', 'POST', pair);
    expect([made.status, await made.text()]).toEqual([201, '']);
    const told = { pairName: 'alpine-key', pairType: 'RSA', alias: 'signs alpine', publicKey: expect.stringContaining('BEGIN PUBLIC KEY') };
    expect(await (await send('/alpine-key', 'GET')).json()).toEqual(told);
    expect(await (await send('', 'GET')).json()).toEqual([told]);
    expect((await test.call(listKeyPairs, {})).items).toMatchObject([{ name: 'alpine-key', kind: 'rsa' }]);
    expect((await send('/alpine-key', 'DELETE')).status).toBe(200);
    expect((await send('/alpine-key', 'GET')).status).toBe(404);
    expect((await send('/', 'POST', { ...pair, pairName: 'by-terraform' })).status).toBe(201);
    expect((await send('/by-terraform', 'DELETE')).status).toBe(200);
    expect(test.audited.map(({ action }) => action)).toEqual(expect.arrayContaining(['key-pair.created', 'key-pair.deleted']));
  });

  it('may be of OpenPGP, without a public half of their own', async () => {
    const made = await generateKey({ userIDs: [{ name: 'Team' }], format: 'armored' });
    expect(
      (await send('', 'POST', { ...pair, pairName: 'deb-key', pairType: 'GPG', privateKey: made.privateKey, publicKey: undefined, passphrase: null })).status,
    ).toBe(201);
    expect(await (await send('/deb-key', 'GET')).json()).toMatchObject({ pairType: 'GPG', publicKey: expect.stringContaining('PGP PUBLIC KEY') });
  });

  it('are refused when they do not fit together, are taken, or come with what nothing here honours', async () => {
    expect((await send('', 'POST', { ...pair, pairName: 'odd', publicKey: makeRsa().publicKey })).status).toBe(400);
    expect((await send('', 'POST', { ...pair, pairName: 'odd', passphrase: 'wrong' })).status).toBe(400);
    const refused = await send('', 'POST', { ...pair, pairName: 'odd', vaultKey: 'v' });
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('vaultKey')]);
    expect((await send('', 'POST', { ...pair, pairName: 'taken' })).status).toBe(201);
    expect((await send('', 'POST', { ...pair, pairName: 'taken' })).status).toBe(409);
  });

  it('stay while a repository signs with them', async () => {
    await send('', 'POST', { ...pair, pairName: 'used' });
    await test.call(createRepository, { body: { key: 'apk', class: 'local', format: 'alpine', settings: { keyPair: 'used' } } });
    const refused = await send('/used', 'DELETE');
    expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining('apk')]);
  });

  it('made in the console go by their own name; those that sign otherwise are not told of', async () => {
    await test.call(createKeyPair, { body: { from: 'generated', name: 'made', kind: 'rsa' } });
    await test.call(createKeyPair, { body: { from: 'generated', name: 'for-bundles', kind: 'ssh' } });
    expect(await (await send('/made', 'GET')).json()).toMatchObject({ alias: 'made' });
    expect((await send('/for-bundles', 'GET')).status).toBe(404);
    expect((await send('/for-bundles', 'DELETE')).status).toBe(404);
  });

  it('are for administrators only', async () => {
    for (const method of ['GET', 'POST']) expect((await test.ask('api/security/keypair', { method, as: 'somebody' })).status).toBe(403);
    expect((await test.ask('api/security/keypair/made', { method: 'DELETE', as: 'anonymous' })).status).toBe(401);
  });
});
