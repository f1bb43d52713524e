import { examineFormat } from '@packhouse/testkit/examine-format.ts';
import { packRpm } from './test-rpm.ts';

const path = 'Packages/hello-1.0-1.noarch.rpm';
const tags = {
  1000: 'hello',
  1001: '1.0',
  1002: '1',
  1003: [2],
  1004: 'Says hello',
  1014: 'MIT',
  1022: 'noarch',
  1044: 'hello-1.0-1.src.rpm',
  1049: ['bash', 'rpmlib(X)'],
  1048: [12, 10],
  1050: ['5.0', '4'],
};
const bytes = packRpm(tags);
const put = (title: string, body: Buffer, headers = {}) => ({ title, method: 'PUT' as const, path, headers, body });
const endless = Buffer.from(bytes);
endless.writeUInt32BE(0xffffffff, 96 + 12);

examineFormat({
  format: 'rpm',
  good: {
    upload: put('a package', bytes),
    file: path,
    bytes,
    storage: path,
    listing: { path: 'repodata/repomd.xml', contains: '-primary.xml.gz' },
    package: {
      name: 'hello',
      version: '2:1.0-1',
      facts: { description: 'Says hello', licenses: ['MIT'], dependencies: [{ name: 'bash', requirement: '>= 5.0', scope: 'runtime' }] },
    },
  },
  bad: [
    put('no package', Buffer.from('no package at all, but long enough to hold the lead of one: '.repeat(3))),
    put('a header that claims to be endless', endless),
    put('a package without name', packRpm({ ...tags, 1000: '' })),
    put('only a lead', bytes.subarray(0, 96)),
  ],
  truncated: put('a truncated package', bytes.subarray(0, bytes.length - 3)),
  wrongChecksum: put('a wrong checksum', bytes, { 'x-checksum-sha256': '0'.repeat(64) }),
  otherBytes: put('the same file with other bytes', packRpm({ ...tags, 1004: 'Other' })),
  order: ['1.0~rc1-1', '1.0-1', '1.0-2', '1.0-10', '1.0^git1-1', '1.0.a-1', '1.0.1-1', '1.1-1', '1:0.1-1'],
});
