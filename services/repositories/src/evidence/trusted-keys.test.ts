import { generateKeyPairSync } from 'node:crypto';
import { listTrustedKeys } from '@packhouse/contract/repositories/key-routes.ts';
import { generateKey } from 'openpgp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../repository-test-platform.ts';

let test: RepositoryTestPlatform;
const trusted = (path = '', init: RequestInit & { as?: string } = {}) => test.ask(`api/security/keys/trusted${path}`, init);
const add = (alias: string, publicKey: string) =>
  trusted('', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ alias, key: publicKey }) });
const pem = () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ type: 'spki', format: 'pem' }).toString();

beforeAll(async () => {
  test = await startRepositoryPlatform({ actors: { reader: { grants: [] } } });
});
afterAll(() => test?.stop());

it('trusts keys of both kinds, and tells clients and the console of the same ones', async () => {
  const { publicKey } = await generateKey({ userIDs: [{ name: 'ann' }] });
  expect((await add('ci', pem())).status).toBe(201);
  expect((await add('ann', publicKey)).status).toBe(201);
  const { keys } = (await (await trusted()).json()) as { keys: { alias: string; type: string; kid: string }[] };
  expect(keys).toMatchObject([
    { alias: 'ann', type: 'GPG', issued_by: 'admin', valid_until: null },
    { alias: 'ci', type: 'EC', key: expect.stringContaining('BEGIN PUBLIC KEY') },
  ]);
  expect((await test.call(listTrustedKeys, {})).items.map(({ name, kind }) => [name, kind])).toEqual([
    ['ann', 'openpgp'],
    ['ci', 'pem'],
  ]);
  expect((await trusted(`/${keys[1]!.kid}`, { method: 'DELETE' })).status).toBe(200);
  expect((await trusted(`/${keys[1]!.kid}`, { method: 'DELETE' })).status).toBe(404);
});

it('refuses a name that is taken, private keys, what is no key, and everybody but administrators', async () => {
  await add('twice', pem());
  const taken = await add('twice', pem());
  expect(taken.status).toBe(409);
  // The client gives advice when it reads these words.
  expect(await taken.text()).toContain('already exists');
  const { privateKey } = generateKeyPairSync('ed25519');
  expect((await add('mine', privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())).status).toBe(400);
  expect((await trusted('', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"alias":"empty"}' })).status).toBe(400);
  expect((await add('none', '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----')).status).toBe(400);
  expect((await trusted('', { as: 'reader' })).status).toBe(403);
});

it('checks no listings with a key for evidence', async () => {
  await add('evidence-only', pem());
  const settings = { url: 'http://upstream.example.test/', trustedKeys: ['evidence-only'] };
  await expect(test.create({ key: 'apt', class: 'remote', format: 'debian', settings })).rejects.toMatchObject({
    message: expect.stringContaining('evidence-only checks evidence'),
  });
});
