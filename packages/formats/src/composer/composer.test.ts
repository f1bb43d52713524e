import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { AuxContext, Rows } from '../format.ts';
import { fileRow, makeRequest, packZip, publishContext, readRows, stagedBytes } from '../test-fixtures.ts';
import { composer } from './composer.ts';
import type { ComposerListing } from './composer-listing.ts';
import { readLicences } from './composer-manifest.ts';
import { archivePath, listingWant } from './composer-place.ts';
import { isDevelopment } from './composer-version-order.ts';
import { expand, minify } from './minified.ts';

const commit = 'a'.repeat(40);
const upstream = { url: 'https://packages.example/php/p2/acme/hello.json', contentType: 'application/json' };
const releases = listingWant('acme/hello', false);
const parse = (versions: readonly object[], want = releases, more = {}): ComposerListing =>
  composer.parse!(want, Buffer.from(JSON.stringify({ packages: { 'acme/hello': versions }, ...more })), upstream);
const dist = (url: string, more = {}) => ({ dist: { type: 'zip', url, reference: commit, shasum: '', ...more } });
const renderAs = (model: ComposerListing, want = releases) => {
  const { body } = composer.render!(want, model, { baseUrl: 'http://here/r', request: makeRequest('GET', want.path) });
  const { packages } = JSON.parse(String(body)) as { packages: Record<string, Record<string, unknown>[]> };
  return expand(packages['acme/hello']!);
};

describe('composer', () => {
  it('knows what its addresses mean', () => {
    const classify = (method: string, path: string) => composer.classify(makeRequest(method, path));
    expect(classify('GET', 'packages.json')).toMatchObject({ kind: 'index', own: true });
    expect(classify('GET', 'p2/Acme/Hello.json')).toMatchObject({ path: 'p2/acme/hello.json', package: 'acme/hello', variant: 'releases' });
    expect(classify('GET', 'p2/acme/hello~dev.json')).toMatchObject({ package: 'acme/hello', variant: 'development' });
    expect(classify('PUT', 'acme/hello/hello-1.0.0.zip')).toMatchObject({ kind: 'publish', variant: 'plain', version: '1.0.0' });
    expect(classify('PUT', 'anything.zip')).toMatchObject({ kind: 'publish', variant: 'archive' });
    for (const path of ['p2/acme.json', 'p2/a/b/c.json', 'acme/hello/hello.zip', 'acme/hello/other-1.0.0.zip', 'acme/hello/hello-latest.zip', 'x'])
      expect(classify('GET', path), path).toBeUndefined();
  });

  it('gives heads of branches a place that says which, and each commit of an upstream its own', () => {
    expect(archivePath('acme/hello', 'dev-feature/x')).toBe('acme/hello/hello-dev-feature~x.zip');
    expect(composer.locate('acme/hello/hello-dev-feature~x.zip')).toEqual({ package: 'acme/hello', version: 'dev-feature/x', lead: true });
    const path = archivePath('acme/hello', '1.x-dev', commit);
    expect(path).toBe(`acme/hello/${commit}/hello-1.x-dev.zip`);
    expect(composer.locate(path)).toMatchObject({ version: '1.x-dev' });
    expect(composer.mayReplace('acme/hello/hello-dev-main.zip')).toBe(true);
    expect(composer.mayReplace('acme/hello/hello-1.0.0.zip')).toBe(false);
    expect(['dev-main', '2.x-dev', '1.0.0-dev', '1.0.0', '1.0.0-RC1'].map(isDevelopment)).toEqual([true, true, true, false, false]);
  });

  it('lists an upstream’s versions with our addresses, and nothing that leads past us', () => {
    const model = parse([
      {
        name: 'acme/hello',
        version: 'v1.1.0',
        license: ['MIT'],
        source: { type: 'git', url: 'https://git.example/acme/hello', reference: commit },
        'transport-options': { ssl: { verify_peer: false } },
        ...dist('../../files/hello.zip', { shasum: 'B'.repeat(40) }),
      },
      { version: '1.0.0', source: { type: 'git', url: 'https://git.example/acme/hello' } },
      { version: '0.9.0', ...dist('file:///etc/passwd') },
      { version: '../evil', ...dist('https://packages.example/evil.zip') },
      { version: '0.1.0', type: 'metapackage', require: { 'acme/base': '*' } },
    ]);
    const [first, second, ...rest] = renderAs(model);
    expect(rest).toEqual([]);
    expect(first).toEqual({
      name: 'acme/hello',
      version: 'v1.1.0',
      license: ['MIT'],
      dist: { type: 'zip', url: 'http://here/r/acme/hello/hello-v1.1.0.zip', reference: commit, shasum: 'b'.repeat(40) },
    });
    expect(second).toEqual({ name: 'acme/hello', version: '0.1.0', type: 'metapackage', require: { 'acme/base': '*' } });
    const want = composer.classify(makeRequest('GET', 'acme/hello/hello-v1.1.0.zip'))!;
    expect(composer.fileSource!(want, model)).toEqual({ url: 'https://packages.example/php/files/hello.zip', sha1: 'b'.repeat(40) });
  });

  it('reads minified documents, and writes them so that each version is whole again', () => {
    const whole = [
      { name: 'acme/hello', version: '1.2.0', require: { php: '>=8.1' }, ...dist('https://x.example/1.2.0') },
      { name: 'acme/hello', version: '1.1.0', require: { php: '>=8.1' }, keywords: ['a'], ...dist('https://x.example/1.1.0') },
      { name: 'acme/hello', version: '1.0.0', ...dist('https://x.example/1.0.0') },
    ];
    const short = minify(whole);
    expect(short[1]).toEqual({ version: '1.1.0', keywords: ['a'], ...dist('https://x.example/1.1.0') });
    expect(short[2]).toMatchObject({ require: '__unset', keywords: '__unset' });
    expect(expand(short)).toEqual(whole);
    expect(parse(short, releases, { minified: 'composer/2.0' })).toEqual(parse(whole));
  });

  it('merges versions, the earlier member first, and takes spellings of one version for one', () => {
    const merged = composer.merge!(releases, [
      { member: 'a', source: 'remote', model: parse([{ version: '1.0.0', description: 'first', ...dist('https://a.example/1') }]) },
      {
        member: 'b',
        source: 'remote',
        model: parse([
          { version: 'v1.0', description: 'second', ...dist('https://b.example/1') },
          { version: '2.0.0', ...dist('https://b.example/2') },
        ]),
      },
    ]);
    expect(renderAs(merged).map(({ version, description }) => [version, description])).toEqual([
      ['2.0.0', undefined],
      ['1.0.0', 'first'],
    ]);
  });

  it('refuses what is no metadata, and upstreams of the first protocol', () => {
    for (const text of ['<html>', '[]', '{"packages":{}}', '{"packages":{"acme/hello":{}}}', `{"packages":{"acme/hello":${'['.repeat(100_000)}`])
      expect(() => composer.parse!(releases, Buffer.from(text), upstream), text.slice(0, 40)).toThrow(expect.objectContaining({ code: 'upstream_failed' }));
    const root = composer.classify(makeRequest('GET', 'packages.json'))!;
    const read = (document: object) =>
      composer.parse!(root, Buffer.from(JSON.stringify(document)), { ...upstream, url: 'https://packages.example/php/packages.json' });
    expect(() => read({ packages: { 'acme/hello': {} } })).toThrow(expect.objectContaining({ code: 'upstream_failed' }));
    const model = read({ 'metadata-url': '/p2/%package%.json' });
    expect(composer.discovery!.address(listingWant('acme/hello', true), model)).toBe('https://packages.example/p2/acme/hello~dev.json');
  });

  it('puts an archive where it belongs, by what it says and the version it is given', async () => {
    const zip = await packZip({ 'hello-main/composer.json': JSON.stringify({ name: 'Acme/Hello', autoload: [] }), 'hello-main/src/x.php': '' });
    const draft = await composer.publish!(composer.classify(makeRequest('PUT', 'x.zip'))!, {
      ...publishContext(makeRequest('PUT', 'x.zip'), zip),
      properties: { 'composer.version': ['dev-main'] },
    });
    expect(draft!.files).toMatchObject([{ path: 'acme/hello/hello-dev-main.zip', inspection: { package: 'acme/hello', version: 'dev-main' } }]);
    const own = await packZip({ 'composer.json': '{"name":"acme/hello","version":"1.0"}' });
    const inspected = await composer.inspect!({ package: 'acme/hello', version: '1.0.0' }, 'acme/hello/hello-1.0.0.zip', stagedBytes(own));
    expect(inspected).toMatchObject({ version: '1.0.0' });
  });

  it('reads several licences as a choice', () => {
    expect(readLicences(['LGPL-2.1-only', 'GPL-3.0-or-later'])).toEqual(['LGPL-2.1-only OR GPL-3.0-or-later']);
    expect(readLicences('(MIT or Apache-2.0)')).toEqual(['(MIT OR Apache-2.0)']);
    expect(readLicences(undefined)).toEqual([]);
  });

  it('never tells upstreams of names that are ours, and takes no answer about them', async () => {
    const rows = readRows([{ package: 'acme/hello', version: '1.0.0', facts: { description: 'Ours' }, files: [fileRow('acme/hello/hello-1.0.0.zip')] }]);
    const asked: string[] = [];
    const answers: Record<string, object> = {
      search: { results: [{ name: 'acme/hello', description: 'Theirs' }, { name: 'other/hello' }], total: 2 },
      list: { packageNames: ['acme/hello', 'other/hello', '../evil'] },
      advisories: { advisories: { 'acme/hello': [{ advisoryId: 'X' }], 'other/hello': [{ advisoryId: 'Y' }] } },
    };
    const ask = async (path: string, body = '') => {
      const request = makeRequest(body === '' ? 'GET' : 'POST', path);
      const root = {
        metadata: '',
        search: 'https://up.example/search?q=%query%',
        list: 'https://up.example/list',
        advisories: 'https://up.example/advisories',
      };
      const context = {
        ...publishContext(request, Buffer.from(body)),
        rows: [rows],
        atOneMoment: <Found>(read: (all: readonly Rows[]) => Promise<Found>) => read([rows]),
        listings: async () => [{ versions: [], root }],
        claimed: async (names: readonly string[]) => new Set(names.filter((name) => name.startsWith('acme/'))),
        async upstream(address: string, init: { body?: Buffer } = {}) {
          asked.push(`${address} ${init.body ?? ''}`.trim());
          const kind = Object.keys(answers).find((one) => address.includes(one))!;
          return { status: 200, headers: {}, body: Buffer.from(JSON.stringify(answers[kind])) };
        },
      } as unknown as AuxContext<ComposerListing>;
      const { body: text } = (await composer.aux!(composer.classify(request)!, context))!;
      return JSON.parse(Buffer.isBuffer(text) || typeof text === 'string' ? String(text) : String(await buffer(text))) as Record<string, unknown>;
    };
    expect(await ask('search.json?q=hello')).toMatchObject({ results: [{ name: 'acme/hello', description: 'Ours' }, { name: 'other/hello' }] });
    expect(await ask('packages/list.json?filter=*hello')).toEqual({ packageNames: ['acme/hello', 'other/hello'] });
    expect(await ask('api/security-advisories/', 'packages[0]=acme%2Fhello&packages[1]=other%2Fhello')).toEqual({
      advisories: { 'other/hello': [{ advisoryId: 'Y' }] },
    });
    expect(asked).toEqual([
      'https://up.example/search?q=hello',
      'https://up.example/list?filter=*hello',
      'https://up.example/advisories packages%5B%5D=other%2Fhello',
    ]);
  });
});
