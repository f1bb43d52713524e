import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { arrayBuffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { type ClientServer, followSetup, type GoldenRepositories, startGoldenRepositories, workFolder } from '../client-platform.ts';

// No Swift client can be had on the machines that run these tests: requests are made as the registry's specification describes them.
// https://github.com/swiftlang/swift-package-manager/blob/main/Documentation/PackageRegistry/Registry.md

let golden: GoldenRepositories;
let work: Awaited<ReturnType<typeof workFolder>>;

beforeAll(async () => {
  [golden, work] = await Promise.all([startGoldenRepositories('swift', 'swift'), workFolder()]);
});
afterAll(async () => {
  await golden?.stop();
  await work?.remove();
});

const mtime = new Date('2026-01-02T03:04:06Z');

async function archive(name: string, text: string, more: Record<string, string> = {}): Promise<Uint8Array<ArrayBuffer>> {
  const zip = new ZipFile();
  const files = { 'Package.swift': `// swift-tools-version:5.7\n// ${text}\n`, ...more };
  for (const [file, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), `${name}/${file}`, { mtime });
  zip.end();
  return new Uint8Array(await arrayBuffer(zip.outputStream as Readable));
}

interface Release {
  text?: string;
  files?: Record<string, string>;
  metadata?: object;
  signature?: string;
}

/** Parts without file names, as the client sends them. */
function getForm(parts: Record<string, { type: string; content: Uint8Array | string }>): { body: Buffer<ArrayBuffer>; type: string } {
  const pieces = Object.entries(parts).flatMap(([name, { type, content }]) => [
    Buffer.from(`--part\r\nContent-Disposition: form-data; name="${name}"\r\nContent-Type: ${type}\r\nContent-Transfer-Encoding: binary\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
  return { body: Buffer.concat([...pieces, Buffer.from('--part--\r\n')]), type: 'multipart/form-data;boundary="part"' };
}

async function publish(server: ClientServer, key: string, id: string, version: string, { text = version, files, metadata, signature }: Release = {}) {
  const { body, type } = getForm({
    'source-archive': { type: 'application/zip', content: await archive(id.split('/')[1] ?? '', text, files) },
    ...(signature ? { 'source-archive-signature': { type: 'application/octet-stream', content: signature } } : {}),
    ...(metadata ? { metadata: { type: 'application/json', content: JSON.stringify(metadata) } } : {}),
  });
  const headers = { 'content-type': type, ...(signature ? { 'x-swift-package-signature-format': 'cms-1.0.0' } : {}) };
  return server.ask(`api/swift/${key}/${id}/${version}`, { method: 'PUT', body, headers });
}
const get = (key: string, path: string, accept = 'json') =>
  golden.server.ask(`api/swift/${key}/${path}`, { headers: { accept: `application/vnd.swift.registry.v1+${accept}` } });
const readReleases = async (key: string, id: string) => Object.keys(((await (await get(key, id)).json()) as { releases: object }).releases);

describe('swift', () => {
  it('FMT-101 publishes and downloads exactly as Set Me Up shows to those without swift', async () => {
    await work.write({ 'mine/.keep': '', 'consumer/.keep': '' });
    const bytes = await archive('Hello', 'mine');
    await writeFile(join(work.path, 'mine/Hello.zip'), bytes);
    const choose = (title: string) => /without swift|access token/.test(title);
    const folders = { publish: 'mine', resolve: 'consumer' };
    const result = await followSetup({ server: golden.server, key: golden.virtual, home: work.path, folders, env: {}, choose });
    expect(result, result.output).toMatchObject({ code: 0 });
    expect(new Uint8Array(await readFile(join(work.path, 'consumer/Hello.zip')))).toEqual(bytes);
  });

  it('FMT-011 lists, describes and hands out an upstream’s releases, whatever the case of their names', async () => {
    for (const version of ['1.9.0', '1.10.0', '2.0.0-rc.1'])
      expect(
        (await publish(golden.upstream, golden.honest, 'mona/LinkedList', version, { signature: 'signed', metadata: { description: 'A list' } })).status,
      ).toBe(201);
    for (const key of [golden.remote, golden.virtual]) {
      const list = await get(key, 'Mona/linkedlist');
      expect(list.headers.get('content-version')).toBe('1');
      expect(list.headers.get('link')).toContain('LinkedList/1.10.0>; rel="latest-version"'.replace('LinkedList', 'linkedlist'));
      expect(await readReleases(key, 'mona/LinkedList')).toEqual(['2.0.0-rc.1', '1.10.0', '1.9.0']);
      const described = (await (await get(key, 'mona/LinkedList/1.9.0')).json()) as Record<string, unknown>;
      const bytes = await archive('LinkedList', '1.9.0');
      expect(described).toMatchObject({
        id: 'mona.LinkedList',
        version: '1.9.0',
        metadata: { description: 'A list' },
        resources: [
          {
            name: 'source-archive',
            type: 'application/zip',
            checksum: createHash('sha256').update(bytes).digest('hex'),
            signing: { signatureBase64Encoded: Buffer.from('signed').toString('base64'), signatureFormat: 'cms-1.0.0' },
          },
        ],
      });
      const zip = await get(key, 'mona/LinkedList/1.9.0.zip', 'zip');
      expect([zip.headers.get('content-version'), zip.headers.get('content-type')]).toEqual(['1', 'application/zip']);
      expect(new Uint8Array(await zip.arrayBuffer())).toEqual(bytes);
      expect(await (await get(key, 'mona/LinkedList/1.9.0/Package.swift', 'swift')).text()).toContain('// 1.9.0');
      expect((await get(key, 'mona/LinkedList/3.0.0')).status).toBe(404);
    }
  });

  it('FMT-011 names the manifests for other versions of Swift, and neighbours of a release', async () => {
    const { server, local } = golden;
    const files = { 'Package@swift-5.5.swift': '// swift-tools-version:5.5\n// older\n' };
    for (const version of ['1.0.0', '1.1.0', '1.2.0']) expect((await publish(server, local, 'acme/Many', version, { files })).status).toBe(201);
    const plain = await get(local, 'acme/Many/1.1.0/Package.swift', 'swift');
    expect(plain.headers.get('content-type')).toContain('text/x-swift');
    expect(plain.headers.get('link')).toMatch(
      /Package\.swift\?swift-version=5\.5>; rel="alternate"; filename="Package@swift-5\.5\.swift"; swift-tools-version="5\.5"/,
    );
    expect(await (await get(local, 'acme/Many/1.1.0/Package.swift?swift-version=5.5', 'swift')).text()).toContain('// older');
    const other = await get(local, 'acme/Many/1.1.0/Package.swift?swift-version=4.2', 'swift');
    expect([other.status, other.headers.get('location')]).toEqual([303, `${server.protocol(local, 'swift')}/acme/Many/1.1.0/Package.swift`]);
    const link = (await get(local, 'acme/Many/1.1.0.json')).headers.get('link') ?? '';
    expect([...link.matchAll(/Many\/([\d.]+)>; rel="([\w-]+)"/g)].map(([, version, relation]) => [relation, version])).toEqual([
      ['latest-version', '1.2.0'],
      ['predecessor-version', '1.0.0'],
      ['successor-version', '1.2.0'],
    ]);
  });

  it('FMT-011 finds packages by their source repository', async () => {
    const metadata = { repositoryURLs: ['https://git.example.com/mona/Tree.git'] };
    expect((await publish(golden.upstream, golden.honest, 'mona/Tree', '1.0.0', { metadata })).status).toBe(201);
    for (const key of [golden.remote, golden.virtual]) {
      const found = await get(key, `identifiers?url=${encodeURIComponent('git@git.example.com:mona/tree.git')}`);
      expect(await found.json()).toEqual({ identifiers: ['mona.Tree'] });
      expect((await get(key, 'identifiers?url=https://git.example.com/other/tree')).status).toBe(404);
    }
  });

  it('CORE-007 never shows what an upstream offers under a name of ours', async () => {
    expect((await publish(golden.upstream, golden.hostile, 'ACME/hello', '99.0.0')).status).toBe(201);
    expect(await readReleases(golden.virtual, 'acme/Hello')).toEqual(['1.0.0']);
    for (const path of ['99.0.0', '99.0.0.zip', '99.0.0/Package.swift']) expect((await get(golden.virtual, `acme/Hello/${path}`)).status).toBe(404);
  });

  it('FMT-011 signs in, refuses releases twice, and speaks of problems as the client expects', async () => {
    const { server, local } = golden;
    expect((await publish(server, local, 'acme/Fixed', '1.0.0', { text: 'one' })).headers.get('location')).toMatch(/acme\/Fixed\/1\.0\.0$/);
    const twice = await publish(server, local, 'acme/fixed', '1.0.0', { text: 'two' });
    expect([twice.status, twice.headers.get('content-type'), twice.headers.get('content-version')]).toEqual([409, 'application/problem+json', '1']);
    expect(await twice.json()).toMatchObject({ detail: expect.any(String) });
    expect((await server.ask(`api/swift/${local}/login`, { method: 'POST' })).status).toBe(200);
    expect((await fetch(`${server.protocol(local, 'swift')}/login`, { method: 'POST' })).status).toBe(401);
    const { body, type } = getForm({
      'source-archive': { type: 'application/zip', content: await archive('A', 'a') },
      'source-archive-signature': { type: 'application/octet-stream', content: 'x' },
    });
    expect((await server.ask(`api/swift/${local}/acme/Signed/1.0.0`, { method: 'PUT', body, headers: { 'content-type': type } })).status).toBe(400);
  });
});
