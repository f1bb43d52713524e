import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { AuxContext, Rows, Want } from '../format.ts';
import { fileRow, makeRequest, readRows } from '../test-fixtures.ts';
import { nuget } from './nuget.ts';
import type { NugetListing } from './nuget-listing.ts';
import { normaliseVersion } from './nuget-version.ts';

const classify = (path: string) => nuget.classify(makeRequest('GET', path)) as Want;
const context = (path: string) => ({ baseUrl: 'https://host/artifactory/api/nuget/n', request: makeRequest('GET', path) });
const service = {
  resources: [
    { '@id': 'https://files.test/v3-flatcontainer/', '@type': 'PackageBaseAddress/3.0.0' },
    { '@id': 'https://files.test/old/', '@type': 'RegistrationsBaseUrl' },
    { '@id': 'https://files.test/registration5-gz-semver2/', '@type': 'RegistrationsBaseUrl/3.6.0' },
  ],
};
const read = (path: string, body: object, url = 'https://files.test/') =>
  nuget.parse!(classify(path), gzipSync(JSON.stringify(body)), { url, contentType: '' });

describe('nuget', () => {
  it('asks an upstream where its service index says', () => {
    const model = read('index.json', service);
    const address = (path: string) => nuget.discovery!.address(classify(path), model);
    expect(address('flat/acme.lib/index.json')).toBe('https://files.test/v3-flatcontainer/acme.lib/index.json');
    expect(address('flat/acme.lib/1.0.0/acme.lib.nuspec')).toBe('https://files.test/v3-flatcontainer/acme.lib/1.0.0/acme.lib.nuspec');
    expect(address('reg/acme.lib/index.json')).toBe('https://files.test/registration5-gz-semver2/acme.lib/index.json');
    expect(nuget.upstream!(classify('index.json'), 'https://files.test/v3/index.json')).toEqual({ path: 'https://files.test/v3/index.json' });
    expect(nuget.upstream!(classify('index.json'), 'https://files.test/nuget/')).toEqual({ path: 'https://files.test/nuget/index.json' });
  });

  it('keeps the pages of a long registration, under addresses of ours', () => {
    const place = 'https://files.test/registration5-gz-semver2/acme.lib/page/1.0.0/1.63.0.json';
    const model = read('reg/acme.lib/index.json', { items: [{ '@id': place, count: 64, lower: '1.0.0', upper: '1.63.0' }] });
    const index = JSON.parse(String(nuget.render!(classify('reg/acme.lib/index.json'), model, context('reg/acme.lib/index.json')).body));
    expect(index.items).toMatchObject([{ '@id': 'https://host/artifactory/api/nuget/n/reg/acme.lib/page/1.0.0/1.63.0.json', count: 64 }]);
    const path = 'reg/acme.lib/page/1.0.0/1.63.0.json';
    expect(nuget.discovery!.want(classify(path))).toMatchObject({ path: 'reg/acme.lib/index.json' });
    expect(nuget.discovery!.address(classify(path), model)).toBe(place);
    const page = read(path, { items: [{ catalogEntry: { id: 'Acme.Lib', version: '1.0.0', '@id': 'https://files.test/x' } }] });
    expect(String(nuget.render!(classify(path), page, context(path)).body)).not.toContain('files.test');
  });

  it('takes packages from where the list of versions is', () => {
    const model = read('flat/acme.lib/index.json', { versions: ['1.0.0-Beta'] }, 'https://files.test/flat/acme.lib/index.json');
    const want = classify('flat/acme.lib/1.0.0-beta/acme.lib.1.0.0-beta.nupkg');
    expect(nuget.fileSource!(want, model)).toEqual({ url: 'https://files.test/flat/acme.lib/1.0.0-beta/acme.lib.1.0.0-beta.nupkg' });
    expect(nuget.fileSource!({ ...want, version: '2.0.0' }, model)).toBeUndefined();
  });

  it('spells versions as addresses do', () => {
    const spelled = ['1', '1.0', '1.00.01.0', '1.2.3.4', '1.0.0-Beta+build', '1.0.0.0.0', '1.0-', ''].map(normaliseVersion);
    expect(spelled).toEqual(['1.0.0', '1.0.0', '1.0.1', '1.2.3.4', '1.0.0-Beta', undefined, undefined, undefined]);
    expect(classify('flat/Acme.Lib/index.json')).toBeUndefined();
    expect(classify('flat/acme.lib/1.0/acme.lib.1.0.nupkg')).toBeUndefined();
  });

  it('gives a manifest, which its uploader wrote, to be kept and not to be shown', () => {
    const model = { registered: [], pages: [], versions: [], nuspec: '<package/>' };
    const answer = nuget.render!(classify('flat/acme.lib/1.0.0/acme.lib.nuspec'), model, {} as never);
    expect(answer).toMatchObject({ contentType: 'application/xml; charset=utf-8', headers: { 'content-disposition': 'attachment' }, body: '<package/>' });
  });

  it('searches in parts, and gives the page that was asked for', async () => {
    const name = (at: number) => `p${String(at).padStart(4, '0')}`;
    const versions = (count: number, first: number) =>
      Array.from({ length: count }, (_, at) => ({
        package: name(first + at),
        version: '1.0.0',
        facts: { native: { id: name(first + at), version: '1.0.0', tags: [], groups: [], source: '' } },
        files: [fileRow('a.nupkg')],
      }));
    const limits: number[] = [];
    const counted = (rows: Rows): Rows => ({
      ...rows,
      search: (text, page) => {
        limits.push(page.limit);
        return rows.search(text, page);
      },
    });
    const rows = [counted(readRows(versions(600, 0))), counted(readRows(versions(10, 595)))];
    const request = makeRequest('GET', 'query?q=p&skip=590&take=30');
    const atOneMoment: AuxContext['atOneMoment'] = (read) => read(rows);
    const answer = await nuget.aux!(nuget.classify(request)!, { request, atOneMoment, baseUrl: '' } as Partial<
      AuxContext<NugetListing>
    > as AuxContext<NugetListing>);
    const { totalHits, data } = JSON.parse(String(answer?.body)) as { totalHits: number; data: { id: string }[] };
    expect(data.map(({ id }) => id)).toEqual(Array.from({ length: 15 }, (_, at) => name(590 + at)));
    expect(totalHits).toBe(605);
    expect(Math.max(...limits)).toBeLessThanOrEqual(250);
  });

  it('refuses documents that are none', () => {
    for (const path of ['index.json', 'flat/a/index.json', 'reg/a/index.json', 'flat/a/1.0.0/a.nuspec'])
      expect(() => nuget.parse!(classify(path), Buffer.from('<html>'), { url: 'https://files.test/', contentType: 'text/html' })).toThrow('NuGet');
  });
});
