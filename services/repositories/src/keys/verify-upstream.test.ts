import { createHash } from 'node:crypto';
import * as contract from '@packhouse/contract/repositories/key-routes.ts';
import { updateRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { createCleartextMessage, createMessage, generateKey, type PrivateKey, readPrivateKey, revokeKey, sign } from 'openpgp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../repository-test-platform.ts';
import type { RepositoriesSchema } from '../schema.ts';
import { startTestUpstream, type TestUpstream } from '../upstream/test-upstream.ts';

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
const download = (key: string, path: string) => test.ask(`../ui/api/v1/ui/download?repoKey=${key}&path=${encodeURIComponent(path)}`);
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

  it('leave the last good head in its place when a bad one comes, with its signature in it or beside it', async () => {
    for (const [key, format, head, text, suffix] of [
      ['good-deb', 'debian', 'dists/stable/InRelease', release, ''],
      ['good-beside', 'debian', 'dists/stable/Release', release, '.gpg'],
      ['good-rpm', 'rpm', 'repodata/repomd.xml', repomd, '.asc'],
    ] as const) {
      await remote(key, format, { trustedKeys: ['upstream'] });
      const publish = async (content: string, signer: PrivateKey) => {
        serve(`/${key}/${head}`, suffix === '' ? await inRelease(content, signer) : content);
        if (suffix !== '') serve(`/${key}/${head}${suffix}`, await detached(content, signer));
      };
      await publish(text, ours);
      const good = await (await test.ask(`${key}/${head}`)).text();
      expect(good).toContain(text.split('\n')[0]);
      await publish(`${text}forged\n`, strangers);
      for (const asked of [key, `${key}-cache`]) expect(await (await test.ask(`${asked}/${head}`)).text()).toBe(good);
      expect(await (await download(key, head)).text()).toBe(good);
      await publish(`${text}newer\n`, ours);
      expect(await (await test.ask(`${key}/${head}`)).text()).toContain('newer');
    }
  });

  it('give nobody a head that was not verified, however it is asked for', async () => {
    const settings = { trustedKeys: ['upstream'], pointerSeconds: 600, metadataSeconds: 600 };
    await remote('flat', 'debian', settings);
    await test.create({ class: 'virtual', key: 'flat-all', format: 'debian', members: ['flat'] });
    serve('/flat/InRelease', await inRelease(release, strangers));
    for (const path of ['flat/InRelease', 'flat-all/InRelease', 'flat-all/InRelease', 'flat-cache/InRelease']) expect(await status(path)).not.toBe(200);
    expect((await download('flat', 'InRelease')).status).toBe(404);
  });

  it('make heads prove themselves anew when other keys are trusted', async () => {
    await remote('before', 'debian', { pointerSeconds: 600 });
    await test.create({ class: 'virtual', key: 'before-all', format: 'debian', members: ['before'] });
    serve('/before/InRelease', await inRelease(release, strangers));
    const places = ['before/InRelease', 'before-all/InRelease', 'before-cache/InRelease'];
    for (const path of places) expect(await status(path)).toBe(200);
    await test.call(updateRepository, { params: { key: 'before' }, body: { settings: { trustedKeys: ['upstream'] } } });
    for (const path of places) expect(await status(path)).not.toBe(200);
    expect((await download('before', 'InRelease')).status).toBe(404);
  });

  it('do not serve a head that came in while the keys were changed', async () => {
    await remote('meanwhile', 'debian', { pointerSeconds: 600 });
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<() => void>();
    const forged = await inRelease(release, strangers);
    upstream.on('/meanwhile/InRelease', (_, response) => arrive(() => response.end(forged)));
    const early = test.ask('meanwhile/InRelease');
    const answer = await arrived;
    await test.call(updateRepository, { params: { key: 'meanwhile' }, body: { settings: { trustedKeys: ['upstream'] } } });
    answer();
    expect((await early).status).toBe(502);
    expect((await download('meanwhile', 'InRelease')).status).toBe(404);
    serve('/meanwhile/InRelease', forged);
    for (const path of ['meanwhile/InRelease', 'meanwhile-cache/InRelease']) expect(await status(path)).not.toBe(200);
  });

  it('count only for what stands between the marks of the one signed message', async () => {
    await remote('around', 'debian', { trustedKeys: ['upstream'] });
    const signed = await inRelease(release, ours);
    const path = 'dists/stable/InRelease';
    for (const forged of [`SHA256:\n ${'0'.repeat(64)} 1 main/binary-amd64/Packages\n\n${signed}`, `${signed}\nSuite: forged\n`, `${signed}${signed}`]) {
      serve(`/around/${path}`, forged);
      expect(await status(`around/${path}`)).toBe(502);
    }
    serve(`/around/${path}`, `\n${signed}\n`);
    expect(await status(`around/${path}`)).toBe(200);
  });

  it('do not let a head pass that is too large to be one', async () => {
    await remote('large', 'debian', { trustedKeys: ['upstream'] });
    serve('/large/InRelease', await inRelease(`${release}${` ${'x'.repeat(1000)}\n`.repeat(4300)}`, ours));
    expect(await status('large/InRelease')).toBe(502);
  });

  it('are told apart by their bytes: the same name and fingerprint with another signing key is another key', async () => {
    const row = { name: 'upstream', text: theirs.publicKey };
    await remote('bytes', 'debian', { trustedKeys: ['upstream'] });
    serve('/bytes/InRelease', await inRelease(release, ours));
    expect(await status('bytes/InRelease')).toBe(200);
    const revoked = (await revokeKey({ key: ours, format: 'armored' })).publicKey;
    const db = openDatabase<RepositoriesSchema>(test.databaseUrl, 'repositories', { connections: 1 });
    await db.updateTable('trusted_key').set({ public_key: revoked }).where('name', '=', row.name).execute();
    await db.deleteFrom('remote_entry').execute();
    expect(await status('bytes/InRelease')).toBe(502);
    await db.updateTable('trusted_key').set({ public_key: row.text }).where('name', '=', row.name).execute();
    await db.destroy();
    expect(await status('bytes/InRelease')).toBe(200);
  });

  it('prove of lists only what is named by a checksum that counts', async () => {
    const list = '<metadata packages="1"><package type="rpm"><name>x</name><arch>noarch</arch><version epoch="0" ver="1" rel="1"/></package></metadata>';
    const other = list.replaceAll('x</name>', 'forged</name>');
    const sum = (kind: string) => createHash(kind).update(list).digest('hex');
    for (const [key, checksum, trustedKeys, good, bad] of [
      ['sum-512', `<checksum type="sha512">${sum('sha512')}</checksum>`, ['upstream'], 200, 502],
      ['sum-256', `<checksum type="sha256">${sum('sha256')}</checksum>`, ['upstream'], 200, 502],
      ['sum-1', `<checksum type="sha">${sum('sha1')}</checksum>`, ['upstream'], 502, 502],
      ['sum-none', '', ['upstream'], 502, 502],
      ['sum-1-free', `<checksum type="sha1">${sum('sha1')}</checksum>`, [], 200, 502],
    ] as const) {
      const head = `<repomd><data type="primary">${checksum}<location href="repodata/primary.xml"/></data></repomd>`;
      for (const [ending, body, expected] of [
        ['bad', other, bad],
        ['good', list, good],
      ] as const) {
        const name = `${key}-${ending}`;
        await remote(name, 'rpm', { trustedKeys });
        await test.create({ class: 'virtual', key: `${name}-all`, format: 'rpm', members: [name] });
        serve(`/${name}/repodata/repomd.xml`, head);
        serve(`/${name}/repodata/repomd.xml.asc`, await detached(head, ours));
        serve(`/${name}/repodata/primary.xml`, body);
        expect([name, await status(`${name}-all/repodata/repomd.xml`)]).toEqual([name, expected]);
      }
    }
  });

  it('prove nothing of what was stored under the name of a list before the list had it', async () => {
    for (const kind of ['sha256', 'sha512']) {
      const key = `planted-${kind}`;
      const list = '<metadata packages="0"></metadata>';
      const sum = createHash(kind).update(list).digest('hex');
      const path = `repodata/new-${sum}-primary.xml`;
      await remote(key, 'rpm', { trustedKeys: ['upstream'] });
      await test.create({ class: 'virtual', key: `${key}-all`, format: 'rpm', members: [key] });
      serve(`/${key}/${path}`, list.replace('></metadata>', '><!-- planted --></metadata>'));
      const publish = async (head: string) => {
        serve(`/${key}/repodata/repomd.xml`, head);
        serve(`/${key}/repodata/repomd.xml.asc`, await detached(head, ours));
      };
      await publish(repomd);
      expect(await (await test.ask(`${key}/${path}`)).text()).toContain('planted');
      await expect.poll(() => status(`${key}-cache/${path}`)).toBe(200);
      await publish(`<repomd><data type="primary"><checksum type="${kind}">${sum}</checksum><location href="${path}"/></data></repomd>`);
      expect(await status(`${key}-all/repodata/repomd.xml`)).toBe(502);
      serve(`/${key}/${path}`, list);
      expect(await status(`${key}-all/repodata/repomd.xml`)).toBe(200);
      expect(await (await test.ask(`${key}/${path}`)).text()).toBe(list);
    }
  });

  it('keep unsigned listings out of virtual repositories too', async () => {
    await remote('rpm-bad', 'rpm', { trustedKeys: ['upstream'] });
    serve('/rpm-bad/repodata/repomd.xml', repomd);
    await test.create({ class: 'virtual', key: 'rpm-all', format: 'rpm', members: ['rpm-bad'] });
    expect(await status('rpm-all/repodata/repomd.xml')).not.toBe(200);
  });
});
