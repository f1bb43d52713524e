import { createHash } from 'node:crypto';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { packTar, type ScanningTestPlatform, startScanningPlatform } from '@packhouse/testkit/start-scanning-platform.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Limits, usualLimits } from '../inventory/limits.ts';
import { openLooks } from '../inventory/looks.ts';
import type { Db, ScanningSchema } from '../schema.ts';
import { gatherImages } from './image-parts.ts';
import { scanContent } from './scan-content.ts';

const manifestType = 'application/vnd.oci.image.manifest.v1+json';
const indexType = 'application/vnd.oci.image.index.v1+json';

let test: ScanningTestPlatform;
let db: Db;
beforeAll(async () => {
  test = await startScanningPlatform();
  await test.create({ class: 'local', key: 'images', format: 'docker' });
  db = openDatabase<ScanningSchema>(test.databaseUrl, 'scanning', { connections: 2 });
});
afterAll(async () => {
  await db.destroy();
  await test.stop();
});

const getLayer = (name: string) => packTar({ [`srv/node_modules/${name}/package.json`]: JSON.stringify({ name, version: '1.0.0' }) });

async function makeManifest(image: string, tag: string): Promise<{ digest: string; size: number }> {
  const answer = await fetch(`${test.baseUrl}/v2/images/${image}/manifests/${tag}`, {
    headers: { ...test.headersOf('admin'), accept: `${manifestType}, ${indexType}` },
  });
  return { digest: answer.headers.get('docker-content-digest')!, size: (await answer.arrayBuffer()).byteLength };
}

async function pushIndex(image: string, tag: string, children: readonly { digest: string; size: number; mediaType?: string }[]): Promise<void> {
  const manifests = children.map((child, index) => ({ mediaType: manifestType, ...child, platform: { os: 'linux', architecture: `arch${index}` } }));
  const answer = await fetch(`${test.baseUrl}/v2/images/${image}/manifests/${tag}`, {
    method: 'PUT',
    headers: { ...test.headersOf('admin'), 'content-type': indexType },
    body: JSON.stringify({ schemaVersion: 2, mediaType: indexType, manifests }),
  });
  expect(answer.status).toBe(201);
}

async function namesIn(image: string, { digest }: { digest: string }, limits: Partial<Limits>): Promise<string[]> {
  const [algorithm, sha256] = digest.split(':') as [string, string];
  const all = { ...usualLimits, ...limits };
  const images = await gatherImages(
    { peers: test.peers, platform: test.platform },
    { repository: 'images', path: `${image}/${algorithm}__${sha256}/manifest.json`, sha256 },
    all,
  );
  const found = await scanContent({ db, platform: test.platform, looks: openLooks() }, images, { signal: new AbortController().signal, limits: all });
  return found.components.map(({ component }) => component.name).sort();
}

describe('images of very many parts', () => {
  it('are not read beyond a number of layers', async () => {
    await test.pushImage('images', 'layered', '1', [await getLayer('a'), await getLayer('b'), await getLayer('c')]);
    const manifest = await makeManifest('layered', '1');
    expect(await namesIn('layered', manifest, { layers: 3 })).toEqual(['a', 'b', 'c']);
    await expect(namesIn('layered', manifest, { layers: 2 })).rejects.toThrow('It has more than 2 layers');
  });

  it('are not read beyond a number of images in an index', async () => {
    for (const name of ['x', 'y']) await test.pushImage('images', 'many', name, [await getLayer(name)]);
    await pushIndex('many', 'all', [await makeManifest('many', 'x'), await makeManifest('many', 'y')]);
    const index = await makeManifest('many', 'all');
    expect(await namesIn('many', index, { images: 2 })).toEqual(['x', 'y']);
    await expect(namesIn('many', index, { images: 1 })).rejects.toThrow('It has more than 1 images');
  });

  it('share the bound of components among the images of an index', async () => {
    expect(await namesIn('many', await makeManifest('many', 'all'), { components: 2 })).toEqual(['x', 'y']);
    await expect(namesIn('many', await makeManifest('many', 'all'), { components: 1 })).rejects.toThrow('more than 1 components');
  });
});

describe('an index inside an index', () => {
  const makeIndex = async (tag: string, children: readonly { digest: string; size: number }[]) => {
    await pushIndex('nested', tag, children);
    return { ...(await makeManifest('nested', tag)), mediaType: indexType };
  };

  it('is read as all that the indexes in it hold, each image once', async () => {
    for (const name of ['a', 'b', 'c']) await test.pushImage('images', 'nested', name, [await getLayer(name)]);
    const [a, b, c] = [await makeManifest('nested', 'a'), await makeManifest('nested', 'b'), await makeManifest('nested', 'c')];
    const inner = await makeIndex('inner', [a, b]);
    const outer = await makeIndex('outer', [inner, c, a, await makeIndex('twice', [inner])]);
    expect(await namesIn('nested', outer, {})).toEqual(['a', 'b', 'c']);
    // Three images and two indexes.
    expect(await namesIn('nested', outer, { images: 5 })).toEqual(['a', 'b', 'c']);
    await expect(namesIn('nested', outer, { images: 4 })).rejects.toThrow('It has more than 4 images');
    expect(await test.scanned('docker://nested', 'outer')).toMatchObject({ status: 'scanned', partial: null });
  });

  it('is not read deeper than a number of them', async () => {
    const image = await makeManifest('nested', 'a');
    let last = await makeIndex('deep1', [image]);
    for (const depth of [2, 3]) last = await makeIndex(`deep${depth}`, [last]);
    expect(await namesIn('nested', last, { depth: 3 })).toEqual(['a']);
    await expect(namesIn('nested', last, { depth: 2 })).rejects.toThrow('Its indexes lie more than 2 deep inside each other');
  });
});

describe('images whose parts are named by SHA-512', () => {
  const computeDigest = (bytes: Buffer) => `sha512:${createHash('sha512').update(bytes).digest('hex')}`;
  const put = async (path: string, bytes: Buffer, type: string) => {
    const headers = { ...test.headersOf('admin'), 'content-type': type };
    const answer = await fetch(`${test.baseUrl}/v2/images/${path}`, { method: path.includes('uploads') ? 'POST' : 'PUT', headers, body: bytes as BodyInit });
    expect(answer.status).toBe(201);
  };

  it('are read, their layers and the images of an index alike', async () => {
    const parts = [Buffer.from('{"architecture":"amd64","os":"linux"}'), await getLayer('long')];
    for (const bytes of parts) await put(`long/blobs/uploads/?digest=${computeDigest(bytes)}`, bytes, 'application/octet-stream');
    const [config, layer] = parts.map((bytes) => ({ digest: computeDigest(bytes), size: bytes.length }));
    const mediaType = 'application/vnd.oci.image.layer.v1.tar+gzip';
    const manifest = Buffer.from(
      JSON.stringify({
        schemaVersion: 2,
        mediaType: manifestType,
        config: { mediaType: 'application/vnd.oci.image.config.v1+json', ...config },
        layers: [{ mediaType, ...layer }],
      }),
    );
    const digest = computeDigest(manifest);
    await put(`long/manifests/${digest}`, manifest, manifestType);
    await pushIndex('long', 'all', [{ digest, size: manifest.length }]);
    expect(await test.scanned('docker://long', 'all')).toMatchObject({ status: 'scanned', reason: null });
    expect(await namesIn('long', await makeManifest('long', 'all'), {})).toEqual(['long']);
  });
});
