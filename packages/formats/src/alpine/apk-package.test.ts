import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { stagedBytes } from '../test-fixtures.ts';
import { alpine } from './alpine.ts';
import { readApk } from './apk-package.ts';

/** One entry of a tar, whose header may claim any size. */
function entry(name: string, body: string, size = Buffer.byteLength(body).toString(8).padStart(11, '0')): Buffer {
  const header = Buffer.alloc(512);
  header.write(name, 0);
  header.write(size, 124);
  header.write('0', 156);
  const bytes = Buffer.from(body);
  return Buffer.concat([header, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)]);
}

const apk = (control: Buffer) => stagedBytes(Buffer.concat([gzipSync(control), gzipSync(Buffer.alloc(10_000, 1)), Buffer.alloc(64)]));
const info = (more = '') => entry('.PKGINFO', `pkgname = hello\npkgver = 1.0-r1\narch = x86_64\n${more}`);

describe('readApk', () => {
  it('refuses a size that leads back to the entry that says it', async () => {
    for (const size of ['-1000', '-1', '1x', '0x10', '9'])
      await expect(readApk(apk(Buffer.concat([entry('x', '', size), info()]))), size).rejects.toMatchObject({ code: 'invalid_package' });
  });

  it('takes sizes between blanks and NULs, and none at all', async () => {
    for (const size of ['', '0', ' 0 ', '00000000000\0'])
      expect((await readApk(apk(Buffer.concat([entry('x', '', size), info()])))).info.get('pkgname'), size).toEqual(['hello']);
  });

  it('reads a key that comes as often as .PKGINFO has room for, and refuses more', async () => {
    const most = (await readApk(apk(info('a=\n'.repeat(340_000))))).info.get('a');
    expect(most).toHaveLength(340_000);
    await expect(readApk(apk(info('a=\n'.repeat(400_000))))).rejects.toMatchObject({ code: 'invalid_package', message: '.PKGINFO is too large' });
  });

  it('reads lines with blanks and separators in the way', async () => {
    const strange = `${' '.repeat(500_000)}\u2028x`;
    const { info: read } = await readApk(apk(info(`pkgdesc = ${strange}\ndepend = bash>=5\ndepend = so:libc.musl\n`)));
    expect([read.get('pkgdesc'), read.get('depend')]).toEqual([['x'], ['bash>=5', 'so:libc.musl']]);
  });

  it('reads a dependency of any length', async () => {
    const depend = `${'a'.repeat(900_000)}>\u2028`;
    const path = 'hello-1.0-r1.apk';
    const inspection = await alpine.inspect!(alpine.locate(path)!, path, apk(info(`depend = ${depend}1\n`)));
    expect(inspection.facts?.dependencies).toEqual([{ name: 'a'.repeat(900_000), requirement: '>\u20281', scope: 'runtime' }]);
  });
});
