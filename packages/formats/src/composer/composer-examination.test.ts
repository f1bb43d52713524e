import { examineFormat } from '@packhouse/testkit/examine-format.ts';
import { packZip, packZipBomb } from '../test-fixtures.ts';

const path = 'acme/hello/hello-1.0.0.zip';
const manifest = (more: object = {}) =>
  JSON.stringify({
    name: 'acme/hello',
    description: 'Says hello',
    license: ['MIT', 'Apache-2.0'],
    require: { php: '>=8.1', 'acme/base': '^1.2' },
    'require-dev': { 'phpunit/phpunit': '^10' },
    ...more,
  });
const entries = (more: object = {}) => ({ 'composer.json': manifest(more), 'README.md': '# Hello', 'src/Hello.php': '<?php' });
const bytes = await packZip(entries());
const put = (title: string, body: Buffer, headers = {}, at = path) => ({ title, method: 'PUT' as const, path: at, headers, body });

examineFormat({
  format: 'composer',
  apiName: 'composer',
  good: {
    upload: put('an archive', bytes),
    file: path,
    bytes,
    storage: path,
    listing: { path: 'p2/acme/hello.json', contains: '"version":"1.0.0"' },
    package: {
      name: 'acme/hello',
      version: '1.0.0',
      facts: {
        description: 'Says hello',
        licenses: ['MIT OR Apache-2.0'],
        readme: '# Hello',
        dependencies: [
          { name: 'acme/base', requirement: '^1.2', scope: 'runtime' },
          { name: 'phpunit/phpunit', requirement: '^10', scope: 'development' },
        ],
      },
    },
  },
  bad: [
    put('no archive', Buffer.from('no archive at all, but long enough to be looked into')),
    put('an archive without composer.json', await packZip({ 'src/Hello.php': '<?php' })),
    put('composer.json that is no JSON', await packZip({ 'composer.json': '{ no JSON' })),
    put('composer.json below one of several folders', await packZip({ 'a/composer.json': manifest(), 'b/x.php': '' })),
    put('another package than the address says', await packZip(entries({ name: 'acme/other' }))),
    put('another version than the address says', await packZip(entries({ version: '2.0.0' }))),
    put('a name that leads outside', await packZip(entries({ name: '../evil' })), {}, 'upload.zip?version=1.0.0'),
    put('a version that is none', bytes, {}, 'upload.zip?version=latest'),
    put('an archive that nobody gives a version', bytes, {}, 'upload.zip'),
    put('requirements that are none', await packZip(entries({ require: ['acme/base'] }))),
    put('an archive that leads outside', await packZip({ ...entries(), 'x/__/__/evil': 'x' }).then((zip) => swap(zip, 'x/__/__/evil', 'x/../../evil'))),
  ],
  truncated: put('a truncated archive', bytes.subarray(0, bytes.length - 10)),
  bomb: put('a bomb', await packZipBomb(entries())),
  wrongChecksum: put('a wrong checksum', bytes, { 'x-checksum-sha256': '0'.repeat(64) }, 'upload.zip?version=1.0.0'),
  otherBytes: put('the same version with other bytes', await packZip(entries({ homepage: 'https://acme.example' }))),
  order: ['dev-feature/x', 'dev-main', '1.0.0-dev', '1.0.0-alpha', '1.0.0-beta2', '1.0.0-RC1', '1.0.0', '1.0.0-p1', 'v1.2', '1.10.0', '1.x-dev', '2.0.0'],
});

/** A writer of archives refuses such names itself. */
function swap(zip: Buffer, name: string, other: string): Buffer {
  return Buffer.from(zip.toString('latin1').replaceAll(name, other), 'latin1');
}
