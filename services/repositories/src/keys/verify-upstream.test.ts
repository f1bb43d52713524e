import * as contract from '@packhouse/contract/key-routes.ts';
import { updateRepository } from '@packhouse/contract/repository-routes.ts';
import { createCleartextMessage, createMessage, generateKey, type PrivateKey, readPrivateKey, sign } from 'openpgp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../repository-test-platform.ts';
import { startTestUpstream, type TestUpstream } from '../resolution/test-upstream.ts';

let test: RepositoryTestPlatform;
let upstream: TestUpstream;
let theirs: { privateKey: string; publicKey: string };
let strangers: PrivateKey;
let ours: PrivateKey;
const release = 'Suite: stable\nCodename: stable\nSHA256:\n';
const repomd = '<repomd xmlns="http://linux.duke.edu/metadata/repo"></repomd>';

beforeAll(async () => {
  upstream = await startTestUpstream();
  test = await startRepositoryPlatform();
  theirs = await generateKey({ userIDs: [{ name: 'Upstream', email: 'upstream@example.org' }], format: 'armored' });
  ours = await readPrivateKey({ armoredKey: theirs.privateKey });
  strangers = await readPrivateKey({ armoredKey: (await generateKey({ userIDs: [{ name: 'Stranger' }], format: 'armored' })).privateKey });
  await test.call(contract.createTrustedKey, { body: { name: 'upstream', publicKey: theirs.publicKey } });
});
afterAll(async () => {
  await test?.stop();
  await upstream?.stop();
});

const serve = (path: string, body: string) => upstream.on(path, (_, response) => response.end(body));
const inRelease = async (text: string, signingKeys: PrivateKey) => sign({ message: await createCleartextMessage({ text }), signingKeys });
const detached = async (text: string, signingKeys: PrivateKey) =>
  String(await sign({ message: await createMessage({ binary: Buffer.from(text) }), signingKeys, detached: true }));
const remote = (key: string, format: 'debian' | 'rpm', settings: object = {}) =>
  test.create({
    class: 'remote',
    key,
    format,
    settings: { url: `${upstream.url}/${key}`, pointerSeconds: 0, metadataSeconds: 0, missedSeconds: 0, ...settings },
  });
const status = async (path: string) => (await test.ask(path)).status;

describe('trusted keys', () => {
  it('KEYS-003 are public keys by name, of which those in use stay', async () => {
    await expect(test.call(contract.createTrustedKey, { body: { name: 'private', publicKey: theirs.privateKey } })).rejects.toMatchObject({
      message: expect.stringContaining('This is a private key'),
    });
    await expect(test.call(contract.createTrustedKey, { body: { name: 'x', publicKey: 'hello' } })).rejects.toMatchObject({ code: 'invalid_input' });
    const { items } = await test.call(contract.listTrustedKeys, {});
    expect(items).toEqual([expect.objectContaining({ name: 'upstream', owners: ['Upstream <upstream@example.org>'], usedBy: [] })]);
    await expect(remote('wrong', 'debian', { trustedKeys: ['nobody'] })).rejects.toMatchObject({ code: 'invalid_input' });
    await remote('held', 'debian', { trustedKeys: ['upstream'] });
    await expect(test.call(contract.deleteTrustedKey, { params: { name: 'upstream' } })).rejects.toMatchObject({ code: 'in_use', message: 'held uses it' });
  });

  it('let only listings through that one of them signed, from the upstream and from the cache', async () => {
    await remote('deb', 'debian');
    const path = '/deb/dists/stable/InRelease';
    serve(path, await inRelease(release, strangers));
    expect(await status('deb/dists/stable/InRelease')).toBe(200);
    await test.call(updateRepository, { params: { key: 'deb' }, body: { settings: { trustedKeys: ['upstream'] } } });
    expect(await status('deb/dists/stable/InRelease')).toBe(502);
    const signed = await inRelease(release, ours);
    serve(path, signed.replace('Suite: stable', 'Suite: forged'));
    expect(await status('deb/dists/stable/InRelease')).toBe(502);
    serve(path, release);
    expect(await status('deb/dists/stable/InRelease')).toBe(502);
    serve(path, signed);
    expect(await status('deb/dists/stable/InRelease')).toBe(200);
  });

  it('check signatures in files of their own, of Debian and RPM listings alike', async () => {
    for (const [key, format, head, text, suffix] of [
      ['deb-beside', 'debian', 'dists/stable/Release', release, '.gpg'],
      ['rpm-beside', 'rpm', 'repodata/repomd.xml', repomd, '.asc'],
    ] as const) {
      await remote(key, format, { trustedKeys: ['upstream'] });
      serve(`/${key}/${head}`, text);
      expect(await status(`${key}/${head}`)).toBe(502);
      serve(`/${key}/${head}${suffix}`, await detached(text, strangers));
      expect(await status(`${key}/${head}`)).toBe(502);
      serve(`/${key}/${head}${suffix}`, await detached(text, ours));
      expect(await status(`${key}/${head}`)).toBe(200);
    }
  });

  it('keep unsigned listings out of virtual repositories too', async () => {
    await remote('rpm-bad', 'rpm', { trustedKeys: ['upstream'] });
    serve('/rpm-bad/repodata/repomd.xml', repomd);
    await test.create({ class: 'virtual', key: 'rpm-all', format: 'rpm', members: ['rpm-bad'] });
    expect(await status('rpm-all/repodata/repomd.xml')).not.toBe(200);
  });
});
