import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { Draft, Rendered } from '../format.ts';
import { fileRow, makeRequest, packTar, publishContext, readRows, stagedBytes } from '../test-fixtures.ts';
import { npm } from './npm.ts';
import type { Packument } from './packument.ts';

const packageJson = (more: object = {}) =>
  JSON.stringify({ name: '@acme/hello', version: '1.0.0', license: 'MIT', description: 'Says hello', dependencies: { ms: '^2.0.0' }, ...more });
const tarball = (more: object = {}) => packTar({ 'package/package.json': packageJson(more), 'package/README.md': '# Hello' });

function getDocument(bytes: Buffer, more: { dist?: object; attachment?: object; version?: object } = {}): Record<string, unknown> {
  const { sha1, sha512 } = stagedBytes(bytes);
  const integrity = `sha512-${Buffer.from(sha512!, 'hex').toString('base64')}`;
  return {
    _id: '@acme/hello',
    name: '@acme/hello',
    'dist-tags': { latest: '1.0.0' },
    versions: { '1.0.0': { name: '@acme/hello', version: '1.0.0', dist: { integrity, shasum: sha1, ...more.dist }, ...more.version } },
    _attachments: {
      '@acme/hello-1.0.0.tgz': { content_type: 'application/octet-stream', data: bytes.toString('base64'), length: bytes.length, ...more.attachment },
    },
  };
}

async function publish(document: unknown, chunkSize = 65_536, rows = readRows([])): Promise<Draft> {
  const body = Buffer.from(JSON.stringify(document));
  const chunks = Array.from({ length: Math.ceil(body.length / chunkSize) }, (_, index) => body.subarray(index * chunkSize, (index + 1) * chunkSize));
  const request = makeRequest('PUT', '@acme/hello');
  return (await npm.publish!(npm.classify(request)!, publishContext(request, Readable.from(chunks), rows)))!;
}

async function stored(version = '1.0.0', deprecated?: string) {
  const bytes = await tarball({ version });
  const path = `@acme/hello/-/hello-${version}.tgz`;
  const { facts } = await npm.inspect!({ package: '@acme/hello', version }, path, stagedBytes(bytes));
  return { package: '@acme/hello', version, facts: { ...facts, ...(deprecated ? { deprecated } : {}) }, files: [fileRow(path, bytes)] };
}

const body = ({ body: text }: Rendered) => JSON.parse(String(text)) as Record<string, never>;
const context = { baseUrl: 'http://h/artifactory/api/npm/n', request: makeRequest('GET', '') };

describe('npm addresses', () => {
  it.each([
    ['GET', '@acme/hello', { kind: 'index', package: '@acme/hello', variant: 'full' }],
    ['GET', 'left-pad/1.0.0', { kind: 'index', package: 'left-pad', variant: 'version', version: '1.0.0' }],
    ['GET', '@acme/hello/-/hello-1.0.0-rc.1.tgz', { kind: 'file', path: '@acme/hello/-/hello-1.0.0-rc.1.tgz', version: '1.0.0-rc.1' }],
    ['GET', '@acme/hello/-/@acme/hello-1.0.0.tgz', { kind: 'file', path: '@acme/hello/-/hello-1.0.0.tgz' }],
    ['PUT', '@acme/hello', { kind: 'publish', variant: 'document' }],
    ['DELETE', '@acme/hello/-rev/3', { kind: 'remove', package: '@acme/hello' }],
    ['DELETE', 'artifactory/api/npm/n/@acme/hello/-/hello-1.0.0.tgz/-rev/3', { kind: 'remove', package: '@acme/hello', version: '1.0.0' }],
    ['GET', '-/package/@acme/hello/dist-tags', { kind: 'index', variant: 'tags', package: '@acme/hello' }],
    ['PUT', '-/package/ms/dist-tags/beta', { kind: 'aux', variant: 'set-tag', path: 'beta', needs: 'deploy' }],
    ['POST', '-/npm/v1/security/advisories/bulk', { kind: 'aux', variant: 'advisories' }],
    ['GET', '-/ping', { kind: 'aux', needs: 'none' }],
  ])('reads %s %s', (method, path, want) => {
    expect(npm.classify(makeRequest(method, path))).toMatchObject(want);
  });

  it.each(['__proto__', 'a/b/c/d', '-/unknown', 'node_modules', '.hidden', '@/x', 'a b'])('knows nothing at %s', (path) => {
    expect(npm.classify(makeRequest('GET', path))).toBeUndefined();
  });

  it('knows the abbreviated spelling by its media type', () => {
    expect(npm.classify(makeRequest('GET', 'ms', { accept: 'application/vnd.npm.install-v1+json; q=1.0, application/json; q=0.8' }))).toMatchObject({
      variant: 'abbreviated',
    });
  });

  it('locates tarballs and nothing else', () => {
    expect(npm.locate('@acme/hello/-/hello-1.0.0.tgz')).toEqual({ package: '@acme/hello', version: '1.0.0', lead: true });
    expect(npm.locate('@acme/hello/-/other-1.0.0.tgz')).toBeUndefined();
    expect(npm.locate('x/y.txt')).toBeUndefined();
  });
});

describe('npm publish', () => {
  it.each([1, 3, 7, 1000])('reads the document in pieces of %i bytes', async (size) => {
    const draft = await publish(getDocument(await tarball()), size);
    expect(draft.files).toMatchObject([{ path: '@acme/hello/-/hello-1.0.0.tgz', inspection: { package: '@acme/hello', version: '1.0.0', lead: true } }]);
    expect(draft.pointers).toEqual([{ package: '@acme/hello', name: 'latest', version: '1.0.0' }]);
    expect(draft.files[0]?.inspection?.facts).toMatchObject({
      description: 'Says hello',
      licenses: ['MIT'],
      readme: '# Hello',
      dependencies: [{ name: 'ms', requirement: '^2.0.0', scope: 'runtime' }],
    });
  });

  it('reads base64 with escaped slashes, whatever stands around it', async () => {
    const bytes = await tarball({ keywords: Array.from({ length: 500 }, (_, index) => `k${index * 7919}`) });
    const text = JSON.stringify({ readme: '"_attachments":{"x.tgz":{"data":"no', ...getDocument(bytes) }).replaceAll('/', '\\/');
    const request = makeRequest('PUT', '@acme/hello');
    const draft = await npm.publish!(npm.classify(request)!, publishContext(request, Buffer.from(text)));
    expect(draft?.files[0]?.staged.sha256).toBe(stagedBytes(bytes).sha256);
  });

  it('refuses what does not match its promises', async () => {
    const bytes = await tarball();
    await expect(publish(getDocument(bytes, { dist: { shasum: '0'.repeat(40) } }))).rejects.toMatchObject({ code: 'checksum_mismatch' });
    await expect(publish(getDocument(bytes, { dist: { integrity: `sha512-${Buffer.alloc(64).toString('base64')}` } }))).rejects.toMatchObject({
      code: 'checksum_mismatch',
    });
    await expect(publish(getDocument(bytes, { attachment: { length: 3 } }))).rejects.toMatchObject({ code: 'checksum_mismatch' });
  });

  it('refuses tarballs of another package, version or shape', async () => {
    await expect(publish(getDocument(await tarball({ name: 'evil' })))).rejects.toMatchObject({ code: 'invalid_package' });
    await expect(publish(getDocument(await tarball({ version: '2.0.0' })))).rejects.toMatchObject({ code: 'invalid_package' });
    await expect(publish(getDocument(await packTar({ 'package/index.js': '' })))).rejects.toMatchObject({ code: 'invalid_package' });
    const bytes = await tarball();
    await expect(publish(getDocument(bytes.subarray(0, bytes.length - 9)))).rejects.toMatchObject({ code: 'invalid_package' });
    await expect(publish({ ...getDocument(bytes), name: 'other' })).rejects.toMatchObject({ code: 'bad_request' });
    await expect(publish({ ...getDocument(bytes), 'dist-tags': { '1.x': '1.0.0' } })).rejects.toMatchObject({ code: 'bad_request' });
    await expect(publish(getDocument(bytes, { attachment: { data: '!!!!' } }))).rejects.toMatchObject({ code: 'bad_request' });
  });

  it('refuses documents that are broken off, nested too deeply or too large', async () => {
    const run = (text: string) => {
      const request = makeRequest('PUT', '@acme/hello');
      return npm.publish!(npm.classify(request)!, publishContext(request, Buffer.from(text)));
    };
    await expect(run(JSON.stringify(getDocument(await tarball())).slice(0, -900))).rejects.toMatchObject({ code: 'bad_request' });
    await expect(run('['.repeat(5000))).rejects.toMatchObject({ code: 'bad_request' });
    await expect(run(`{"a":"${'x'.repeat(33 * 1024 * 1024)}"}`)).rejects.toMatchObject({ code: 'too_large' });
    await expect(run('')).rejects.toMatchObject({ code: 'bad_request' });
  });

  it('lets no key of a document reach a prototype', async () => {
    const bytes = await packTar({ 'package/package.json': packageJson().replace('{', '{"__proto__":{"polluted":true},') });
    const draft = await publish(JSON.parse(JSON.stringify(getDocument(bytes)).replace('"dist-tags":{', '"__proto__":{"polluted":true},"dist-tags":{')));
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(JSON.stringify(draft.files[0]?.inspection)).not.toContain('polluted');
  });

  it('takes over deprecations, and checks the revision', async () => {
    const rows = readRows([await stored(), await stored('1.1.0')], { '@acme/hello': { latest: '1.1.0' } });
    const document = {
      _id: '@acme/hello',
      name: '@acme/hello',
      _rev: '7',
      'dist-tags': { latest: '1.1.0' },
      versions: { '1.0.0': { deprecated: 'use 1.1' }, '1.1.0': {} },
    };
    expect(await publish(document, 99, rows)).toMatchObject({ files: [], pointers: [], amend: [{ version: '1.0.0', facts: { deprecated: 'use 1.1' } }] });
    await expect(publish({ ...document, _rev: '6' }, 99, rows)).rejects.toMatchObject({ code: 'conflict' });
  });
});

describe('npm listings', () => {
  it('renders full, abbreviated and single documents with our addresses', async () => {
    const want = npm.classify(makeRequest('GET', '@acme/hello'))!;
    const model = (await npm.load!(want, readRows([await stored('1.0.0', 'old'), await stored('1.1.0-rc.1')])))!;
    const full = body(npm.render!(want, model, context)) as Record<string, Record<string, Record<string, Record<string, unknown>>>>;
    expect(full['dist-tags']).toEqual({ latest: '1.0.0' });
    expect(full.versions?.['1.0.0']).toMatchObject({
      deprecated: 'old',
      dist: { tarball: 'http://h/artifactory/api/npm/n/@acme/hello/-/hello-1.0.0.tgz', integrity: expect.stringMatching(/^sha512-/) },
    });
    expect(full.readme).toBe('# Hello');
    const abbreviated = npm.render!({ ...want, variant: 'abbreviated' }, model, context);
    expect(abbreviated.contentType).toBe('application/vnd.npm.install-v1+json');
    expect((body(abbreviated) as Record<string, Record<string, object>>).versions?.['1.0.0']).not.toHaveProperty('description');
    expect(body(npm.render!({ ...want, variant: 'version', version: 'latest' }, model, context)).version).toBe('1.0.0');
    expect(body(npm.render!({ ...want, variant: 'tags' }, model, context))).toEqual({ latest: '1.0.0' });
  });

  it('reads what it renders, and promises its checksums', async () => {
    const want = npm.classify(makeRequest('GET', '@acme/hello'))!;
    const local = (await npm.load!(want, readRows([await stored()])))!;
    const parsed = npm.parse!(want, Buffer.from(String(npm.render!(want, local, context).body)), { url: 'http://h/x', contentType: 'application/json' });
    const file = npm.classify(makeRequest('GET', '@acme/hello/-/hello-1.0.0.tgz'))!;
    expect(npm.fileSource!(file, parsed)).toEqual({
      url: 'http://h/artifactory/api/npm/n/@acme/hello/-/hello-1.0.0.tgz',
      sha512: expect.any(String),
      sha1: expect.any(String),
    });
    expect(npm.fileSource!(npm.classify(makeRequest('GET', '@acme/hello/-/hello-9.0.0.tgz'))!, parsed)).toBeUndefined();
  });

  it('merges versions, the earlier member winning, latest from the first', async () => {
    const want = npm.classify(makeRequest('GET', '@acme/hello'))!;
    const first = (await npm.load!(want, readRows([await stored('1.0.0', 'ours')])))!;
    const second = (await npm.load!(want, readRows([await stored('1.0.0', 'theirs'), await stored('9.0.0')])))!;
    const merged = npm.merge!(want, [
      { member: 'a', source: 'local', model: first },
      { member: 'b', source: 'remote', model: second },
    ]);
    expect([...merged.versions.keys()]).toEqual(['1.0.0', '9.0.0']);
    expect(merged.versions.get('1.0.0')?.manifest.deprecated).toBe('ours');
    expect(merged.tags.get('latest')).toBe('1.0.0');
  });

  it.each(['', '[]', '{"name":"other","versions":{}}', '<html>'])('refuses %j from an upstream', (text) => {
    expect(() => npm.parse!(npm.classify(makeRequest('GET', 'ms'))!, Buffer.from(text), { url: 'http://h/ms', contentType: '' })).toThrow(
      expect.objectContaining({ code: 'upstream_failed' }),
    );
  });

  it('stands a hundred thousand versions', () => {
    const want = npm.classify(makeRequest('GET', 'ms'))!;
    const versions = Object.fromEntries(
      Array.from({ length: 100_000 }, (_, index) => [`1.0.${index}`, { dist: { tarball: `http://h/ms/-/ms-1.0.${index}.tgz` } }]),
    );
    const model = npm.parse!(want, Buffer.from(JSON.stringify({ name: 'ms', versions })), { url: 'http://h/ms', contentType: '' }) as Packument;
    expect(model.tags.get('latest')).toBe('1.0.99999');
  });

  it('orders versions by semver', () => {
    expect(['10.0.0', '1.0.0', '1.0.0-rc.1', '1.2.0'].toSorted(npm.compareVersions)).toEqual(['1.0.0-rc.1', '1.0.0', '1.2.0', '10.0.0']);
  });
});
