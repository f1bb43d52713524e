import * as contract from '@packhouse/contract/repositories/proxy-routes.ts';
import { createReplication, deleteReplication } from '@packhouse/contract/repositories/replication-routes.ts';
import { readRepository, testRepositoryConnection, updateRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { type Kysely, sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../repository-test-platform.ts';
import type { RepositoriesSchema } from '../schema.ts';
import { adoptProxies } from './adopt-proxies.ts';
import { startTestProxy, type TestProxy } from './test-proxy.ts';
import { startTestUpstream, type TestUpstream } from './test-upstream.ts';

let test: RepositoryTestPlatform;
let db: Kysely<RepositoriesSchema>;
let upstream: TestUpstream;
let open: TestProxy;
let guarded: TestProxy;
const logged: string[] = [];
const log = pino({}, { write: (line) => void logged.push(line) });
const pair = 'ann:s%3cret';
const host = '127.0.0.1';

beforeAll(async () => {
  [upstream, open, guarded] = await Promise.all([startTestUpstream(), startTestProxy(), startTestProxy(pair)]);
  test = await startRepositoryPlatform({ actors: { somebody: {} } });
  db = openDatabase<RepositoriesSchema>(test.databaseUrl, 'repositories', { connections: 1 });
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) upstream.on(`/${name}.txt`, (_, response) => response.end(name));
  await test.create({ class: 'remote', key: 'files', format: 'generic', settings: { url: upstream.url } });
});
afterAll(async () => {
  await db?.destroy();
  await test?.stop();
  await Promise.all([upstream, open, guarded].map((one) => one?.stop()));
});

const get = async (path: string, key = 'files') => {
  const answer = await test.ask(`${key}/${path}`);
  return answer.ok ? answer.text() : answer.status;
};
const make = (key: string, port: number, more: object = {}) => test.call(contract.createProxy, { body: { key, host, port, ...more } });
const use = (settings: Record<string, unknown>) => test.call(updateRepository, { params: { key: 'files' }, body: { settings } });
const change = (key: string, body: object) => test.call(contract.updateProxy, { params: { key }, body: { host, port: guarded.port, ...body } });

describe('outgoing proxies', () => {
  it('PROXY-010 are for administrators only', async () => {
    for (const [as, code] of [
      ['somebody', 'forbidden'],
      ['anonymous', 'unauthenticated'],
    ] as const) {
      await expect(test.call(contract.listProxies, {}, { as })).rejects.toMatchObject({ code });
      await expect(test.call(contract.createProxy, { body: { key: 'x', host, port: 1 } }, { as })).rejects.toMatchObject({ code });
      await expect(test.call(contract.deleteProxy, { params: { key: 'x' } }, { as })).rejects.toMatchObject({ code });
    }
  });

  it('PROXY-007 are created, changed and deleted, and the log says so without passwords', async () => {
    expect(await make('office', guarded.port, { username: 'ann', password: 's%3cret' })).toEqual({
      key: 'office',
      host,
      port: guarded.port,
      tls: false,
      username: 'ann',
      hasPassword: true,
      isDefault: false,
      noProxy: [],
      usedBy: [],
    });
    await expect(make('Office', 1)).rejects.toMatchObject({ code: 'already_exists' });
    await expect(make('a b', 1)).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(make('far', 70_000)).rejects.toMatchObject({ fields: [expect.objectContaining({ path: 'port' })] });
    await make('spare', open.port);
    await test.call(contract.updateProxy, { params: { key: 'spare' }, body: { host: 'localhost', port: open.port } });
    await test.call(contract.deleteProxy, { params: { key: 'spare' } });
    await expect(test.call(contract.readProxy, { params: { key: 'spare' } })).rejects.toMatchObject({ code: 'not_found' });
    const audited = test.audited.filter(({ action }) => action.startsWith('proxy.'));
    expect(audited.map(({ action, subject }) => `${action} ${subject}`)).toEqual([
      'proxy.created office',
      'proxy.created spare',
      'proxy.updated spare',
      'proxy.deleted spare',
    ]);
    expect(JSON.stringify([audited, await test.call(contract.listProxies, {})])).not.toContain('s%3cret');
    const { rows } = await sql<{ password: string }>`select password from proxy where key = 'office'`.execute(db);
    expect(rows[0]!.password).not.toContain('s%3cret');
    expect(test.platform.secrets.decrypt(rows[0]!.password)).toBe('s%3cret');
  });

  it('carry what a repository that names one asks, with their user name and password', async () => {
    expect(await get('a.txt')).toBe('a');
    expect(guarded.asked).toEqual([]);
    await expect(use({ proxy: 'nowhere' })).rejects.toMatchObject({ fields: [expect.objectContaining({ path: 'settings.proxy' })] });
    await use({ proxy: 'office' });
    expect(await get('b.txt')).toBe('b');
    expect(guarded.asked).toHaveLength(1);
    expect(guarded.passwords).toEqual([pair]);
    expect(upstream.lastHeaders).not.toHaveProperty('proxy-authorization');
    const trial = { key: 'files', format: 'generic' as const, url: `${upstream.url}/a.txt`, proxy: 'office' };
    expect(await test.call(testRepositoryConnection, { body: trial })).toMatchObject({ reached: true, status: 200 });
    expect(guarded.asked).toHaveLength(2);
  });

  it('are not deleted while a repository names them', async () => {
    expect((await test.call(contract.readProxy, { params: { key: 'office' } })).usedBy).toEqual(['files']);
    await expect(test.call(contract.deleteProxy, { params: { key: 'office' } })).rejects.toMatchObject({
      code: 'in_use',
      message: expect.stringContaining('files'),
    });
  });

  it('are not deleted while a replication goes through them', async () => {
    await make('sending', open.port);
    await test.create({ class: 'local', key: 'sent', format: 'generic' });
    const body = { url: 'https://other.example/artifactory/sent', proxy: 'sending' };
    const made = await test.call(createReplication, { params: { key: 'sent' }, body });
    expect((await test.call(contract.readProxy, { params: { key: 'sending' } })).usedBy).toEqual(['sent']);
    await expect(test.call(contract.deleteProxy, { params: { key: 'sending' } })).rejects.toMatchObject({ code: 'in_use' });
    await test.call(deleteReplication, { params: { key: 'sent', id: made.id } });
    await test.call(contract.deleteProxy, { params: { key: 'sending' } });
  });

  it('say that they refuse a password, and are not gone around', async () => {
    const before = upstream.asked.length;
    await change('office', { username: 'ann', password: 'wrong' });
    expect(await get('c.txt')).not.toBe('c');
    expect(upstream.asked).toHaveLength(before);
    const input = { key: 'office', host, port: guarded.port, username: 'ann', url: upstream.url };
    expect(await test.call(contract.testProxy, { body: input })).toMatchObject({
      reached: false,
      message: expect.stringContaining('another user name or password'),
    });
    expect(await test.call(contract.testProxy, { body: { ...input, password: 's%3cret', url: `${upstream.url}/a.txt` } })).toMatchObject({
      reached: true,
      status: 200,
    });
    await change('office', { username: 'ann', password: 's%3cret' });
    expect(await get('d.txt')).toBe('d');
  });

  it('are refused where their host is none, brackets included, also when they are only tried', async () => {
    const url = 'https://up.example/a.txt';
    for (const host of ['[', '[]', '[::1', '::1]', '[zz]', '[1:2:3:4:5:6:7:8:9]', 'a]b'])
      await expect(test.call(contract.testProxy, { body: { host, port: 3128, url } })).rejects.toMatchObject({ status: 400, code: 'invalid_input' });
    expect(await test.call(contract.testProxy, { body: { host: '[::1]', port: 9, url } })).toMatchObject({ reached: false });
    for (const odd of ['https://up.example\\@127.0.0.1/', 'https:\\\\up.example/'])
      await expect(test.call(contract.testProxy, { body: { host: '[::1]', port: 9, url: odd } })).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('have their stored password sent to no other server', async () => {
    await expect(change('office', { port: open.port, username: 'ann' })).rejects.toMatchObject({
      code: 'invalid_input',
      fields: [expect.objectContaining({ path: 'password' })],
    });
    await test.call(contract.testProxy, { body: { key: 'office', host, port: open.port, username: 'ann', url: `${upstream.url}/a.txt` } });
    expect(open.passwords).toEqual(['ann:']);
    expect(await change('office', { username: 'ann' })).toMatchObject({ hasPassword: true });
  });

  it('HOOK-034 carry everything else when one is the default, but not to the hosts it leaves out', async () => {
    await use({ proxy: '' });
    await make('usual', open.port, { isDefault: true });
    open.asked.length = 0;
    expect(await get('e.txt')).toBe('e');
    expect(open.asked).toHaveLength(1);
    await use({ disableProxy: true });
    expect(await get('f.txt')).toBe('f');
    await use({ disableProxy: false });
    await test.call(contract.updateProxy, { params: { key: 'usual' }, body: { host, port: open.port, isDefault: true, noProxy: [host] } });
    await (await test.platform.outgoing.request(`${upstream.url}/a.txt`)).body.toArray();
    expect(open.asked).toHaveLength(1);
    await change('office', { username: 'ann', isDefault: true });
    const { items } = await test.call(contract.listProxies, {});
    expect(items.map(({ key, isDefault }) => [key, isDefault])).toEqual([
      ['office', true],
      ['usual', false],
    ]);
  });

  it('are made of the addresses that repositories used to hold', async () => {
    const address = `http://ann:s%253cret@${host}:${guarded.port}`;
    await sql`update repository set settings = settings || jsonb_build_object('proxy', ${address}::text) where key = 'files'`.execute(db);
    await adoptProxies(db, test.platform.secrets, log);
    const key = `${host}-1`;
    expect(await test.call(contract.readProxy, { params: { key } })).toMatchObject({
      host,
      port: guarded.port,
      username: 'ann',
      hasPassword: true,
      usedBy: ['files'],
    });
    const { rows } = await sql<{ password: string }>`select password from proxy where key = ${key}`.execute(db);
    expect(test.platform.secrets.decrypt(rows[0]!.password)).toBe('s%3cret');
    await use({ notes: 'read again' });
    expect(await test.call(readRepository, { params: { key: 'files' } })).toMatchObject({ settings: { proxy: key } });
    await adoptProxies(db, test.platform.secrets, log);
    expect((await test.call(contract.listProxies, {})).items).toHaveLength(3);
  });

  it('are made of odd addresses too, and those that cannot be used stop neither the start nor anything else', async () => {
    const setAddress = (address: string) =>
      sql`update repository set settings = settings || jsonb_build_object('proxy', ${address}::text) where key = 'files'`.execute(db);
    await setAddress('http://u:50%@odd.test:3128');
    await adoptProxies(db, test.platform.secrets, log);
    const { rows } = await sql<{ password: string }>`select password from proxy where key = 'odd.test-1'`.execute(db);
    expect(test.platform.secrets.decrypt(rows[0]!.password)).toBe('50%');
    for (const address of ['http://u:hidden@_proxy:3128', 'http://u:hidden@pro xy:3128']) {
      await setAddress(address);
      logged.length = 0;
      await adoptProxies(db, test.platform.secrets, log);
      expect(logged.join()).toContain('"files"');
      expect(logged.join()).not.toContain('hidden');
      const { rows: left } = await sql<{ proxy: string }>`select settings->>'proxy' as proxy from repository where key = 'files'`.execute(db);
      expect(left[0]!.proxy).toBe(address.replace('u:hidden@', ''));
    }
  });
});
