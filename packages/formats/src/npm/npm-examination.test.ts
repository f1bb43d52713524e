import { examineFormat } from '@packhouse/testkit/examine-format.ts';
import { packTar, packTarBomb, stagedBytes } from '../test-fixtures.ts';

const manifest = (more: object = {}) => JSON.stringify({ name: '@acme/hello', version: '1.0.0', license: 'MIT', description: 'Says hello', ...more });
const bytes = await packTar({ 'package/package.json': manifest(), 'package/README.md': '# Hello' });

function publish(title: string, tarball: Buffer, more: { version?: string; length?: number; tags?: object; name?: string } = {}) {
  const { version = '1.0.0', length = tarball.length, tags = { latest: version }, name = '@acme/hello' } = more;
  const document = {
    _id: name,
    name,
    'dist-tags': tags,
    versions: { [version]: { name, version, dist: { shasum: stagedBytes(tarball).sha1 } } },
    _attachments: { [`${name}-${version}.tgz`]: { content_type: 'application/octet-stream', data: tarball.toString('base64'), length } },
  };
  return { title, method: 'PUT' as const, path: '@acme%2fhello', headers: { 'content-type': 'application/json' }, body: JSON.stringify(document) };
}
const raw = (title: string, body: string) => ({ title, method: 'PUT' as const, path: '@acme%2fhello', headers: { 'content-type': 'application/json' }, body });

examineFormat({
  format: 'npm',
  apiName: 'npm',
  good: {
    upload: publish('a package', bytes),
    file: '@acme/hello/-/hello-1.0.0.tgz',
    bytes,
    storage: '@acme/hello/-/hello-1.0.0.tgz',
    listing: { path: '@acme%2fhello', contains: '"1.0.0"' },
    package: { name: '@acme/hello', version: '1.0.0', facts: { description: 'Says hello', licenses: ['MIT'], readme: '# Hello' } },
  },
  bad: [
    publish('a tarball of another package', await packTar({ 'package/package.json': manifest({ name: 'other' }) })),
    publish('a tarball without package.json', await packTar({ 'package/index.js': '' })),
    publish('a tarball that leads outside', await packTar({ 'package/package.json': manifest(), '../../evil': 'x' })),
    publish('a version that is none', bytes, { version: '1.0' }),
    publish('a tag that is a range', bytes, { tags: { '1.x': '1.0.0' } }),
    publish('a document about another package', bytes, { name: 'other' }),
    raw('no JSON', 'not json'),
    raw('JSON that is nested too deeply', '['.repeat(100_000)),
    raw(
      'keys that reach for prototypes',
      '{"__proto__":{"name":"@acme/hello"},"name":"@acme/hello","versions":{"__proto__":{}},"_attachments":{"__proto__":{"data":"x"}}}',
    ),
  ],
  truncated: publish('a truncated tarball', bytes.subarray(0, bytes.length - 10)),
  bomb: publish('a bomb', await packTarBomb({ 'package/package.json': manifest() })),
  wrongChecksum: publish('a wrong length', bytes, { length: bytes.length + 1 }),
  otherBytes: publish('the same version with other bytes', await packTar({ 'package/package.json': manifest({ description: 'Other' }) })),
  order: ['1.0.0-alpha', '1.0.0-alpha.1', '1.0.0-rc.2', '1.0.0', '1.2.0', '10.0.0'],
});
