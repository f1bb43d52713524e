import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as contract from '@packhouse/contract/repositories/key-routes.ts';
import * as signers from '@packhouse/contract/repositories/ssh-signer-routes.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../repository-test-platform.ts';
import type { RepositoriesSchema } from '../schema.ts';

const run = promisify(execFile);
const passphrase = 'a long sentence';
const algorithms = [
  { name: 'ed25519', options: ['-t', 'ed25519'] },
  { name: 'ecdsa', options: ['-t', 'ecdsa', '-b', '384'] },
  { name: 'rsa', options: ['-t', 'rsa', '-b', '2048'] },
];
let test: RepositoryTestPlatform;
let home: string;

const keygen = (...options: string[]) => run('ssh-keygen', options, { cwd: home });
const read = (file: string) => readFile(join(home, file), 'utf8');
const makeKey = (file: string, options: readonly string[], secret = '') => keygen('-q', ...options, '-N', secret, '-C', 'ann@example.org', '-f', file);

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'packhouse-ssh-'));
  test = await startRepositoryPlatform({ actors: { somebody: {} } });
  for (const { name, options } of algorithms) {
    await makeKey(name, options);
    await makeKey(`${name}-locked`, options, passphrase);
  }
  await makeKey('short', ['-t', 'rsa', '-b', '1024']);
  await makeKey('sealed', ['-t', 'ed25519', '-Z', 'aes256-gcm@openssh.com'], passphrase);
});
afterAll(async () => {
  await test?.stop();
  await rm(home, { recursive: true, force: true });
});

const upload = async (name: string, file: string, more: { passphrase?: string; publicKey?: string } = {}) =>
  test.call(contract.createKeyPair, { body: { from: 'imported', name, kind: 'ssh', privateKey: await read(file), ...more } });
const verify = async (file: string, more: object = {}) =>
  test.call(contract.verifyKeyPair, { body: { kind: 'ssh', privateKey: await read(file), publicKey: await read(`${file}.pub`), ...more } });
const readFingerprint = async (file: string) => (await keygen('-l', '-f', file)).stdout.split(' ')[1];

/** Signs as a person does. */
async function signFile(key: string, content: string, options: readonly string[] = []): Promise<string> {
  await writeFile(join(home, 'content'), content);
  await rm(join(home, 'content.sig'), { force: true });
  await keygen('-q', '-Y', 'sign', '-f', key, '-n', 'file', ...options, 'content');
  return read('content.sig');
}
const computeChecksum = (content: string, hash: string) => createHash(hash).update(content).digest('hex');
const check = (signature: string, content: string, hash = 'sha512') =>
  test.call(signers.verifySshSignature, { body: { signature, checksum: computeChecksum(content, hash) } });

describe('SSH keys', () => {
  it.each(algorithms)('KEYS-001 KEYS-009 KEYS-010 of $name are uploaded, with and without a passphrase', async ({ name }) => {
    const [plain, locked] = [await upload(`${name}-plain`, name), await upload(`${name}-opened`, `${name}-locked`, { passphrase })];
    expect([plain.fingerprint, locked.fingerprint]).toEqual([await readFingerprint(name), await readFingerprint(`${name}-locked`)]);
    const { publicKey } = await test.call(contract.publicKeyOfPair, { params: { name: plain.name } });
    expect((await read(`${name}.pub`)).startsWith(`${publicKey} `)).toBe(true);
    expect(await verify(`${name}-locked`, { passphrase })).toMatchObject({ valid: true, fingerprint: locked.fingerprint });
    expect(await verify(`${name}-locked`, { passphrase: 'wrong' })).toMatchObject({ valid: false, reason: 'passphrase_wrong' });
    expect(await verify(`${name}-locked`)).toMatchObject({ valid: false, reason: 'private_key_locked' });
    expect(await verify(name, { publicKey: await read(`${name}-locked.pub`) })).toMatchObject({ valid: false, reason: 'public_key_differs' });
  });

  it('say what is wrong with those that cannot be taken', async () => {
    const refusal = async (file: string) => test.call(contract.verifyKeyPair, { body: { kind: 'ssh', privateKey: await read(file), passphrase } });
    expect(await refusal('short')).toMatchObject({ valid: false, reason: 'key_too_short' });
    expect(await refusal('sealed')).toMatchObject({ valid: false, reason: 'ssh_cipher_unknown' });
    expect(await refusal('rsa.pub')).toMatchObject({ valid: false, reason: 'no_ssh_private_key' });
    await expect(upload('unfit', 'rsa', { publicKey: 'ssh-rsa nothing' })).rejects.toMatchObject({ fields: [expect.objectContaining({ path: 'publicKey' })] });
  });

  it('do not hold others up who ask meanwhile, however slow it was made to open one', async () => {
    await makeKey('slow', ['-t', 'ed25519', '-a', '60'], passphrase);
    const opening = verify('slow', { passphrase });
    const before = performance.now();
    await test.call(contract.listKeyPairs, {});
    const waited = performance.now() - before;
    const opened = await opening;
    expect(opened).toMatchObject({ valid: true });
    expect(waited).toBeLessThan((performance.now() - before) / 2);
  });

  it('KEYS-012 are encrypted where they are kept, and no call answers a private half', async () => {
    const db = openDatabase<RepositoriesSchema>(test.databaseUrl, 'repositories', { connections: 1 });
    const { rows } = await sql<{ private_key: string }>`select private_key from key_pair where kind = 'ssh'`.execute(db);
    await db.destroy();
    expect(rows).toHaveLength(6);
    expect(JSON.stringify([rows, await test.call(contract.listKeyPairs, {}), test.audited])).not.toContain('PRIVATE KEY');
    expect(test.audited.filter(({ action }) => action === 'key-pair.created')).toHaveLength(6);
  });

  it('KEYS-013 of others and what they signed are for administrators', async () => {
    const body = { signature: await signFile('rsa', 'x'), checksum: computeChecksum('x', 'sha512') };
    await expect(test.call(signers.listSshSigners, {}, { as: 'somebody' })).rejects.toMatchObject({ code: 'forbidden' });
    await expect(test.call(signers.verifySshSignature, { body }, { as: 'somebody' })).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('sign no listings', async () => {
    const rpms = test.create({ class: 'local', key: 'rpms', format: 'rpm', settings: { keyPair: 'rsa-plain' } });
    await expect(rpms).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('are deleted', async () => {
    await test.call(contract.deleteKeyPair, { body: { name: 'ecdsa-opened' } });
    expect((await test.call(contract.listKeyPairs, {})).items.map(({ name }) => name)).not.toContain('ecdsa-opened');
    expect(test.audited.at(-1)).toMatchObject({ action: 'key-pair.deleted', subject: 'ecdsa-opened' });
  });
});

describe('signatures of SSH keys', () => {
  const ann = { name: 'ann', principals: ['ann@example.org', 'release-team'] };

  it('are told to be of an unknown key until it is trusted', async () => {
    await makeKey('ann', ['-t', 'ed25519']);
    const signature = await signFile('ann', 'a file');
    expect(await check(signature, 'a file')).toMatchObject({
      valid: false,
      reason: 'ssh_signer_unknown',
      fingerprint: await readFingerprint('ann'),
      namespace: 'file',
    });
    const made = await test.call(signers.createSshSigner, { body: { ...ann, publicKey: await read('ann.pub') } });
    expect(made).toMatchObject({ ...ann, fingerprint: await readFingerprint('ann') });
    expect((await test.call(signers.listSshSigners, {})).items).toEqual([made]);
    expect(await check(signature, 'a file')).toMatchObject({ valid: true, signer: { ...ann, ours: false } });
    expect(await check(signature, 'another file')).toMatchObject({ valid: false, reason: 'ssh_signature_differs' });
    expect(test.audited.at(-1)).toMatchObject({ action: 'ssh-signer.created', subject: 'ann' });
  });

  it.each(algorithms)('are checked for $name over both checksums, and ours are known too', async ({ name }) => {
    expect(await check(await signFile(name, 'a file'), 'a file')).toMatchObject({ valid: true, signer: { name: `${name}-plain`, ours: true } });
    const short = await signFile(name, 'a file', ['-O', 'hashalg=sha256']);
    expect(await check(short, 'a file', 'sha256')).toMatchObject({ valid: true });
    await expect(check(short, 'a file')).rejects.toMatchObject({
      fields: [expect.objectContaining({ path: 'checksum', message: expect.stringContaining('SHA-256') })],
    });
  });

  it('are refused when they are none, or their key cannot be one', async () => {
    const signature = await signFile('ann', 'a file');
    const cut = signature.replace(/\n.{20}/, '\n');
    for (const wrong of [cut, 'nothing', signature.replace('SSH', 'PGP')])
      await expect(check(wrong, 'a file')).rejects.toMatchObject({ code: 'invalid_input' });
    const add = (name: string, publicKey: string, principals = ['x']) => test.call(signers.createSshSigner, { body: { name, principals, publicKey } });
    await expect(add('again', await read('ann.pub'))).rejects.toMatchObject({ code: 'already_exists', message: 'This key is trusted already, as ann' });
    await expect(add('private', await read('ann'))).rejects.toMatchObject({ code: 'invalid_input', fields: [expect.objectContaining({ path: 'publicKey' })] });
    await expect(add('short', await read('short.pub'))).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(add('wide', await read('ecdsa.pub'), ['*'])).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(add('two', await read('ecdsa.pub'), ['a b'])).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('count no more when their key is trusted no longer', async () => {
    const signature = await signFile('ann', 'a file');
    await test.call(signers.deleteSshSigner, { params: { name: 'ann' } });
    expect(await check(signature, 'a file')).toMatchObject({ valid: false, reason: 'ssh_signer_unknown' });
    await expect(test.call(signers.deleteSshSigner, { params: { name: 'ann' } })).rejects.toMatchObject({ code: 'not_found' });
  });
});
