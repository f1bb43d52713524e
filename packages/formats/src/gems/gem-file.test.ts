import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { describe, expect, it } from 'vitest';
import { packTar, stagedBytes } from '../test-fixtures.ts';
import { inspectGem } from './gem-file.ts';

async function packGem({ summary = 'Says hello', more = '', data }: { summary?: string; more?: string; data: Record<string, string | Buffer> }) {
  const metadata = `name: hello\nversion:\n  version: 1.0.0\nplatform: ruby\nsummary: ${summary}\n${more}`;
  const gem = pack();
  gem.entry({ name: 'metadata.gz' }, gzipSync(metadata));
  gem.entry({ name: 'data.tar.gz' }, await packTar(data));
  gem.finalize();
  return stagedBytes(await buffer(gem));
}
const readme = { 'README.md': '# Hello' };
const megabytes = (count: number) => randomBytes(count * 1024 * 1024);

describe('inspectGem', () => {
  it('refuses metadata too large to be read as YAML', async () => {
    const refused = { code: 'invalid_package', message: expect.stringContaining('metadata') };
    await expect(inspectGem(await packGem({ summary: 'x'.repeat(2 * 1024 * 1024), data: readme }))).rejects.toMatchObject(refused);
    expect((await inspectGem(await packGem({ summary: 'x'.repeat(1024 * 1024), data: readme }))).version).toBe('1.0.0');
  });

  it('refuses metadata whose aliases stand for far more than it holds', async () => {
    const more = `big: &x [${'[],'.repeat(10_000)}]\nmore: [${'*x,'.repeat(9000)}]\n`;
    await expect(inspectGem(await packGem({ more, data: readme }))).rejects.toMatchObject({
      code: 'invalid_package',
      message: expect.stringContaining('metadata'),
    });
  });

  it('reads dependencies that share a requirement, as older clients wrote them', async () => {
    const more = 'dependencies:\n- name: rake\n  requirement: &id001\n    requirements:\n    - - ">="\n      - version: "1"\n  version_requirements: *id001\n';
    expect((await inspectGem(await packGem({ more, data: readme }))).facts?.dependencies).toMatchObject([{ name: 'rake', requirement: '>= 1' }]);
  });

  it('looks for a readme only where the files are few', async () => {
    expect((await inspectGem(await packGem({ data: { ...readme, lib: megabytes(7) } }))).facts?.readme).toBe('# Hello');
    const large = await inspectGem(await packGem({ data: { ...readme, lib: megabytes(9) } }));
    expect([large.version, large.facts?.readme]).toEqual(['1.0.0', undefined]);
    // More than is kept of any archive.
    expect((await inspectGem(await packGem({ data: { ...readme, lib: megabytes(33) } }))).version).toBe('1.0.0');
  });

  it('reads its licences, as a list or, in older ones, as one', async () => {
    const licences = async (more: string) => (await inspectGem(await packGem({ more, data: {} }))).facts?.licenses;
    expect(await licences('licenses:\n- MIT\n- Ruby\n')).toEqual(['MIT', 'Ruby']);
    expect(await licences('license: MIT\n')).toEqual(['MIT']);
    expect(await licences('licenses: []\n')).toEqual([]);
  });

  it('takes a gem without files, which only names others', async () => {
    expect((await inspectGem(await packGem({ data: {} }))).version).toBe('1.0.0');
  });
});
