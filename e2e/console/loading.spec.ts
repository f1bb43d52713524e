import type { Page } from '@playwright/test';
import { enter, expect, signIn, test } from './console-test.ts';

/** Bytes of script that came over the wire, by address, from now on. */
async function scriptBytes(page: Page): Promise<Map<string, number>> {
  const bytes = new Map<string, number>();
  const addresses = new Map<string, string>();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
  devtools.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script') addresses.set(requestId, new URL(response.url).pathname);
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const address = addresses.get(requestId);
    if (address) bytes.set(address, encodedDataLength);
  });
  return bytes;
}

const sum = (bytes: Map<string, number>, of: (path: string) => boolean = () => true) =>
  [...bytes].filter(([path]) => of(path)).reduce((total, [, size]) => total + size, 0);

/** Keeps away what is only fetched while nobody waits. */
const withoutIdleWork = (page: Page) => page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }));

test('UX-001 sign-in, shell and every area stay within their budgets of script', async ({ page }) => {
  await withoutIdleWork(page);
  const login = await scriptBytes(page);
  await page.goto('/ui/login');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  expect(sum(login), 'sign-in').toBeLessThan(180_000);
  await signIn(page);
  await page.goto('/ui/overview');
  login.clear();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  expect(sum(login), 'shell').toBeLessThan(250_000);
  for (const [id, path] of [['repositories', '/packages'] as const, ['access', '/admin/management/users'] as const]) {
    login.clear();
    await page.goto(`/ui${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const own = sum(login, (address) => address.startsWith(`/ui/areas/${id}/`));
    expect(own, id).toBeGreaterThan(0);
    expect(own, id).toBeLessThan(60_000);
  }
});

test('SHELL-011 an area is fetched when one of its pages is first entered', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await enter(page);
  await page.goto('/ui/overview');
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  asked.length = 0;
  expect(asked.some((path) => path.startsWith('/ui/areas/access/'))).toBe(false);
  await page.getByRole('link', { name: 'Administration' }).click();
  await page.getByRole('button', { name: 'Identity and access' }).click();
  await page.getByRole('link', { name: 'Users' }).click();
  await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible();
  expect(asked.some((path) => path.startsWith('/ui/areas/access/'))).toBe(true);
});

test('SHELL-016 an area that cannot be fetched is only logged; the rest keeps working and it can be tried again', async ({ page, complaints }) => {
  await enter(page);
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  await page.route('**/ui/areas/access/remoteEntry.js*', (route) => route.abort());
  await page.goto('/ui/admin/management/users');
  await expect(page.getByRole('heading', { name: /is not available right now/ })).toBeVisible();
  expect(logged.some((text) => text.includes('Could not fetch microfrontend application'))).toBe(true);
  expect(new URL(page.url()).pathname).toBe('/ui/admin/management/users');
  await expect(page.locator('.ph-toast')).toHaveCount(0);
  await page.getByRole('link', { name: 'Application', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Packages', level: 1 })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: /is not available right now/ })).toBeVisible();
  await page.unroute('**/ui/areas/access/remoteEntry.js*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible();
  complaints.length = 0;
});

test.describe('SHELL-013 SHELL-014 SHELL-015 lost parts of pages', () => {
  for (const { id, name, pattern } of [
    { id: 'SHELL-013', name: 'ChunkLoadError', pattern: '**/ui/areas/access/static/js/async/*.js' },
    { id: 'SHELL-014', name: 'CSS_CHUNK_LOAD_FAILED', pattern: '**/ui/areas/*/static/css/async/*.css' },
  ]) {
    test(`${id} SHELL-015 a lost part of a page is reported as ${name}; the shell stays and offers to reload`, async ({ page, complaints }) => {
      await enter(page);
      await page.goto('/ui/overview');
      await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
      await page.route(pattern, (route) => (route.request().url().includes('__federation_expose') ? route.continue() : route.abort()));
      await page.goto(id === 'SHELL-013' ? '/ui/admin/management/users' : '/ui/packages');
      await expect(page.getByRole('heading', { name: 'A part of the console could not be loaded' })).toBeVisible();
      await expect(page.getByText(name, { exact: true })).toBeVisible();
      await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeVisible();
      await page.unroute(pattern);
      await page.getByRole('button', { name: 'Reload' }).click();
      await expect(page.getByRole('heading', { name: id === 'SHELL-013' ? 'Users' : 'Packages', level: 1 })).toBeVisible();
      complaints.length = 0;
    });
  }
});

test('SHELL-009 deep links, reload, back and forward restore the page, without any #', async ({ page }) => {
  await enter(page);
  await page.goto('/ui/admin/management/users');
  await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible();
  await page.getByRole('link', { name: 'Application', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Packages', level: 1 })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible();
  await page.goForward();
  await expect(page.getByRole('heading', { name: 'Packages', level: 1 })).toBeVisible();
  expect(page.url()).not.toContain('#');
});

test('UX-005 the theme follows the system until one is chosen, and the choice is remembered', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await enter(page);
  await page.goto('/ui/packages');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('button', { name: /Signed in as/ }).click();
  await page.getByRole('menuitemradio', { name: 'Light' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
});

test('SHELL-045 signing out ends the session and leads to sign-in with the logout flag', async ({ page, baseURL }) => {
  await enter(page);
  await page.goto('/ui/logout');
  await expect(page).toHaveURL(`${baseURL}/ui/login?logout=true`);
  await page.goto('/ui/packages');
  await expect(page).toHaveURL(/\/login\?logout=true/);
  await expect(page.getByText('You are not authorized to view this page')).toBeVisible();
  await signIn(page);
  await expect(page).toHaveURL(`${baseURL}/ui/packages`);
});

test('LIMIT-004 an area that was fetched a week ago is fetched again when it is entered', async ({ page }) => {
  await page.clock.install();
  await enter(page);
  await page.goto('/ui/packages');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Packages');
  const mark = () => page.evaluate(() => Object.assign(window, { isSamePage: true }));
  const isSame = () => page.evaluate(() => 'isSamePage' in window);
  await mark();
  await page.getByRole('link', { name: 'Builds', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Builds');
  expect(await isSame()).toBe(true);
  await page.clock.setSystemTime(Date.now() + 7 * 86_400_000 + 3_600_000);
  await page.getByRole('link', { name: 'Packages', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Packages');
  await expect.poll(isSame).toBe(false);
});
