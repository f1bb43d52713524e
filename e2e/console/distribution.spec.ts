import { createToken } from '@packhouse/contract/access/access-token-routes.ts';
import { type Call, createClient } from '@packhouse/contract/client.ts';
import { createDistributionTarget, getReleaseBundleSigning } from '@packhouse/contract/distribution/distribution-target-routes.ts';
import { createTrustedKey } from '@packhouse/contract/repositories/key-routes.ts';
import { createRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import type { Page } from '@playwright/test';
import { limits } from '../../tools/runners/limits.ts';
import { type PackhouseProcess, startPackhouse } from '../../tools/serve/start-packhouse.ts';
import { adminPassword, test as base, expect, signIn, watch } from './console-test.ts';
import { expectGoodScreen } from './screen-checks.ts';

const authorization = `Basic ${Buffer.from(`admin:${adminPassword}`).toString('base64')}`;

/** A second platform, which takes what the first one sends. */
const test = base.extend<object, { readonly other: PackhouseProcess }>({
  other: [
    async ({ platform: _first }, use) => {
      const platform = await startPackhouse({ adminPassword });
      await use(platform);
      await platform.remove();
    },
    { scope: 'worker', timeout: limits.console },
  ],
});

const path = 'shop/cart-1.0.txt';
const bundle = '/release-bundles/source/storefront/1.0';

/** Something to send, and the way to the other platform. */
async function prepare(call: Call, source: string, other: PackhouseProcess): Promise<void> {
  await call(createRepository, { body: { class: 'local', key: 'goods', format: 'generic' } });
  const put = await fetch(`${source}/artifactory/goods/${path}`, { method: 'PUT', headers: { authorization }, body: 'a cart' });
  expect(put.status).toBe(201);
  const there = createClient({ baseUrl: other.url, headers: () => ({ authorization }) });
  const { accessToken } = await there(createToken, { body: { scope: 'applied-permissions/admin', description: 'From the other platform' } });
  await call(createDistributionTarget, { body: { name: 'lyon', url: other.url, token: accessToken, city: 'Lyon', country: 'FR', allowPrivate: true } });
}

async function trustKey(call: Call, other: PackhouseProcess): Promise<void> {
  const { publicKey = '' } = await call(getReleaseBundleSigning, {});
  const there = createClient({ baseUrl: other.url, headers: () => ({ authorization }) });
  await there(createTrustedKey, { body: { name: 'source', publicKey } });
}

/** Puts a version together in the form, looking at its files first. */
async function create(page: Page): Promise<void> {
  await page.goto('/ui/release-bundles/source/new');
  await page.getByLabel('Name').fill('storefront');
  await page.getByLabel('Version').fill('1.0');
  await page.getByLabel('Paths', { exact: true }).last().fill(`goods/${path}`);
  await page.getByRole('button', { name: 'Show files' }).click();
  await expect(page.getByRole('table', { name: 'Preview' })).toContainText(`goods/${path}`);
  await page.getByLabel('Text').fill('**First** release');
  await page.getByRole('button', { name: 'Create release bundle' }).click();
  await expect(page).toHaveURL(/\/release-bundles\/source\/storefront\/1\.0$/);
}

test('ARTI-026 REL-012 REL-015 a release bundle is made, signed, sent to another platform, seen there, and sent again', async ({
  page,
  platform,
  call,
  other,
}, testInfo) => {
  await prepare(call, platform.url, other);
  await signIn(page);
  await create(page);
  await page.getByRole('button', { name: 'Sign', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Distribute', exact: true })).toBeVisible();
  await trustKey(call, other);
  await page.getByRole('button', { name: 'Distribute', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Distribute storefront 1.0' });
  await dialog.getByText('lyon').click();
  await dialog.getByText('Create repositories that a target lacks').click();
  await dialog.getByRole('button', { name: 'Distribute', exact: true }).click();
  const sent = page.getByRole('table', { name: 'Sent to 1 target' });
  await expect(sent).toContainText('Completed');
  await expect(sent).toContainText('1 of 1 file');
  await expectGoodScreen(page, 'release-bundle', testInfo);

  const there = await page.context().browser()!.newPage({ baseURL: other.url });
  const complaints: string[] = [];
  watch(there, complaints);
  await signIn(there);
  await there.goto('/ui/release-bundles/target');
  await there.getByRole('link', { name: 'storefront' }).click();
  await expect(there.getByRole('table', { name: 'Files' })).toContainText(`goods/${path}`);
  const arrived = await fetch(`${other.url}/artifactory/goods/${path}`, { headers: { authorization } });
  expect(await arrived.text()).toBe('a cart');
  expect(complaints).toEqual([]);
  await there.close();

  await page.goto(`/ui/repos/tree/goods/${path}`);
  const panel = page.getByRole('article', { name: 'cart-1.0.txt' });
  await panel.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Redistribute…' }).click();
  await expect(page.getByRole('checkbox', { name: /lyon/ })).toBeChecked();
  await page.getByRole('dialog').getByRole('button', { name: 'Redistribute' }).click();
  await page.getByRole('button', { name: 'Show progress' }).click();
  await expect(page).toHaveURL(new RegExp(`${bundle}$`));
  await expect(page.locator('.dist-run')).toHaveCount(2);
  await expect(page.locator('.dist-run').first()).toContainText('Completed');
});

test('REL-009 REL-010 release bundles open at a tab, and the search looks for them', async ({ page }, testInfo) => {
  await signIn(page);
  await page.goto('/ui/bundles');
  await expect(page).toHaveURL(/bundles\/source$/);
  await expect(page.getByRole('button', { name: 'Search in: Release bundles' })).toBeVisible();
  await expectGoodScreen(page, 'release-bundles', testInfo);
  await page.goto('/ui/admin/distribution/targets');
  await expect(page.getByRole('heading', { level: 1, name: 'Targets' })).toBeVisible();
  await expectGoodScreen(page, 'distribution-targets', testInfo);
  await page.goto('/ui/admin/distribution/settings');
  await expectGoodScreen(page, 'distribution-settings', testInfo);
  await page.goto('/ui/release-bundles/source/new');
  await expectGoodScreen(page, 'new-release-bundle', testInfo);
});
