import { createVaultConfig, listVaultConfigs } from '@packhouse/contract/repositories/key-routes.ts';
import {
  createRepository,
  listRepositories,
  readRepository,
  testRepositoryConnection,
  updateRepository,
} from '@packhouse/contract/repositories/repository-routes.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { type Kysely, sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../repository-test-platform.ts';
import type { RepositoriesSchema } from '../schema.ts';
import { startTestUpstream, type TestUpstream } from '../upstream/test-upstream.ts';
import { adoptCredentials } from './adopt-credentials.ts';

let test: RepositoryTestPlatform;
let upstream: TestUpstream;
let db: Kysely<RepositoriesSchema>;
const logged: string[] = [];
const log = pino({}, { write: (line) => void logged.push(line) });

beforeAll(async () => {
  upstream = await startTestUpstream();
  test = await startRepositoryPlatform();
  db = openDatabase<RepositoriesSchema>(test.databaseUrl, 'repositories', { connections: 1 });
});
afterAll(async () => {
  await db?.destroy();
  await test?.stop();
  await upstream?.stop();
});

describe('user names and passwords in addresses', () => {
  it('are refused where an address is taken, with a word on where they belong', async () => {
    const url = 'https://ann:secret@files.test/base';
    const refusal = { code: 'invalid_input', fields: [expect.objectContaining({ message: expect.stringContaining('in their own fields') })] };
    const settings = { url };
    await expect(test.call(createRepository, { body: { class: 'remote', key: 'refused', format: 'generic', settings } })).rejects.toMatchObject(refusal);
    await test.create({ class: 'remote', key: 'taken', format: 'generic', settings: { url: upstream.url } });
    await expect(test.call(updateRepository, { params: { key: 'taken' }, body: { settings } })).rejects.toMatchObject(refusal);
    await expect(test.call(testRepositoryConnection, { body: { format: 'generic', url } })).rejects.toMatchObject(refusal);
    await expect(test.call(createVaultConfig, { body: { key: 'main', url, token: 't' } })).rejects.toMatchObject(refusal);
  });

  it('that were stored become the settings they are, seen by nobody on the way', async () => {
    for (const key of ['bare', 'named']) await test.create({ class: 'remote', key, format: 'generic', settings: { url: upstream.url } });
    const address = upstream.url.replace('//', '//ann:50%25%@');
    const store = (key: string, more: object) =>
      sql`update repository set settings = settings || ${JSON.stringify({ url: address, ...more })}::jsonb where key = ${key}`.execute(db);
    await store('bare', {});
    await store('named', { username: 'bob' });
    await sql`insert into vault_config (key, url, mount, token, allow_private, created_by) values ('old', ${address}, 'secret', 't', false, 'admin')`.execute(
      db,
    );
    await adoptCredentials(db, test.platform.secrets, log);
    expect(logged.join()).toContain('"bare"');
    expect(logged.join()).not.toContain('50%');
    const { rows } = await sql<{ settings: { username?: string; password?: string; url: string } }>`
      select settings from repository where key in ('bare', 'named') order by key`.execute(db);
    expect(rows.map(({ settings }) => [settings.url, settings.username])).toEqual([
      [upstream.url, 'ann'],
      [upstream.url, 'bob'],
    ]);
    expect(test.platform.secrets.decrypt(rows[0]!.settings.password!)).toBe('50%25%');
    expect(rows[1]!.settings).not.toHaveProperty('password');
    expect((await test.call(listVaultConfigs, {})).items).toMatchObject([{ key: 'old', url: upstream.url }]);
  });

  it('that an older version stores meanwhile hide no repository and are not shown', async () => {
    const address = upstream.url.replace('//', '//ann:secret@');
    await sql`update repository set settings = settings || jsonb_build_object('url', ${address}::text) where key = 'taken'`.execute(db);
    await test.call(updateRepository, { params: { key: 'named' }, body: { description: 'so that all are read again' } });
    expect(JSON.stringify(await test.call(listRepositories, {}))).not.toContain('secret@');
    expect(await test.call(readRepository, { params: { key: 'taken' } })).toMatchObject({ settings: { url: upstream.url } });
  });
});
