import { generateKeyPairSync } from 'node:crypto';
import * as contract from '@packhouse/contract/repositories/key-routes.ts';
import { createRepository, updateRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { type Kysely, sql } from 'kysely';
import { createMessage, generateKey, readKey, readSignature, verify } from 'openpgp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openReaders, type Readers } from '../reading/readers.ts';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../repository-test-platform.ts';
import type { RepositoriesSchema } from '../schema.ts';
import { startTestUpstream, type TestUpstream } from '../upstream/test-upstream.ts';
import { forgetPublishedKeys, openSigner } from './signer.ts';

let test: RepositoryTestPlatform;
let db: Kysely<RepositoriesSchema>;
let vault: TestUpstream;
let readers: Readers;
let locked: { privateKey: string; publicKey: string };
const passphrase = 'a long sentence';
const rsa = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase },
});

beforeAll(async () => {
  vault = await startTestUpstream();
  readers = openReaders();
  test = await startRepositoryPlatform({ actors: { somebody: {} } });
  db = openDatabase<RepositoriesSchema>(test.databaseUrl, 'repositories', { connections: 1 });
  const { privateKey, publicKey } = await generateKey({ userIDs: [{ name: 'Team' }], passphrase, format: 'armored' });
  locked = { privateKey, publicKey };
});
afterAll(async () => {
  await db?.destroy();
  await test?.stop();
  await vault?.stop();
  await readers?.stop();
});

const pairs = async () => (await test.call(contract.listKeyPairs, {})).items;
const create = (body: contract.NewKeyPair) => test.call(contract.createKeyPair, { body });

describe('key pairs', () => {
  it('KEYS-013 are for administrators only, like all other keys', async () => {
    for (const [as, code] of [
      ['somebody', 'forbidden'],
      ['anonymous', 'unauthenticated'],
    ] as const)
      for (const route of [contract.listKeyPairs, contract.listTrustedKeys, contract.listClientCertificates, contract.listVaultConfigs])
        await expect(test.call(route as typeof contract.listKeyPairs, {}, { as })).rejects.toMatchObject({ code });
    await expect(test.call(contract.publicKeyOfPair, { params: { name: 'x' } }, { as: 'somebody' })).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('KEYS-007 are generated, imported and listed', async () => {
    expect([contract.listKeyPairs, contract.createKeyPair].map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /ui/api/v1/ui/security/keyPairs',
      'POST /ui/api/v1/ui/security/keyPairs',
    ]);
    await create({ from: 'generated', name: 'made', kind: 'rsa' });
    await create({ from: 'imported', name: 'brought', kind: 'openpgp', ...locked, passphrase });
    await create({ from: 'imported', name: 'brought-rsa', kind: 'rsa', ...rsa, passphrase });
    await expect(create({ from: 'generated', name: 'Made', kind: 'rsa' })).rejects.toMatchObject({ code: 'already_exists' });
    expect((await pairs()).map(({ name, kind, usedBy }) => [name, kind, usedBy])).toEqual([
      ['brought', 'openpgp', []],
      ['brought-rsa', 'rsa', []],
      ['made', 'rsa', []],
    ]);
    expect(test.audited.filter(({ action }) => action === 'key-pair.created')).toHaveLength(3);
  });

  it('KEYS-009 are verified: private key, public key and passphrase must fit', async () => {
    expect(contract.verifyKeyPair).toMatchObject({ method: 'POST', url: '/ui/api/v1/ui/security/keyPairs/verify' });
    const ask = (body: object) => test.call(contract.verifyKeyPair, { body: { kind: 'openpgp', ...locked, passphrase, ...body } });
    const other = await generateKey({ userIDs: [{ name: 'Other' }], format: 'armored' });
    expect(await ask({})).toMatchObject({ valid: true, fingerprint: (await readKey({ armoredKey: locked.publicKey })).getFingerprint() });
    expect(await ask({ passphrase: 'wrong' })).toMatchObject({ valid: false, message: 'The passphrase does not open the private key' });
    expect(await ask({ publicKey: other.publicKey })).toMatchObject({ valid: false, message: 'The public key belongs to another private key' });
    expect(await ask({ privateKey: locked.publicKey })).toMatchObject({ valid: false });
    expect(await ask({ kind: 'rsa', ...rsa })).toMatchObject({ valid: true });
    expect(await ask({ kind: 'rsa', ...rsa, passphrase: 'wrong' })).toMatchObject({ valid: false });
    await expect(create({ from: 'imported', name: 'unfit', kind: 'openpgp', ...locked, passphrase: 'wrong' })).rejects.toMatchObject({
      fields: [expect.objectContaining({ path: 'passphrase' })],
    });
    expect(await pairs()).toHaveLength(3);
  });

  it('KEYS-010 KEYS-012 answer the public half, and no call a private one', async () => {
    expect(contract.publicKeyOfPair).toMatchObject({ method: 'GET', url: '/ui/api/v1/ui/security/keyPairs/public/:name' });
    const answers = [
      await pairs(),
      await test.call(contract.publicKeyOfPair, { params: { name: 'brought' } }),
      await test.call(contract.publicKeyOfPair, { params: { name: 'brought-rsa' } }),
      test.audited,
    ];
    expect(answers[1]).toMatchObject({ name: 'brought', kind: 'openpgp', publicKey: expect.stringContaining('PUBLIC KEY') });
    expect(answers[2]).toMatchObject({ publicKey: rsa.publicKey });
    expect(JSON.stringify(answers)).not.toContain('PRIVATE KEY');
    const { rows } = await sql<{ private_key: string }>`select private_key from key_pair`.execute(db);
    for (const row of rows) expect(row.private_key).not.toContain('PRIVATE KEY');
  });

  it('sign the listings of the repositories that name them', async () => {
    await test.create({ class: 'local', key: 'rpms', format: 'rpm' });
    const use = (settings: object) => test.call(updateRepository, { params: { key: 'rpms' }, body: { settings: { ...settings } } });
    await expect(use({ keyPair: 'made' })).rejects.toMatchObject({ fields: [expect.objectContaining({ path: 'settings.keyPair' })] });
    await expect(use({ keyPair: 'nobody' })).rejects.toMatchObject({ code: 'invalid_input' });
    const wrong = { class: 'local' as const, key: 'js', format: 'npm' as const, settings: { keyPair: 'brought' } };
    await expect(test.call(createRepository, { body: wrong })).rejects.toMatchObject({ code: 'invalid_input' });
    await use({ keyPair: 'brought' });
    const text = async (path: string) => (await test.ask(path)).text();
    const [head, armoredSignature] = [await text('rpms/repodata/repomd.xml'), await text('rpms/repodata/repomd.xml.asc')];
    const armoredKey = await text('api/security/keypair/public/repositories/rpms');
    expect((await readKey({ armoredKey })).getFingerprint()).toBe((await readKey({ armoredKey: locked.publicKey })).getFingerprint());
    const { signatures } = await verify({
      message: await createMessage({ binary: Buffer.from(head) }),
      signature: await readSignature({ armoredSignature }),
      verificationKeys: await readKey({ armoredKey: locked.publicKey }),
    });
    expect(await signatures[0]!.verified).toBe(true);
    expect((await pairs()).find(({ name }) => name === 'brought')?.usedBy).toEqual(['rpms']);
  });

  it('KEYS-008 are deleted when no repository signs with them', async () => {
    expect(contract.deleteKeyPair).toMatchObject({ method: 'POST', url: '/ui/api/v1/ui/security/keyPairs/delete' });
    await expect(test.call(contract.deleteKeyPair, { body: { name: 'brought' } })).rejects.toMatchObject({ code: 'in_use', message: 'rpms uses it' });
    await test.call(contract.deleteKeyPair, { body: { name: 'made' } });
    expect((await pairs()).map(({ name }) => name)).toEqual(['brought', 'brought-rsa']);
    await expect(test.call(contract.deleteKeyPair, { body: { name: 'made' } })).rejects.toMatchObject({ code: 'not_found' });
    expect(test.audited.at(-1)).toMatchObject({ action: 'key-pair.deleted', subject: 'made' });
  });
});

describe('vaults', () => {
  const token = 'hvs.secret-token';
  const answer = (body: object) => vault.on('/v1/secret/data/keys/team', (_, response) => response.end(JSON.stringify({ data: { data: body } })));

  it('KEYS-011 are listed, added when they know the token, and removed when they keep no key', async () => {
    expect(contract.listVaultConfigs).toMatchObject({ method: 'GET', url: '/ui/api/v1/access/vault/configs' });
    expect((await test.call(contract.listVaultConfigs, {})).items).toEqual([]);
    vault.on('/v1/auth/token/lookup-self', ({ headers }, response) => response.writeHead(headers['x-vault-token'] === token ? 200 : 403).end('{}'));
    const add = (given: string) => test.call(contract.createVaultConfig, { body: { key: 'main', url: vault.url, token: given } });
    await expect(add('wrong')).rejects.toMatchObject({ code: 'upstream_failed', message: expect.stringContaining('does not know this token') });
    await expect(add('of two\nlines')).rejects.toMatchObject({ code: 'invalid_input', fields: [expect.objectContaining({ path: 'token' })] });
    expect(await add(token)).toMatchObject({ key: 'main', url: vault.url, mount: 'secret', usedBy: [] });
    expect(JSON.stringify([await test.call(contract.listVaultConfigs, {}), test.audited])).not.toContain(token);
  });

  it('keep the private half of a pair that signs', async () => {
    answer({ privateKey: locked.privateKey, passphrase });
    await create({ from: 'vault', name: 'kept', kind: 'openpgp', vault: 'main', path: 'keys/team' });
    const { rows } = await sql<{ private_key: string | null }>`select private_key from key_pair where name = 'kept'`.execute(db);
    expect(rows).toEqual([{ private_key: null }]);
    await test.create({ class: 'local', key: 'vaulted', format: 'rpm', settings: { keyPair: 'kept' } });
    const asked = vault.asked.length;
    expect((await test.ask('vaulted/repodata/repomd.xml.asc')).status).toBe(200);
    expect(vault.asked.length).toBeGreaterThanOrEqual(asked);
    const askedFor = async (act: () => unknown) => {
      const before = vault.count('/v1/secret/data/keys/team');
      await act();
      await (await openSigner({ db, platform: test.platform, readers }, 'openpgp', 'kept')).detached('text');
      return vault.count('/v1/secret/data/keys/team') - before;
    };
    expect(await askedFor(() => undefined)).toBe(0);
    expect(await askedFor(forgetPublishedKeys)).toBe(1);
    expect(await askedFor(() => undefined)).toBe(0);
    const now = performance.now.bind(performance);
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 301_000);
    // The cache reads the clock once a millisecond.
    await expect.poll(() => askedFor(() => undefined)).toBe(1);
    clock.mockRestore();
    // Another process deletes a key.
    await db.transaction().execute((tx) => test.platform.outbox.publish(tx, { type: 'key.changed', subject: 'kept', data: {} }));
    await expect.poll(() => askedFor(() => undefined)).toBe(1);
    await expect(test.call(contract.deleteVaultConfig, { params: { key: 'main' } })).rejects.toMatchObject({ code: 'in_use' });
    answer({ other: 'x' });
    await expect(create({ from: 'vault', name: 'empty', kind: 'openpgp', vault: 'main', path: 'keys/team' })).rejects.toMatchObject({
      code: 'upstream_failed',
    });
  });
});
