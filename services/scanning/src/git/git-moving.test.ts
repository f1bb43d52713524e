import { createHmac } from 'node:crypto';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { listGitRepositories, readVcsIntegration, selectGitRepositories } from '@packhouse/contract/scanning/git-repository-routes.ts';
import { createIntegration } from '@packhouse/contract/scanning/integration-routes.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { type GitServer, startGitServer } from '@packhouse/testkit/git-server.ts';
import { patience, type ScanningTestPlatform, startScanningPlatform } from '@packhouse/testkit/start-scanning-platform.ts';
import { startFakeGithub } from '@packhouse/testkit/vendors/fake-github.ts';
import { addRepository, type FakeRepository, type FakeVendor } from '@packhouse/testkit/vendors/fake-vendor.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ScanningSchema } from '../schema.ts';
import { keepUp } from './git-queries.ts';

let test: ScanningTestPlatform;
let git: GitServer;
let vendor: FakeVendor;
let shop: FakeRepository;
let key: string;
let first: string;

const find = async () => (await test.call(listGitRepositories, { params: { integrationId: key }, query: {} })).items[0];
const findCommit = async () => (await find())?.lastScan?.commit;

async function tell(event: string, id: string): Promise<number> {
  const raw = JSON.stringify({ repository: { id: shop.id } });
  const signature = `sha256=${createHmac('sha256', vendor.hooks[0]!.secret).update(raw).digest('hex')}`;
  const headers = { 'content-type': 'application/json', 'x-github-event': event, 'x-github-delivery': id, 'x-hub-signature-256': signature };
  return (await fetch(`${test.baseUrl}/xray/api/v1/incoming/git/${key}`, { method: 'POST', headers, body: raw })).status;
}

beforeAll(async () => {
  [git, vendor] = [await startGitServer(), await startFakeGithub()];
  vendor.beside = git.handle;
  first = await git.create('acme/shop', { 'requirements.txt': 'flask==1.0\n' });
  const url = vendor.url.replace('127.0.0.1', 'localhost');
  shop = addRepository(vendor, 'acme/shop', { cloneUrl: `${url}/acme/shop.git` });
  test = await startScanningPlatform({ config: { baseUrl: 'https://packages.example.org', outgoing: { allow: ['127.0.0.0/8', '::1'], noProxy: [] } } });
  const body = { integrationName: 'Acme', token: vendor.token, userName: 'ann', url, vendorName: 'github' as const };
  ({ key } = await test.call(createIntegration, { body }));
  await test.call(selectGitRepositories, { params: { integrationId: key }, body: { all: true, patterns: [] } });
});
afterAll(async () => {
  await test?.stop();
  await vendor?.stop();
  await git?.stop();
});

it('counts a message once, though it comes a thousand times', async () => {
  await expect.poll(findCommit, patience).toBe(first);
  await expect.poll(() => vendor.hooks.length, patience).toBe(1);
  expect(await tell('push', 'again')).toBe(202);
  const heard = async () => (await test.call(readVcsIntegration, { params: { integrationId: key } })).lastHookAt;
  const before = await heard();
  for (let at = 0; at < 1000; at += 50) {
    const statuses = await Promise.all(Array.from({ length: 50 }, () => tell('push', 'again')));
    expect(new Set(statuses)).toEqual(new Set([202]));
  }
  expect(await heard()).toBe(before);
});

it('takes no message of more than 25 MB, forgets messages after seven days, and looks at everything once a night', async () => {
  const url = `${test.baseUrl}/xray/api/v1/incoming/git/${key}`;
  const large = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: Buffer.alloc(25 * 1024 * 1024 + 1, ' ') });
  expect(large.status).toBe(413);
  const db = openDatabase<ScanningSchema>(test.databaseUrl, 'scanning', { connections: 1 });
  await sql`update git_delivery set at = now() - interval '6 days' where delivery = 'again'`.execute(db);
  await keepUp(db);
  const known = async () =>
    (await sql<{ count: number }>`select count(*)::integer as count from git_delivery where delivery = 'again'`.execute(db)).rows[0]?.count;
  expect(await known()).toBe(1);
  await sql`update git_delivery set at = now() - interval '8 days' where delivery = 'again'`.execute(db);
  await keepUp(db);
  expect(await known()).toBe(0);
  const { rows } = await sql`
    select wanted, next_look > now() and next_look <= now() + interval '4 hours' as tonight from git_repository where selected`.execute(db);
  expect(rows).toEqual([{ wanted: true, tonight: true }]);
  await db.destroy();
});

it('reads what is there now, in whichever order messages come, also after a force push', async () => {
  const second = await git.commit('acme/shop', { 'requirements.txt': 'flask==2.0\n' });
  await tell('push', 'second');
  await expect.poll(findCommit, patience).toBe(second);
  await git.git('acme/shop', 'update-ref', 'refs/heads/main', first);
  await tell('push', 'forced');
  await expect.poll(findCommit, patience).toBe(first);
});

it('follows a repository that is renamed, and a branch that is deleted', async () => {
  await rename(join(git.root, 'acme/shop.git'), join(git.root, 'acme/store.git'));
  Object.assign(shop, { name: 'acme/store', cloneUrl: shop.cloneUrl.replace('shop', 'store') });
  const { id } = (await find())!;
  await tell('repository', 'renamed');
  await expect.poll(async () => (await find())?.fullName, patience).toBe('acme/store');
  expect((await find())!.id).toBe(id);
  const trunk = await git.commit('acme/store', { 'requirements.txt': 'flask==3.0\n' }, { branch: 'trunk' });
  await git.git('acme/store', 'symbolic-ref', 'HEAD', 'refs/heads/trunk');
  await git.git('acme/store', 'update-ref', '-d', 'refs/heads/main');
  await tell('delete', 'deleted');
  await expect.poll(findCommit, patience).toBe(trunk);
  expect((await find())!.lastScan!.ref).toBe('refs/heads/trunk');
});

it('no longer shows a repository that its vendor does not show to the token any more', async () => {
  vendor.repositories = [];
  await tell('repository', 'hidden');
  await expect.poll(find, patience).toBeUndefined();
});
