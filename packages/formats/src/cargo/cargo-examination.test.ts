import { examineFormat } from '@packhouse/testkit/examine-format.ts';
import { packTar, packTarBomb } from '../test-fixtures.ts';

const metadata = {
  name: 'hello_acme',
  vers: '1.0.0',
  deps: [{ name: 'serde', version_req: '^1', features: [], optional: false, default_features: true, target: null, kind: 'normal' }],
  features: {},
  description: 'Says hello',
  license: 'MIT OR Apache-2.0',
  readme: '# Hello',
};
const folder = 'hello_acme-1.0.0';
const files = { [`${folder}/Cargo.toml`]: '[package]\nname = "hello_acme"\n', [`${folder}/src/lib.rs`]: '' };
const bytes = await packTar(files);

function upload(title: string, crate: Buffer, about: object | string = metadata, headers = {}) {
  const json = Buffer.from(typeof about === 'string' ? about : JSON.stringify(about));
  const length = (size: number) => {
    const four = Buffer.alloc(4);
    four.writeUInt32LE(size);
    return four;
  };
  const body = Buffer.concat([length(json.length), json, length(crate.length), crate]);
  return { title, method: 'PUT' as const, path: 'api/v1/crates/new', headers: { 'content-type': 'application/octet-stream', ...headers }, body };
}

examineFormat({
  format: 'cargo',
  apiName: 'cargo',
  good: {
    upload: upload('a crate', bytes),
    file: 'api/v1/crates/hello_acme/1.0.0/download',
    bytes,
    storage: `crates/hello_acme/${folder}.crate`,
    listing: { path: 'he/ll/hello_acme', contains: '"vers":"1.0.0"' },
    package: {
      name: 'hello-acme',
      version: '1.0.0',
      facts: {
        description: 'Says hello',
        licenses: ['MIT OR Apache-2.0'],
        readme: '# Hello',
        dependencies: [{ name: 'serde', requirement: '^1', scope: 'runtime' }],
      },
    },
  },
  bad: [
    upload('no archive', Buffer.from('no archive at all, but long enough to be looked into')),
    upload('a crate without manifest', await packTar({ [`${folder}/src/lib.rs`]: '' })),
    upload('a crate of another name inside', await packTar({ 'other-1.0.0/Cargo.toml': '' })),
    upload('a crate that leads outside', await packTar({ ...files, [`${folder}/../../evil`]: 'x' })),
    upload('metadata that is no JSON', bytes, '{ no JSON'),
    upload('a name that leads outside', bytes, { ...metadata, name: '../evil' }),
    upload('a version that is none', bytes, { ...metadata, vers: 'latest' }),
  ],
  truncated: upload('a truncated crate', bytes.subarray(0, bytes.length - 10)),
  bomb: upload('a bomb', await packTarBomb(files)),
  wrongChecksum: upload('a wrong checksum', bytes, metadata, { 'x-checksum-sha256': '0'.repeat(64) }),
  otherBytes: upload('the same version with other bytes', await packTar({ ...files, [`${folder}/src/more.rs`]: '' })),
  order: ['0.9.0', '1.0.0-alpha', '1.0.0-rc.2', '1.0.0-rc.10', '1.0.0', '1.2.0', '1.10.0'],
});
