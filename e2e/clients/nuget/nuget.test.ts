import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { arrayBuffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { type ClientServer, followSetup, type GoldenRepositories, startGoldenRepositories, workFolder } from '../client-platform.ts';

// No .NET client can be had on the machines that run these tests: requests are made as the protocol's documents describe them.
// https://learn.microsoft.com/en-us/nuget/api/overview

let golden: GoldenRepositories;
let work: Awaited<ReturnType<typeof workFolder>>;

beforeAll(async () => {
  [golden, work] = await Promise.all([startGoldenRepositories('nuget', 'nuget', '/index.json'), workFolder()]);
});
afterAll(async () => {
  await golden?.stop();
  await work?.remove();
});

const mtime = new Date('2026-01-02T03:04:06Z');

async function nupkg(id: string, version: string, text = version): Promise<Uint8Array<ArrayBuffer>> {
  const zip = new ZipFile();
  const nuspec = `<?xml version="1.0"?>
<package xmlns="http://schemas.microsoft.com/packaging/2013/05/nuspec.xsd"><metadata><id>${id}</id><version>${version}</version><authors>Ada</authors>
<description>Says ${text}</description><dependencies><group targetFramework="net8.0"><dependency id="Acme.Words" version="2.0.0" /></group></dependencies></metadata></package>`;
  zip.addBuffer(Buffer.from(nuspec), `${id}.nuspec`, { mtime });
  zip.addBuffer(Buffer.from(text), 'lib/net8.0/a.dll', { mtime });
  zip.end();
  return new Uint8Array(await arrayBuffer(zip.outputStream as Readable));
}

interface Document {
  [member: string]: unknown;
}
type Items = Document[];

/** A client of one repository, which knows its service index alone. */
async function open(server: ClientServer, key: string) {
  const authorization = `Basic ${Buffer.from(`user:${server.token}`).toString('base64')}`;
  const get = (url: string) => fetch(url, { headers: { authorization } });
  const document = async (url: string) => {
    const answer = await get(url);
    return (answer.ok ? await answer.json() : { status: answer.status }) as Document;
  };
  const index = await document(`${server.protocol(key, 'nuget')}/index.json`);
  const resource = (type: string) => String((index.resources as Items).find((one) => one['@type'] === type)?.['@id']);
  return {
    get,
    document,
    resource,
    versions: async (id: string) => (await document(`${resource('PackageBaseAddress/3.0.0')}${id}/index.json`)).versions,
    registration: (id: string, version = '3.6.0') => document(`${resource(`RegistrationsBaseUrl/${version}`)}${id}/index.json`),
    async push(id: string, version: string, text?: string, apiKey = server.token) {
      const form = new FormData();
      form.append('package', new Blob([await nupkg(id, version, text)]), 'package.nupkg');
      const answer = await fetch(resource('PackagePublish/2.0.0'), { method: 'PUT', body: form, headers: { 'x-nuget-apikey': apiKey } });
      return answer.status;
    },
    change: async (method: 'DELETE' | 'POST', id: string, version: string) =>
      (await fetch(`${resource('PackagePublish/2.0.0')}/${id}/${version}`, { method, headers: { 'x-nuget-apikey': server.token } })).status,
    search: async (query: string) => (await document(`${resource('SearchQueryService')}?${query}`)).data as Items,
  };
}

const leavesIn = (registration: Document): Items => (registration.items as Items).flatMap((page) => page.items as Items);
const versionsIn = (registration: Document) => leavesIn(registration).map((leaf) => (leaf.catalogEntry as Document).version);

describe('nuget', () => {
  it('FMT-101 pushes and downloads exactly as Set Me Up shows to those without dotnet', async () => {
    await work.write({ 'mine/.keep': '', 'consumer/.keep': '' });
    const bytes = await nupkg('My.Package', '1.0.0');
    await writeFile(join(work.path, 'mine/My.Package.1.0.0.nupkg'), bytes);
    const choose = (title: string) => !/^(?:Push a package|Add a package to a project)$/.test(title);
    const folders = { publish: 'mine', resolve: 'consumer' };
    const result = await followSetup({ server: golden.server, key: golden.virtual, home: work.path, folders, env: {}, choose });
    expect(result, result.output).toMatchObject({ code: 0 });
    expect(new Uint8Array(await readFile(join(work.path, 'consumer/my.package.1.0.0.nupkg')))).toEqual(bytes);
  });

  it('FMT-013 finds an upstream’s versions, packages and manifests, whatever its addresses', async () => {
    const upstream = await open(golden.upstream, golden.honest);
    for (const version of ['1.9', '1.10.0', '2.0.0-rc.1', '1.10.0.1']) expect(await upstream.push('Acme.Lib', version)).toBe(201);
    for (const key of [golden.remote, golden.virtual]) {
      const client = await open(golden.server, key);
      expect(await client.versions('acme.lib')).toEqual(['1.9.0', '1.10.0', '1.10.0.1', '2.0.0-rc.1']);
      const base = client.resource('PackageBaseAddress/3.0.0');
      const file = await client.get(`${base}acme.lib/1.9.0/acme.lib.1.9.0.nupkg`);
      expect(new Uint8Array(await file.arrayBuffer())).toEqual(await nupkg('Acme.Lib', '1.9'));
      expect(await (await client.get(`${base}acme.lib/1.9.0/acme.lib.nuspec`)).text()).toContain('<id>Acme.Lib</id>');
      expect((await client.document(`${base}nothing/index.json`)).status).toBe(404);
    }
  });

  it('FMT-013 registers versions in three hives, with addresses of ours alone', async () => {
    for (const key of [golden.remote, golden.virtual]) {
      const client = await open(golden.server, key);
      const registration = await client.registration('acme.lib');
      expect(versionsIn(registration)).toEqual(['1.9.0', '1.10.0', '1.10.0.1', '2.0.0-rc.1']);
      expect(JSON.stringify(registration)).not.toContain(golden.upstream.host);
      const leaf = leavesIn(registration)[0] as Document;
      expect(leaf.catalogEntry).toMatchObject({
        id: 'Acme.Lib',
        listed: true,
        dependencyGroups: [{ targetFramework: 'net8.0', dependencies: [{ id: 'Acme.Words', range: '[2.0.0, )' }] }],
      });
      expect((await client.get(String(leaf.packageContent))).status).toBe(200);
      expect((await client.document(String(leaf['@id']))).packageContent).toBe(leaf.packageContent);
      expect(versionsIn(await client.registration('acme.lib', '3.4.0'))).toEqual(['1.9.0', '1.10.0', '1.10.0.1']);
      const packed = await client.get(`${client.resource('RegistrationsBaseUrl/3.4.0')}acme.lib/index.json`);
      expect(packed.headers.get('content-encoding')).toBe('gzip');
      const plain = await fetch(`${client.resource('RegistrationsBaseUrl')}acme.lib/index.json`, {
        headers: { 'accept-encoding': 'identity', authorization: `Bearer ${golden.server.token}` },
      });
      expect(plain.headers.get('content-encoding')).toBeNull();
    }
  });

  it('FMT-013 searches, completes, unlists and relists', async () => {
    const client = await open(golden.server, golden.local);
    for (const version of ['1.0.0', '1.1.0', '2.0.0-beta']) expect(await client.push('Acme.Found', version)).toBe(201);
    const found = await client.search('q=acme.found');
    expect(found).toMatchObject([{ id: 'Acme.Found', version: '1.1.0', versions: [{ version: '1.0.0' }, { version: '1.1.0' }] }]);
    expect(await client.search('q=found&prerelease=true')).toMatchObject([{ version: '2.0.0-beta' }]);
    expect((await client.document(`${client.resource('SearchAutocompleteService')}?id=acme.found`)).data).toEqual(['1.0.0', '1.1.0']);
    expect(await client.change('DELETE', 'Acme.Found', '1.1.0')).toBe(204);
    expect(await client.search('q=found')).toMatchObject([{ version: '1.0.0' }]);
    expect(leavesIn(await client.registration('acme.found')).map((leaf) => (leaf.catalogEntry as Document).listed)).toEqual([true, false, true]);
    expect(await client.versions('acme.found')).toContain('1.1.0');
    expect(await client.change('POST', 'Acme.Found', '1.1.0')).toBe(200);
    expect(await client.search('q=found')).toMatchObject([{ version: '1.1.0' }]);
    expect(await client.change('DELETE', 'Acme.Found', '7.0.0')).toBe(404);
  });

  it('CORE-007 never shows what an upstream offers under a name of ours', async () => {
    expect(await (await open(golden.upstream, golden.hostile)).push('MY.Package', '99.0.0')).toBe(201);
    const client = await open(golden.server, golden.virtual);
    expect(await client.versions('my.package')).toEqual(['1.0.0']);
    expect(versionsIn(await client.registration('my.package'))).toEqual(['1.0.0']);
    const base = client.resource('PackageBaseAddress/3.0.0');
    expect((await client.get(`${base}my.package/99.0.0/my.package.99.0.0.nupkg`)).status).toBe(404);
    expect((await client.get(`${base}my.package/99.0.0/my.package.nuspec`)).status).toBe(404);
  });

  it('FMT-013 refuses the same version twice and strangers, and is found under the address of compatible servers', async () => {
    const client = await open(golden.server, golden.local);
    expect(await client.push('Acme.Fixed', '1.0.0', 'one')).toBe(201);
    expect(await client.push('Acme.Fixed', '1.0', 'two')).toBe(409);
    expect(await client.push('Acme.Fixed', '2.0.0', 'x', 'wrong')).toBe(401);
    const stranger = await fetch(`${golden.server.protocol(golden.local, 'nuget')}/index.json`);
    expect([stranger.status, stranger.headers.get('www-authenticate')]).toEqual([401, 'Basic realm="Artifactory Realm"']);
    const alias = await golden.server.ask(`api/nuget/v3/${golden.local}/flat/acme.fixed/index.json`);
    expect(await alias.json()).toEqual({ versions: ['1.0.0'] });
  });
});
