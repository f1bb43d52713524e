import { adminPassword, enter, expect, test } from './console-test.ts';
import { expectGoodScreen } from './screen-checks.ts';

const started = '2026-01-02T03:04:05.678+0000';
const document = {
  name: 'team/web shop',
  number: '7',
  started,
  buildAgent: { name: 'GENERIC', version: '2' },
  url: 'https://ci.example.test/7',
  properties: { 'buildInfo.env.PATH': `/usr/bin:${'/a/long/folder'.repeat(12)}` },
  vcs: [{ url: 'https://git.example.test/shop.git', revision: 'f00dfeedf00dfeedf00dfeedf00dfeedf00dfeed', branch: 'main' }],
  modules: [
    {
      id: 'shop:7',
      type: 'generic',
      artifacts: [{ name: 'shop.bin', type: 'bin', path: 'shop/shop.bin', originalDeploymentRepo: 'builds-out', sha1: 'a'.repeat(40) }],
      dependencies: [{ id: 'lib-1.0.jar', type: 'jar', scopes: ['compile', 'runtime'], sha1: 'b'.repeat(40) }],
    },
  ],
  statuses: [{ status: 'Staged', user: 'ann', timestamp: '2026-01-03T00:00:00Z', repository: 'builds-staged' }],
};

test('API-004 a build opens at the address that command lines print', async ({ page, platform }, testInfo) => {
  const headers = {
    authorization: `Basic ${Buffer.from(`admin:${adminPassword}`).toString('base64')}`,
    'content-type': 'application/vnd.org.jfrog.artifactory+json',
  };
  const published = await fetch(`${platform.url}/artifactory/api/build`, { method: 'PUT', headers, body: JSON.stringify(document) });
  expect(published.status).toBe(204);
  await enter(page);
  await page.goto('/ui/builds');
  await expect(page.getByRole('link', { name: 'team/web shop' }).first()).toBeVisible();
  await expectGoodScreen(page, 'builds', testInfo);
  await page.goto(`/ui/builds/${encodeURIComponent('team/web shop')}/7/${Date.parse('2026-01-02T03:04:05.678Z')}/published?buildRepo=artifactory-build-info`);
  await expect(page.getByRole('table', { name: '1 artifact made' })).toBeVisible();
  await expectGoodScreen(page, 'build', testInfo);
  await page.getByRole('link', { name: 'team/web shop' }).click();
  await expect(page.getByRole('link', { name: '7', exact: true }).first()).toBeVisible();
  await expectGoodScreen(page, 'build-runs', testInfo);
});

test('API-004 an artifact opens at the address that command lines print', async ({ page, platform }) => {
  const headers = { authorization: `Basic ${Buffer.from(`admin:${adminPassword}`).toString('base64')}` };
  const path = `${platform.url}/artifactory`;
  await fetch(`${path}/api/repositories/linked-local`, { method: 'PUT', headers, body: JSON.stringify({ rclass: 'local', packageType: 'generic' }) });
  expect((await fetch(`${path}/linked-local/a/b.txt`, { method: 'PUT', headers, body: 'text' })).status).toBe(201);
  await enter(page);
  await page.goto('/ui/repos/tree/General/linked-local/a/b.txt?clearFilter=true');
  await expect(page).toHaveURL(/\/ui\/repos\/tree\/linked-local\/a\/b\.txt/);
  await expect(page.getByRole('heading', { name: 'b.txt' })).toBeVisible();
});
