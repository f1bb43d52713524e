import { examineFormat } from '@packhouse/testkit/examine-format.ts';
import { packZip, packZipBomb } from '../test-fixtures.ts';

const nuspec = (more: { id?: string; version?: string; description?: string } = {}) => `<?xml version="1.0" encoding="utf-8"?>
<package xmlns="http://schemas.microsoft.com/packaging/2013/05/nuspec.xsd">
  <metadata>
    <id>${more.id ?? 'Acme.Hello'}</id>
    <version>${more.version ?? '1.0'}</version>
    <authors>Ada, Grace</authors>
    <description>${more.description ?? 'Says hello &amp; goodbye'}</description>
    <license type="expression">MIT</license>
    <readme>docs/README.md</readme>
    <tags>hello world</tags>
    <dependencies>
      <group targetFramework="net8.0"><dependency id="Acme.Words" version="2.0.0" exclude="Build" /></group>
      <group targetFramework="netstandard2.0"><dependency id="Acme.Words" version="[1.0,2.0)" /></group>
    </dependencies>
  </metadata>
</package>`;
const files = { 'Acme.Hello.nuspec': nuspec(), 'docs/README.md': '# Hello', 'lib/net8.0/Acme.Hello.dll': 'code' };
const bytes = await packZip(files);

const boundary = 'between-the-parts';
function push(title: string, body: Buffer) {
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="package"; filename="package.nupkg"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  const form = Buffer.concat([Buffer.from(head), body, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  return { title, method: 'PUT' as const, path: 'api/v2/package', headers: { 'content-type': `multipart/form-data; boundary=${boundary}` }, body: form };
}
const storage = 'acme.hello/1.0.0/acme.hello.1.0.0.nupkg';
const put = (title: string, body: Buffer, headers: Record<string, string> = {}) => ({ title, method: 'PUT' as const, path: storage, headers, body });

examineFormat({
  format: 'nuget',
  apiName: 'nuget',
  good: {
    upload: push('a package', bytes),
    file: `flat/${storage}`,
    bytes,
    storage,
    listing: { path: 'flat/acme.hello/index.json', contains: '"1.0.0"' },
    package: {
      name: 'acme.hello',
      version: '1.0.0',
      facts: {
        description: 'Says hello & goodbye',
        licenses: ['MIT'],
        readme: '# Hello',
        authors: ['Ada', 'Grace'],
        tags: ['hello', 'world'],
        dependencies: [
          { name: 'Acme.Words', requirement: '[2.0.0, )', scope: 'runtime' },
          { name: 'Acme.Words', requirement: '[1.0,2.0)', scope: 'runtime' },
        ],
      },
    },
  },
  bad: [
    push('no package', Buffer.from('no package at all, but long enough to be looked into')),
    push('a package without manifest', await packZip({ 'lib/a.dll': 'x' })),
    push('a package with two manifests', await packZip({ ...files, 'Other.nuspec': nuspec() })),
    push('an id that leads outside', await packZip({ 'a.nuspec': nuspec({ id: '../../evil' }) })),
    push('a version that is none', await packZip({ 'a.nuspec': nuspec({ version: 'latest' }) })),
    push('a manifest that declares entities', await packZip({ 'a.nuspec': nuspec().replace('<package', '<!DOCTYPE p [<!ENTITY a "b">]><package') })),
    put('another package than the path says', await packZip({ 'a.nuspec': nuspec({ id: 'Other' }) })),
    { ...push('no form', bytes), headers: { 'content-type': 'application/octet-stream' }, body: bytes },
  ],
  truncated: push('a truncated package', bytes.subarray(0, bytes.length - 10)),
  bomb: push('a bomb', await packZipBomb(files)),
  wrongChecksum: put('a wrong checksum', bytes, { 'x-checksum-sha256': '0'.repeat(64) }),
  otherBytes: push('the same version with other bytes', await packZip({ ...files, 'Acme.Hello.nuspec': nuspec({ version: '1.0.0.0', description: 'Other' }) })),
  order: ['0.9.0', '1.0.0-alpha', '1.0.0-beta.2', '1.0.0-Beta.10', '1.0.0-rc', '1.0.0', '1.0.0.1', '1.0.1', '1.2.0', '1.10.0'],
});
