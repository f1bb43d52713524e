import { examineFormat } from '@packhouse/testkit/examine-format.ts';
import { packTar, packTarBomb } from '../test-fixtures.ts';
import { packAr, packDeb } from './test-deb.ts';

const control = (more = '') =>
  `Package: hello\nVersion: 1:1.0-1\nArchitecture: amd64\nMaintainer: Tester <tester@example.org>\nDepends: libc6 (>= 2.3), a | b\n${more}Description: Says hello\n To everybody.\n`;
const path = 'pool/main/h/hello/hello_1.0-1_amd64.deb';
const bytes = packDeb(await packTar({ './control': control() }));
const put = (title: string, body: Buffer, headers = {}) => ({
  title,
  method: 'PUT' as const,
  path: `${path};deb.distribution=stable;deb.component=main`,
  headers,
  body,
});

examineFormat({
  format: 'debian',
  good: {
    upload: put('a package', bytes),
    file: path,
    bytes,
    storage: path,
    listing: { path: 'dists/stable/InRelease', contains: 'main/binary-amd64/Packages.gz' },
    package: {
      name: 'hello',
      version: '1:1.0-1',
      facts: {
        description: 'Says hello',
        readme: 'To everybody.',
        dependencies: [
          { name: 'libc6', requirement: '>= 2.3', scope: 'runtime' },
          { name: 'a', requirement: '| b', scope: 'runtime' },
        ],
      },
    },
  },
  bad: [
    put('no archive', Buffer.from('no archive at all')),
    put('an archive of something else', packAr({ 'other.txt': Buffer.from('x') })),
    put('a package without control archive', packAr({ 'debian-binary': Buffer.from('2.0\n'), 'data.tar.gz': Buffer.from('x') })),
    put('a package without control file', packDeb(await packTar({ other: 'x' }))),
    put('a compression nobody knows', packDeb(Buffer.from('x'), { name: 'control.tar.lz4' })),
    put('a control archive that leads outside', packDeb(await packTar({ control: control(), '../../evil': 'x' }))),
    put('a second paragraph smuggled into the control file', packDeb(await packTar({ control: control('\nPackage: other\n') }))),
    put('a name that is none', packDeb(await packTar({ control: control().replace('hello', '../evil') }))),
  ],
  truncated: put('a truncated package', bytes.subarray(0, bytes.length - 10)),
  bomb: put('a bomb', packDeb(await packTarBomb({ control: control() }))),
  wrongChecksum: put('a wrong checksum', bytes, { 'x-checksum-sha256': '0'.repeat(64) }),
  otherBytes: put('the same file with other bytes', packDeb(await packTar({ control: control('Section: misc\n') }))),
  order: ['1.0~rc1-1', '1.0', '1.0-1', '1.0-1+b1', '1.0-1.1', '1.0-10', '1.0a-1', '1.0+dfsg-1', '1:0.1'],
});
