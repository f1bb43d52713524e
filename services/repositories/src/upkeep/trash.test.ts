import { deleteArtifact, deletePermanently, emptyTrash, restoreArtifact } from '@packhouse/contract/repositories/artifact-routes.ts';
import { listTrash, listTrashRepositories } from '@packhouse/contract/repositories/trash-routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../repository-test-platform.ts';

describe('the trash can as a list', () => {
  let test: RepositoryTestPlatform;
  const list = async (query = {}) => (await test.call(listTrash, { query })).items.map(({ repoKey, path }) => `${repoKey}/${path}`);
  const remove = (path: string, repoKey = 'files') => test.call(deleteArtifact, { body: { repoKey, path } });

  beforeAll(async () => {
    test = await startRepositoryPlatform({ actors: { reader: { grants: [] } } });
    await test.create({ class: 'local', key: 'files', format: 'generic' });
    await test.create({ class: 'local', key: 'other', format: 'generic' });
    for (const path of ['files/a/One.txt', 'files/a/two.txt', 'other/three.txt']) await test.put(path, path);
    for (const [path, repoKey] of [
      ['a/One.txt', 'files'],
      ['a/two.txt', 'files'],
      ['three.txt', 'other'],
    ])
      await remove(path!, repoKey);
  });
  afterAll(() => test?.stop());

  it('lists what was deleted, the last first, page by page', async () => {
    expect(await list()).toEqual(['other/three.txt', 'files/a/two.txt', 'files/a/One.txt']);
    const first = await test.call(listTrash, { query: { limit: 2 } });
    expect(first).toMatchObject({ total: 3, items: [{ deletedBy: 'admin', size: 15 }, {}] });
    const second = await test.call(listTrash, { query: { limit: 2, after: first.next! } });
    expect(second).toMatchObject({ next: null, total: 3, items: [{ path: 'a/One.txt' }] });
    await expect(test.call(listTrash, { query: { after: 'x' } })).rejects.toMatchObject({ code: 'bad_request' });
  });
  it('narrows by repository and by a part of the path', async () => {
    expect(await list({ repoKey: 'files' })).toEqual(['files/a/two.txt', 'files/a/One.txt']);
    expect(await list({ search: 'ONE' })).toEqual(['files/a/One.txt']);
    expect(await list({ search: '%' })).toEqual([]);
  });
  it('sums up by repository', async () => {
    const { items } = await test.call(listTrashRepositories, {});
    expect(items).toEqual([
      { repoKey: 'files', files: 2, bytes: 30 },
      { repoKey: 'other', files: 1, bytes: 15 },
    ]);
  });
  it('shows a path that was deleted twice once', async () => {
    await test.put('other/three.txt', 'again, and longer');
    await remove('three.txt', 'other');
    expect((await test.call(listTrash, { query: { repoKey: 'other' } })).items).toMatchObject([{ path: 'three.txt', size: 17 }]);
  });
  it('ARTI-010 ARTI-006 leaves the list when restored or deleted for good', async () => {
    await test.call(restoreArtifact, { body: { repoKey: 'files', path: 'a/One.txt' } });
    await test.call(deletePermanently, { body: { repoKey: 'other', path: 'three.txt' } });
    expect(await list()).toEqual(['files/a/two.txt']);
  });
  it('ARTI-011 empties one repository or all of it, for administrators only', async () => {
    await test.put('other/four.txt', '4');
    await remove('four.txt', 'other');
    await expect(test.call(emptyTrash, { body: { repoKey: 'files' } }, { as: 'reader' })).rejects.toMatchObject({ code: 'forbidden' });
    expect(await test.call(emptyTrash, { body: { repoKey: 'files' } })).toEqual({ files: 1 });
    expect(await list()).toEqual(['other/four.txt']);
    expect(await test.call(emptyTrash, { body: {} })).toEqual({ files: 1 });
    expect(await list()).toEqual([]);
    await expect(test.call(listTrash, {}, { as: 'reader' })).rejects.toMatchObject({ code: 'forbidden' });
  });
});
