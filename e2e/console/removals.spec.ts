import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createPermission } from '@packhouse/contract/access/access-permission-routes.ts';
import { createUser } from '@packhouse/contract/access/access-user-routes.ts';
import { createRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { createRetentionPolicy } from '@packhouse/contract/repositories/retention-routes.ts';
import { adminPassword, test as base, enter, expect } from './console-test.ts';
import { expectGoodScreen } from './screen-checks.ts';

const test = base.extend<{ readonly get: (path: string, init?: RequestInit) => Promise<Response> }>({
  // The upstream stands on this machine.
  platformEnv: [{ PACKHOUSE_OUTGOING_ALLOW: '127.0.0.0/8,::1/128' }, { scope: 'worker' }],
  get: async ({ platform }, use) => {
    const authorization = `Basic ${Buffer.from(`admin:${adminPassword}`).toString('base64')}`;
    await use((path, init) => fetch(`${platform.url}/artifactory/${path}`, { ...init, headers: { authorization } }));
  },
});

const pom = (version: string) =>
  `<project><modelVersion>4.0.0</modelVersion><groupId>org.acme</groupId><artifactId>tool</artifactId><version>${version}</version></project>`;

test('ARTI-007 versions are deleted on the page of their package, after a look at what goes, by those who may', async ({ page, call, get }, testInfo) => {
  for (const key of ['java-one', 'java-two']) await call(createRepository, { body: { class: 'local', key, format: 'maven' } });
  const put = async (key: string, version: string) =>
    expect((await get(`${key}/org/acme/tool/${version}/tool-${version}.pom`, { method: 'PUT', body: pom(version) })).status).toBe(201);
  for (const version of ['1.0', '1.1', '2.0']) await put('java-one', version);
  await put('java-two', '1.0');
  await call(createUser, { body: { name: 'keeper', password: adminPassword } });
  const section = (key: string, actions: ('read' | 'delete')[]) => ({
    resourceType: 'repository' as const,
    names: [key],
    include: [],
    exclude: [],
    groups: [],
    users: [{ name: 'keeper', actions }],
  });
  await call(createPermission, { body: { name: 'keepers', sections: [section('java-one', ['read']), section('java-two', ['read', 'delete'])] } });

  await enter(page);
  await page.goto('/ui/packages');
  await page.getByRole('link', { name: 'org.acme:tool', exact: true }).click();
  for (const version of ['1.0', '1.1'])
    await page
      .getByRole('row', { name: new RegExp(`\\b${version.replace('.', '\\.')}\\b`) })
      .getByRole('checkbox')
      .check();
  await page.getByRole('button', { name: 'Delete 2 versions' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete 2 versions?' });
  const planned = dialog.getByRole('list', { name: 'What goes' });
  await expect(planned.getByRole('listitem')).toHaveText([/^java-one 2 versions, 2 files/, /^java-two 1 version, 1 file/]);
  await expectGoodScreen(page, 'delete-versions', testInfo);
  expect((await get('java-two/org/acme/tool/1.0/tool-1.0.pom')).status, 'nothing goes before it is confirmed').toBe(200);
  await dialog.getByRole('button', { name: 'Delete versions' }).click();
  await expect(page.getByText('3 files deleted')).toBeVisible();
  await expect(page.getByRole('row', { name: /\b1\.1\b/ })).toHaveCount(0);
  for (const path of ['java-one/org/acme/tool/1.0/tool-1.0.pom', 'java-one/org/acme/tool/1.1/tool-1.1.pom', 'java-two/org/acme/tool/1.0/tool-1.0.pom'])
    expect((await get(path)).status).toBe(404);
  expect((await get('java-one/org/acme/tool/2.0/tool-2.0.pom')).status).toBe(200);

  await put('java-two', '2.0');
  const address = page.url();
  await page.context().clearCookies();
  await enter(page, 'keeper');
  await page.goto(address);
  await page
    .getByRole('row', { name: /\b2\.0\b/ })
    .getByRole('checkbox')
    .check();
  await page.getByRole('button', { name: 'Delete 1 version' }).click();
  const question = page.getByRole('dialog', { name: 'Delete 1 version?' });
  const [one, two] = [question.getByRole('listitem').filter({ hasText: 'java-one' }), question.getByRole('listitem').filter({ hasText: 'java-two' })];
  await expect(two).toHaveText(/1 version, 1 file/);
  await expect(one).not.toHaveText(/file/);
  await question.getByRole('button', { name: 'Delete versions' }).click();
  await expect(page.getByText('1 file deleted')).toBeVisible();
  expect((await get('java-two/org/acme/tool/2.0/tool-2.0.pom')).status).toBe(404);
  expect((await get('java-one/org/acme/tool/2.0/tool-2.0.pom')).status, 'what they may not delete stays').toBe(200);
});

test('ARTI-013 caches are zapped from the list of repositories, after a look at how many entries that concerns', async ({ page, call, get }, testInfo) => {
  const asked: string[] = [];
  const upstream = createServer((request, answer) => {
    asked.push(`${request.method} ${request.url}`);
    answer.end('kept');
  });
  await new Promise<void>((resolve) => void upstream.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
  for (const key of ['far-one', 'far-two']) await call(createRepository, { body: { class: 'remote', key, format: 'generic', settings: { url } } });
  const fetchBoth = async () => {
    for (const key of ['far-one', 'far-two']) expect(await (await get(`${key}/a.txt`)).text()).toBe('kept');
  };
  await fetchBoth();
  await fetchBoth();
  const before = asked.length;

  await enter(page);
  await page.goto('/ui/admin/repositories/remote');
  await page
    .getByRole('row', { name: /far-one/ })
    .getByRole('checkbox')
    .check();
  await page.getByRole('button', { name: 'Zap caches', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Zap the cache of 1 repository?' });
  await expect(dialog.getByText('Entries that this concerns: 1')).toBeVisible();
  await expectGoodScreen(page, 'zap-caches', testInfo);
  await fetchBoth();
  expect(asked.length, 'nothing is forgotten before it is confirmed').toBe(before);
  await dialog.getByRole('button', { name: 'Zap caches' }).click();
  await expect(page.getByText('1 entry will be fetched anew')).toBeVisible();
  await fetchBoth();
  expect(asked.length, 'one repository asked its upstream again').toBeGreaterThan(before);
  const after = asked.length;
  await fetchBoth();
  expect(asked.length).toBe(after);
  upstream.closeAllConnections();
  upstream.close();
});

test('SRCH-040 SRCH-042 what retention archives is searched for, brought back, and deleted for good', async ({ page, call, get }, testInfo) => {
  await call(createRepository, { body: { class: 'local', key: 'kept-files', format: 'generic' } });
  for (const name of ['keep', 'wanted', 'unwanted']) expect((await get(`kept-files/logs/${name}.txt`, { method: 'PUT', body: name })).status).toBe(201);
  const { status } = await get('api/storage/kept-files/logs?properties=old=yes&recursive=1', { method: 'PUT' });
  expect(status).toBe(204);
  await get('api/storage/kept-files/logs/keep.txt?properties=old', { method: 'DELETE' });
  await call(createRetentionPolicy, {
    body: { name: 'Old logs', repositoryKeys: ['kept-files'], withProperties: [{ key: 'old', value: 'yes' }], archive: true },
  });

  await enter(page);
  await page.goto('/ui/admin/retention');
  await page
    .getByRole('row', { name: /Old logs/ })
    .first()
    .getByRole('button', { name: /actions/i })
    .click();
  await page.getByRole('menuitem', { name: /Run now/ }).click();
  const question = page.getByRole('dialog', { name: 'Run Old logs now?' });
  await expect(question.getByText(/2 /)).toBeVisible();
  await question.getByRole('button', { name: 'Run policy' }).click();
  await expect(page.getByText('Old logs is running')).toBeVisible();
  await expect.poll(async () => (await get('kept-files/logs/wanted.txt')).status).toBe(404);
  expect((await get('kept-files/logs/keep.txt')).status).toBe(200);

  await page.goto('/ui/artifactoryRetention/search');
  await page.getByRole('searchbox', { name: 'Search for names' }).fill('wanted');
  await expect(page.getByText('unwanted.txt', { exact: true })).toBeVisible();
  await expectGoodScreen(page, 'archive', testInfo);
  const act = async (name: RegExp, action: string) => {
    await page
      .getByRole('row', { name })
      .getByRole('button', { name: /actions/i })
      .click();
    await page.getByRole('menuitem', { name: new RegExp(action) }).click();
  };
  await act(/ wanted\.txt|\/wanted\.txt/, 'Restore');
  await expect(page.getByText('1 file restored')).toBeVisible();
  expect(await (await get('kept-files/logs/wanted.txt')).text()).toBe('wanted');
  await act(/unwanted\.txt/, 'Delete for good');
  const removal = page.getByRole('dialog', { name: 'Delete 1 file for good?' });
  await expect(removal.getByText('kept-files/logs/unwanted.txt')).toBeVisible();
  await removal.getByRole('button', { name: 'Delete for good' }).click();
  await expect(page.getByText('1 file deleted')).toBeVisible();
  expect((await get('kept-files/logs/unwanted.txt')).status).toBe(404);
});
