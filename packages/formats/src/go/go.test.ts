import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import type { StagedFile } from '../format.ts';
import { fileRow, makeRequest, publishContext, readRows } from '../test-fixtures.ts';
import { go } from './go.ts';
import { escapeModule, unescapeModule } from './module-path.ts';

async function zip(entries: Record<string, string>): Promise<StagedFile> {
  const archive = new ZipFile();
  for (const [name, text] of Object.entries(entries)) archive.addBuffer(Buffer.from(text), name);
  archive.end();
  const bytes = await buffer(archive.outputStream as Readable);
  return { size: bytes.length, sha256: '', sha1: '', md5: '', open: (range) => Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes]) };
}
const request = (path: string, method = 'GET') => ({ method, path, query: new URLSearchParams(), headers: {} });
const context = { baseUrl: 'http://here', request: request('') };

describe('go', () => {
  it('escapes upper-case letters', () => {
    expect(escapeModule('example.com/Acme/X')).toBe('example.com/!acme/!x');
    expect(unescapeModule('example.com/!acme')).toBe('example.com/Acme');
    expect(unescapeModule('example.com/Acme')).toBeUndefined();
    expect(unescapeModule('a!!b')).toBeUndefined();
  });

  it('PKG-022 lets the archive stand for a version, and no other of its files', () => {
    const stands = (ending: string) => go.locate(`example.test/m/@v/v1.0.0.${ending}`);
    expect(stands('zip')).toEqual({ package: 'example.test/m', version: 'v1.0.0', lead: true });
    expect(['mod', 'info'].map((ending) => stands(ending)?.lead)).toEqual([false, false]);
    const meant = (path: string) => go.leadPath?.(path);
    expect(['mod', 'info'].map((ending) => meant(`example.test/!m/@v/v1.0.0.${ending}`))).toEqual(Array(2).fill('example.test/!m/@v/v1.0.0.zip'));
    expect(['example.test/m/@v/v1.0.0.zip', 'example.test/m/@v/list', 'go.mod'].map(meant)).toEqual([undefined, undefined, undefined]);
  });

  it('knows what its addresses mean', () => {
    expect(go.classify(request('example.com/!acme/@v/list'))).toMatchObject({ kind: 'index', package: 'example.com/Acme', variant: 'list' });
    expect(go.classify(request('example.com/a/@latest'))).toMatchObject({ kind: 'index', variant: 'latest' });
    expect(go.classify(request('example.com/a/@v/v1.0.0.zip'))).toMatchObject({ kind: 'file', package: 'example.com/a', version: 'v1.0.0' });
    expect(go.classify(request('example.com/a/@v/main.info'))).toMatchObject({ kind: 'file', freshness: 'pointer' });
    expect(go.classify(request('example.com/a/@v/main.zip'))).toBeUndefined();
    expect(go.classify(request('sumdb/sum.example.org/supported'))).toMatchObject({ kind: 'aux', variant: 'sumdb' });
    expect(go.classify(request('example.com'))).toBeUndefined();
  });

  it('reads a module and refuses files outside its own folder', async () => {
    const location = { package: 'example.com/a', version: 'v1.0.0', lead: true };
    const good = await zip({
      'example.com/a@v1.0.0/go.mod': 'module example.com/a\n\ngo 1.22\n\nrequire (\n\texample.com/b v1.2.3\n\texample.com/c v0.1.0 // indirect\n)\n',
      'example.com/a@v1.0.0/README.md': '# A',
    });
    const { facts } = await go.inspect!(location, 'example.com/a/@v/v1.0.0.zip', good);
    expect(facts).toMatchObject({
      readme: '# A',
      display: { 'Go version': '1.22' },
      dependencies: [
        { name: 'example.com/b', scope: 'runtime' },
        { name: 'example.com/c', scope: 'optional' },
      ],
    });
    await expect(go.inspect!(location, 'example.com/a/@v/v1.0.0.zip', await zip({ 'other/go.mod': 'module other' }))).rejects.toMatchObject({
      code: 'invalid_package',
    });
  });

  it('reads a go.mod whose lines never end', async () => {
    const location = { package: 'example.com/a', version: 'v1.0.0', lead: true };
    const endless = `require example.com/b v${'1'.repeat(1_000_000)}\u2028x`;
    const short = `require example.com/d v1\u2028x`;
    const file = await zip({ 'example.com/a@v1.0.0/go.mod': `module example.com/a\n${endless}\n${short}\nrequire example.com/c v1.0.0\n` });
    const { facts } = await go.inspect!(location, 'example.com/a/@v/v1.0.0.zip', file);
    expect(facts?.dependencies?.map(({ name }) => name)).toEqual(['example.com/d', 'example.com/c']);
    const many = Array.from({ length: 20_000 }, (_, index) => `require example.com/c${index} v1.0.0`).join('\n');
    const crowded = await go.inspect!(location, 'example.com/a/@v/v1.0.0.zip', await zip({ 'example.com/a@v1.0.0/go.mod': many }));
    expect(crowded.facts?.dependencies).toHaveLength(5000);
  });

  it('keeps the information it has when a client brings its own after the zip', async () => {
    const path = 'example.com/a/@v/v1.0.0.info';
    const rows = readRows([{ package: 'example.com/a', version: 'v1.0.0', facts: {}, files: [fileRow(path, '{"Version":"v1.0.0"}')] }]);
    const want = { kind: 'publish' as const, path, package: 'example.com/a', version: 'v1.0.0' };
    const send = (version: string, headers = {}) =>
      go.publish!(want, publishContext(makeRequest('PUT', path, headers), Buffer.from(`{"Version":"${version}","Time":"2026-01-02T03:04:05Z"}`), rows));
    expect(await send('v1.0.0')).toMatchObject({
      files: [],
      answer: { status: 201, headers: { 'x-checksum-sha256': fileRow(path, '{"Version":"v1.0.0"}').sha256 } },
    });
    await expect(send('v1.0.1')).rejects.toMatchObject({ code: 'invalid_package' });
    expect(await send('v1.0.0', { 'x-checksum-deploy': 'true' })).toBeUndefined();
  });

  it('lists versions in order and prefers a release as the latest', () => {
    const model = { versions: ['v1.10.0', 'v1.9.0', 'v2.0.0-rc.1', 'v0.0.0-20260101000000-abcdefabcdef'].map((version) => ({ version })) };
    expect(go.render!({ kind: 'index', path: '', variant: 'list' }, model, context).body).toBe('v1.9.0\nv1.10.0\nv2.0.0-rc.1\n');
    expect(go.render!({ kind: 'index', path: '', variant: 'latest' }, model, context).body).toBe('{"Version":"v1.10.0"}');
  });

  it('keeps names that live here from the public checksum database', async () => {
    const asked: string[] = [];
    const upstream = async (path: string) => {
      asked.push(path);
      return { status: 200, headers: { 'content-type': 'text/html' }, body: Buffer.from('tree') };
    };
    const rows = { package: async (name: string) => (name === 'example.com/secret' ? ({} as never) : undefined) };
    const aux = (path: string) => go.aux!(go.classify(request(path))!, { request: request(path), rows: [rows], upstream } as never);
    expect(await aux('sumdb/sum.example.org/lookup/example.com/secret@v1.0.0')).toBeUndefined();
    expect(asked).toEqual([]);
    expect(await aux('sumdb/sum.example.org/lookup/example.com/public@v1.0.0')).toMatchObject({
      contentType: 'text/plain; charset=utf-8',
      body: Buffer.from('tree'),
    });
  });

  it('shows no address with a login where Go would refuse to use it', () => {
    const proxyAt = (url: string) =>
      go.setup({ url, host: 'here', key: 'go', class: 'virtual', user: 'ann', canDeploy: false }).find(({ text }) => text.includes('GOPROXY'));
    expect(proxyAt('http://here/go')?.text).toBe('export GOPROXY="http://here/go,direct"');
    expect(proxyAt('http://here/go')?.title).toContain('visitors must be allowed to read it');
    expect(proxyAt('https://here/go')?.text).toBe('export GOPROXY="https://ann:$PACKHOUSE_TOKEN@here/go,direct"');
  });
});
