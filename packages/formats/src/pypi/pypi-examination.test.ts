import { examineFormat } from '@packhouse/testkit/examine-format.ts';
import { packZip, packZipBomb, stagedBytes } from '../test-fixtures.ts';

const metadata = (more = '') => `Metadata-Version: 2.1\nName: hello-world\nVersion: 1.0\nSummary: Says hello\nLicense-Expression: MIT\n${more}\n# Hello\n`;
const entries = (more = '') => ({ 'hello_world/__init__.py': '', 'hello_world-1.0.dist-info/METADATA': metadata(more) });
const wheel = 'hello_world-1.0-py3-none-any.whl';
const bytes = await packZip(entries());

function upload(title: string, content: Buffer, more: Record<string, string> = {}, fileName = wheel) {
  const fields = { ':action': 'file_upload', protocol_version: '1', name: 'hello-world', version: '1.0', sha256_digest: stagedBytes(content).sha256, ...more };
  const boundary = 'examination-boundary';
  const parts = Object.entries(fields).map(([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="content"; filename="${fileName}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(parts.join('') + head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  return { title, method: 'POST' as const, path: '', headers: { 'content-type': `multipart/form-data; boundary=${boundary}` }, body };
}
const form = upload('', bytes).headers;

examineFormat({
  format: 'pypi',
  apiName: 'pypi',
  good: {
    upload: upload('a wheel', bytes),
    file: `packages/hello-world/1.0/${wheel}`,
    bytes,
    storage: `hello-world/1.0/${wheel}`,
    listing: { path: 'simple/hello-world/', contains: wheel, headers: { accept: 'application/vnd.pypi.simple.v1+json' } },
    package: { name: 'hello-world', version: '1.0', facts: { description: 'Says hello', licenses: ['MIT'] } },
  },
  bad: [
    upload('metadata of another project', await packZip({ 'other-1.0.dist-info/METADATA': metadata().replace('hello-world', 'other') })),
    upload('a wheel without metadata', await packZip({ a: 'b' })),
    upload('a wheel with two metadata files', await packZip({ ...entries(), 'x.dist-info/METADATA': metadata() })),
    upload('a file name that says another version', bytes, {}, 'hello_world-2.0-py3-none-any.whl'),
    upload('a file name with a path', bytes, {}, '../../hello_world-1.0-py3-none-any.whl.exe'),
    upload('a project name that is none', bytes, { name: '../etc' }),
    upload('another action', bytes, { ':action': 'submit' }),
    upload('a field that is too long', bytes, { description: 'x'.repeat(11 * 1024 * 1024) }),
    { title: 'a form that breaks off', method: 'POST', path: '', headers: form, body: upload('', bytes).body.subarray(0, -30) },
    { title: 'no form', method: 'POST', path: '', headers: { 'content-type': 'application/json' }, body: '{}' },
  ],
  truncated: upload('a truncated wheel', bytes.subarray(0, bytes.length - 10)),
  bomb: upload('a bomb', await packZipBomb(entries())),
  wrongChecksum: upload('a wrong checksum', bytes, { sha256_digest: '0'.repeat(64) }),
  otherBytes: upload('the same file with other bytes', await packZip(entries('Keywords: other\n'))),
  order: ['1.0.dev1', '1.0a1', '1.0b1', '1.0rc1', '1.0', '1.0.post1', '1.2', '1.10', '1!0.1'],
});
