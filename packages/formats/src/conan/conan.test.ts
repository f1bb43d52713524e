import { describe, expect, it } from 'vitest';
import type { Want } from '../format.ts';
import { fileRow, makeRequest, readRows } from '../test-fixtures.ts';
import { conan } from './conan.ts';
import type { ConanListing } from './conan-listing.ts';

const [first, second] = ['1'.repeat(32), '2'.repeat(32)];
const id = 'a'.repeat(40);
const reference = 'v2/conans/hello/1.0/_/_';
const folder = '_/hello/1.0/_';

const getWant = (method: string, path: string) => conan.classify(makeRequest(method, path));
const getListing = (path: string) => getWant('GET', path) as Want;
const getBody = (want: Want, model: ConanListing) =>
  JSON.parse(String(conan.render!(want, model, { baseUrl: '', request: makeRequest('GET', '') }).body)) as unknown;

describe('addresses', () => {
  it.each([
    [reference, folder],
    [`${reference}/revisions/${first}`, `${folder}/${first}`],
    [`${reference}/revisions/${first}/packages`, `${folder}/${first}/package`],
    [`${reference}/revisions/${first}/packages/${id}`, `${folder}/${first}/package/${id}`],
    [`${reference}/revisions/${first}/packages/${id}/revisions/${second}`, `${folder}/${first}/package/${id}/${second}`],
  ])('removes at %s', (path, stored) => {
    expect(getWant('DELETE', path)).toEqual({ kind: 'remove', path: stored });
  });

  it.each([
    [`${reference}/revisions/${first}/files/conanfile.py`, `${folder}/${first}/export/conanfile.py`, true],
    [`${reference}/revisions/${first}/files/metadata/logs/build log.txt`, `${folder}/${first}/export/metadata/logs/build log.txt`, false],
    [`v2/conans/hello/1.0/acme/_/revisions/0/files/conanfile.py`, 'acme/hello/1.0/_/0/export/conanfile.py', true],
    [
      `${reference}/revisions/${first}/packages/${id}/revisions/${second}/files/conan_package.tgz`,
      `${folder}/${first}/package/${id}/${second}/conan_package.tgz`,
      false,
    ],
  ])('keeps %s as existing platforms do', (path, stored, lead) => {
    const name = path.includes('acme') ? 'hello@acme' : 'hello';
    expect(conan.locate(stored)).toEqual({ package: name, version: '1.0', lead });
    for (const [method, kind] of [
      ['GET', 'file'],
      ['HEAD', 'file'],
      ['PUT', 'publish'],
    ])
      expect(getWant(method!, path)).toMatchObject({ kind, path: stored, package: name, version: '1.0' });
    expect(conan.upstream!({ kind: 'file', path: stored })).toEqual({ path });
  });

  it.each([
    ['a call that there is not', `${reference}/digest`],
    ['files of a reference', `${reference}/files`],
    ['a file of a reference', `${reference}/files/conanfile.py`],
    ['a file of all revisions of a package', `${reference}/revisions/${first}/packages/${id}/files/conaninfo.txt`],
    ['revisions of a revision', `${reference}/revisions/${first}/latest`],
    ['packages of a package', `${reference}/revisions/${first}/packages/${id}/search`],
    ['a file with a hidden name', `${reference}/revisions/${first}/files/.packages`],
    ['a folder that is not metadata', `${reference}/revisions/${first}/files/other/file`],
    ['a revision in capitals', `${reference}/revisions/ABC/files/conanfile.py`],
    ['a name of one character', 'v2/conans/h/1.0/_/_/latest'],
    ['a channel without a user', 'v2/conans/hello/1.0/_/stable/latest'],
    ['the first protocol', 'v1/conans/hello/1.0/_/_'],
  ])('knows no %s', (_, path) => {
    for (const method of ['GET', 'PUT', 'POST']) expect(getWant(method, path)).toBeUndefined();
  });

  it('knows nothing in a repository that is no file of a revision', () => {
    for (const path of [
      `${folder}/${first}/.files`,
      `${folder}/.revisions`,
      folder,
      `${folder}/${first}/conanfile.py`,
      `${folder}/${first}/package/${id}/conaninfo.txt`,
    ])
      expect(conan.locate(path)).toBeUndefined();
  });
});

const at = (day: number) => new Date(Date.UTC(2026, 0, day));
const stored = (path: string, day: number, more: object = {}) =>
  fileRow(`${folder}/${path}`, path, { createdAt: at(day), modifiedAt: at(day), lead: false, ...more });
const rows = readRows([
  {
    package: 'hello',
    version: '1.0',
    facts: {},
    files: [
      stored(`${first}/export/conanfile.py`, 1),
      stored(`${first}/export/conanmanifest.txt`, 1),
      stored(`${first}/export/conan_export.tgz`, 1),
      stored(`${first}/export/conan_export.tzst`, 4),
      stored(`${first}/export/metadata/logs/conanmanifest.txt`, 9),
      stored(`${second}/export/conanmanifest.txt`, 2),
      stored(`${'3'.repeat(32)}/export/conanfile.py`, 3),
      stored(`${first}/package/${id}/${first}/conanmanifest.txt`, 5),
      stored(`${first}/package/${id}/${first}/conaninfo.txt`, 5, { content: 'older' }),
      stored(`${first}/package/${id}/${second}/conanmanifest.txt`, 6),
      stored(`${first}/package/${id}/${second}/conaninfo.txt`, 6, { content: 'newer' }),
      stored(`${first}/package/${'b'.repeat(40)}/${second}/conaninfo.txt`, 7, { content: 'incomplete' }),
    ],
  },
]);

async function listed(path: string): Promise<unknown> {
  const want = getListing(path);
  const model = await conan.load!(want, rows);
  return model && getBody(want, model as ConanListing);
}

describe('listings', () => {
  const getRevisions = (...days: [string, number][]) => days.map(([revision, day]) => ({ revision, time: at(day).toISOString() }));

  it('have the revisions that are complete, the newest first', async () => {
    const revisions = getRevisions([second, 2], [first, 1]);
    expect(await listed(`${reference}/revisions`)).toEqual({ revisions });
    expect(await listed(`${reference}/latest`)).toEqual(revisions[0]);
    expect(await listed('v2/conans/hello/2.0/_/_/latest')).toBeUndefined();
  });

  it('have the revisions of a package', async () => {
    const address = `${reference}/revisions/${first}/packages/${id}`;
    expect(await listed(`${address}/revisions`)).toEqual({ revisions: getRevisions([second, 6], [first, 5]) });
    expect(await listed(`${address}/latest`)).toEqual(getRevisions([second, 6])[0]);
    expect(await listed(`${reference}/revisions/${first}/packages/${'b'.repeat(40)}/latest`)).toBeUndefined();
  });

  it('have the files of a complete revision, of several ways to pack one thing the last', async () => {
    expect(await listed(`${reference}/revisions/${first}/files`)).toEqual({
      files: Object.fromEntries(['conan_export.tzst', 'conanfile.py', 'conanmanifest.txt', 'metadata/logs/conanmanifest.txt'].map((name) => [name, {}])),
    });
    expect(await listed(`${reference}/revisions/${'3'.repeat(32)}/files`)).toBeUndefined();
  });

  it('say what the newest of each package was made of', async () => {
    expect(await listed(`${reference}/revisions/${first}/search`)).toEqual({ [id]: { content: 'newer' } });
    expect(await listed(`${reference}/revisions/${second}/search`)).toEqual({});
    expect(await listed(`${reference}/revisions/${'3'.repeat(32)}/search`)).toBeUndefined();
  });
});

describe('listings of upstreams', () => {
  const parsed = (path: string, document: unknown) =>
    conan.parse!(getListing(path), Buffer.from(typeof document === 'string' ? document : JSON.stringify(document)), {
      url: '',
      contentType: '',
    }) as ConanListing;

  it('are asked for in the protocol, the newest through the list of all', () => {
    const asked = (path: string) => conan.upstream!(getListing(path));
    expect(asked(`${reference}/latest`)).toEqual({ path: `${reference}/revisions` });
    expect(asked(`${reference}/revisions/${first}/packages/${id}/latest`)).toEqual({ path: `${reference}/revisions/${first}/packages/${id}/revisions` });
    expect(asked(`${reference}/revisions/${first}/files`)).toEqual({ path: `${reference}/revisions/${first}/files` });
    expect(asked(`${reference}/revisions/${first}/search`)).toEqual({ path: `${reference}/revisions/${first}/search`, query: 'list_only=False' });
  });

  it('keep times as they are written, and nothing that is no revision, file or package', () => {
    const time = '2022-11-08T10:52:51.513+0000';
    const revisions = [{ revision: first, time }, { revision: '../..', time }, { revision: second, time: 'yesterday' }, { revision: second }, null, 7];
    expect(parsed(`${reference}/revisions`, { revisions })).toEqual({ revisions: [{ revision: first, time }] });
    const files = Object.fromEntries(['conanfile.py', '../conanfile.py', 'metadata/a', 'a/b', '.files', '', '/etc/passwd'].map((name) => [name, {}]));
    expect(parsed(`${reference}/revisions/${first}/files`, { files })).toEqual({ files: ['conanfile.py', 'metadata/a'] });
    const packages = parsed(`${reference}/revisions/${first}/search`, { [id]: { content: 'x' }, 'no id': { content: 'x' }, [second]: 'x' }).packages;
    expect(Object.fromEntries(packages!)).toEqual({ [id]: { content: 'x' } });
  });

  it.each([
    ['a login page', '<html></html>'],
    ['a list', '[]'],
    ['a text', '"text"'],
    ['nothing', '{}'],
  ])('are none when they are %s', (_, document) => {
    for (const path of [`${reference}/latest`, `${reference}/revisions/${first}/files`])
      expect(() => parsed(path, document)).toThrowError(expect.objectContaining({ code: 'upstream_failed' }));
  });

  it('are merged: the earlier member has the newest revision, and all files of one', () => {
    const part = (model: ConanListing) => ({ member: '', source: 'remote' as const, model });
    const revision = (name: string, time: string) => ({ revision: name, time });
    const merged = (...models: ConanListing[]) => conan.merge!(getListing(`${reference}/latest`), models.map(part)) as ConanListing;
    const [ours, theirs, same] = [revision(first, '2026-01-01'), revision(second, '2026-02-01'), revision(first, '2026-03-01')];
    expect(merged({ revisions: [ours] }, { revisions: [theirs, same] }).revisions).toEqual([ours, theirs]);
    expect(merged({ files: ['a'] }, { files: ['b'] })).toEqual({ files: ['a'] });
    const packages = merged(
      { packages: new Map([[id, 1]]) },
      {
        packages: new Map([
          [id, 2],
          [first, 3],
        ]),
      },
    ).packages;
    expect(Object.fromEntries(packages!)).toEqual({ [id]: 1, [first]: 3 });
  });
});
