import { deleteRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import fc from 'fast-check';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../repository-test-platform.ts';
import type { RepositoriesSchema } from '../schema.ts';
import { collectGarbage } from './garbage.ts';
import { checkUsage } from './usage-jobs.ts';
import { foldUsage, selectHeldBytes, selectStored, selectUsageDifferences, selectUsages } from './usage-queries.ts';

let test: RepositoryTestPlatform;
let second: RepositoryTestPlatform;
let db: Kysely<RepositoriesSchema>;

beforeAll(async () => {
  test = await startRepositoryPlatform({ jobs: false });
  second = await startRepositoryPlatform({ joins: test, jobs: false });
  db = openDatabase<RepositoriesSchema>(test.databaseUrl, 'repositories', { connections: 4 });
});
afterAll(async () => {
  await db?.destroy();
  await second?.stop();
  await test?.stop();
});

type Doing = (node: RepositoryTestPlatform, one: string, other: string, path: string, size: number) => Promise<unknown>;

const doings: Record<string, Doing> = {
  upload: (node, one, _, path, size) => node.put(`${one}/${path}`, Buffer.alloc(size, path)),
  replace: (node, one, _, path, size) => node.put(`${one}/${path}`, Buffer.alloc(size + 1, 'x')),
  delete: (node, one, _, path) => node.ask(`${one}/${path}`, { method: 'DELETE' }),
  'delete the folder': (node, one, _, path) => node.ask(`${one}/${path.split('/')[0]}`, { method: 'DELETE' }),
  move: (node, one, other, path) => node.ask(`api/move/${one}/${path}?to=/${other}/${path}`, { method: 'POST' }),
  'copy the folder': (node, one, other, path) => node.ask(`api/copy/${one}/${path.split('/')[0]}?to=/${other}/copied`, { method: 'POST' }),
  restore: (node, one, _, path) => node.ask(`api/trash/restore/${one}/${path}`, { method: 'POST' }),
  'empty the trash': (node) => node.ask('api/trash/empty', { method: 'POST' }),
  'collect garbage': (node) => collectGarbage({ db, platform: node.platform }, { dryRun: false, grace: -1000 }),
  fold: () => foldUsage(db),
};

const deeds = fc.array(
  fc.record({
    what: fc.constantFrom('upload', 'upload', 'upload', ...Object.keys(doings)),
    swapped: fc.boolean(),
    node: fc.boolean(),
    path: fc.constantFrom('a/1.bin', 'a/2.bin', 'a/deep/3.bin', 'b/1.bin', 'b/2.bin'),
    size: fc.integer({ min: 0, max: 400 }),
  }),
  { minLength: 25, maxLength: 40 },
);

it('keeps sums that equal a count, whatever many do at the same time', async () => {
  let round = 0;
  await fc.assert(
    fc.asyncProperty(deeds, async (all) => {
      const [one, other] = [`one-${++round}`, `other-${round}`];
      for (const key of [one, other]) await test.create({ class: 'local', key, format: 'generic' });
      const perform = ({ what, swapped, node, path, size }: (typeof all)[number]) =>
        doings[what]!(node ? test : second, swapped ? other : one, swapped ? one : other, path, size);
      // Five at a time on two nodes; while they work, the sums are looked at, too.
      for (let at = 0; at < all.length; at += 5) {
        await Promise.all([...all.slice(at, at + 5).map(perform), selectUsageDifferences(db).then((found) => expect(found).toEqual([]))]);
      }
      expect(await selectUsageDifferences(db)).toEqual([]);
      await Promise.all([foldUsage(db), foldUsage(db), doings.upload!(test, one, other, 'a/last.bin', 7)]);
      await test.call(deleteRepository, { params: { key: one }, query: { force: true } as never });
      expect(await selectUsageDifferences(db)).toEqual([]);
      expect((await selectUsages(db)).some(({ key }) => key === one)).toBe(false);
    }),
    { numRuns: 3 },
  );
  await foldUsage(db);
  expect((await sql`select from usage_change`.execute(db)).rows).toEqual([]);
  expect((await sql`select from usage_sum where count = 0`.execute(db)).rows).toEqual([]);
});

it('CORE-010 counts in quotas, trash and contents what was just written', async () => {
  await test.create({ class: 'local', key: 'held', format: 'generic' });
  const { id } = await db.selectFrom('repository').select('id').where('key', '=', 'held').executeTakeFirstOrThrow();
  const before = await selectStored(db);
  await test.put('held/a.txt', 'held alone');
  await test.put('held/b.txt', 'held alone');
  expect(await selectHeldBytes(db, { repositoryId: id })).toBe(20);
  await test.ask('held/b.txt', { method: 'DELETE' });
  expect(await selectHeldBytes(db, { repositoryId: id })).toBe(10);
  const after = await selectStored(db);
  expect([after.blobs - before.blobs, after.blobBytes - before.blobBytes, after.trashFiles - before.trashFiles]).toEqual([1, 10, 1]);
});

it('the nightly check finds nothing; it says what it finds, and sets it right', async () => {
  const log = { error: vi.fn() };
  expect(await checkUsage({ db, log: log as never })).toEqual([]);
  expect(log.error).not.toHaveBeenCalled();
  // As if somebody had written past the triggers.
  await sql`insert into usage_change values ('blob', 0, 3, 300)`.execute(db);
  expect(await checkUsage({ db, log: log as never })).toEqual([{ what: 'blob', repositoryId: 0, count: -3, bytes: -300 }]);
  expect(log.error).toHaveBeenCalledOnce();
  expect(await selectUsageDifferences(db)).toEqual([]);
});
