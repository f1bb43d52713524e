import type { Page } from '@playwright/test';
import { type PackhouseProcess, startPackhouse } from '../../tools/serve/start-packhouse.ts';
import { test as base, expect } from './console-test.ts';
import { type ContainerClient, containerClient, startUpstreamRegistry, type UpstreamRegistry } from './container-client.ts';
import { expectGoodScreen } from './screen-checks.ts';

const newPassword = 'Quick-start-9';

interface Parts {
  /** A platform that nobody has signed in to yet. */
  readonly fresh: PackhouseProcess;
  readonly upstream: UpstreamRegistry;
  readonly containers: ContainerClient;
}

const test = base.extend<Parts>({
  fresh: async ({ playwright }, use) => {
    const fresh = await startPackhouse({ isFirst: true, env: { PACKHOUSE_OUTGOING_ALLOW: '127.0.0.0/8' } });
    const request = await playwright.request.newContext();
    expect((await request.get(`${fresh.url}/ui/`)).status()).toBe(200);
    await request.dispose();
    await use(fresh);
    await fresh.remove();
  },
  baseURL: async ({ fresh }, use) => use(fresh.url),
  upstream: async ({ browserName }, use) => {
    expect(browserName).toBe('chromium');
    const upstream = await startUpstreamRegistry();
    await use(upstream);
    await upstream.stop();
  },
  containers: async ({ upstream }, use) => {
    expect(upstream.url).toContain('127.0.0.1');
    const containers = await containerClient();
    await use(containers);
    await containers.remove();
  },
});

async function readCommand(page: Page, title: string): Promise<string> {
  return (await page.getByRole('figure', { name: title, exact: true }).locator('pre').textContent()) ?? '';
}

/** The host and name an image command of the wizard speaks of. */
function getImage(command: string): string {
  return command.trim().split(/\s+/).at(-1) ?? '';
}

test('START-001 ONB-021 ONB-038 the first hour: sign in, choose a password, and bring a container client through login, pull and push', async ({
  page,
  context,
  fresh,
  upstream,
  containers,
}, testInfo) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const generated = /password (\S+)/.exec(fresh.output())?.[1] ?? '';

  await page.goto('/ui/');
  await expectGoodScreen(page, 'sign-in', testInfo);
  await page.getByLabel('User name').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill(generated);
  await page.getByRole('button', { name: 'Sign in' }).click();

  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  await expectGoodScreen(page, 'change-password', testInfo);
  await page.getByLabel('Current password').fill(generated);
  await page.getByLabel('New password', { exact: true }).fill(newPassword);
  await page.getByLabel('Confirm new password').fill(newPassword);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page).not.toHaveURL(/login/);
  await expect(page.getByRole('dialog', { name: 'Personalize' })).toBeVisible();
  await expectGoodScreen(page, 'first-screen', testInfo);
  const kept = page.waitForResponse((answer) => answer.request().method() !== 'GET' && answer.url().includes('/ui/api/'));
  await page.getByRole('button', { name: 'Not now' }).click();
  expect((await kept).ok()).toBe(true);

  await page.goto('/ui/quick-setup');
  await page.getByRole('button', { name: 'Docker', exact: true }).click();
  await page.getByLabel('Upstream address').fill(upstream.url);
  await expectGoodScreen(page, 'quick-start', testInfo);
  await page.getByRole('button', { name: 'Create', exact: true }).click();

  await expect(page.getByRole('heading', { name: 'Set Up Your Docker Client' })).toBeVisible();
  await expectGoodScreen(page, 'quick-start-login', testInfo);
  await page.getByRole('button', { name: 'Identity Token' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  const token = await page.evaluate(() => navigator.clipboard.readText());
  const host = getImage(await readCommand(page, 'Log in'));
  await containers.login(host, 'admin', token);
  await page.getByRole('button', { name: 'Next' }).click();

  await expect(page.getByRole('heading', { name: 'Pull Your First Image' })).toBeVisible();
  await expect(page.getByText('Pull an image using Artifactory as a proxy to Docker Hub')).toBeVisible();
  await expect(page.getByText('Waiting for your client…')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Back' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Next' })).toHaveAttribute('aria-disabled', 'true');
  const pullCommand = await readCommand(page, 'Pull');
  await containers.pull(getImage(pullCommand));
  await expect(page.getByText('Image pulled successfully')).toBeVisible();
  await expectGoodScreen(page, 'quick-start-pulled', testInfo);
  await page.getByRole('button', { name: 'Next' }).click();

  await expect(page.getByRole('heading', { name: 'Retag and Push Your Image' })).toBeVisible();
  const pushCommand = await readCommand(page, 'Push');
  await containers.push(getImage(pushCommand));
  await expect(page.getByText('Image pushed successfully')).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();

  await expect(page.getByRole('heading', { level: 1, name: /hello-world/ })).toBeVisible();
  await expect(page).toHaveURL(/packages/);
  await expectGoodScreen(page, 'package-version', testInfo);
});
