import { examineFormat } from '@packhouse/testkit/examine-format.ts';
import { packTar, packTarBomb } from '../test-fixtures.ts';

const path = 'acme/hello/1.0.0/virtualbox.box';
const metadata = JSON.stringify({ provider: 'virtualbox', architecture: 'amd64' });
const files = { './metadata.json': metadata, './info.json': JSON.stringify({ Author: 'Ada', description: 'Says hello' }), './box.ovf': '<Envelope/>' };
const bytes = await packTar(files);
const put = (title: string, body: Buffer, headers = {}, at = path) => ({ title, method: 'PUT' as const, path: at, headers, body });

examineFormat({
  format: 'vagrant',
  apiName: 'vagrant',
  good: {
    upload: put('a box', bytes, {}, 'any.box;box_name=acme/hello;box_version=1.0.0;box_provider=virtualbox'),
    file: path,
    bytes,
    storage: path,
    listing: { path: 'acme/hello', contains: '"version":"1.0.0"' },
    package: {
      name: 'acme/hello',
      version: '1.0.0',
      facts: { description: 'Says hello', authors: ['Ada'], display: { Architecture: 'amd64' } },
    },
  },
  bad: [
    put('no archive', Buffer.from('no archive at all, but long enough to be looked into')),
    put('a box that says nothing', await packTar({ 'box.ovf': '<Envelope/>' })),
    put('a box whose metadata is no JSON', await packTar({ 'metadata.json': '{' })),
    put('a box for another provider', await packTar({ 'metadata.json': '{"provider":"libvirt"}' })),
    put('an archive that leads outside', await packTar({ ...files, '../evil': 'x' })),
    put('a place that names no provider', bytes, {}, 'acme/hello/1.0.0.box'),
    put('a version that is none', bytes, {}, 'acme/hello/latest/virtualbox.box'),
    put('a name that is none', bytes, {}, 'any.box;box_name=a/b/c;box_version=1.0.0;box_provider=virtualbox'),
  ],
  truncated: put('a truncated box', bytes.subarray(0, bytes.length - 10)),
  bomb: put('a bomb', await packTarBomb(files)),
  wrongChecksum: put('a wrong checksum', bytes, { 'x-checksum-sha256': '0'.repeat(64) }),
  otherBytes: put('other bytes of the same version', await packTar({ ...files, Vagrantfile: '' })),
  order: ['0.9', '1.0.0.alpha', '1.0.0', '1.0.1', '1.0.10', '20241002.0.0'],
});
