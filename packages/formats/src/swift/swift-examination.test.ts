import { examineFormat } from '@packhouse/testkit/examine-format.ts';
import { packZip, packZipBomb, readLicenceText } from '../test-fixtures.ts';

const manifest = `// swift-tools-version:5.7
import PackageDescription
let package = Package(
  name: "Hello",
  dependencies: [
    .package(url: "https://example.com/acme/words.git", from: "1.2.0"), // words
    .package(id: "acme.Letters", "1.0.0"..<"2.0.0"),
  ]
)
`;
const license = readLicenceText('Apache-2.0');
const files = { 'Hello/Package.swift': manifest, 'Hello/README.md': '# Hello', 'Hello/LICENSE': license, 'Hello/Sources/Hello/Hello.swift': 'print(1)' };
const bytes = await packZip(files);
const metadata = JSON.stringify({ description: 'Says hello', author: { name: 'Ada' }, repositoryURLs: ['https://example.com/acme/hello.git'] });

const boundary = 'between-the-parts';
function publish(title: string, body: Buffer, more: { metadata?: string; path?: string } = {}) {
  const part = (name: string, type: string, content: Buffer) =>
    Buffer.concat([
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\nContent-Type: ${type}\r\nContent-Transfer-Encoding: binary\r\n\r\n`),
      content,
      Buffer.from('\r\n'),
    ]);
  const form = Buffer.concat([
    part('source-archive', 'application/zip', body),
    part('metadata', 'application/json', Buffer.from(more.metadata ?? metadata)),
    Buffer.from(`--${boundary}--\r\n`),
  ]);
  const headers = { 'content-type': `multipart/form-data;boundary="${boundary}"`, accept: 'application/vnd.swift.registry.v1+json' };
  return { title, method: 'PUT' as const, path: more.path ?? 'acme/Hello/1.0.0', headers, body: form };
}
const storage = 'acme/hello/hello-1.0.0.zip';

examineFormat({
  format: 'swift',
  apiName: 'swift',
  good: {
    upload: publish('a package', bytes),
    file: 'acme/Hello/1.0.0.zip',
    bytes,
    storage,
    listing: { path: 'acme/Hello', contains: '"1.0.0"' },
    package: {
      name: 'acme.hello',
      version: '1.0.0',
      facts: {
        description: 'Says hello',
        licenses: ['Apache-2.0'],
        readme: '# Hello',
        authors: ['Ada'],
        dependencies: [
          { name: 'https://example.com/acme/words.git', requirement: 'from 1.2.0', scope: 'runtime' },
          { name: 'acme.Letters', requirement: '1.0.0..<2.0.0', scope: 'runtime' },
        ],
        display: { 'Package id': 'acme.Hello', 'Swift tools version': '5.7' },
      },
    },
  },
  bad: [
    publish('no archive', Buffer.from('no archive at all, but long enough to be looked into')),
    publish('an archive without manifest', await packZip({ 'Hello/README.md': 'x' })),
    publish('a manifest too deep', await packZip({ 'a/b/Package.swift': manifest })),
    publish('metadata that is no JSON', bytes, { metadata: '{' }),
    publish('metadata that is no object', bytes, { metadata: '[1]' }),
    publish('a version that is none', bytes, { path: 'acme/Hello/1.0' }),
    { ...publish('no form', bytes), headers: { 'content-type': 'application/zip' }, body: bytes },
  ],
  truncated: publish('a truncated archive', bytes.subarray(0, bytes.length - 10)),
  bomb: publish('a bomb', await packZipBomb(files)),
  wrongChecksum: { title: 'a wrong checksum', method: 'PUT', path: storage, headers: { 'x-checksum-sha256': '0'.repeat(64) }, body: bytes },
  otherBytes: publish('the same release with other bytes', await packZip({ ...files, 'Hello/README.md': 'Other' }), { path: 'ACME/hello/1.0.0' }),
  order: ['1.0.0-alpha', '1.0.0-alpha.1', '1.0.0-rc.2', '1.0.0-rc.10', '1.0.0', '1.2.0', '10.0.0'],
});
