import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../repository-test-platform.ts';
import type { RepositoriesSchema } from '../schema.ts';
import { lockPlaces } from './commit-queries.ts';

const grant = (key: string, actions: ('read' | 'deploy' | 'delete')[]) => ({
  permission: 'p',
  resourceType: 'repository' as const,
  names: [key],
  include: [],
  exclude: [],
  actions,
  through: 'test',
});

describe('a move while others publish', () => {
  let test: RepositoryTestPlatform;
  let db: Kysely<RepositoriesSchema>;
  const move = (from: string, to: string, as = 'admin') => test.ask(`api/move/${from}?to=/${to}`, { method: 'POST', as });
  const readContent = async (path: string) => {
    const answer = await test.ask(path);
    return answer.ok ? answer.text() : answer.status;
  };
  const waiters = async () =>
    (await sql<{ count: number }>`select count(*)::int as count from pg_locks where locktype = 'advisory' and not granted`.execute(db)).rows[0]?.count;

  /** Nobody writes to this place of the target until it is let go. */
  async function hold(path: string): Promise<() => Promise<void>> {
    const { id } = await db.selectFrom('repository').select('id').where('key', '=', 'target').executeTakeFirstOrThrow();
    const { promise: over, resolve } = Promise.withResolvers<void>();
    const { promise: held, resolve: isHeld } = Promise.withResolvers<void>();
    const done = db.transaction().execute(async (tx) => {
      await lockPlaces(tx, id, [path]);
      isHeld();
      await over;
    });
    await held;
    return async () => {
      resolve();
      await done;
    };
  }

  beforeAll(async () => {
    test = await startRepositoryPlatform({
      actors: { mover: { grants: [grant('source', ['read', 'deploy', 'delete']), grant('target', ['read', 'deploy'])] } },
    });
    db = openDatabase<RepositoriesSchema>(test.databaseUrl, 'repositories', { connections: 3 });
    for (const key of ['source', 'target']) await test.create({ class: 'local', key, format: 'generic' });
  });
  afterAll(async () => {
    await db?.destroy();
    await test?.stop();
  });

  it('leaves what was published into the folder meanwhile', async () => {
    for (const path of ['box/a.txt', 'box/b.txt', 'box/deep/c.txt']) await test.put(`source/${path}`, 'old');
    const letFolderGo = await hold('box');
    const letFileGo = await hold('box/a.txt');
    const moving = move('source/box', 'target/box');
    await expect.poll(waiters).toBe(1);
    await test.put('source/box/later.txt', 'new');
    await letFolderGo();
    await expect.poll(async () => (await test.ask('api/storage/target/box')).status).toBe(200);
    await expect.poll(waiters).toBe(1);
    await test.put('source/box/a.txt', 'new');
    await test.put('source/box/deep/last.txt', 'new');
    await letFileGo();
    expect((await moving).status).toBe(200);
    expect(await Promise.all(['a.txt', 'b.txt', 'deep/c.txt', 'later.txt'].map((path) => readContent(`target/box/${path}`)))).toEqual([
      'old',
      'old',
      'old',
      404,
    ]);
    const left = ['a.txt', 'b.txt', 'deep/c.txt', 'later.txt', 'deep/last.txt'].map((path) => readContent(`source/box/${path}`));
    expect(await Promise.all(left)).toEqual(['new', 404, 404, 'new', 'new']);
    const folder = (await (await test.ask('api/storage/source/box')).json()) as { children: unknown };
    expect(folder.children).toEqual(
      expect.arrayContaining([
        { uri: '/deep', folder: true },
        { uri: '/later.txt', folder: false },
      ]),
    );
  });

  it('removes the folder when all of it has arrived', async () => {
    for (const path of ['whole/a.txt', 'whole/deep/b.txt']) await test.put(`source/${path}`, path);
    await test.put('source/whole/empty/', '');
    expect((await move('source/whole', 'target/whole')).status).toBe(200);
    expect(await readContent('target/whole/deep/b.txt')).toBe('whole/deep/b.txt');
    expect((await test.ask('api/storage/target/whole/empty')).status).toBe(200);
    expect((await test.ask('api/storage/source/whole')).status).toBe(404);
  });

  it('replaces a file that appeared at the target only for who may delete there', async () => {
    await test.put('source/one.txt', 'mine');
    const letGo = await hold('one.txt');
    const putting = test.put('target/one.txt', 'of another');
    await expect.poll(waiters).toBe(1);
    const moving = move('source/one.txt', 'target/one.txt', 'mover');
    await expect.poll(waiters).toBe(2);
    await letGo();
    expect((await putting).status).toBe(201);
    expect((await moving).status).toBe(403);
    expect([await readContent('source/one.txt'), await readContent('target/one.txt')]).toEqual(['mine', 'of another']);
  });
});
