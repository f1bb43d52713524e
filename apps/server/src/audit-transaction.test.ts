import { createKeyPair, createVaultConfig, deleteKeyPair, deleteVaultConfig } from '@packhouse/contract/repositories/key-routes.ts';
import { createProxy, deleteProxy, updateProxy } from '@packhouse/contract/repositories/proxy-routes.ts';
import { startTestUpstream, type TestUpstream } from '@packhouse/repositories-service/upstream/test-upstream.ts';
import { startTestPlatform, type TestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { configuredServices } from './services.ts';

let test: TestPlatform;
let upstream: TestUpstream;
let database: pg.Client;

beforeAll(async () => {
  upstream = await startTestUpstream();
  upstream.on('/v1/auth/token/lookup-self', (_, response) => response.end('{}'));
  test = await startTestPlatform({ services: configuredServices({ services: ['access', 'repositories'] }), jobs: false });
  database = new pg.Client({ connectionString: test.databaseUrl });
  await database.connect();
});
afterAll(async () => {
  await database?.end();
  await test?.stop();
  await upstream?.stop();
});

/** The transaction that wrote the newest row of a table that fits. */
async function readWriter(table: string, condition: string, value: string): Promise<string | undefined> {
  const { rows } = await database.query<{ writer: string }>(`select xmin::text as writer from ${table} where ${condition} = $1 order by id desc limit 1`, [
    value,
  ]);
  return rows[0]?.writer;
}
const getWriterOfEntry = (action: string) => readWriter('access.audit_record', 'action', action);

it('ACC-005 changes of proxies, keys and vaults and their entries of the log are written together', async () => {
  const address = { host: '127.0.0.1', port: 9 };
  await test.call(createProxy, { body: { key: 'office', ...address } });
  expect(await getWriterOfEntry('proxy.created')).toBe(await readWriter('repositories.proxy', 'key', 'office'));
  await test.call(updateProxy, { params: { key: 'office' }, body: { ...address, port: 10 } });
  expect(await getWriterOfEntry('proxy.updated')).toBe(await readWriter('repositories.proxy', 'key', 'office'));
  await test.call(createKeyPair, { body: { from: 'generated', name: 'pair', kind: 'rsa' } });
  expect(await getWriterOfEntry('key-pair.created')).toBe(await readWriter('repositories.key_pair', 'name', 'pair'));
  await test.call(createVaultConfig, { body: { key: 'safe', url: upstream.url, token: 'hvs.token' } });
  expect(await getWriterOfEntry('vault.created')).toBe(await readWriter('repositories.vault_config', 'key', 'safe'));

  // What is deleted leaves no row; the event that tells of it is written with it.
  await test.call(deleteProxy, { params: { key: 'office' } });
  expect(await getWriterOfEntry('proxy.deleted')).toBe(await readWriter('kernel.event', 'type', 'proxy.changed'));
  await test.call(deleteKeyPair, { body: { name: 'pair' } });
  expect(await getWriterOfEntry('key-pair.deleted')).toBe(await readWriter('kernel.event', 'type', 'key.changed'));
});

it('an entry goes with the change that fails after it', async () => {
  await test.call(createVaultConfig, { body: { key: 'kept', url: upstream.url, token: 'hvs.token' } });
  await database.query(`
    create function refuse() returns trigger language plpgsql as $$ begin raise exception 'not now'; end $$;
    create constraint trigger late after delete on repositories.vault_config deferrable initially deferred for each row execute function refuse()`);
  await expect(test.call(deleteVaultConfig, { params: { key: 'kept' } })).rejects.toMatchObject({ status: 500 });
  expect(await getWriterOfEntry('vault.deleted')).toBeUndefined();
});
