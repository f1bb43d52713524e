import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { examineFormat } from '@packhouse/testkit/examine-format.ts';
import { pack } from 'tar-stream';
import { packTar, packTarBomb } from '../test-fixtures.ts';

/** A gem is a plain archive of packed parts. */
async function plainTar(entries: Record<string, Buffer>): Promise<Buffer> {
  const tar = pack();
  for (const [name, content] of Object.entries(entries)) tar.entry({ name }, content);
  tar.finalize();
  return buffer(tar);
}

const metadata = (more: { name?: string; version?: string; summary?: string } = {}) => `--- !ruby/object:Gem::Specification
name: ${more.name ?? 'hello-acme'}
version: !ruby/object:Gem::Version
  version: ${more.version ?? '1.0.0'}
platform: ruby
authors:
- Ada
dependencies:
- !ruby/object:Gem::Dependency
  name: rack
  requirement: &1 !ruby/object:Gem::Requirement
    requirements:
    - - "~>"
      - !ruby/object:Gem::Version
        version: '3.0'
  type: :runtime
  prerelease: false
  version_requirements: *1
description: Says hello to all
licenses:
- MIT
metadata: {}
required_ruby_version: !ruby/object:Gem::Requirement
  requirements:
  - - ">="
    - !ruby/object:Gem::Version
      version: '2.7'
rubygems_version: 3.3.15
specification_version: 4
summary: ${more.summary ?? 'Says hello'}
`;
const data = await packTar({ 'lib/hello.rb': 'puts :hello', 'README.md': '# Hello' });
const gem = async (text: string, inside = data) => plainTar({ 'metadata.gz': gzipSync(text), 'data.tar.gz': inside });
const bytes = await gem(metadata());
const post = (title: string, body: Buffer) => ({
  title,
  method: 'POST' as const,
  path: 'api/v1/gems',
  headers: { 'content-type': 'application/octet-stream' },
  body,
});
const path = 'gems/hello-acme-1.0.0.gem';
const put = (title: string, body: Buffer, headers: Record<string, string> = {}) => ({ title, method: 'PUT' as const, path, headers, body });

examineFormat({
  format: 'gems',
  apiName: 'gems',
  good: {
    upload: post('a gem', bytes),
    file: path,
    bytes,
    storage: path,
    listing: { path: 'info/hello-acme', contains: '1.0.0 rack:~> 3.0|checksum:' },
    package: {
      name: 'hello-acme',
      version: '1.0.0',
      facts: {
        description: 'Says hello',
        licenses: ['MIT'],
        readme: '# Hello',
        dependencies: [{ name: 'rack', requirement: '~> 3.0', scope: 'runtime' }],
        display: { 'Ruby version': '>= 2.7' },
      },
    },
  },
  bad: [
    post('no gem', Buffer.from('no gem at all, but long enough to be looked into')),
    post('a gem without metadata', await plainTar({ 'data.tar.gz': data })),
    post('a gem without data', await plainTar({ 'metadata.gz': gzipSync(metadata()) })),
    post('a name that leads outside', await gem(metadata({ name: '../../evil' }))),
    post('a version that is none', await gem(metadata({ version: 'latest' }))),
    post('metadata that is no YAML', await gem('{ [ : - &')),
    post(
      'metadata that grows',
      await gem(
        `a: &a [x,x,x,x,x,x,x,x,x,x]\n${'bcdefgh'.replace(/./g, (one) => `${one}: &${one} [${Array(10).fill(`*${String.fromCharCode(one.charCodeAt(0) - 1)}`)}]\n`)}`,
      ),
    ),
    put('another gem than the path says', await gem(metadata({ name: 'other' }))),
  ],
  truncated: post('a truncated gem', bytes.subarray(0, 1200)),
  bomb: post('a bomb', await gem(metadata(), await packTarBomb({ 'lib/hello.rb': '' }))),
  wrongChecksum: put('a wrong checksum', bytes, { 'x-checksum-sha256': '0'.repeat(64) }),
  otherBytes: post('the same version with other bytes', await gem(metadata({ summary: 'Other' }))),
  order: ['0.9', '1.0.a1', '1.0.b', '1.0.rc1', '1.0.0', '1.0.0-java', '1.0.1', '1.2', '1.10', '2'],
});
