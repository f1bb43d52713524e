import { examineFormat } from '@packhouse/testkit/examine-format.ts';
import { packZip, packZipBomb, readLicenceText } from '../test-fixtures.ts';

const name = 'example.com/Acme/hello';
const path = 'example.com/!acme/hello/@v/v1.0.0.zip';
const folder = `${name}@v1.0.0`;
const goMod = `module ${name}\n\ngo 1.22\n\nrequire example.com/base v1.2.3\n`;
const files = { [`${folder}/go.mod`]: goMod, [`${folder}/README.md`]: '# Hello', [`${folder}/LICENSE`]: readLicenceText('BSD-3-Clause') };
const bytes = await packZip(files);
const put = (title: string, body: Buffer | string, headers = {}, at = path) => ({ title, method: 'PUT' as const, path: at, headers, body });

examineFormat({
  format: 'go',
  apiName: 'go',
  good: {
    upload: put('a module', bytes),
    file: path,
    bytes,
    storage: path,
    listing: { path: 'example.com/!acme/hello/@v/list', contains: 'v1.0.0' },
    package: {
      name,
      version: 'v1.0.0',
      facts: {
        readme: '# Hello',
        licenses: ['BSD-3-Clause'],
        dependencies: [{ name: 'example.com/base', requirement: 'v1.2.3', scope: 'runtime' }],
        display: { 'Go version': '1.22' },
      },
    },
  },
  bad: [
    put('no archive', 'no archive at all, but long enough to be looked into'),
    put('a module of another name', await packZip({ 'example.com/other@v1.0.0/go.mod': goMod })),
    put('a module of another version', await packZip({ [`${name}@v2.0.0/go.mod`]: goMod })),
    put('a file outside the module', await packZip({ ...files, 'evil.txt': 'x' })),
    put('an upper-case letter that is not escaped', bytes, {}, 'example.com/Acme/hello/@v/v1.0.0.zip'),
    put('a version that is none', bytes, {}, 'example.com/!acme/hello/@v/latest.zip'),
  ],
  truncated: put('a truncated module', bytes.subarray(0, bytes.length - 10)),
  bomb: put('a bomb', await packZipBomb(files)),
  wrongChecksum: put('a wrong checksum', bytes, { 'x-checksum-sha256': '0'.repeat(64) }),
  otherBytes: put('the same version with other bytes', await packZip({ ...files, [`${folder}/more.go`]: 'package hello\n' })),
  order: ['v0.9.0', 'v1.0.0-alpha', 'v1.0.0-rc.2', 'v1.0.0-rc.10', 'v1.0.0', 'v1.2.0', 'v1.10.0', 'v2.0.0+incompatible'],
});
