import { examineFormat } from '@packhouse/testkit/examine-format.ts';

const bytes = Buffer.from('the content of a file, long enough for ranges');
const put = (title: string, path: string, headers = {}) => ({ title, method: 'PUT' as const, path, headers, body: bytes });

examineFormat({
  format: 'generic',
  good: { upload: put('a file', 'some/folder/file.bin'), file: 'some/folder/file.bin', bytes, storage: 'some/folder/file.bin' },
  bad: [put('a path with a control character', 'some/fi%01le.bin'), put('a path that is too long', `some/${'x'.repeat(3000)}`)],
  wrongChecksum: put('a wrong checksum', 'some/folder/file.bin', { 'x-checksum-sha256': '0'.repeat(64) }),
  order: ['1', '1.2', '1.10', '2'],
});
