import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import type { StagedFile } from '../format.ts';
import { helm } from './helm.ts';

async function chart(entries: Record<string, string>): Promise<StagedFile> {
  const tar = pack();
  for (const [name, text] of Object.entries(entries)) tar.entry({ name }, text);
  tar.finalize();
  const bytes = gzipSync(await buffer(tar));
  return { size: bytes.length, sha256: '', sha1: '', md5: '', open: () => Readable.from([bytes]) };
}
const redis =
  'apiVersion: v2\nname: redis\nversion: 18.1.0\ndescription: Fast\nappVersion: "7.2"\nkeywords: [cache]\ndependencies:\n  - name: common\n    version: 2.x.x\n';
const request = (path: string, method = 'GET') => ({ method, path, query: new URLSearchParams(), headers: {} });
const index = { kind: 'index', path: 'index.yaml' } as const;

describe('helm', () => {
  it('knows what its addresses mean', () => {
    expect(helm.classify(request('index.yaml'))).toMatchObject({ kind: 'index' });
    expect(helm.classify(request('my-chart-1.2.3-rc.1.tgz'))).toMatchObject({ kind: 'file', package: 'my-chart', version: '1.2.3-rc.1' });
    expect(helm.locate('team/my-chart-1.0.0.tgz')).toEqual({ package: 'my-chart', version: '1.0.0', lead: true });
    expect(helm.locate('no-name.tgz')).toBeUndefined();
  });

  it('reads the facts of a chart', async () => {
    const file = await chart({ 'redis/Chart.yaml': redis, 'redis/README.md': '# Redis' });
    const inspection = await helm.inspect!(helm.locate('redis-18.1.0.tgz')!, 'redis-18.1.0.tgz', file);
    expect(inspection).toMatchObject({
      package: 'redis',
      version: '18.1.0',
      facts: { description: 'Fast', readme: '# Redis', tags: ['cache'], dependencies: [{ name: 'common', requirement: '2.x.x' }] },
    });
  });

  it('refuses a chart whose name is not its file name, and one without Chart.yaml', async () => {
    const location = helm.locate('other-18.1.0.tgz')!;
    await expect(helm.inspect!(location, 'other-18.1.0.tgz', await chart({ 'redis/Chart.yaml': redis }))).rejects.toMatchObject({ code: 'invalid_package' });
    await expect(helm.inspect!(location, 'other-18.1.0.tgz', await chart({ 'redis/values.yaml': 'a: 1' }))).rejects.toMatchObject({ code: 'invalid_package' });
    await expect(helm.inspect!(location, 'other-18.1.0.tgz', await chart({ 'x/Chart.yaml': '{{{{' }))).rejects.toMatchObject({ code: 'invalid_package' });
  });

  it('refuses a chart whose aliases stand for far more than it holds, and reads those of an honest one', async () => {
    const path = 'redis-18.1.0.tgz';
    const inspect = async (more: string) => helm.inspect!(helm.locate(path)!, path, await chart({ 'redis/Chart.yaml': `${redis}${more}` }));
    const more = `big: &x "${'a'.repeat(900_000)}"\nmore: [${'*x,'.repeat(98)}]\n`;
    await expect(inspect(more)).rejects.toMatchObject({ code: 'invalid_package', message: expect.stringContaining('Chart.yaml cannot be read') });
    expect((await inspect('home: &h https://example.org\nicon: *h\n')).facts).toMatchObject({
      homepage: 'https://example.org',
      native: { icon: 'https://example.org' },
    });
  });

  it('merges indexes, the earlier member first, and writes its own addresses', () => {
    const upstream = (url: string, digest: string) =>
      helm.parse!(
        index,
        Buffer.from(
          `apiVersion: v1\nentries:\n  redis:\n    - {name: redis, version: 1.0.0, digest: ${digest}, urls: [${url}]}\n    - {name: redis, version: 1.10.0, urls: [charts/redis-1.10.0.tgz]}\n`,
        ),
        {
          url: 'https://charts.example.org/stable/index.yaml',
          contentType: 'text/yaml',
        },
      );
    const first = upstream('redis-1.0.0.tgz', 'a'.repeat(64));
    const merged = helm.merge!(index, [
      { member: 'a', source: 'remote', model: first },
      { member: 'b', source: 'remote', model: upstream('other-1.0.0.tgz', 'b'.repeat(64)) },
    ]);
    const rendered = parseYaml(helm.render!(index, merged, { baseUrl: 'http://here/r', request: request('index.yaml') }).body as string) as {
      entries: { redis: { version: string; urls: string[]; digest?: string }[] };
    };
    expect(rendered.entries.redis.map(({ version }) => version)).toEqual(['1.10.0', '1.0.0']);
    expect(rendered.entries.redis[1]).toMatchObject({ urls: ['http://here/r/redis-1.0.0.tgz'], digest: 'a'.repeat(64) });
    expect(helm.fileSource!({ kind: 'file', path: 'redis-1.10.0.tgz', package: 'redis', version: '1.10.0' }, first)).toEqual({
      url: 'https://charts.example.org/stable/charts/redis-1.10.0.tgz',
    });
  });

  it('refuses an upstream document that is no index', () => {
    for (const text of ['<html>', '- a', 'entries: 5', '&a [*a]']) {
      const parsed = () => helm.parse!(index, Buffer.from(text), { url: 'https://x.example.org/', contentType: '' });
      expect(parsed, text).toThrow(expect.objectContaining({ code: 'upstream_failed' }));
    }
  });
});
