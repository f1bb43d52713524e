import { createHash } from 'node:crypto';
import { getReleaseBundleSigning, setReleaseBundleSigner } from '@packhouse/contract/distribution/distribution-target-routes.ts';
import { getReleaseBundle } from '@packhouse/contract/distribution/release-bundle-routes.ts';
import { createTrustedKey } from '@packhouse/contract/repositories/key-routes.ts';
import { type DistributionTestPlatform, startDistributionPlatform } from '@packhouse/testkit/start-distribution-platforms.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

let source: DistributionTestPlatform;
let target: DistributionTestPlatform;
let fingerprint = '';
beforeAll(async () => {
  const may = (...actions: ('read' | 'annotate' | 'deploy' | 'manage')[]) =>
    ({ permission: 'b', resourceType: 'releaseBundle', names: ['ANY'], include: [], exclude: [], actions, through: 'user' }) as const;
  const putting = {
    permission: 'r',
    resourceType: 'repository',
    names: ['ANY'],
    include: [],
    exclude: [],
    actions: ['read', 'deploy'],
    through: 'user',
  } as const;
  const actors = { reader: { grants: [may('read')] }, importer: { grants: [may('read', 'deploy'), putting] } };
  [source, target] = await Promise.all([startDistributionPlatform({ actors }), startDistributionPlatform({ actors })]);
  await source.create('libs');
  await source.put('libs/app/a.txt', 'a', ';stage=gold');
  await source.put('libs/app/same.txt', 'a');
  await source.put('libs/app/b.txt', 'b'.repeat(200_000));
  await source.bundle('app', '1', ['libs/app']);
});
afterAll(() => Promise.all([source?.stop(), target?.stop()]));

async function send(test: DistributionTestPlatform, method: string, path: string, { body, as = 'admin' }: { body?: object | Buffer; as?: string } = {}) {
  const isBytes = Buffer.isBuffer(body);
  const headers = { ...test.headersOf(as), 'content-type': isBytes ? 'application/octet-stream' : 'application/json' };
  const answer = await fetch(`${test.baseUrl}${path}`, { method, headers, ...(body ? { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) } : {}) });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
}
const exports = '/lifecycle/api/v2/distribution/export';
const bring = (archive: Buffer, as = 'admin') => send(target, 'POST', '/artifactory/api/release/import/', { body: archive, as });

/** Asks as the command line does: for the status, to begin, and for the status until it is done; then it looks the archive up and downloads it. */
async function exported(name: string): Promise<Buffer> {
  const status = () => send(source, 'GET', `${exports}/status/${name}/1?async=false`);
  expect(await status()).toEqual({ status: 201, body: { status: 'NOT_TRIGGERED' } });
  expect(await send(source, 'POST', `${exports}/${name}/1?async=false`, { body: { mappings: null } })).toMatchObject({ status: 201 });
  await expect.poll(async () => (await status()).body.status, { timeout: 10_000 }).toBe('COMPLETED');
  const { relative_download_url: place, download_url: url } = (await status()).body;
  expect([place, url]).toEqual([`/release-bundles/${name}/1/${name}-1.tar`, `${source.baseUrl}/artifactory${place}`]);
  const aql = `items.find({"path":{"$ne":"."},"$or":[{"$and":[{"repo":"release-bundles","path":"${name}/1","name":"${name}-1.tar"}]}]}).include("name","repo","path","sha256","size")`;
  const found = await fetch(`${source.baseUrl}/artifactory/api/search/aql`, { method: 'POST', headers: source.headersOf('admin'), body: aql });
  const [{ sha256 }] = ((await found.json()) as { results: [{ sha256: string }] }).results;
  const archive = Buffer.from(await (await fetch(url, { headers: source.headersOf('admin') })).arrayBuffer());
  expect(createHash('sha256').update(archive).digest('hex')).toBe(sha256);
  return archive;
}

/** An archive of these files, as the format of tar has them; `type` '0' is a plain file. */
function tar(files: readonly { name: string; body: Buffer | string; type?: string; size?: number }[]): Buffer {
  const blocks = files.flatMap(({ name, body, type = '0', size }) => {
    const bytes = Buffer.from(body);
    const head = Buffer.alloc(512);
    head.write(name);
    head.write(`0000644\0${'0'.repeat(7)}\0${'0'.repeat(7)}\0`, 100);
    head.write(`${(size ?? bytes.length).toString(8).padStart(11, '0')}\0${'0'.repeat(11)}\0        ${type}`, 124);
    head.write('ustar\x0000', 257);
    const sum = head.reduce((total, byte) => total + byte, 0);
    head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    return [head, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

const readSize = (head: Buffer) => Number.parseInt(head.toString('latin1', 124, 135), 8);
/** The first file of an archive. */
const readList = (archive: Buffer) => archive.subarray(512, 512 + readSize(archive));

it('API-002 packs a signed version; another deployment that trusts its key takes the archive, whole or not at all', async () => {
  const archive = await exported('app');
  expect((await bring(archive)).status).toBe(403);
  const { publicKey = '', fingerprint: key = '' } = await source.call(getReleaseBundleSigning, {});
  fingerprint = key;
  await target.call(createTrustedKey, { body: { name: 'source', publicKey } });
  const refused = await bring(archive, 'importer');
  expect([refused.status, refused.body.errors[0].message]).toEqual([403, expect.stringContaining('libs')]);
  expect((await bring(archive, 'reader')).status).toBe(403);
  expect((await bring(archive, 'anonymous')).status).toBe(401);
  expect((await target.read('libs/app/a.txt')).status).toBe(404);

  expect(await bring(archive)).toEqual({ status: 202, body: { release_bundle_name: 'app', release_bundle_version: '1' } });
  expect([(await target.read('libs/app/a.txt')).text, (await target.read('libs/app/b.txt')).text.length]).toEqual(['a', 200_000]);
  const properties = await send(target, 'GET', '/artifactory/api/storage/libs/app/a.txt?properties');
  expect(properties.body.properties).toEqual({ stage: ['gold'] });
  const received = await target.call(getReleaseBundle, { params: { name: 'app', version: '1' }, query: { type: 'target' } });
  expect(received).toMatchObject({ state: 'SIGNED', status: 'Completed', files: 3, keyFingerprint: fingerprint });
  const again = await bring(archive);
  expect([again.status, again.body.errors[0].message]).toEqual([400, 'Bundle already exists']);
  expect(source.audited.filter(({ action }) => action === 'release-bundle.exported')).toMatchObject([{ subject: 'app/1' }]);
  expect(target.audited.find(({ action }) => action === 'release-bundle.received')).toMatchObject({ subject: 'app/1' });
});

it('API-002 refuses archives that were changed, that are damaged, and that hold what nobody signed', async () => {
  await source.put('libs/other/c.txt', 'c');
  await source.put('libs/other/d.txt', 'd');
  await source.bundle('other', '1', ['libs/other']);
  const archive = await exported('other');
  const list = { name: 'release-bundle.json', body: readList(archive) };
  const sum = (text: string) => createHash('sha256').update(text).digest('hex');
  const content = (text: string) => ({ name: `files/${sum(text)}`, body: text });
  const refusal = async (hostile: Buffer) => {
    const { status, body } = await bring(hostile);
    return [status, body.errors[0].message];
  };
  const signed = JSON.parse(readList(archive).toString()) as { manifest: string; signature: string };
  const forged = { ...list, body: JSON.stringify({ ...signed, manifest: signed.manifest.replace('c.txt', 'e.txt') }) };
  expect(await refusal(tar([forged, content('c'), content('d')]))).toEqual([403, expect.stringContaining('other')]);
  expect(await refusal(tar([content('c'), list]))).toEqual([400, expect.stringContaining(`files/${sum('c')}`)]);
  expect(await refusal(Buffer.from('PK no tar at all'.repeat(100)))).toEqual([400, expect.stringContaining('damaged')]);
  // In the header of a file, and in a file.
  for (const missing of [2600, 1536])
    expect(await refusal(archive.subarray(0, archive.length - missing)), `${missing}`).toEqual([400, expect.stringContaining('damaged')]);
  expect(await refusal(tar([list, { name: '../../etc/passwd', body: 'x' }]))).toEqual([400, expect.stringContaining('etc/passwd')]);
  expect(await refusal(tar([list, content('c'), content('c')]))).toEqual([400, expect.stringContaining(sum('c'))]);
  expect(await refusal(tar([list, { ...content('c'), body: 'changed' }]))).toEqual([400, expect.stringContaining(sum('c'))]);
  expect(await refusal(tar([list, { ...content('c'), body: 'x' }]))).toEqual([409, expect.stringContaining(sum('c'))]);
  expect(await refusal(tar([list, content('c')]))).toEqual([409, expect.anything()]);
  const bomb = { name: 'pax', type: 'x', body: Buffer.alloc(8 * 1024 * 1024) };
  expect(await refusal(tar([bomb, list]))).toEqual([400, expect.stringContaining('Header exceeds max size')]);
  await target.call(setReleaseBundleSigner, { params: { fingerprint }, body: { maySign: false } });
  expect((await bring(archive)).status).toBe(403);
  await target.call(setReleaseBundleSigner, { params: { fingerprint }, body: { maySign: true } });
  expect((await target.read('libs/other/c.txt')).status).toBe(404);
  expect((await bring(archive, 'importer')).status).toBe(202);
  expect((await target.read('libs/other/d.txt')).text).toBe('d');
});

it('API-002 exports only what is signed, for those who may, as it was signed', async () => {
  const begin = (body: object, as?: string) => send(source, 'POST', `${exports}/app/1?async=true`, { body, ...(as ? { as } : {}) });
  expect((await begin({})).status).toBe(202);
  expect(await begin({ mappings: [{ input: 'a', output: 'b' }] })).toMatchObject({
    status: 400,
    body: { errors: [{ message: expect.stringContaining('mappings') }] },
  });
  expect((await begin({}, 'reader')).status).toBe(403);
  expect((await send(source, 'GET', `${exports}/status/app/1`, { as: 'reader' })).status).toBe(200);
  expect((await send(source, 'GET', `${exports}/status/gone/1`)).status).toBe(404);
  expect((await send(source, 'DELETE', '/lifecycle/api/v2/release_bundle/records/app/1?async=false')).status).toBe(204);
  expect((await source.read('release-bundles/app/1/app-1.tar')).status).toBe(404);
});

it('API-002 marks a version with a word', async () => {
  const tag = (body: object, as = 'admin') => send(source, 'PUT', '/lifecycle/api/v2/release_bundle/records/other/1/tag', { body, as });
  expect(await tag({ tag: 'released', exist: true })).toEqual({ status: 200, body: { tag: 'released' } });
  const records = async (path: string) => (await send(source, 'GET', `/lifecycle/api/v2/release_bundle/records/${path}`)).body;
  expect([(await records('other/1')).tag, (await records('other')).release_bundles[0].tag]).toEqual(['released', 'released']);
  expect(await source.call(getReleaseBundle, { params: { name: 'other', version: '1' } })).toMatchObject({ tag: 'released' });
  expect((await tag({ tag: 'two words' })).status).toBe(400);
  expect((await tag({ tag: 'mine' }, 'reader')).status).toBe(403);
  expect(source.audited.at(-1)).toMatchObject({ action: 'release-bundle.tagged', subject: 'other/1', after: { tag: 'released' } });
  await tag({ exist: true });
  expect(await records('other/1')).not.toHaveProperty('tag');
});
