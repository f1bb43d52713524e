import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ZipFile } from 'yazl';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../repository-test-platform.ts';
import type { RepositoriesSchema } from '../schema.ts';

const sha1 = (text: string) => createHash('sha1').update(text).digest('hex');

describe('the rarer searches of existing clients', () => {
  let test: RepositoryTestPlatform;
  type Result = Record<string, unknown> & { uri: string };
  const results = async (search: string, as = 'admin') => ((await (await test.ask(`api/search/${search}`, { as })).json()) as { results: Result[] }).results;
  const places = async (search: string) => (await results(search)).map(({ uri }) => uri.split('/api/storage/')[1]).sort();

  beforeAll(async () => {
    test = await startRepositoryPlatform({ actors: { nobody: { grants: [] } } });
    for (const key of ['libs', 'other']) await test.create({ class: 'local', key, format: 'generic' });
    for (const version of ['1.0', '1.10', '1.9', '2.0-SNAPSHOT']) await test.put(`libs/org/acme/tool/${version}/tool-${version}.txt`, version);
    const zip = new ZipFile();
    zip.addBuffer(Buffer.from('x'), 'org/acme/Logger.class');
    zip.end();
    await test.put('other/tool.jar', new Uint8Array(await buffer(zip.outputStream as Readable)));
    const modules = [
      {
        id: 'm',
        artifacts: [{ name: 'tool-1.0.txt', sha1: sha1('1.0'), md5: '' }],
        dependencies: [{ id: 'tool-1.9', sha1: sha1('1.9'), md5: '' }],
      },
    ];
    const body = JSON.stringify({ name: 'my app', number: '7', started: '2026-01-02T03:04:05.678+0000', version: '1.0.1', modules });
    await test.ask('api/build', { method: 'PUT', headers: { 'content-type': 'application/json' }, body });
  });
  afterAll(() => test.stop());

  it('API-001 finds by creation, dates and use', async () => {
    expect(await places('creation?from=0&repos=other')).toEqual(['other/tool.jar']);
    expect(await places(`creation?from=0&to=1000&repos=other`)).toEqual([]);
    expect((await results('creation?from=0&repos=other'))[0]).toMatchObject({ created: expect.stringMatching(/^\d{4}-.*Z$/) });
    expect((await test.ask('api/search/creation')).status).toBe(400);
    expect((await test.ask('api/search/creation?from=tomorrow')).status).toBe(400);
    const [dated] = await results('dates?dateFields=created,lastModified,lastDownloaded&from=0&repos=other');
    expect(Object.keys(dated!).sort()).toEqual(['created', 'lastModified', 'uri']);
    expect((await test.ask('api/search/dates?dateFields=moved')).status).toBe(400);
    const tomorrow = Date.now() + 86_400_000;
    expect(await places(`usage?notUsedSince=${tomorrow}&repos=other`)).toEqual(['other/tool.jar']);
    expect(await places('usage?notUsedSince=1000&repos=other')).toEqual([]);
    expect(await results(`usage?notUsedSince=${tomorrow}`, 'nobody')).toEqual([]);
    expect((await test.ask('api/search/creation?from=0', { as: 'anonymous' })).status).toBe(401);
  });

  it('API-001 knows the versions of coordinates and the latest of them', async () => {
    const asked = 'g=org.acme&a=tool';
    expect(await results(`versions?${asked}`)).toEqual([
      { version: '2.0-SNAPSHOT', integration: true },
      { version: '1.10', integration: false },
      { version: '1.9', integration: false },
      { version: '1.0', integration: false },
    ]);
    const latest = await test.ask(`api/search/latestVersion?${asked}`);
    expect([await latest.text(), latest.headers.get('content-type')]).toEqual(['1.10', expect.stringContaining('text/plain')]);
    expect(await (await test.ask(`api/search/latestVersion?${asked}&v=2*`)).text()).toBe('2.0-SNAPSHOT');
    expect((await test.ask('api/search/latestVersion?g=org&a=none')).status).toBe(404);
    expect((await test.ask(`api/search/latestVersion?${asked}`, { as: 'nobody' })).status).toBe(404);
  });

  it('API-001 finds entries of archives', async () => {
    await vi.waitFor(async () => expect(await results('archive?name=*Logger.class')).toHaveLength(1), 30_000);
    expect(await results('archive?name=*Logger.class&repos=other')).toEqual([
      { entry: 'org/acme/Logger.class', archiveUris: [`${test.baseUrl}/artifactory/api/storage/other/tool.jar`] },
    ]);
    expect(await results('archive?name=*Logger.class&repos=libs')).toEqual([]);
    for (const name of ['*', '**', '?', 'a*b?c', '%20*%20', 'ab']) {
      const refused = await test.ask(`api/search/archive?name=${name}`);
      expect([name, refused.status, await refused.text()]).toEqual([name, 400, expect.stringContaining('at least 3 characters in a row')]);
    }
    expect(await results('archive?name=a*gger*')).toHaveLength(0);
    expect(await results('archive?name=L*ger.*')).toHaveLength(1);
  });

  it('has PostgreSQL stop searches in archives that take too long', async () => {
    await vi.waitFor(async () => expect(await results('archive?name=Logger.class')).toHaveLength(1), 30_000);
    const db = openDatabase<RepositoriesSchema>(test.databaseUrl, 'repositories', { connections: 1 });
    // This does what PostgreSQL does when the time is up, at once; where statements have no limit, nothing.
    await sql`create function time_is_up() returns boolean language plpgsql as $$ begin
      if current_setting('statement_timeout') = '0' then return true; end if;
      raise exception 'canceling statement due to statement timeout' using errcode = 'query_canceled';
    end $$`.execute(db);
    await sql`alter table archive_entry rename to archive_entry_itself`.execute(db);
    await sql`create view archive_entry as select * from archive_entry_itself where time_is_up()`.execute(db);
    const refused = await test.ask('api/search/archive?name=Logger.class');
    await sql`drop view archive_entry`.execute(db);
    await sql`alter table archive_entry_itself rename to archive_entry`.execute(db);
    await db.destroy();
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('longer than 60 seconds')]);
    expect(await results('archive?name=Logger.class')).toHaveLength(1);
  });

  it('API-001 answers what builds made and used', async () => {
    const post = (body: unknown) => test.ask('api/search/buildArtifacts', { method: 'POST', body: JSON.stringify(body) });
    expect(await (await post({ buildName: 'my app', buildNumber: '7' })).json()).toEqual({
      results: [{ downloadUri: `${test.baseUrl}/artifactory/libs/org/acme/tool/1.0/tool-1.0.txt` }],
    });
    expect((await post({ buildName: 'my app', buildNumber: '8' })).status).toBe(404);
    expect((await post({})).status).toBe(400);
    expect(await results(`dependency?sha1=${sha1('1.9')}`)).toEqual([{ uri: `${test.baseUrl}/artifactory/api/build/my%20app/7` }]);
    expect(await results('badChecksum?type=sha1')).toEqual([]);
  });
});
