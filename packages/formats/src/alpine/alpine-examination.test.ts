import { createHash } from 'node:crypto';
import { examineFormat } from '@packhouse/testkit/examine-format.ts';
import { packTar, packTarBomb } from '../test-fixtures.ts';

const path = 'v3.22/main/x86_64/hello-1.0-r1.apk';
const data = await packTar({ 'usr/share/hello': 'hello' });
const info = (more = '') =>
  `pkgname = hello\npkgver = 1.0-r1\npkgdesc = Says hello\narch = x86_64\nlicense = MIT\ndepend = bash>=5\n${more}datahash = ${createHash('sha256').update(data).digest('hex')}\n`;
const signature = await packTar({ '.SIGN.RSA.builder.rsa.pub': 'signature' });
const apk = async (text: string) => Buffer.concat([signature, await packTar({ '.PKGINFO': text }), data]);
const bytes = await apk(info());
const put = (title: string, body: Buffer, headers = {}) => ({ title, method: 'PUT' as const, path, headers, body });

examineFormat({
  format: 'alpine',
  good: {
    upload: put('a package', bytes),
    file: path,
    bytes,
    storage: path,
    listing: { path: 'v3.22/main/x86_64/APKINDEX.tar.gz', contains: '' },
    package: {
      name: 'hello',
      version: '1.0-r1',
      facts: { description: 'Says hello', licenses: ['MIT'], dependencies: [{ name: 'bash', requirement: '>=5', scope: 'runtime' }] },
    },
  },
  bad: [
    put('no package', Buffer.from('no package at all, but long enough to be looked into')),
    put('a package without .PKGINFO', Buffer.concat([await packTar({ other: 'x' }), data])),
    put('another name than the file has', await apk(info().replace('hello', 'other'))),
    put('other data than promised', Buffer.concat([bytes, Buffer.from('more')])),
  ],
  truncated: put('a truncated package', bytes.subarray(0, bytes.length - 10)),
  bomb: put('a bomb', Buffer.concat([await packTarBomb({ '.PKGINFO': info() }), data])),
  wrongChecksum: put('a wrong checksum', bytes, { 'x-checksum-sha256': '0'.repeat(64) }),
  otherBytes: put('the same file with other bytes', await apk(info('url = https://example.org\n'))),
  order: ['1.0_alpha', '1.0_rc2', '1.0', '1.0-r1', '1.0-r10', '1.0_p1', '1.0a', '1.0.1', '1.01', '1.1', '1.10'],
});
