import { createHash } from 'node:crypto';
import { browseTree } from '@packhouse/contract/repositories/artifact-routes.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { npmPublishBody } from '../protocols/engine/npm-test-package.ts';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../repository-test-platform.ts';
import type { RepositoriesSchema } from '../schema.ts';

describe('many at once', () => {
  let test: RepositoryTestPlatform;
  let second: RepositoryTestPlatform;
  const both = <Result>(count: number, run: (platform: RepositoryTestPlatform, at: number) => Promise<Result>) =>
    Promise.all(Array.from({ length: count }, (_, at) => run(at % 2 ? test : second, at)));

  beforeAll(async () => {
    test = await startRepositoryPlatform();
    second = await startRepositoryPlatform({ joins: test, jobs: false });
    await test.create({ class: 'local', key: 'files', format: 'generic' });
    await test.create({ class: 'local', key: 'js', format: 'npm' });
  });
  afterAll(async () => {
    await second?.stop();
    await test?.stop();
  });

  it('takes the same file from many in two processes as one success', async () => {
    const answers = await both(40, (platform) => platform.put('files/same/path.bin', 'the very same'));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201]));
    expect(await (await test.ask('files/same/path.bin')).text()).toBe('the very same');
  });

  it('keeps one of many contents at one path, whole', async () => {
    const answers = await both(40, (platform, at) => platform.put('files/race.bin', `content ${at}`.repeat(1000)));
    expect(answers.every((answer) => answer.status === 201)).toBe(true);
    const answer = await test.ask('files/race.bin');
    const body = await answer.text();
    expect(body).toMatch(/^(content \d+)\1{999}$/);
    expect(answer.headers.get('x-checksum-sha256')).toBe(createHash('sha256').update(body).digest('hex'));
  });

  it('publishes exactly one of many different packages with the same version', async () => {
    const statuses = await both(12, async (platform, at) => {
      const body = await npmPublishBody('contested', '1.0.0', { description: `number ${at}` });
      return (await platform.ask('api/npm/js/contested', { method: 'PUT', body, headers: { 'content-type': 'application/json' } })).status;
    });
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 201 || status === 403 || status === 409)).toHaveLength(12);
  });

  it('keeps every version that is published at the same moment', async () => {
    const statuses = await both(20, async (platform, at) => {
      const body = await npmPublishBody('busy', `1.0.${at}`);
      return (await platform.ask('api/npm/js/busy', { method: 'PUT', body, headers: { 'content-type': 'application/json' } })).status;
    });
    expect(new Set(statuses)).toEqual(new Set([201]));
    const document = (await (await test.ask('api/npm/js/busy')).json()) as { versions: object };
    expect(Object.keys(document.versions)).toHaveLength(20);
  });

  it('uploads and deletes side by side without leaving folders that hold nothing', async () => {
    await both(60, async (platform, at) => {
      const path = `files/tidy/${at % 3}/${at}`;
      expect((await platform.put(path, `${at}`)).status).toBe(201);
      expect((await platform.ask(path, { method: 'DELETE' })).status).toBe(204);
    });
    expect((await test.ask('api/storage/files/tidy')).status).toBe(404);
  });

  it('pages through a folder of 100 000 files', async () => {
    await test.put('files/huge/seed', 'seed');
    const db = openDatabase<RepositoriesSchema>(test.databaseUrl, 'repositories', { connections: 1 });
    await sql`
      insert into artifact (repository_id, path, folder, name, sha256, created_by, modified_by)
      select repository_id, 'huge/f' || lpad(n::text, 6, '0'), 'huge', 'f' || lpad(n::text, 6, '0'), sha256, 'test', 'test'
      from artifact, generate_series(1, 100000) n where path = 'huge/seed'`.execute(db);
    await sql`analyze artifact`.execute(db);
    await db.destroy();
    const first = await test.call(browseTree, { body: { repoKey: 'files', path: 'huge', limit: 500 } });
    expect(first.items).toHaveLength(500);
    const late = await test.call(browseTree, { body: { repoKey: 'files', path: 'huge', limit: 500, after: 'f:f099000' } });
    expect(late.items[0]?.name).toBe('f099001');
  });
});
