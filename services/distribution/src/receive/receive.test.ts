import { createHash } from 'node:crypto';
import {
  greetReceiver,
  incomingFilePath,
  incomingManifestPath,
  offerReleaseBundle,
  type ReleaseBundleManifest,
} from '@packhouse/contract/distribution/distribution-receive-routes.ts';
import { createDistributionRepository } from '@packhouse/contract/distribution/distribution-routes.ts';
import { getRefusedSigners, getReleaseBundleSigning, setReleaseBundleSigner } from '@packhouse/contract/distribution/distribution-target-routes.ts';
import { deleteReleaseBundle, getReleaseBundle, listReleaseBundles } from '@packhouse/contract/distribution/release-bundle-routes.ts';
import { createTrustedKey } from '@packhouse/contract/repositories/key-routes.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { type DistributionTestPlatform, startDistributionPlatform } from '@packhouse/testkit/start-distribution-platforms.ts';
import type { Caller } from '@packhouse/testkit/start-test-platform.ts';
import { sql } from 'kysely';
import { createMessage, generateKey, readPrivateKey, readSignature, sign as signText } from 'openpgp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { canonical } from '../release-bundle/manifest.ts';

let source: DistributionTestPlatform;
let target: DistributionTestPlatform;
beforeAll(async () => {
  const anyBundle = { permission: 'test', resourceType: 'releaseBundle' as const, names: ['ANY'], include: [], exclude: [], through: 'user' };
  const actors = {
    robot: {
      grants: [
        { ...anyBundle, actions: ['read' as const, 'deploy' as const] },
        { ...anyBundle, resourceType: 'repository' as const, names: ['images'], actions: ['read' as const, 'deploy' as const] },
      ],
    },
    reader: { grants: [{ ...anyBundle, actions: ['read' as const] }] },
  };
  [source, target] = await Promise.all([startDistributionPlatform(), startDistributionPlatform({ actors })]);
  await source.create('libs');
  await source.put('libs/seed.txt', 'seed');
  await source.bundle('seed', '1', ['libs/seed.txt']);
  const { publicKey = '' } = await source.call(getReleaseBundleSigning, {});
  await target.call(createTrustedKey, { body: { name: 'source', publicKey } });
  await target.create('libs');
  await target.call(createDistributionRepository, { body: {} });
});
afterAll(() => Promise.all([source.stop(), target.stop()]));

const computeSha256 = (text: string) => createHash('sha256').update(text).digest('hex');
type File = Partial<ReleaseBundleManifest['files'][number]> & { content: string };

function makeManifest(version: string, files: readonly File[], more: object = {}): string {
  const listed = files.map(({ content, ...file }) => ({
    repository: 'libs',
    path: 'a.txt',
    format: 'generic',
    sha256: computeSha256(content),
    size: content.length,
    properties: {},
    ...file,
  }));
  const at = new Date().toISOString();
  const shared = {
    format: 'packhouse-release-bundle/1',
    description: '',
    releaseNotes: { syntax: 'plain_text', content: '' },
    createdBy: 'ann',
    createdAt: at,
  };
  return canonical({ ...shared, name: 'app', version, signedBy: 'ann', signedAt: at, files: listed, ...more });
}

const signer = async () => (await source.call(getReleaseBundleSigning, {})).fingerprint ?? '';
const sign = (text: string) => source.peers.releaseBundles!.sign('release-bundles', text);

async function send(method: string, path: string, body?: string, options: { as?: Caller; headers?: Record<string, string> } = {}) {
  const answer = await fetch(target.baseUrl + path, {
    method,
    ...(body === undefined ? {} : { body }),
    headers: { ...target.headersOf(options.as ?? 'admin'), ...options.headers },
  });
  const text = await answer.text();
  const { errors } = (text === '' ? {} : JSON.parse(text)) as { errors?: { code: string; message: string; detail?: unknown }[] };
  return { status: answer.status, ...(errors?.[0] ? { code: errors[0].code, message: errors[0].message, detail: errors[0].detail } : {}) };
}

const sendFile = (version: string, content: string, sha256 = computeSha256(content), as: Caller = 'admin') =>
  send('PUT', incomingFilePath('app', version, sha256), content, { as });
const sendManifest = async (version: string, manifest: string, signature?: string, as: Caller = 'admin') =>
  send('POST', incomingManifestPath('app', version), JSON.stringify({ manifest, signature: signature ?? (await sign(manifest)) }), { as });
/** As a sender does that was told to at this time. */
const sendManifestOf = async (version: string, manifest: string, orderedAt: number) =>
  send('POST', incomingManifestPath('app', version), JSON.stringify({ manifest, signature: await sign(manifest), orderedAt }));
const recall = (version: string, manifest: string, orderedAt: number) =>
  send('DELETE', `${incomingManifestPath('app', version)}?${new URLSearchParams({ manifestSha256: computeSha256(manifest), orderedAt: String(orderedAt) })}`);
const received = async () => (await target.call(listReleaseBundles, { query: { type: 'target' } })).items.map(({ version }) => version);
const remove = (version: string) => target.call(deleteReleaseBundle, { params: { name: 'app', version }, query: { type: 'target' } });

describe('a bundle that comes in', () => {
  it('is visible, all of it at once, when its signature and its files are right', async () => {
    const files = [
      { path: 'one.txt', content: 'one' },
      { path: 'two.txt', content: 'two' },
    ];
    const manifest = makeManifest('1', files);
    expect((await sendFile('1', 'one')).status).toBe(201);
    expect((await target.read('libs/one.txt')).status).toBe(404);
    expect(await sendManifest('1', manifest)).toMatchObject({ status: 409, code: 'conflict', detail: { missing: [computeSha256('two')] } });
    expect((await target.read('libs/one.txt')).status).toBe(404);
    expect((await sendFile('1', 'two')).status).toBe(201);
    expect((await sendManifest('1', manifest)).status).toBe(201);
    expect(await Promise.all(['one', 'two'].map(async (name) => (await target.read(`libs/${name}.txt`)).text))).toEqual(['one', 'two']);
    expect(await received()).toEqual(['1']);
    // The same again is no harm; another content under the same name is.
    expect((await sendManifest('1', manifest)).status).toBe(201);
    expect(await sendManifest('1', makeManifest('1', files.slice(1)))).toMatchObject({ status: 409, code: 'version_exists' });
  });

  it('is refused when its manifest was changed', async () => {
    const manifest = makeManifest('2', [{ content: 'good' }]);
    const signature = await sign(manifest);
    await sendFile('2', 'good');
    await sendFile('2', 'evil');
    const changed = manifest.replace(computeSha256('good'), computeSha256('evil'));
    expect(await sendManifest('2', changed, signature)).toMatchObject({ status: 403, message: expect.stringContaining('No trusted key here signed app 2') });
    expect(await sendManifest('2', manifest, 'no signature at all')).toMatchObject({ status: 403 });
    expect((await target.read('libs/a.txt')).status).toBe(404);
    expect(await received()).toEqual(['1']);
  });

  it('is refused when somebody unknown signed it', async () => {
    const other = await startDistributionPlatform();
    try {
      await other.create('libs');
      await other.put('libs/x.txt', 'x');
      await other.bundle('x', '1', ['libs/x.txt']);
      const manifest = makeManifest('3', [{ content: 'good' }]);
      await sendFile('3', 'good');
      expect(await sendManifest('3', manifest, await other.peers.releaseBundles!.sign('release-bundles', manifest))).toMatchObject({ status: 403 });
      expect((await target.read('libs/a.txt')).status).toBe(404);
    } finally {
      await other.stop();
    }
  });

  it('is refused when an administrator has its signer sign no release bundles, and the log says who did', async () => {
    const { fingerprint = '' } = await source.call(getReleaseBundleSigning, {});
    const allow = (maySign: boolean) => target.call(setReleaseBundleSigner, { params: { fingerprint }, body: { maySign } });
    const manifest = makeManifest('signer', [{ path: 'signer.txt', content: 'signer' }]);
    const offer = { name: 'app', version: 'signer', manifestSha256: computeSha256(manifest), keyFingerprint: fingerprint, repositories: [] };
    const offered = () => target.call(offerReleaseBundle, { body: { ...offer, createRepositories: false, dryRun: true } });
    const trusted = async () => (await target.call(greetReceiver, { query: { fingerprint } })).trustsKey;
    await sendFile('signer', 'signer');
    expect([await target.call(getRefusedSigners, {}), await trusted()]).toEqual([{ fingerprints: [] }, true]);
    await allow(false);
    expect([await target.call(getRefusedSigners, {}), await trusted()]).toEqual([{ fingerprints: [fingerprint] }, false]);
    await expect(offered()).rejects.toMatchObject({ code: 'forbidden', message: expect.stringContaining(`${fingerprint} may not sign release bundles here`) });
    expect(await sendManifest('signer', manifest)).toMatchObject({ status: 403, message: expect.stringContaining('may not sign release bundles') });
    expect((await target.read('libs/signer.txt')).status).toBe(404);
    await allow(true);
    await expect(offered()).resolves.toMatchObject({ state: 'wanted' });
    expect((await sendManifest('signer', manifest)).status).toBe(201);
    await remove('signer');
    const actions = target.audited.filter(({ subject }) => subject === fingerprint).map(({ actor, action }) => [actor, action]);
    expect(actions).toEqual([
      ['admin', 'release-bundle.signer-refused'],
      ['admin', 'release-bundle.signer-allowed'],
    ]);
    const unknown = target.call(setReleaseBundleSigner, { params: { fingerprint: 'f'.repeat(40) }, body: { maySign: false } });
    await expect(unknown).rejects.toMatchObject({ code: 'not_found' });
    for (const asked of [
      target.call(getRefusedSigners, {}, { as: 'robot' }),
      target.call(setReleaseBundleSigner, { params: { fingerprint }, body: { maySign: true } }, { as: 'robot' }),
    ])
      await expect(asked).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('is refused with more than one signature, each of which would have all of it hashed, and with a signature that is too long', async () => {
    const manifest = makeManifest('3', [{ content: 'good' }]);
    await sendFile('3', 'good');
    const signature = await readSignature({ armoredSignature: await sign(manifest) });
    signature.packets.push(signature.packets[0]!);
    expect(await sendManifest('3', manifest, signature.armor())).toMatchObject({ status: 403 });
    const long = (await sign(manifest)).replace('\n', `\n${'Comment: long\n'.repeat(400)}`);
    expect(await sendManifest('3', manifest, long)).toMatchObject({ status: 400 });
    expect((await target.read('libs/a.txt')).status).toBe(404);
  });

  it('has an owner even when the process ends just after its files became visible, and only the same bundle goes on', async () => {
    const bundles = target.peers.releaseBundles!;
    const { publish } = bundles;
    const files = [{ path: 'cut.txt', content: 'cut' }];
    const manifest = makeManifest('cut', files);
    await sendFile('cut', 'cut');
    vi.spyOn(bundles, 'publish').mockImplementationOnce(async (...asked) => {
      await publish(...asked);
      throw new Error('The power is gone');
    });
    expect((await sendManifest('cut', manifest)).status).toBe(500);
    expect((await target.read('libs/cut.txt')).status).toBe(200);
    const listed = await target.call(listReleaseBundles, { query: { type: 'target', name: 'app' } });
    expect(listed.items.find(({ version }) => version === 'cut')?.status).toBe('In progress');
    expect(await sendManifest('cut', makeManifest('cut', files))).toMatchObject({ status: 409, code: 'version_exists' });
    expect((await sendManifest('cut', manifest)).status).toBe(201);
    expect((await target.call(getReleaseBundle, { params: { name: 'app', version: 'cut' }, query: { type: 'target' } })).status).toBe('Completed');
    await remove('cut');
    expect((await target.read('libs/cut.txt')).status).toBe(404);
  });

  it('can be taken back when only half of it was written down', async () => {
    const bundles = target.peers.releaseBundles!;
    const { publish } = bundles;
    const files = [{ path: 'half.txt', content: 'half' }];
    await sendFile('half', 'half');
    vi.spyOn(bundles, 'publish').mockImplementationOnce(async (...asked) => {
      await publish(...asked);
      throw new Error('The power is gone');
    });
    expect((await sendManifest('half', makeManifest('half', files))).status).toBe(500);
    await remove('half');
    expect((await target.read('libs/half.txt')).status).toBe(404);
    // Made anew, it can come.
    await sendFile('half', 'half');
    expect((await sendManifest('half', makeManifest('half', files))).status).toBe(201);
    await remove('half');
  });

  it('stays away when it was recalled later than it was sent, though the recall comes first; a later order brings it', async () => {
    const manifest = makeManifest('recalled', [{ path: 'recalled.txt', content: 'recalled' }]);
    await sendFile('recalled', 'recalled');
    expect(await recall('recalled', manifest, 2000)).toMatchObject({ status: 404, code: 'not_found' });
    expect(await sendManifestOf('recalled', manifest, 1000)).toMatchObject({
      status: 409,
      message: expect.stringContaining('A later order recalled app recalled'),
    });
    const offer = {
      name: 'app',
      version: 'recalled',
      manifestSha256: computeSha256(manifest),
      keyFingerprint: await signer(),
      repositories: [],
      createRepositories: false,
    };
    await expect(target.call(offerReleaseBundle, { body: { ...offer, dryRun: false, orderedAt: 1000 } })).rejects.toMatchObject({ code: 'conflict' });
    expect((await target.read('libs/recalled.txt')).status).toBe(404);
    expect((await sendManifestOf('recalled', manifest, 3000)).status).toBe(201);
    expect(await recall('recalled', manifest, 2000)).toMatchObject({ status: 409, message: expect.stringContaining('A later order sent app recalled') });
    expect((await target.read('libs/recalled.txt')).status).toBe(200);
    expect((await recall('recalled', manifest, 4000)).status).toBe(204);
    expect((await target.read('libs/recalled.txt')).status).toBe(404);
  });

  it('cannot be held against its recall by an offer that nobody trusted signed', async () => {
    const manifest = makeManifest('unrecalled', [{ path: 'unrecalled.txt', content: 'unrecalled' }]);
    await sendFile('unrecalled', 'unrecalled');
    expect((await sendManifestOf('unrecalled', manifest, 1000)).status).toBe(201);
    const about = { name: 'app', version: 'unrecalled', manifestSha256: computeSha256(manifest), keyFingerprint: 'x' };
    const offer = { ...about, repositories: [], createRepositories: false, dryRun: false, orderedAt: 9000 };
    await expect(target.call(offerReleaseBundle, { body: offer }, { as: 'robot' })).rejects.toMatchObject({ code: 'forbidden' });
    expect((await recall('unrecalled', manifest, 2000)).status).toBe(204);
  });

  it('is not kept away by a recall of another bundle that names its checksum', async () => {
    const manifest = makeManifest('mine', [{ path: 'mine.txt', content: 'mine' }]);
    await sendFile('mine', 'mine');
    expect(await recall('theirs', manifest, 2000)).toMatchObject({ status: 404 });
    expect((await sendManifestOf('mine', manifest, 1000)).status).toBe(201);
    await remove('mine');
  });

  it('takes no order from the far future, which nothing could follow', async () => {
    const manifest = makeManifest('future', [{ path: 'future.txt', content: 'future' }]);
    await sendFile('future', 'future');
    const inDays = (days: number) => (Date.now() + days * 86_400_000) * 1000;
    expect(await sendManifestOf('future', manifest, inDays(2))).toMatchObject({ status: 400, message: expect.stringContaining('ahead of the clock') });
    expect(await recall('future', manifest, inDays(2))).toMatchObject({ status: 400 });
    expect((await sendManifestOf('future', manifest, inDays(0.5))).status).toBe(201);
    await remove('future');
  });

  it('stays when it was sent anew while an earlier recall was under way', async () => {
    const manifest = makeManifest('anew', [{ path: 'anew.txt', content: 'anew' }]);
    await sendFile('anew', 'anew');
    expect((await sendManifestOf('anew', manifest, 1000)).status).toBe(201);
    const offer = {
      name: 'app',
      version: 'anew',
      manifestSha256: computeSha256(manifest),
      keyFingerprint: await signer(),
      repositories: [],
      createRepositories: false,
    };
    expect(await target.call(offerReleaseBundle, { body: { ...offer, dryRun: false, orderedAt: 3000 } })).toMatchObject({ state: 'present' });
    expect(await recall('anew', manifest, 2000)).toMatchObject({ status: 409 });
    expect((await target.read('libs/anew.txt')).status).toBe(200);
    await remove('anew');
  });

  it('does not lose a file that another bundle is just being withdrawn with', async () => {
    const bundles = target.peers.releaseBundles!;
    const { withdraw } = bundles;
    const files = [{ path: 'shared.txt', content: 'shared' }];
    for (const version of ['older', 'newer']) await sendFile(version, 'shared');
    expect((await sendManifest('older', makeManifest('older', files))).status).toBe(201);
    const [begun, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    vi.spyOn(bundles, 'withdraw').mockImplementationOnce(async (...asked) => {
      begun.resolve();
      await goesOn.promise;
      return withdraw(...asked);
    });
    const removal = remove('older');
    await begun.promise;
    let hasArrived = false;
    const arrival = sendManifest('newer', makeManifest('newer', files)).finally(() => {
      hasArrived = true;
    });
    const db = openDatabase(target.databaseUrl, 'distribution', { connections: 1 });
    const waiting = sql`
      select from pg_locks join pg_database on pg_database.oid = pg_locks.database
      where datname = current_database() and locktype = 'advisory' and not granted`;
    await expect.poll(async () => hasArrived || (await waiting.execute(db)).rows.length > 0).toBe(true);
    await db.destroy();
    goesOn.resolve();
    await removal;
    expect((await arrival).status).toBe(201);
    expect((await target.read('libs/shared.txt')).status).toBe(200);
    await remove('newer');
  });

  it('leaves connections to others, however many come in at once', async () => {
    vi.restoreAllMocks();
    const bundles = target.peers.releaseBundles!;
    const { publish } = bundles;
    const goesOn = Promise.withResolvers<void>();
    let [running, most] = [0, 0];
    const spy = vi.spyOn(bundles, 'publish').mockImplementation(async (...asked) => {
      most = Math.max(most, ++running);
      await goesOn.promise;
      return publish(...asked).finally(() => running--);
    });
    const versions = Array.from({ length: 7 }, (_, at) => `many-${at}`);
    for (const version of versions) await sendFile(version, version);
    const sent = versions.map((version) => sendManifest(version, makeManifest(version, [{ path: `${version}.txt`, content: version }])));
    await expect.poll(() => running).toBeGreaterThanOrEqual(2);
    expect(await received()).toContain('1');
    goesOn.resolve();
    expect((await Promise.all(sent)).map(({ status }) => status)).toEqual(versions.map(() => 201));
    expect(most).toBe(2);
    spy.mockRestore();
    for (const version of versions) await remove(version);
  });

  it('may come from a deployment whose clock is a little ahead, not from tomorrow', async () => {
    const { privateKey, publicKey } = await generateKey({ userIDs: [{ name: 'Ahead' }], format: 'armored' });
    await target.call(createTrustedKey, { body: { name: 'ahead', publicKey } });
    const signedIn = async (version: string, seconds: number) => {
      const manifest = makeManifest(version, [{ path: 'ahead.txt', content: 'ahead' }]);
      await sendFile(version, 'ahead');
      const message = await createMessage({ binary: Buffer.from(manifest) });
      const date = new Date(Date.now() + seconds * 1000);
      const signature = await signText({ message, signingKeys: await readPrivateKey({ armoredKey: privateKey }), detached: true, date });
      return (await sendManifest(version, manifest, signature)).status;
    };
    expect([await signedIn('ahead-1', 86_400), await signedIn('ahead-2', 120)]).toEqual([403, 201]);
    await remove('ahead-2');
  });

  it('takes no file that is not what it says, and none of another size than was signed', async () => {
    expect(await sendFile('4', 'evil', computeSha256('good'))).toMatchObject({ status: 409, code: 'checksum_mismatch' });
    await sendFile('4', 'good');
    expect(await sendManifest('4', makeManifest('4', [{ content: 'good', size: 5 }]))).toMatchObject({ status: 409, code: 'checksum_mismatch' });
    expect((await target.read('libs/a.txt')).status).toBe(404);
  });

  it.each([
    ['of another version than it says', '5', makeManifest('6', [{ content: 'good' }]), 'invalid_input'],
    ['with a path that leads outside', '5', makeManifest('5', [{ content: 'good', path: 'a/../../b' }]), 'invalid_path'],
    ['with a place in a repository of builds', '5', makeManifest('5', [{ content: 'good', repository: 'artifactory-build-info' }]), 'invalid_input'],
    ['with a place in a distribution repository', '5', makeManifest('5', [{ content: 'good', repository: 'release-bundles' }]), 'invalid_input'],
    ['with a property that cannot be', '5', makeManifest('5', [{ content: 'good', properties: { 'a=b': ['c'] } }]), 'bad_request'],
    ['that names a place twice', '5', makeManifest('5', [{ content: 'good' }, { content: 'good' }]), 'invalid_input'],
    ['that is no manifest', '5', '[]', 'invalid_input'],
  ])('refuses one %s, though its signature is right', async (_, version, manifest, code) => {
    await sendFile(version, 'good');
    const answer = await sendManifest(version, manifest);
    expect([answer.code, answer.status < 500]).toEqual([code, true]);
    expect(await received()).toEqual(['1']);
  });

  it('is kept for good, also where a file of it would expire', async () => {
    await sendFile('lasting', 'lasting');
    const files = [{ path: 'lasting.txt', content: 'lasting', properties: { 'artifact.expires': ['2020-01-01'] } }];
    expect((await sendManifest('lasting', makeManifest('lasting', files))).status).toBe(201);
    expect((await target.read('release-bundles/app/lasting/libs/lasting.txt')).text).toBe('lasting');
    await remove('lasting');
  });

  it('replaces a tag of the other kind only for those who may delete it', async () => {
    await target.create('images', 'docker');
    const image = JSON.stringify({ schemaVersion: 2, mediaType: 'application/vnd.oci.image.index.v1+json', manifests: [] });
    await target.put('images/app/1/manifest.json', image);
    await send('PUT', incomingFilePath('app', 'tag', computeSha256(image)), image, { as: 'robot' });
    const file = { repository: 'images', path: 'app/1/list.manifest.json', format: 'docker' as const, content: image };
    const manifest = makeManifest('tag', [file]);
    expect(await sendManifest('tag', manifest, undefined, 'robot')).toMatchObject({ status: 403, code: 'forbidden' });
    expect((await target.read('images/app/1/manifest.json')).status).toBe(200);
    expect((await sendManifest('tag', manifest)).status).toBe(201);
    expect((await target.read('images/app/1/manifest.json')).status).toBe(404);
    await remove('tag');
  });

  it('a checksum alone gives nobody content that they may not read', async () => {
    await target.create('vault');
    await target.put('vault/key.txt', 'treasure');
    const byChecksum = (as: Caller) =>
      send('PUT', incomingFilePath('app', '7', computeSha256('treasure')), '', { as, headers: { 'x-checksum-deploy': 'true' } });
    expect((await byChecksum('robot')).status).toBe(404);
    // Nor by a manifest that names it.
    const manifest = makeManifest('7', [{ content: 'treasure' }]);
    expect(await sendManifest('7', manifest, undefined, 'robot')).toMatchObject({ code: 'forbidden' });
    expect((await byChecksum('admin')).status).toBe(201);
  });

  it('asks for the right to write, before a body is read', async () => {
    expect((await sendFile('8', 'good', undefined, 'reader')).status).toBe(403);
    expect((await sendFile('8', 'good', undefined, 'anonymous')).status).toBe(401);
    expect(await sendManifest('8', makeManifest('8', [{ content: 'good' }]), undefined, 'reader')).toMatchObject({ status: 403 });
    const offer = { name: 'app', version: '8', manifestSha256: 'a'.repeat(64), keyFingerprint: 'x', repositories: [], createRepositories: false, dryRun: true };
    await expect(target.call(offerReleaseBundle, { body: offer }, { as: 'reader' })).rejects.toMatchObject({ code: 'forbidden' });
    await expect(target.call(offerReleaseBundle, { body: offer })).rejects.toMatchObject({ message: expect.stringContaining('Trusted Keys') });
  });

  it('what came in and was never completed shows to nobody who may read bundles by name, and is forgotten', async () => {
    await sendFile('9', 'left over');
    const path = `release-bundles/.incoming/app/9/${computeSha256('left over')}`;
    expect((await target.read(path)).status).toBe(200);
    await target.peers.releaseBundles!.forgetIncoming(new Date(Date.now() + 60_000));
    expect((await target.read(path)).status).toBe(404);
    expect((await target.read('release-bundles/app/1/libs/one.txt')).text).toBe('one');
  });
});
