import { examineFormat } from '@packhouse/testkit/examine-format.ts';
import { packTar, packTarBomb } from '../test-fixtures.ts';

const path = 'hello-1.0.0.tgz';
const chart = (more = '', name = 'hello') =>
  `apiVersion: v2\nname: ${name}\nversion: 1.0.0\ndescription: Says hello\nannotations:\n  licenses: MIT\ndependencies:\n  - name: common\n    version: 2.x.x\n${more}`;
const files = { 'hello/Chart.yaml': chart(), 'hello/README.md': '# Hello' };
const bytes = await packTar(files);
const put = (title: string, body: Buffer, headers = {}) => ({ title, method: 'PUT' as const, path, headers, body });

examineFormat({
  format: 'helm',
  apiName: 'helm',
  good: {
    upload: put('a chart', bytes),
    file: path,
    bytes,
    storage: path,
    listing: { path: 'index.yaml', contains: 'hello-1.0.0.tgz' },
    package: {
      name: 'hello',
      version: '1.0.0',
      facts: { description: 'Says hello', licenses: ['MIT'], readme: '# Hello', dependencies: [{ name: 'common', requirement: '2.x.x', scope: 'runtime' }] },
    },
  },
  bad: [
    put('no archive', Buffer.from('no archive at all, but long enough to be looked into')),
    put('an archive without Chart.yaml', await packTar({ 'hello/values.yaml': 'a: 1' })),
    put('a chart that is no YAML', await packTar({ 'hello/Chart.yaml': '{ [ : - &' })),
    put('another chart than the file says', await packTar({ 'hello/Chart.yaml': chart('', 'other') })),
    put('a chart whose version is none', await packTar({ 'hello/Chart.yaml': chart().replace('1.0.0', 'latest') })),
    put('a chart that leads outside', await packTar({ ...files, '../../evil': 'x' })),
  ],
  truncated: put('a truncated chart', bytes.subarray(0, bytes.length - 10)),
  bomb: put('a bomb', await packTarBomb(files)),
  wrongChecksum: put('a wrong checksum', bytes, { 'x-checksum-sha256': '0'.repeat(64) }),
  otherBytes: put('the same version with other bytes', await packTar({ 'hello/Chart.yaml': chart('home: https://example.org\n') })),
  order: ['0.9.0', '1.0.0-alpha', '1.0.0-rc.2', '1.0.0-rc.10', '1', '1.1', '1.2.0', 'v1.10.0', '2'],
});
