import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { PublishContext, VersionRow } from '../format.ts';
import { packTar, readLicenceText, stagedBytes } from '../test-fixtures.ts';
import { cargo } from './cargo.ts';
import { indexPath } from './index-entry.ts';

const request = (path: string, method = 'GET') => ({ method, path, query: new URLSearchParams(), headers: {} });

function body(metadata: object, crate: Buffer, pieceSize = 7): Readable {
  const json = Buffer.from(JSON.stringify(metadata));
  const length = (size: number) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32LE(size);
    return bytes;
  };
  const whole = Buffer.concat([length(json.length), json, length(crate.length), crate]);
  const pieces: Buffer[] = [];
  for (let at = 0; at < whole.length; at += pieceSize) pieces.push(whole.subarray(at, at + pieceSize));
  return Readable.from(pieces);
}

function publishing(stream: Readable, versions: VersionRow[] = []) {
  let stored = Buffer.alloc(0);
  const context = {
    request: request('api/v1/crates/new', 'PUT'),
    baseUrl: 'http://here',
    body: stream,
    rows: { package: async () => (versions.length > 0 ? { name: 'hello-acme', revision: 1, pointers: {}, versions } : undefined) },
    stage: async (crate: Readable) => {
      stored = await buffer(crate);
      return { size: stored.length, sha256: 'c'.repeat(64), sha1: '', md5: '', open: () => Readable.from(stored) };
    },
    read: (reader: (...args: unknown[]) => unknown, ...args: unknown[]) => reader(...args),
  } as unknown as PublishContext;
  return { draft: cargo.publish!(cargo.classify(context.request)!, context), stored: () => stored };
}

const metadata = {
  name: 'hello_acme',
  vers: '1.0.0',
  deps: [
    { name: 'serde', version_req: '^1', features: [], optional: false, default_features: true, target: null, kind: 'normal', explicit_name_in_toml: 'json' },
  ],
  features: { fancy: ['dep:json'], plain: [] },
  license: 'MIT OR Apache-2.0',
};

describe('cargo', () => {
  it('knows where index files are', () => {
    expect(['a', 'ab', 'abc', 'Hello_Acme'].map(indexPath)).toEqual(['1/a', '2/ab', '3/a/abc', 'he/ll/hello_acme']);
    expect(cargo.classify(request('he/ll/hello_acme'))).toMatchObject({ kind: 'index', package: 'hello-acme' });
    expect(cargo.classify(request('he/lo/hello_acme'))).toBeUndefined();
    expect(cargo.classify(request('api/v1/crates/hello_acme/1.0.0/download'))).toMatchObject({
      kind: 'file',
      path: 'crates/hello_acme/hello_acme-1.0.0.crate',
    });
  });

  it('splits the upload, however it is cut, and turns the metadata into an index line', async () => {
    const crate = await packTar({ 'hello_acme-1.0.0/Cargo.toml': '[package]\n' });
    for (const pieceSize of [1, 7, 100_000]) {
      const { draft, stored } = publishing(body(metadata, crate, pieceSize));
      const { files } = (await draft)!;
      expect(stored()).toEqual(crate);
      expect(files[0]).toMatchObject({
        path: 'crates/hello_acme/hello_acme-1.0.0.crate',
        inspection: { package: 'hello-acme', facts: { licenses: ['MIT OR Apache-2.0'] } },
      });
      expect(files[0]?.inspection?.facts?.native).toMatchObject({
        cksum: 'c'.repeat(64),
        deps: [{ name: 'json', package: 'serde', req: '^1' }],
        features: { plain: [] },
        features2: { fancy: ['dep:json'] },
        v: 2,
      });
    }
  });

  it('reads a licence that somebody filled with blanks, and metadata that comes in single bytes', async () => {
    const crate = await packTar({ 'hello_acme-1.0.0/Cargo.toml': '[package]\n' });
    const licensed = async (license: string, pieceSize: number, more = {}) =>
      (await publishing(body({ ...metadata, license, ...more }, crate, pieceSize)).draft)!.files[0]?.inspection?.facts;
    expect((await licensed(`MIT${' '.repeat(400_000)}or`, 100_000))?.licenses).toEqual(['MIT']);
    expect((await licensed('MIT/ISC  OR Apache-2.0', 7))?.licenses).toEqual(['MIT OR ISC OR Apache-2.0']);
    expect((await licensed('MIT', 1, { readme: 'x'.repeat(400_000) }))?.readme).toHaveLength(400_000);
  });

  const inspect = async (manifest: string, files: Record<string, string> = {}) => {
    const inside = Object.entries({ 'Cargo.toml': manifest, ...files }).map(([name, text]) => [`hello_acme-1.0.0/${name}`, text] as const);
    const path = 'crates/hello_acme/hello_acme-1.0.0.crate';
    return cargo.inspect!(cargo.locate(path)!, path, stagedBytes(await packTar(Object.fromEntries(inside))));
  };

  it('reads what the crate of an upstream says of itself, and its licence from its texts where it names none', async () => {
    const [mit, mpl] = [readLicenceText('MIT'), readLicenceText('MPL-2.0')];
    const head = '[package]\nedition = "2021"\nname = "hello_acme"\n';
    const stated = `${head}description = "Says \\"hello\\""\nlicense = "MIT/Apache-2.0"\n\n[package.metadata.x]\nlicense = "ISC"\n`;
    expect((await inspect(stated, { LICENSE: mpl })).facts).toEqual({ description: 'Says "hello"', licenses: ['MIT OR Apache-2.0'] });
    expect((await inspect(`${head}license-file = "LICENSE-MPL"\n`, { 'LICENSE-MPL': mpl, 'LICENSE-MIT': mit })).facts?.licenses).toEqual(['MPL-2.0']);
    expect((await inspect(head, { 'LICENSE-MPL': mpl, 'LICENSE-MIT': mit, 'src/LICENSE': 'x' })).facts?.licenses).toEqual(['MIT', 'MPL-2.0']);
    expect((await inspect(`${head}license-file = "TERMS"\n`, { TERMS: 'Ours.', LICENSE: mit })).facts?.licenses).toEqual([]);
    expect((await inspect(`[dependencies]\nlicense = "MIT"\n${'[package]\n'.repeat(50_000)}`)).facts?.licenses).toEqual([]);
  });

  it('takes the licence of a published crate from its text where its manifest only names that', async () => {
    const crate = await packTar({ 'hello_acme-1.0.0/Cargo.toml': '[package]\nlicense-file = "COPYING"\n', 'hello_acme-1.0.0/COPYING': readLicenceText('MIT') });
    const { files } = (await publishing(body({ ...metadata, license: null, license_file: 'COPYING' }, crate)).draft)!;
    expect(files[0]?.inspection?.facts?.licenses).toEqual(['MIT']);
  });

  it('refuses what is cut short, no JSON, misnamed, or another crate in disguise', async () => {
    const whole = await buffer(body(metadata, Buffer.from('crate')));
    await expect(publishing(Readable.from([whole.subarray(0, 20)])).draft).rejects.toMatchObject({ code: 'invalid_package' });
    await expect(publishing(Readable.from([whole.subarray(0, whole.length - 2)])).draft).rejects.toMatchObject({ code: 'invalid_package' });
    await expect(publishing(body({ ...metadata, name: '../x' }, Buffer.from('x'))).draft).rejects.toMatchObject({ code: 'invalid_package' });
    const other = { version: '0.9.0', createdAt: new Date(), files: [], facts: { native: { name: 'Hello-Acme', vers: '0.9.0', cksum: 'd' } } };
    await expect(publishing(body(metadata, Buffer.from('x')), [other]).draft).rejects.toMatchObject({ code: 'version_exists' });
  });

  it.each([
    ['deps', 'serde'],
    ['deps', [{ name: 'serde' }]],
    ['features', { fancy: 'json' }],
    ['features', ['fancy']],
    ['license', { type: 'MIT' }],
    ['keywords', 'json'],
    ['name', ['hello_acme']],
    ['vers', 1],
  ])('refuses metadata whose %s is of a wrong kind, and names it', async (field, value) => {
    const crate = await packTar({ 'hello_acme-1.0.0/Cargo.toml': '[package]\n' });
    const sent = publishing(body({ ...metadata, [field]: value }, crate));
    await expect(sent.draft).rejects.toMatchObject({ code: 'invalid_package', message: expect.stringContaining(`sends it: ${field}`) });
    expect(sent.stored()).toHaveLength(0);
  });

  it('finds a download where the upstream keeps it', () => {
    const want = { kind: 'file' as const, path: 'x', version: '1.0.0' };
    const entries = [{ name: 'hello', vers: '1.0.0', deps: [], cksum: 'e'.repeat(64), features: {}, yanked: false }];
    expect(cargo.fileSource!(want, { entries, download: 'https://dl.example.org/{prefix}/{crate}-{version}' })).toEqual({
      url: 'https://dl.example.org/he/ll/hello-1.0.0',
      sha256: 'e'.repeat(64),
    });
    expect(cargo.fileSource!(want, { entries, download: 'https://dl.example.org/crates' })?.url).toBe('https://dl.example.org/crates/hello/1.0.0/download');
  });
});
