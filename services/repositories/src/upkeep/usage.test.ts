import { updateRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { readStorageSummary } from '@packhouse/contract/repositories/storage-routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../repository-test-platform.ts';

let test: RepositoryTestPlatform;
const megabyte = 1024 * 1024;

beforeAll(async () => {
  test = await startRepositoryPlatform({ actors: { somebody: {} } });
  test.peers.projects = {
    find: async (key) => (key === 'team' ? { environments: ['DEV'], quota: { bytes: 2 * megabyte, onlyWarns: false } } : undefined),
    globalEnvironments: async () => ['DEV'],
  };
  await test.create({ class: 'local', key: 'small', format: 'generic', settings: { quotaMegabytes: 1 } });
  await test.create({ class: 'local', key: 'free', format: 'generic' });
  for (const key of ['team-a', 'team-b']) await test.create({ class: 'local', key, format: 'generic', projectKey: 'team' });
});
afterAll(() => test.stop());

const put = async (path: string, size: number) => {
  const answer = await test.put(path, Buffer.alloc(size, path));
  return { status: answer.status, text: await answer.text() };
};

describe('quotas', () => {
  it('CORE-010 refuses what does not fit, says so, and takes it when there is room again', async () => {
    expect((await put('small/one.bin', 700_000)).status).toBe(201);
    const refused = await put('small/two.bin', 700_000);
    expect(refused).toMatchObject({ status: 413, text: expect.stringContaining('The repository small may hold 1.0 MB and holds 0.7 MB') });
    expect((await test.ask('small/two.bin')).status).toBe(404);
    expect((await test.ask('api/copy/free/x?to=/small/x', { method: 'POST' })).status).toBe(404);
    await test.ask('small/one.bin', { method: 'DELETE' });
    expect((await put('small/two.bin', 700_000)).status).toBe(201);
  });

  it('CORE-010 says of small files what of them does not fit', async () => {
    await test.create({ class: 'local', key: 'tight', format: 'generic', settings: { quotaMegabytes: 1 } });
    expect((await put('tight/full.bin', megabyte)).status).toBe(201);
    expect((await put('tight/word.txt', 300)).text).toContain('holds 1.0 MB; 300 B more do not fit');
    expect((await put('tight/page.txt', 5000)).text).toContain('4.9 kB more do not fit');
  });

  it('CORE-010 holds copies against the quota too, and only warns where that was chosen', async () => {
    await put('free/big.bin', 800_000);
    const copy = () => test.ask('api/copy/free/big.bin?to=/small/big.bin', { method: 'POST' });
    expect((await copy()).status).toBe(413);
    await test.call(updateRepository, { params: { key: 'small' }, body: { settings: { quotaOnlyWarns: true } } });
    expect((await copy()).status).toBe(200);
  });

  it('CORE-010 counts the repositories of a project together', async () => {
    expect((await put('team-a/one.bin', 1_500_000)).status).toBe(201);
    expect(await put('team-b/two.bin', 1_000_000)).toMatchObject({ status: 413, text: expect.stringContaining('The project team may hold 2.0 MB') });
    expect((await put('team-b/two.bin', 300_000)).status).toBe(201);
  });
});

describe('the storage summary', () => {
  it('CORE-010 TOPO-019 tells what each repository holds, and what is stored once', async () => {
    for (const name of ['a', 'b']) await test.put(`free/same/${name}.txt`, 'the same content');
    const summary = await test.call(readStorageSummary, {});
    expect(summary.files).toBe(summary.repositories.reduce((sum, { files }) => sum + files, 0));
    expect(summary.bytes - summary.blobBytes).toBeGreaterThanOrEqual(16);
    expect(summary.store.disk?.total).toBeGreaterThan(summary.store.disk?.free ?? 0);
    expect(summary.trash.files).toBe(1);
    expect(summary.repositories.find(({ key }) => key === 'small')).toMatchObject({ format: 'generic', quota: megabyte, files: 2 });
    expect(summary.repositories.find(({ key }) => key === 'team-a')).toMatchObject({ projectKey: 'team', bytes: 1_500_000 });
  });

  it('TOPO-021 is for administrators only', async () => {
    const as = async (name: string) => (await fetch(`${test.baseUrl}${readStorageSummary.url}`, { headers: test.headersOf(name) })).status;
    expect([await as('somebody'), await as('anonymous')]).toEqual([403, 401]);
    expect((await test.ask('api/storageinfo', { as: 'somebody' })).status).toBe(403);
  });

  it('API-001 answers existing clients in their words', async () => {
    expect((await test.ask('api/storageinfo/calculate', { method: 'POST' })).status).toBe(202);
    const info = (await (await test.ask('api/storageinfo')).json()) as { binariesSummary: object; fileStoreSummary: object; repositoriesSummaryList: object[] };
    expect(info.binariesSummary).toMatchObject({ artifactsSize: expect.stringMatching(/^\d+\.\d\d MB$/), optimization: expect.stringMatching(/%$/) });
    expect(info.fileStoreSummary).toMatchObject({ storageType: 'file-system', freeSpace: expect.stringMatching(/B \(\d/) });
    expect(info.repositoriesSummaryList.at(-1)).toMatchObject({ repoKey: 'TOTAL', repoType: 'NA' });
    expect(info.repositoriesSummaryList).toContainEqual(
      expect.objectContaining({ repoKey: 'small', repoType: 'LOCAL', packageType: 'Generic', filesCount: 2 }),
    );
  });
});
