import * as contract from '@packhouse/contract/repositories/key-routes.ts';
import { testProxy } from '@packhouse/contract/repositories/proxy-routes.ts';
import { testRepositoryConnection } from '@packhouse/contract/repositories/repository-routes.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../repository-test-platform.ts';
import type { RepositoriesSchema } from '../schema.ts';
import { startTestUpstream, type TestUpstream } from '../upstream/test-upstream.ts';

let test: RepositoryTestPlatform;
let upstream: TestUpstream;
let db: Kysely<RepositoriesSchema>;

beforeAll(async () => {
  upstream = await startTestUpstream();
  upstream.on('/v1/auth/token/lookup-self', (_, response) => response.end('{}'));
  test = await startRepositoryPlatform();
  db = openDatabase<RepositoriesSchema>(test.databaseUrl, 'repositories', { connections: 2 });
});
afterAll(async () => {
  await db?.destroy();
  await test?.stop();
  await upstream?.stop();
});

const addVault = (key: string) => test.call(contract.createVaultConfig, { body: { key, url: upstream.url, token: 'hvs.token' } });
const makePair = (name: string) => test.call(contract.createKeyPair, { body: { from: 'generated', name, kind: 'rsa' } });
const names = async () => (await test.call(contract.listKeyPairs, {})).items.map(({ name }) => name);

describe('the audit log of keys and tests', () => {
  it('says which key and which vault were deleted', async () => {
    const { fingerprint } = await makePair('gone');
    await test.call(contract.deleteKeyPair, { body: { name: 'gone' } });
    expect(test.audited.at(-1)).toMatchObject({ action: 'key-pair.deleted', subject: 'gone', before: { fingerprint } });
    await addVault('gone');
    await test.call(contract.deleteVaultConfig, { params: { key: 'gone' } });
    expect(test.audited.at(-1)).toMatchObject({ action: 'vault.deleted', subject: 'gone', before: { url: upstream.url } });
  });

  it('has an entry of every server that somebody had contacted, without passwords', async () => {
    await test.call(testProxy, { body: { host: '127.0.0.1', port: 9, username: 'ann', password: 'hidden', url: `${upstream.url}/x?secret=hidden` } });
    expect(test.audited.at(-1)).toMatchObject({ action: 'proxy.tested', subject: '127.0.0.1:9', after: { server: upstream.url, reached: false } });
    await test.call(testRepositoryConnection, { body: { format: 'generic', url: `${upstream.url}/x`, username: 'ann', password: 'hidden' } });
    expect(test.audited.at(-1)).toMatchObject({ action: 'repository.connection-tested', after: { server: upstream.url, reached: true } });
    expect(JSON.stringify(test.audited)).not.toContain('hidden');
  });

  it('is written before a change counts, or nothing is changed', async () => {
    await makePair('stays');
    const audit = vi.spyOn(test.platform.identity, 'audit').mockRejectedValue(new Error('the log is full'));
    await expect(test.call(contract.deleteKeyPair, { body: { name: 'stays' } })).rejects.toThrow();
    await expect(makePair('unrecorded')).rejects.toThrow();
    await expect(addVault('unrecorded')).rejects.toThrow();
    audit.mockRestore();
    expect(await names()).toEqual(['stays']);
    expect((await test.call(contract.listVaultConfigs, {})).items).toEqual([]);
  });
});

describe('deleting a vault', () => {
  it('waits for a pair that begins to use it, and then refuses', async () => {
    await addVault('busy');
    let deleted: Promise<unknown> | undefined;
    await db.transaction().execute(async (tx) => {
      await sql`select id from vault_config where key = 'busy' for share`.execute(tx);
      await sql`insert into key_pair (name, kind, fingerprint, public_key, vault, vault_path, created_by)
        values ('beginning', 'rsa', 'f', 'k', 'busy', 'p', 'admin')`.execute(tx);
      deleted = test.call(contract.deleteVaultConfig, { params: { key: 'busy' } }).then(
        () => 'deleted',
        ({ code }) => code,
      );
      const waiting = async () => (await sql<{ pid: number }>`select pid from pg_locks where not granted`.execute(db)).rows.length;
      await expect.poll(waiting).toBeGreaterThan(0);
    });
    expect(await deleted).toBe('in_use');
  });
});
