import { growthLimits } from '@packhouse/contract/repositories/limits.ts';
import { readRepository, updateRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { npmPublishBody } from '../protocols/engine/npm-test-package.ts';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../repository-test-platform.ts';
import type { RepositoriesSchema } from '../schema.ts';

describe('what grows', () => {
  let test: RepositoryTestPlatform;
  let db: Kysely<RepositoriesSchema>;

  beforeAll(async () => {
    test = await startRepositoryPlatform();
    db = openDatabase<RepositoriesSchema>(test.databaseUrl, 'repositories', { connections: 1 });
    await test.create({ class: 'local', key: 'npm-local', format: 'npm' });
    await test.create({ class: 'local', key: 'jars', format: 'maven' });
  });
  afterAll(async () => {
    await db?.destroy();
    await test?.stop();
  });

  const tell = async (answer: Response) => [answer.status, await answer.text()];
  const deploy = (version: string, file = 'jar.txt') => test.put(`jars/org/acme/hello/${version}/hello-${version}-${file}`, 'x');

  it('are the tags of a package, in one publish and one after the other', async () => {
    const most = growthLimits.tags.most;
    expect((await test.put('api/npm/npm-local/hello', await npmPublishBody('hello', '1.0.0'))).status).toBeLessThan(300);
    const tags = Object.fromEntries(Array.from({ length: most + 1 }, (_, index) => [`t${index}`, '1.0.0']));
    const document = (these: object) => JSON.stringify({ name: 'hello', 'dist-tags': these, versions: {} });
    expect(await tell(await test.put('api/npm/npm-local/hello', document(tags)))).toEqual([400, expect.stringContaining(`at most ${most} tags`)]);
    await sql`update package set pointers = (select jsonb_object_agg('t' || n, '1.0.0') from generate_series(1, ${most}::int) n) where name = 'hello'`.execute(
      db,
    );
    expect(await tell(await test.put('api/npm/npm-local/-/package/hello/dist-tags/more', '"1.0.0"'))).toEqual([
      400,
      expect.stringContaining(`at most ${most} tags`),
    ]);
  });

  it('are the versions of a package', async () => {
    expect((await deploy('1.0')).status).toBe(201);
    const most = growthLimits.versions.most;
    await sql`insert into version (package_id, version, facts) select id, 'v' || n, '{}' from package, generate_series(2, ${most}::int) n where name like '%hello' and name <> 'hello'`.execute(
      db,
    );
    expect(await tell(await deploy('1.1'))).toEqual([400, expect.stringContaining(`at most ${most} versions`)]);
    expect((await deploy('1.0', 'more.txt')).status).toBe(201);
    await sql`delete from version where version like 'v%'`.execute(db);
  });

  it('are the files of a version', async () => {
    const most = growthLimits.files.most;
    await sql`
      insert into artifact (repository_id, path, folder, name, sha256, version_id, lead, created_by, modified_by)
      select repository_id, path || n, folder, name || n, sha256, version_id, false, 'admin', 'admin'
      from (select * from artifact where name = 'hello-1.0-jar.txt') one, generate_series(3, ${most}::int) n`.execute(db);
    expect(await tell(await deploy('1.0', 'last.txt'))).toEqual([400, expect.stringContaining(`at most ${most} files`)]);
  });

  it('are the properties of a file and of a folder', async () => {
    const most = growthLimits.properties.most;
    const values = Array.from({ length: most + 1 }, (_, index) => `v${index}`).join(',');
    const half = (key: string) =>
      `${key}=${values
        .split(',')
        .slice(0, Math.ceil(most / 2) + 1)
        .join(',')}`;
    const set = (path: string, properties: string) => test.ask(`api/storage/jars/${path}?properties=${properties}&recursive=0`, { method: 'PUT' });
    for (const path of ['org/acme/hello/1.0/hello-1.0-jar.txt', 'org/acme']) {
      expect(await tell(await set(path, `a=${values}`)), path).toEqual([400, expect.stringContaining(`at most ${most} values`)]);
      expect((await set(path, half('a'))).status, path).toBe(204);
      expect(await tell(await set(path, half('b'))), path).toEqual([400, expect.stringContaining(`at most ${most} values`)]);
    }
  });

  it('are the members of a virtual repository, whoever makes or changes it', async () => {
    const members = Array.from({ length: growthLimits.members.most + 1 }, (_, index) => `member-${index}`);
    await expect(test.create({ class: 'virtual', key: 'all', format: 'maven', members })).rejects.toMatchObject({ status: 400 });
    await test.create({ class: 'virtual', key: 'some', format: 'maven', members: ['jars'] });
    await expect(test.call(updateRepository, { params: { key: 'some' }, body: { members } })).rejects.toMatchObject({ status: 400 });
    const send = async (method: string, key: string) => {
      const body = JSON.stringify({ rclass: 'virtual', packageType: 'maven', repositories: members });
      const [status, text] = await tell(await test.ask(`api/repositories/${key}`, { method, headers: { 'content-type': 'application/json' }, body }));
      return [status, String(text).includes(String(growthLimits.members.most))];
    };
    expect([await send('PUT', 'all'), await send('POST', 'some')]).toEqual([
      [400, true],
      [400, true],
    ]);
    expect(await test.call(readRepository, { params: { key: 'some' } })).toMatchObject({ members: ['jars'] });
  });
});
