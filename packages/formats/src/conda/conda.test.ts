import { gzipSync, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readTar } from '../archive/tar-archive.ts';
import { fileRow, makeRequest, readRows, stagedBytes } from '../test-fixtures.ts';
import { conda } from './conda.ts';
import { parseRecord } from './conda-listing.ts';
import { classify, listingWant, locate } from './conda-paths.ts';
import { packConda } from './pack-conda.ts';

const want = listingWant('noarch');
const from = { url: 'https://channel.example/noarch/repodata.json.zst', contentType: 'application/zstd' };
const read = (document: string | Buffer) => conda.parse!(want, Buffer.from(document), from);
const record = (name: string, version: string, more = {}) => ({ name, version, build: '0', build_number: 0, depends: [], ...more });
const listing = (...records: ReturnType<typeof record>[]) => ({
  info: { subdir: 'noarch' },
  packages: {},
  'packages.conda': Object.fromEntries(records.map((one) => [`${one.name}-${one.version}-${one.build}.conda`, one])),
});
const write = (model: ReturnType<typeof read>, wanted = want) =>
  conda.render!(wanted, model, { baseUrl: 'http://here/conda', request: makeRequest('GET', '') }).body as Buffer;
const written = (model: ReturnType<typeof read>) => JSON.parse(write(model).toString()) as Record<string, Record<string, Record<string, unknown>>>;

describe('conda', () => {
  it('FMT-019 knows what its addresses mean', () => {
    expect(classify(makeRequest('GET', 'linux-64/repodata.json.zst'))).toMatchObject({ kind: 'index', path: 'linux-64/repodata.json', variant: 'zst' });
    expect(classify(makeRequest('GET', 'label/dev/noarch/current_repodata.json'))).toMatchObject({
      path: 'label/dev/noarch/current_repodata.json',
      variant: 'json',
    });
    const place = { package: 'my-tool', version: '1!2.0', lead: true };
    expect(locate('osx-arm64/My-Tool-1!2.0-py_1.conda')).toEqual(place);
    expect(locate('some/channel/noarch/my-tool-1!2.0-py_1.tar.bz2')).toEqual(place);
    for (const path of [
      'my-tool-1-0.conda',
      'src/my-tool-1-0.conda',
      'noarch/tool-1.conda',
      'noarch/tool-1-0.zip',
      'a/b/c/d/noarch/tool-1-0.conda',
      'noarch/-1-0.conda',
    ])
      expect(locate(path), path).toBeUndefined();
    for (const path of ['repodata.json', 'src/repodata.json', 'noarch/repodata.json.bz2', 'noarch/repodata_shards.msgpack.zst'])
      expect(classify(makeRequest('GET', path)), path).toBeUndefined();
    expect(classify(makeRequest('PUT', 'label/dev/tool.conda'))).toEqual({ kind: 'publish', path: 'label/dev/tool.conda', variant: 'unplaced' });
    expect(conda.upstream!(want)).toEqual({ path: 'noarch/repodata.json.zst', otherwise: 'noarch/repodata.json' });
  });

  it('FMT-019 hands on the records of an upstream untouched, packed or not', () => {
    const odd = record('odd', '1.0', { license: 'so "called\\" ] }', nested: { deep: [[{}], '"'] }, big: 12345678901234567890n.toString() });
    const text = JSON.stringify(listing(odd, record('two', '2')), null, 2);
    for (const document of [text, `\uFEFF${text}`, gzipSync(text), zstdCompressSync(text)]) {
      const found = written(read(document));
      expect(found['packages.conda']).toEqual({ 'odd-1.0-0.conda': odd, 'two-2-0.conda': record('two', '2') });
      expect(found).toMatchObject({ info: { subdir: 'noarch' }, packages: {}, removed: [], repodata_version: 1 });
    }
    expect(zstdDecompressSync(write(read(text), listingWant('noarch', 'repodata.json', 'zst'))).equals(write(read(text)))).toBe(true);
  });

  it('FMT-019 refuses what is no listing, and leaves out what goes by another name', () => {
    const text = JSON.stringify(listing(record('ab', '1')));
    for (const other of [
      '',
      '<html>',
      '[]',
      '{}',
      '{"packages": 5}',
      text.slice(0, -3),
      zstdCompressSync(text).subarray(0, 20),
      '{"packages": {"ab-1-0.conda": {"name": nothing}}}',
    ])
      expect(() => read(other), String(other)).toThrowError(expect.objectContaining({ code: 'upstream_failed' }));
    const { files } = read(
      JSON.stringify({ packages: { '../x-1-0.conda': record('x', '1'), 'ab-1-0.conda': record('cd', '1'), 'ef-1-0.conda': record('ef', '1') } }),
    );
    expect([...files.keys()]).toEqual(['ef-1-0.conda']);
  });

  it('FMT-019 finds files where the upstream says that they are, with what it promises of them', () => {
    const sha256 = 'ab'.repeat(32);
    const one = record('ab', '1!2', { sha256, md5: 'cd'.repeat(16), size: 12 });
    const source = (path: string, info: object) => conda.fileSource!(classify(makeRequest('GET', path))!, read(JSON.stringify({ ...listing(one), info })));
    const path = 'noarch/ab-1!2-0.conda';
    expect(source(path, {})).toEqual({ url: path, sha256, size: 12 });
    expect(source(path, { base_url: 'https://files.example/all' })).toEqual({ url: 'https://files.example/all/ab-1!2-0.conda', sha256, size: 12 });
    expect(source(path, { base_url: '../files/' })?.url).toBe('https://channel.example/files/ab-1!2-0.conda');
    expect(source('noarch/ab-1!3-0.conda', {})).toBeUndefined();
  });

  it('lists of several the first of each file, and never completes ours from elsewhere', () => {
    const model = (...records: ReturnType<typeof record>[]) => read(JSON.stringify(listing(...records)));
    const parts = [
      { member: 'ours', source: 'local' as const, model: model(record('ours', '1')) },
      { member: 'a', source: 'remote' as const, model: model(record('Ours', '99'), record('both', '1', { license: 'A' })) },
      { member: 'b', source: 'remote' as const, model: model(record('both', '1', { license: 'B' }), record('both', '2')) },
    ];
    const found = written(conda.merge!(want, parts))['packages.conda']!;
    expect(Object.keys(found)).toEqual(['both-1-0.conda', 'both-2-0.conda', 'ours-1-0.conda']);
    expect(found['both-1-0.conda']!.license).toBe('A');
  });

  it('FMT-019 lists each folder by itself, and of the newest all builds', async () => {
    const row = (path: string, content: object) => fileRow(path, path, { content });
    const files = [
      row('noarch/ab-1.9-0.conda', record('ab', '1.9')),
      row('noarch/ab-1.10-0.conda', record('ab', '1.10')),
      row('noarch/ab-1.10.0-1.tar.bz2', record('ab', '1.10.0')),
      row('linux-64/ab-2.0-0.conda', record('ab', '2.0')),
      row('label/dev/noarch/ab-3.0-0.conda', record('ab', '3.0')),
    ];
    const rows = readRows([{ package: 'ab', version: '1', facts: {}, files }]);
    const names = async (folder: string, name?: 'current_repodata.json') => [...(await conda.load!(listingWant(folder, name), rows))!.files.keys()];
    expect(await names('noarch')).toEqual(['ab-1.9-0.conda', 'ab-1.10-0.conda', 'ab-1.10.0-1.tar.bz2']);
    expect(await names('noarch', 'current_repodata.json')).toEqual(['ab-1.10-0.conda', 'ab-1.10.0-1.tar.bz2']);
    expect(await names('label/dev/noarch')).toEqual(['ab-3.0-0.conda']);
    expect(await names('win-64')).toEqual([]);
    const [entry] = (await conda.load!(listingWant('linux-64'), rows))!.files.values();
    expect(parseRecord(entry!)).toMatchObject({ name: 'ab', sha256: files[3]!.sha256, md5: files[3]!.md5, size: files[3]!.size });
  });

  it('says of each build when it came and under which licence, and leaves out what rules hold back', () => {
    const model = read(
      JSON.stringify(
        listing(record('ab', '1', { timestamp: 1_700_000_000, license: 'MIT' }), record('ab', '2', { timestamp: 5, indexed_timestamp: 1_700_000_000_000 })),
      ),
    );
    expect(conda.offers!.read(model)).toEqual([
      { key: 'ab-1-0.conda', version: '1', package: 'ab', published: '2023-11-14T22:13:20.000Z', licences: ['MIT'] },
      { key: 'ab-2-0.conda', version: '2', package: 'ab', published: '2023-11-14T22:13:20.000Z', licences: [] },
    ]);
    expect(Object.keys(written(conda.offers!.without(model, new Set(['ab-2-0.conda'])))['packages.conda']!)).toEqual(['ab-1-0.conda']);
    expect(conda.offers!.keyOf!(classify(makeRequest('GET', 'noarch/ab-2-0.conda'))!)).toBe('ab-2-0.conda');
  });

  it('finds in a package what it installs', async () => {
    const path = 'site-packages/a/__init__.py';
    const file = stagedBytes(await packConda({ name: 'a', version: '1', build: '0' }, {}, { [path]: 'a = 1' }));
    const { start, end, packing } = await conda.payload!(file);
    const part = { size: end - start + 1, open: () => file.open({ start, end }) };
    expect([...(await readTar(part, () => ({ limit: 100 }), packing)).keys()]).toEqual([path]);
    const old = stagedBytes(Buffer.from('BZh9 and so on'));
    expect(await conda.payload!(old)).toEqual({ start: 0, end: old.size - 1, kind: 'tar', packing: 'bzip2' });
  });

  it('knows which requirement fits one version alone', () => {
    const exact = ['1.2', '==1.2', '1.2 h1_0', '1!1.2+a'].map((one) => conda.exactVersion!(one));
    expect(exact).toEqual(['1.2', '1.2', '1.2', '1!1.2+a']);
    for (const open of ['*', '=1.2', '1.2.*', '>=1.2', '>=1,<2', '1.2|1.3']) expect(conda.exactVersion!(open), open).toBeUndefined();
  });
});
