import { createHash } from 'node:crypto';
import * as contract from '@packhouse/contract/repositories/artifact-routes.ts';
import { deleteBuildRuns, listBuildRuns } from '@packhouse/contract/repositories/build-routes.ts';
import { listGarbageRuns, startGarbageRun } from '@packhouse/contract/repositories/garbage-routes.ts';
import { listSigningKeys, rotateSigningKey } from '@packhouse/contract/repositories/signing-routes.ts';
import { changeTrashSettings, listTrash, listTrashRuns, readTrashSettings } from '@packhouse/contract/repositories/trash-routes.ts';
import { readWebServer, updateWebServer } from '@packhouse/contract/repositories/web-server-routes.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import type { Kysely } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../repository-test-platform.ts';
import type { RepositoriesSchema } from '../schema.ts';

let test: RepositoryTestPlatform;
let db: Kysely<RepositoriesSchema>;
beforeAll(async () => {
  test = await startRepositoryPlatform();
  db = openDatabase<RepositoriesSchema>(test.databaseUrl, 'repositories', { connections: 1 });
  await test.create({ class: 'local', key: 'files', format: 'generic' });
});
afterAll(async () => {
  await db?.destroy();
  await test?.stop();
});
afterEach(() => vi.restoreAllMocks());

/** Refuses entries that are written with the change they tell of; one that is written apart from it would let the change through. */
const refuseEntries = () =>
  vi.spyOn(test.platform.identity, 'audit').mockImplementation(async (_entry, transaction) => {
    if (transaction) throw new Error('the log is full');
  });
const trashed = async () => (await test.call(listTrash, { query: { limit: 10 } })).items.map(({ path }) => path).sort();
const entries = (action: string) => test.audited.filter((entry) => entry.action === action);
const post = async (path: string, method = 'POST') => (await test.ask(`api/trash/${path}`, { method })).status;

/** Puts as many rows into the trash, with the content of a file that is there. */
async function fill(folder: string, count: number): Promise<void> {
  const { sha256 } = await db.selectFrom('blob').select('sha256').executeTakeFirstOrThrow();
  const row = (at: number) => ({
    repository_key: 'files',
    path: `${folder}/${String(at).padStart(4, '0')}.txt`,
    sha256,
    properties: '{}',
    created_at: new Date(),
    created_by: 'a',
    deleted_by: 'a',
  });
  await db
    .insertInto('trash')
    .values([...Array(count).keys()].map(row))
    .execute();
}

describe('a change of the trash can', () => {
  beforeEach(async () => {
    await test.ask('api/trash/empty', { method: 'POST' });
    for (const path of ['a.txt', 'b.txt']) {
      await test.put(`files/${path}`, path);
      await test.call(contract.deleteArtifact, { body: { repoKey: 'files', path } });
    }
  });

  it('ACC-007 is not made when it cannot be written to the audit log', async () => {
    refuseEntries();
    await expect(test.call(contract.deletePermanently, { body: { repoKey: 'files', path: 'a.txt' } })).rejects.toThrow();
    await expect(test.call(contract.emptyTrash, { body: {} })).rejects.toThrow();
    await expect(test.call(contract.restoreArtifact, { body: { repoKey: 'files', path: 'a.txt' } })).rejects.toThrow();
    await expect(test.call(changeTrashSettings, { body: { keepDays: 3 } })).rejects.toThrow();
    expect([await post('empty'), await post('clean/files/a.txt', 'DELETE'), await post('restore/files/a.txt')]).toEqual([500, 500, 500]);
    expect(await trashed()).toEqual(['a.txt', 'b.txt']);
    expect([(await test.ask('files/a.txt')).status, await test.call(readTrashSettings, {})]).toEqual([404, { keepDays: 14 }]);
  });

  it('ACC-007 is in the log, whichever way it was made', async () => {
    const before = test.audited.length;
    await post('clean/files/b.txt', 'DELETE');
    await test.call(contract.restoreArtifact, { body: { repoKey: 'files', path: 'a.txt' } });
    await test.call(contract.deleteArtifact, { body: { repoKey: 'files', path: 'a.txt' } });
    await post('restore/files/a.txt?to=/files/c.txt');
    await post('empty');
    expect(test.audited.slice(before)).toMatchObject([
      { actor: 'admin', action: 'trash.deleted', subject: 'files/b.txt', after: { files: 1 } },
      { action: 'trash.restored', subject: 'files/a.txt', after: { files: 1 } },
      { action: 'trash.restored', subject: 'files/a.txt', after: { files: 1, to: 'c.txt' } },
      { action: 'trash.emptied', subject: 'auto-trashcan', after: { files: 0 } },
    ]);
  });

  it('ACC-007 that takes long is in the log when it begins and when it ends', async () => {
    await test.put('files/there.txt', 'there');
    await fill('many', 150);
    await test.call(contract.restoreArtifact, { body: { repoKey: 'files', path: 'many' } });
    expect(entries('trash.restore-begun')).toMatchObject([{ subject: 'files/many', after: { files: 150 } }]);
    expect(entries('trash.restored').at(-1)).toMatchObject({ subject: 'files/many', after: { files: 150 } });

    await fill('again', 150);
    await test.put('files/again/0140.txt', 'in the way');
    await expect(test.call(contract.restoreArtifact, { body: { repoKey: 'files', path: 'again' } })).rejects.toThrow();
    expect(entries('trash.restore-failed')).toMatchObject([{ subject: 'files/again', after: { files: 100 } }]);

    await fill('full', 1100);
    const { run, files } = await test.call(contract.emptyTrash, { body: { repoKey: 'files' } });
    expect(entries('trash.empty-requested')).toMatchObject([{ actor: 'admin', subject: 'files', after: { run, files } }]);
    await expect.poll(async () => (await test.call(listTrashRuns, {})).items[0]?.status).toBe('finished');
    expect(entries('trash.emptied').at(-1)).toMatchObject({ actor: 'admin', subject: 'files', after: { run, files } });

    await fill('full', 1100);
    refuseEntries();
    await expect(test.call(contract.emptyTrash, { body: {} })).rejects.toThrow();
    expect((await test.call(listTrashRuns, {})).items[0]).toMatchObject({ id: run });
  });
});

describe('other upkeep', () => {
  const expires = (date: string) => test.ask(`api/storage/files/kept.txt?properties=artifact.expires=${date}`, { method: 'PUT' });

  it('ACC-007 sets no expiry date that cannot be written to the audit log', async () => {
    await test.put('files/kept.txt', 'kept');
    refuseEntries();
    expect((await expires('2020-01-31')).status).toBe(500);
    const place = { repoKey: 'files', path: 'kept.txt', recursive: false };
    await expect(test.call(contract.setProperties, { body: { ...place, set: { 'artifact.expires': ['2020-01-31'] }, remove: [] } })).rejects.toThrow();
    expect((await test.ask('files/kept.txt')).status).toBe(200);
    vi.restoreAllMocks();
    expect((await expires('2020-01-31')).status).toBe(204);
    expect(test.audited.at(-1)).toMatchObject({ action: 'artifact.expiry.changed', subject: 'files/kept.txt', after: { expires: ['2020-01-31'] } });
    expect((await test.ask('files/kept.txt')).status).toBe(410);
  });

  it('ACC-007 changes no web server and no signing key that cannot be written to the audit log', async () => {
    const before = await test.call(readWebServer, {});
    const keys = (await test.call(listSigningKeys, {})).items;
    refuseEntries();
    await expect(test.call(updateWebServer, { body: { serverName: 'packages.example.org' } })).rejects.toThrow();
    await expect(test.call(rotateSigningKey, { body: { kind: 'rsa' } })).rejects.toThrow();
    expect([await test.call(readWebServer, {}), (await test.call(listSigningKeys, {})).items]).toEqual([before, keys]);
  });

  it('ACC-007 begins no garbage collection that is not in the log, and says there what came of it', async () => {
    const { id } = await test.call(startGarbageRun, { body: { dryRun: true } });
    expect(entries('garbage-run.requested')).toMatchObject([{ actor: 'admin', subject: String(id), after: { dryRun: true } }]);
    await expect.poll(async () => (await test.call(listGarbageRuns, {})).items[0]?.status).toBe('finished');
    expect(entries('garbage-run.ended')).toMatchObject([{ actor: 'admin', subject: String(id), after: { status: 'finished', dryRun: true, freed: 0 } }]);
    refuseEntries();
    await expect(test.call(startGarbageRun, { body: {} })).rejects.toThrow();
    expect((await test.call(listGarbageRuns, {})).items).toMatchObject([{ id }]);
  });

  it('ACC-007 deletes no build that is not in the log, nor what it made', async () => {
    await test.put('files/app.bin;build.name=app;build.number=1', 'app');
    const sha1 = createHash('sha1').update('app').digest('hex');
    const modules = [{ id: 'm', artifacts: [{ name: 'app.bin', path: 'app.bin', sha1 }] }];
    const body = JSON.stringify({ name: 'app', number: '1', started: '2026-01-01T00:00:00.000+0000', modules });
    expect((await test.ask('api/build', { method: 'PUT', headers: { 'content-type': 'application/json' }, body })).status).toBe(204);
    const place = { name: 'app', repository: 'artifactory-build-info' };
    const runs = async () => (await test.call(listBuildRuns, { query: place })).items;
    const [run] = await runs();
    const removal = { body: { ...place, runs: [run!], artifacts: true } };
    refuseEntries();
    await expect(test.call(deleteBuildRuns, removal)).rejects.toThrow();
    expect([(await runs()).length, (await test.ask('files/app.bin')).status]).toEqual([1, 200]);
    vi.restoreAllMocks();
    await test.call(deleteBuildRuns, removal);
    expect([(await test.ask('files/app.bin')).status, entries('build.runs.deleted').length]).toEqual([404, 1]);
  });
});
