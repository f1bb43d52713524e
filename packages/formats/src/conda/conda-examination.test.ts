import { zstdCompressSync } from 'node:zlib';
import { examineFormat } from '@packhouse/testkit/examine-format.ts';
import { tar, zip } from '../demo/archives.ts';
import { packConda } from './pack-conda.ts';

const path = 'linux-64/hello-1.0.0-h1_2.conda';
const index = {
  name: 'hello',
  version: '1.0.0',
  build: 'h1_2',
  build_number: 2,
  depends: ['__glibc >=2.17', 'libstdcxx-ng >=13', 'conda-forge::python', 'base >=1,<2 h9_1'],
  constrains: ['other <3'],
  license: 'BSD-3-Clause',
  subdir: 'linux-64',
  timestamp: 1_700_000_000_000,
};
const about = { summary: 'Says hello', description: '# Hello', home: 'https://hello.example', extra: { 'recipe-maintainers': ['a'] } };
const installed = { 'bin/hello': '#!/bin/sh\necho hello\n' };
const make = (more: object = {}, others: Record<string, string> = {}) => packConda({ ...index, ...more }, about, installed, others);
const bytes = await make();
const put = (title: string, body: Buffer, headers = {}, at = path) => ({ title, method: 'PUT' as const, path: at, headers, body });

/** A package around these archives. */
const around = (info: Buffer, more: Record<string, Buffer> = {}, compress = false) =>
  zip({ 'info-hello.tar.zst': info, 'pkg-hello.tar.zst': zstdCompressSync(Buffer.alloc(1024)), ...more }, { compress });
const said = async (text: string) => zstdCompressSync(await tar({ 'info/index.json': text }));

examineFormat({
  format: 'conda',
  apiName: 'conda',
  good: {
    upload: put('a package', bytes),
    file: path,
    bytes,
    storage: path,
    listing: { path: 'linux-64/repodata.json', contains: '"hello-1.0.0-h1_2.conda":{' },
    package: {
      name: 'hello',
      version: '1.0.0',
      facts: {
        description: 'Says hello',
        homepage: 'https://hello.example',
        licenses: ['BSD-3-Clause'],
        readme: '# Hello',
        authors: ['a'],
        dependencies: [
          { name: 'libstdcxx-ng', requirement: '>=13', scope: 'runtime' },
          { name: 'python', requirement: '*', scope: 'runtime' },
          { name: 'base', requirement: '>=1,<2 h9_1', scope: 'runtime' },
          { name: 'other', requirement: '<3', scope: 'optional' },
        ],
        display: { 'System requirements': 'glibc >=2.17' },
      },
    },
  },
  bad: [
    put('no archive', Buffer.from('no archive at all, but long enough to be looked into')),
    put('no archive of the older kind', Buffer.from('BZh91AY&SY and then nothing of the kind'), {}, 'linux-64/hello-1.0.0-h1_2.tar.bz2'),
    put('the newer kind under the name of the older', bytes, {}, 'linux-64/hello-1.0.0-h1_2.tar.bz2'),
    put('a package without information', await zip({ 'pkg-hello.tar.zst': zstdCompressSync(Buffer.alloc(1024)) }, { compress: false })),
    put('a package without content', await zip({ 'info-hello.tar.zst': await said(JSON.stringify(index)) }, { compress: false })),
    put('a package that says it twice', await around(await said(JSON.stringify(index)), { 'info-other.tar.zst': await said(JSON.stringify(index)) })),
    put('a package packed again', await around(await said(JSON.stringify({ ...index, padding: 'x'.repeat(5000) })), {}, true)),
    put('information that is no archive', await around(Buffer.from('nothing of the kind'))),
    put('information without index.json', await around(zstdCompressSync(await tar({ 'info/about.json': '{}' })))),
    put('an index.json that is no JSON', await around(await said('<html>'))),
    put('an index.json that is no record', await around(await said('[1, 2]'))),
    put('an index.json without a version', await make({ version: 'la test' }), {}, 'hello.conda'),
    put('an index.json without a number', await make({ build_number: 'two' })),
    put('a build that leads outside', await around(await said(JSON.stringify({ ...index, build: '../../evil' }))), {}, 'hello.conda'),
    put('a platform that leads outside', await make({ subdir: '../../evil' }), {}, 'hello.conda'),
    put('requirements that are none', await make({ depends: [{ name: 'x' }] })),
    put('another package than the address says', await make({ name: 'other' })),
    put('another version than the address says', await make({ version: '1.0.1' })),
    put('another build than the address says', await make({ build: 'h1_3' })),
    put('another platform than the address says', await make({ subdir: 'osx-arm64' })),
    put('no platform, in no folder of one', await make({ subdir: undefined }), {}, 'hello.conda'),
    put('information that leads outside', await make({}, { 'info/../../evil': 'x' })),
  ],
  truncated: put('a truncated package', bytes.subarray(0, bytes.length - 10)),
  bomb: put('a bomb', await around(zstdCompressSync(await tar({ 'info/index.json': JSON.stringify(index), 'info/zeros': Buffer.alloc(100 * 1024 * 1024) })))),
  wrongChecksum: put('a wrong checksum', bytes, { 'x-checksum-sha256': '0'.repeat(64) }, 'hello.conda'),
  otherBytes: put('the same build with other bytes', await make({ license: 'MIT' })),
  order: [
    '0.4',
    '0.4.1.rc',
    '0.4.1',
    '0.5a1',
    '0.5b3',
    '0.5C1',
    '0.5',
    '0.9.6',
    '0.960923',
    '1.0',
    '1.1dev1',
    '1.1_',
    '1.1a1',
    '1.1.0dev1',
    '1.1.a1',
    '1.1.0rc1',
    '1.1.0',
    '1.1.0post1',
    '1996.07.12',
    '1!0.4.1',
    '1!3.1.1.6',
    '2!0.4.1',
  ],
});
