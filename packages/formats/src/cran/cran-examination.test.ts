import { examineFormat } from '@packhouse/testkit/examine-format.ts';
import { packTar, packTarBomb } from '../test-fixtures.ts';

const path = 'src/contrib/hello_1.0.0.tar.gz';
const description = (more = '', name = 'hello', version = '1.0.0') =>
  [
    `Package: ${name}`,
    `Version: ${version}`,
    'Title: Says Hello',
    'Description: Says hello to whoever',
    '    wants it.',
    'License: MIT + file LICENSE | GPL (>= 2)',
    'Depends: R (>= 4.0), methods, base64 (>= 1.2)',
    'Imports: stats, cli',
    'LinkingTo: cpp11',
    'Suggests: testthat (>= 3.0.0)',
    more,
  ].join('\n');
const files = { 'hello/DESCRIPTION': description(), 'hello/README.md': '# Hello', 'hello/R/hello.R': 'hello <- 1' };
const bytes = await packTar(files);
const put = (title: string, body: Buffer, headers = {}, at = path) => ({ title, method: 'PUT' as const, path: at, headers, body });

examineFormat({
  format: 'cran',
  apiName: 'cran',
  good: {
    upload: put('a source package', bytes),
    file: path,
    bytes,
    storage: path,
    listing: { path: 'src/contrib/PACKAGES', contains: 'Package: hello\nVersion: 1.0.0\n' },
    package: {
      name: 'hello',
      version: '1.0.0',
      facts: {
        description: 'Says Hello',
        licenses: ['MIT OR GPL-2.0-or-later'],
        readme: '# Hello',
        dependencies: [
          { name: 'base64', requirement: '>= 1.2', scope: 'runtime' },
          { name: 'cli', requirement: '*', scope: 'runtime' },
          { name: 'cpp11', requirement: '*', scope: 'build' },
          { name: 'testthat', requirement: '>= 3.0.0', scope: 'optional' },
        ],
      },
    },
  },
  bad: [
    put('no archive', Buffer.from('no archive at all, but long enough to be looked into')),
    put('an archive without DESCRIPTION', await packTar({ 'hello/R/hello.R': 'hello <- 1' })),
    put('a DESCRIPTION that is none', await packTar({ 'hello/DESCRIPTION': '<html>\n' })),
    put('a DESCRIPTION that begins in the middle', await packTar({ 'hello/DESCRIPTION': `  of a field\n${description()}` })),
    put('a DESCRIPTION without a version', await packTar({ 'hello/DESCRIPTION': description('', 'hello', 'latest') })),
    put('another package than the address says', await packTar({ 'other/DESCRIPTION': description('', 'other') })),
    put('another version than the address says', await packTar({ 'hello/DESCRIPTION': description('', 'hello', '1.0.1') })),
    put('a folder that is not the package’s', await packTar({ 'other/DESCRIPTION': description() })),
    put('more than one folder', await packTar({ ...files, 'more/x.R': '' })),
    put('a name that leads outside', await packTar({ 'hello/DESCRIPTION': description('', '../evil') }), {}, 'sources'),
    put('an archive that leads outside', await packTar({ ...files, 'hello/../../evil': 'x' })),
    put('sources where only what was built has a place', bytes, {}, 'binaries?distribution=windows&rVersion=4.4'),
    put('what was built for nobody', bytes, {}, 'binaries?distribution=../..&rVersion=4.4'),
  ],
  truncated: put('a truncated archive', bytes.subarray(0, bytes.length - 10)),
  bomb: put('a bomb', await packTarBomb(files)),
  wrongChecksum: put('a wrong checksum', bytes, { 'x-checksum-sha256': '0'.repeat(64) }, 'sources'),
  otherBytes: put('the same version with other bytes', await packTar({ 'hello/DESCRIPTION': description('URL: https://hello.example') })),
  order: ['0.9', '0.9.1', '0.10', '1.0-1', '1.0.2', '1.0-10', '1.1', '10.0'],
});
