import { deleteArtifact, emptyTrash, restoreArtifact } from '@packhouse/contract/repositories/artifact-routes.ts';
import { changeTrashSettings, listTrash, listTrashRuns, readTrashSettings } from '@packhouse/contract/repositories/trash-routes.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../repository-test-platform.ts';
import type { RepositoriesSchema } from '../schema.ts';

describe('what the trash can does by itself', () => {
  let test: RepositoryTestPlatform;
  let db: Kysely<RepositoriesSchema>;
  const left = async () => (await test.call(listTrash, { query: { limit: 100 } })).items.map(({ path }) => path).sort();
  const trashed = async (...paths: string[]) => {
    for (const path of paths) {
      await test.put(`files/${path}`, path);
      await test.call(deleteArtifact, { body: { repoKey: 'files', path } });
    }
  };
  const tonight = () => test.platform.jobs.add('empty-trash', {}, { key: 'empty-trash tonight' });

  beforeAll(async () => {
    test = await startRepositoryPlatform({ actors: { reader: { grants: [] } } });
    db = openDatabase<RepositoriesSchema>(test.databaseUrl, 'repositories', { connections: 1 });
    await test.create({ class: 'local', key: 'files', format: 'generic' });
  });
  afterAll(async () => {
    await db?.destroy();
    await test?.stop();
  });

  it('keeps deleted files for 14 days unless an administrator says otherwise', async () => {
    expect(await test.call(readTrashSettings, {})).toEqual({ keepDays: 14 });
    await trashed('old.txt', 'older.txt', 'new.txt');
    const days = (count: number) => new Date(Date.now() - count * 86_400_000);
    await db
      .updateTable('trash')
      .set({ deleted_at: days(15) })
      .where('path', '=', 'old.txt')
      .execute();
    await db
      .updateTable('trash')
      .set({ deleted_at: days(400) })
      .where('path', '=', 'older.txt')
      .execute();

    await expect(test.call(changeTrashSettings, { body: { keepDays: 30 } }, { as: 'reader' })).rejects.toMatchObject({ code: 'forbidden' });
    await expect(test.call(changeTrashSettings, { body: { keepDays: 0 } })).rejects.toMatchObject({ code: 'invalid_input' });
    expect(await test.call(changeTrashSettings, { body: { keepDays: 30 } })).toEqual({ keepDays: 30 });
    await tonight();
    await expect.poll(left).toEqual(['new.txt', 'old.txt']);
    await test.call(changeTrashSettings, { body: { keepDays: 14 } });
    await tonight();
    await expect.poll(left).toEqual(['new.txt']);
    await expect.poll(async () => (await test.call(listTrashRuns, {})).items.map(({ status }) => status)).toEqual(['finished', 'finished']);
    const { items } = await test.call(listTrashRuns, {});
    expect(test.audited.filter(({ action }) => action === 'trash.expired')).toMatchObject([
      { actor: 'schedule', after: { files: 1 } },
      { actor: 'schedule', after: { run: items[0]!.id, files: 1, bytes: 7 } },
    ]);
    expect(items).toMatchObject([
      { kind: 'expire', status: 'finished', requestedBy: 'schedule', total: 1, files: 1, bytes: 7 },
      { kind: 'expire', files: 1 },
    ]);
    expect(test.audited).toContainEqual(expect.objectContaining({ action: 'trash-settings.changed', before: { keepDays: 30 }, after: { keepDays: 14 } }));
  });

  it('ARTI-011 empties a full trash can in the background, and tells how far it is', async () => {
    const blob = await db.selectFrom('blob').select('sha256').executeTakeFirstOrThrow();
    const row = (at: number) => ({
      repository_key: 'gone',
      path: `${at}.txt`,
      sha256: blob.sha256,
      properties: '{}',
      created_at: new Date(),
      created_by: 'a',
      deleted_by: 'a',
    });
    await db
      .insertInto('trash')
      .values([...Array(1100).keys()].map(row))
      .execute();
    const { files, run } = await test.call(emptyTrash, { body: { repoKey: 'gone' } });
    expect([files, run]).toEqual([1100, expect.any(Number)]);
    const report = async () => (await test.call(listTrashRuns, {})).items.find(({ id }) => id === run);
    await expect.poll(report).toMatchObject({ kind: 'empty', repoKey: 'gone', status: 'finished', requestedBy: 'admin', total: 1100, files: 1100 });
    expect(await left()).toEqual(['new.txt']);
  });

  it('ARTI-010 restores more files than one page holds, the last deletion of each', async () => {
    const paths = [...Array(120).keys()].map((at) => `many/${String(at).padStart(3, '0')}.txt`);
    for (const path of paths) await test.put(`files/${path}`, path);
    // The first deletion of one of them comes long before the page with its last one.
    await test.call(deleteArtifact, { body: { repoKey: 'files', path: 'many/119.txt' } });
    await test.put('files/many/119.txt', 'again');
    await test.call(deleteArtifact, { body: { repoKey: 'files', path: 'many' } });
    expect(await test.call(restoreArtifact, { body: { repoKey: 'files', path: '' } })).toEqual({ files: 121 });
    expect(await (await test.ask('files/many/119.txt')).text()).toBe('again');
    expect((await test.ask('files/new.txt')).status).toBe(200);
    expect(await left()).toEqual(['many/119.txt']);
  });
});
