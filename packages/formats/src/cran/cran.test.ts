import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { fileRow, makeRequest, packTar, packZip, readRows, stagedBytes } from '../test-fixtures.ts';
import { cran } from './cran.ts';
import { readLicences } from './cran-licence.ts';
import { parse } from './cran-listing.ts';
import { identify } from './cran-package.ts';
import { classify, listingWant, locate, sources } from './cran-paths.ts';
import { readDescription } from './description.ts';

const want = listingWant(sources, 'text');
const from = { url: 'https://cran.example/src/contrib/PACKAGES.gz', contentType: 'application/gzip' };
const read = (text: string | Buffer) => cran.parse!(want, Buffer.from(text), from);
const write = (model: ReturnType<typeof read>, variant = 'text') =>
  cran.render!({ ...want, variant }, model, { baseUrl: 'http://here/cran', request: makeRequest('GET', '') }).body as string;

describe('cran', () => {
  it('FMT-020 knows what its addresses mean', () => {
    expect(classify(makeRequest('GET', 'src/contrib/PACKAGES'))).toMatchObject({ kind: 'index', path: 'src/contrib/PACKAGES.gz', variant: 'text' });
    expect(classify(makeRequest('GET', 'bin/macosx/big-sur-arm64/contrib/4.4/PACKAGES.rds'))).toMatchObject({ variant: 'rds' });
    const file = { kind: 'file', path: 'src/contrib/a.b_1.0-1.tar.gz', package: 'a.b', version: '1.0-1' };
    expect(classify(makeRequest('GET', 'src/contrib/a.b_1.0-1.tar.gz'))).toMatchObject(file);
    expect(classify(makeRequest('GET', 'src/contrib/Archive/a.b/a.b_1.0-1.tar.gz'))).toMatchObject(file);
    expect(locate('bin/windows/contrib/4.4/a.b_1.0.zip')).toEqual({ package: 'a.b', version: '1.0', lead: true });
    for (const path of [
      'src/contrib/1a_1.0.tar.gz',
      'src/contrib/a_1.0.tar.gz',
      'src/contrib/ab_1.tar.gz',
      'src/contrib/ab_1.0.zip',
      'bin/a/b/c/contrib/4.4/ab_1.0.zip',
    ])
      expect(locate(path), path).toBeUndefined();
    expect(classify(makeRequest('GET', 'other/PACKAGES'))).toBeUndefined();
    expect(classify(makeRequest('POST', 'binaries?distribution=../x&rVersion=4.4'))).toMatchObject({ variant: '' });
  });

  it('FMT-101 reads licences in R’s words', () => {
    expect(readLicences('GPL-2 | file LICENSE')).toEqual(['GPL-2 | file LICENSE']);
    expect(readLicences('GPL (>= 2.0) | LGPL-2.1 | BSD_3_clause + file LICENSE')).toEqual(['GPL-2.0-or-later OR LGPL-2.1-only OR BSD-3-Clause']);
    expect(readLicences('AGPL-3 + file LICENCE')).toEqual(['AGPL-3.0-only']);
    expect([readLicences('constructor'), readLicences(undefined)]).toEqual([['constructor'], []]);
  });

  it('FMT-101 reads DESCRIPTION in the letters that it says', () => {
    const text = (encoding: BufferEncoding, name: string) => Buffer.from(`Package: x\nEncoding: ${name}\nAuthor: Jürgen\n`, encoding);
    for (const bytes of [text('latin1', 'latin1'), text('utf8', 'UTF-8'), text('latin1', 'nonsense'), text('latin1', 'UTF-8')])
      expect(readDescription(bytes)?.get('Author')).toBe('Jürgen');
  });

  it('FMT-020 reads what an upstream lists, packed or not, and refuses what is no listing', () => {
    const text =
      'Package: ab\nVersion: 1.0\nDepends: R (>= 3.5),\n        methods\nMD5sum: 0123456789abcdef0123456789abcdef\nPath: 4.4.0/Recommended\n\n\nPackage: ../x\nVersion: 1.0\n\nPackage: cd\nVersion: 2-1\n';
    for (const document of [text, gzipSync(text)]) {
      const { packages } = read(document);
      expect([...packages.keys()]).toEqual(['ab', 'cd']);
      expect(write({ packages })).toContain('Package: ab\nVersion: 1.0\nDepends: R (>= 3.5), methods\nMD5sum: 0123456789abcdef0123456789abcdef\n\n');
      const source = (path: string) => cran.fileSource!(classify(makeRequest('GET', path))!, { packages });
      expect(source('src/contrib/ab_1.0.tar.gz')).toEqual({ url: 'src/contrib/4.4.0/Recommended/ab_1.0.tar.gz', md5: '0123456789abcdef0123456789abcdef' });
      expect(source('src/contrib/ab_0.9.tar.gz')).toEqual({ url: 'src/contrib/Archive/ab/ab_0.9.tar.gz' });
    }
    for (const nothing of ['', '\n', gzipSync('')]) expect(read(nothing).packages.size).toBe(0);
    for (const other of ['<html>\n\nPlease sign in', gzipSync(text).subarray(0, 40), 'x'])
      expect(() => read(other)).toThrowError(expect.objectContaining({ code: 'upstream_failed' }));
  });

  it('FMT-020 takes no path of an upstream that leads elsewhere', () => {
    const { packages } = read(
      'Package: ab\nVersion: 1.0\nPath: ../../secret\n\nPackage: cd\nVersion: 1.0\nFile: https://evil.example/x\n\nPackage: ef\nVersion: 1.0\n',
    );
    expect([...packages.keys()]).toEqual(['ef']);
  });

  it('reads a listing of any length with a line of any length', () => {
    const { packages } = parse(want, Buffer.from(`Package: ab\nVersion: 1.0\nDepends: ${' ('.repeat(400_000)}\n${' x\n'.repeat(100_000)}`));
    expect(packages.get('ab')).toHaveLength(1);
  });

  it('lists the newest of each name once, whoever has it, and never completes ours from elsewhere', () => {
    const entry = (name: string, version: string) => `Package: ${name}\nVersion: ${version}\n`;
    const parts = [
      { member: 'ours', source: 'local' as const, model: read(entry('ours', '1.0')) },
      { member: 'a', source: 'remote' as const, model: read([entry('ours', '99.0'), entry('both', '1.9'), entry('same', '1.0-1')].join('\n')) },
      { member: 'b', source: 'remote' as const, model: read([entry('both', '1.10'), entry('same', '1.0.1')].join('\n')) },
    ];
    const text = write(cran.merge!(want, parts));
    expect(text).toBe(['both 1.10', 'ours 1.0', 'same 1.0-1'].map((one) => `${entry(...(one.split(' ') as [string, string]))}\n`).join(''));
  });

  it('lists each folder by itself, and what a file says of itself from its properties', async () => {
    const facts = { native: { fields: { License: 'MIT' } } };
    const built = fileRow('bin/windows/contrib/4.4/ab_1.0.zip', 'x', { properties: { 'cran.built': ['R 4.4.1; ; 2026-01-01; windows'] } });
    const rows = readRows([{ package: 'ab', version: '1.0', facts, files: [fileRow('src/contrib/ab_1.0.tar.gz'), built] }]);
    const load = async (folder: string) => write((await cran.load!(listingWant(folder), rows))!);
    expect(await load(sources)).not.toContain('Built');
    expect(await load('bin/windows/contrib/4.4')).toContain('Built: R 4.4.1; ; 2026-01-01; windows\n');
    expect(await load('bin/windows/contrib/4.3')).toBe('');
  });

  it('puts what was built where its R looks for it', async () => {
    const description = 'Package: ab\nVersion: 1.0\nBuilt: R 4.4.1; ; 2026-01-01; windows\n';
    const zip = stagedBytes(await packZip({ 'ab/DESCRIPTION': description }));
    const tar = stagedBytes(await packTar({ 'ab/DESCRIPTION': description }));
    expect((await identify(zip, 'bin/windows/contrib/4.4')).path).toBe('bin/windows/contrib/4.4/ab_1.0.zip');
    expect((await identify(tar, 'bin/macosx/big-sur-arm64/contrib/4.4')).path).toBe('bin/macosx/big-sur-arm64/contrib/4.4/ab_1.0.tgz');
    expect((await identify(tar, 'bin/linux/contrib/4.4')).path).toBe('bin/linux/contrib/4.4/ab_1.0.tar.gz');
  });

  it('finds what is installed in a library of R, but for R itself, and what a lock file fixes', () => {
    const [installed, lock] = cran.evidence!;
    const path = 'usr/lib/R/site-library/ab/DESCRIPTION';
    expect(installed!.path.test(path)).toBe(true);
    expect(installed!.read('Package: ab\nVersion: 1.0\nBuilt: R 4.2.2\n', path)).toEqual([{ name: 'ab', version: '1.0' }]);
    expect(installed!.read('Package: stats\nVersion: 4.2.2\nPriority: base\nBuilt: R 4.2.2\n', path)).toEqual([]);
    expect(lock!.read('{"Packages": {"ab": {"Package": "ab", "Version": "1.0"}}}', 'renv.lock')).toEqual([{ name: 'ab', version: '1.0' }]);
    expect(lock!.read('{ no JSON', 'renv.lock')).toEqual([]);
  });
});
