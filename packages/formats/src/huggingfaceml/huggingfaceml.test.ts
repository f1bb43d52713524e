import { describe, expect, it } from 'vitest';
import { fileRow, makeRequest, publishContext, readRows } from '../test-fixtures.ts';
import { makePointer } from './hub-listing.ts';
import { huggingfaceml } from './huggingfaceml.ts';
import { readCard, readFacts } from './model-facts.ts';
import { listFolder } from './render-hub.ts';

const [first, second] = [`0193f2a4c801${'1'.repeat(28)}`, `0193f2a4c802${'2'.repeat(28)}`];
const place = 'models/acme/hello';
const classify = (method: string, path: string) => huggingfaceml.classify(makeRequest(method, path));
const version = (name: string, files: Record<string, string>, native = {}) => ({
  package: 'acme/hello',
  version: name,
  facts: { native },
  files: [
    ...Object.entries(files).map(([path, text]) => fileRow(`${place}/${name}/${path}`, text, { lead: false })),
    fileRow(`${place}/${name}/.revision.json`, '{}'),
  ],
});
const rows = (pointers: Record<string, string> = {}) =>
  readRows(
    [
      version(first, { 'config.json': '{}', 'data/a.bin': 'a' }),
      version(second, { 'config.json': '{}' }, { title: 'Less', parent: first, time: '2026-02-03T04:05:06Z' }),
    ],
    { 'acme/hello': pointers },
  );
const load = (path: string, pointers?: Record<string, string>) => huggingfaceml.load!(classify('GET', path)!, rows(pointers));

describe('addresses of the hub', () => {
  it.each([
    ['acme/hello/resolve/main/data/a.bin', `${place}/main/data/a.bin`, 'acme/hello'],
    ['gpt2/resolve/main/config.json', 'models/_/gpt2/main/config.json', 'gpt2'],
    [`datasets/acme/words/resolve/${first}/a`, `datasets/acme/words/${first}/a`, 'datasets/acme/words'],
    ['acme/hello/resolve/refs/pr/1/a/b', `${place}/refs/pr/1/a/b`, 'acme/hello'],
  ])('FMT-027 reads %s', (path, stored, name) => {
    expect(classify('HEAD', path)).toMatchObject({ kind: 'file', path: stored, package: name });
  });

  it('FMT-027 tells the oldest models, which have no namespace, from calls about them', () => {
    expect(classify('GET', 'api/models/gpt2/revision/main')).toMatchObject({ kind: 'index', package: 'gpt2', version: 'main' });
    expect(classify('GET', 'api/models/gpt2')).toMatchObject({ kind: 'index', package: 'gpt2', version: 'main' });
    expect(classify('GET', 'api/datasets/acme/words/tree/main/data')).toMatchObject({ package: 'datasets/acme/words', variant: 'tree/data' });
    for (const path of ['api/models/a--b/x', 'acme/../resolve/main/x', 'acme/hello/resolve/main', 'acme/hello/resolve/main/../x', 'models/x/resolve/main/a'])
      expect(classify('GET', path), path).toBeUndefined();
  });

  it('asks an upstream in the words of the hub', () => {
    const ask = (path: string) => huggingfaceml.upstream!(classify('GET', path)!);
    expect(ask('api/models/acme/hello/tree/main')).toEqual({ path: 'api/models/acme/hello/revision/main', query: 'blobs=true' });
    expect(ask('api/models/gpt2/refs')).toEqual({ path: 'api/models/gpt2/refs' });
    expect(ask('api/datasets/acme/words/commits/main')).toEqual({ path: 'api/datasets/acme/words/commits/main' });
  });
});

describe('revisions', () => {
  it('FMT-027 takes the newest for the main branch until there is one', async () => {
    expect((await load('api/models/acme/hello'))?.revision?.sha).toBe(second);
    expect((await load('api/models/acme/hello', { main: first }))?.revision?.sha).toBe(first);
    expect((await load('api/models/acme/hello/revision/v1', { 'tags/v1': first }))?.revision?.sha).toBe(first);
    expect(await load('api/models/acme/hello/revision/v2', { 'tags/v1': first })).toBeUndefined();
  });

  it('FMT-027 tells what a branch came from', async () => {
    expect((await load('api/models/acme/hello/commits/main'))?.changes?.map(({ id, title }) => [id, title])).toEqual([
      [second, 'Less'],
      [first, ''],
    ]);
    const { references } = (await load('api/models/acme/hello/refs', { dev: first, 'tags/v1': second }))!;
    expect(references).toEqual({
      branches: [
        { name: 'main', sha: second },
        { name: 'dev', sha: first },
      ],
      tags: [{ name: 'v1', sha: second }],
    });
  });

  it('FMT-027 finds a file of a branch under the name of the revision', async () => {
    const want = classify('GET', 'acme/hello/resolve/main/data/a.bin')!;
    const listing = (await load('api/models/acme/hello', { main: first }))!;
    expect(huggingfaceml.newestPath!(want, listing)).toBe(`${place}/${first}/data/a.bin`);
    expect(huggingfaceml.fileSource!(want, listing)).toBeUndefined();
    const sha256 = fileRow('a', 'a').sha256;
    const named = classify('GET', `acme/hello/resolve/${first}/data/a.bin`)!;
    expect(huggingfaceml.fileSource!(named, listing)).toEqual({ url: `acme/hello/resolve/${first}/data/a.bin`, sha256, size: 1 });
  });

  it('FMT-027 reads of an upstream what it writes itself', async () => {
    const want = classify('GET', 'api/models/acme/hello/revision/main')!;
    const listing = (await load('api/models/acme/hello'))!;
    const { body } = huggingfaceml.render!(want, listing, { baseUrl: 'http://x', request: makeRequest('GET', 'api/models/acme/hello/revision/main') });
    const read = huggingfaceml.parse!(want, Buffer.from(body as string), { url: '', contentType: '' });
    expect(read.revision).toMatchObject({ sha: second, files: listing.revision?.files, time: '2026-02-03T04:05:06Z' });
    for (const text of ['<html>', '{}', '{"sha":"main","siblings":[]}', '[]'])
      expect(() => huggingfaceml.parse!(want, Buffer.from(text), { url: '', contentType: '' })).toThrow();
  });

  it('calls folders by what they hold', () => {
    const files = ['a/b/1', 'a/2', '3'].map((path) => ({ path, size: 1, oid: path }));
    const names = (list: readonly Record<string, unknown>[]) => list.map(({ type, path }) => `${type} ${path}`);
    expect(names(listFolder(files, '', false))).toEqual(['directory a', 'file 3']);
    expect(names(listFolder(files, 'a', true))).toEqual(['directory a/b', 'file a/b/1', 'file a/2']);
    expect(listFolder(files, '', false)[0]?.oid).not.toBe(listFolder(files.slice(1), '', false)[0]?.oid);
  });

  it('FMT-027 writes the pointer that stands for a large file', () => {
    // Its name is what `git hash-object` says of that text.
    expect(makePointer({ sha256: fileRow('a', 'hello').sha256, size: 5 })).toEqual({ oid: 'd1ca116d6733584c13cb8bb50b21d5b5b81ee28f', size: 126 });
  });
});

describe('commits', () => {
  const header = { key: 'header', value: { summary: 'Change' } };
  const commit = (lines: readonly unknown[], pointers?: Record<string, string>) => {
    const request = makeRequest('POST', 'api/models/acme/hello/commit/main');
    return huggingfaceml.publish!(
      huggingfaceml.classify(request)!,
      publishContext(request, Buffer.from(lines.map((line) => JSON.stringify(line)).join('\n')), rows(pointers)),
    );
  };
  const paths = (draft: Awaited<ReturnType<typeof commit>>) => draft?.files.map(({ path }) => path.split('/').slice(4).join('/'));

  it('FMT-027 takes over what a commit does not change, and moves the branch from where it was', async () => {
    const draft = await commit(
      [header, { key: 'file', value: { path: 'new.txt', content: '', encoding: 'utf-8' } }, { key: 'deletedFolder', value: { path: 'data' } }],
      { main: first },
    );
    expect(paths(draft)?.sort()).toEqual(['.revision.json', 'config.json', 'new.txt']);
    const sha = draft?.files.at(-1)?.inspection?.version ?? '';
    expect(draft?.pointers).toEqual([{ package: 'acme/hello', name: 'main', version: sha, was: first }]);
    expect(sha > first && sha > second).toBe(true);
    expect(draft?.files.at(-1)?.inspection?.facts?.native).toMatchObject({ title: 'Change', parent: first });
  });

  it('FMT-027 makes no revision of a commit that changes nothing', async () => {
    const draft = await commit([header, { key: 'deletedFile', value: { path: 'not-there' } }], { main: second });
    expect(draft?.files).toEqual([]);
    expect(String(draft?.answer.body)).toContain(second);
  });

  it('FMT-027 takes the content of a file that is there, and no other', async () => {
    const { sha256 } = fileRow('a', 'a');
    const large = (more: object) => [header, { key: 'lfsFile', value: { path: 'copy.bin', algo: 'sha256', oid: sha256, ...more } }];
    expect(paths(await commit(large({ size: 1 }), { main: second }))).toContain('copy.bin');
    await expect(commit(large({ size: 2 }), { main: second })).rejects.toThrow('has 1 bytes, not 2');
    await expect(commit(large({ oid: '0'.repeat(64) }), { main: second })).rejects.toThrow('has not been uploaded');
  });
});

describe('model cards', () => {
  it('FMT-101 reads what stands before the text', () => {
    const facts = readFacts(readCard('---\r\nlicense:\r\n- cc-by-4.0\r\n- mit\r\nlicense_name: x\r\n---\r\n\r\n# Title\r\n\r\nIt *does* this.\r\n'));
    expect(facts).toMatchObject({ licenses: ['CC-BY-4.0', 'MIT'], description: 'It *does* this.' });
    expect(readFacts(readCard('---\nlicense: other\nlicense_name: acme-open\n---\n'))).toMatchObject({ licenses: ['acme-open'] });
    expect(readFacts(readCard('---\n---\nWords'))).toMatchObject({ description: 'Words', readme: 'Words' });
    expect(readFacts(readCard('---\nnot closed'))).toMatchObject({ licenses: [] });
  });
});
