import { createUser } from '@packhouse/contract/access/access-user-routes.ts';
import type { Page } from '@playwright/test';
import { enter, expect, test } from './console-test.ts';
import { expectAccessible, expectGoodScreen, settled } from './screen-checks.ts';

test.beforeEach(async ({ page }) => enter(page));

/** Nobody listens to the keyboard before the page is there. */
async function openOverview(page: Page): Promise<void> {
  await page.goto('/ui/overview');
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
}

const title = (page: Page) => page.getByRole('heading', { level: 1 });

test('SHELL-044 SHELL-046 SHELL-047 SHELL-048 SHELL-054 the shell’s own addresses lead where they should', async ({ page, baseURL }) => {
  await openOverview(page);
  await expect(title(page)).toHaveText('Overview');
  await page.goto('/ui/admin');
  await expect(page).toHaveURL(`${baseURL}/ui/admin/management/users`);
  await page.goto('/ui/404');
  await expect(title(page)).toHaveText('Page not found');
  await page.goto('/ui/406/r-12345');
  await expect(page.getByText('r-12345')).toBeVisible();
  await page.goto('/ui/never/heard/of');
  await expect(page).toHaveURL(`${baseURL}/ui/404`);
  await page.goto('/ui/artifactory/never');
  await expect(page).toHaveURL(`${baseURL}/ui/artifactory/never`);
});

test('SHELL-049 a typed /500 leads to the start', async ({ page }) => {
  await page.goto('/ui/500');
  await expect(page).not.toHaveURL(/\/500$/);
  await expect(title(page)).toContainText('Topology');
});

test('SHELL-068 SHELL-069 the pages are titled Packages, with its breadcrumb, and Artifacts', async ({ page }) => {
  await page.goto('/ui/packages');
  await expect(page).toHaveTitle('Packages');
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toHaveText('Packages');
  await page.goto('/ui/repos/tree');
  await expect(page).toHaveTitle('Artifacts');
  await page.goto('/ui/artifactSearchResults?query=nothing');
  await expect(title(page)).toBeVisible();
  await expect(page).toHaveTitle('Artifacts');
});

/** Makes the console believe that the platform runs without its scanning service. */
async function withoutScanning(page: Page): Promise<void> {
  await page.route('**/ui/api/v1/system/microservices', async (route) => {
    const response = await route.fetch();
    const services = (await response.json()) as { name: string }[];
    await route.fulfill({ response, json: services.filter(({ name }) => name !== 'xray') });
  });
}

test('SHELL-065 pages of scans lead to the teaser as long as nothing scans', async ({ page, baseURL }) => {
  await withoutScanning(page);
  await page.goto('/ui/security/policies');
  await expect(page).toHaveURL(`${baseURL}/ui/security-and-compliance-teaser`);
  await expect(page.getByText('The scanning service is not part of this installation.')).toBeVisible();
});

for (const path of ['documentation', 'support', '404', 'security-and-compliance-teaser', 'authorization', 'bundles']) {
  test(`UX-003 /${path} is accessible in both themes and fits every width`, async ({ page }, testInfo) => {
    if (path === 'security-and-compliance-teaser') await withoutScanning(page);
    await page.goto(`/ui/${path}`);
    await expectGoodScreen(page, path, testInfo);
  });
}

test('SHELL-093 ? opens the map of the keys, and the help menu the rest', async ({ page }) => {
  await openOverview(page);
  await settled(page);
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(sheet.getByRole('heading', { level: 3 })).toHaveText(['Everywhere', 'Lists', 'Trees', 'Menus and dialogs']);
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await page.getByRole('button', { name: 'Help' }).click();
  await page.getByRole('menuitem', { name: 'Support zone' }).click();
  await expect(page).toHaveURL(/\/support$/);
  await expect(page.getByText('(artifactory)')).toBeVisible();
  await page.getByRole('button', { name: 'Help' }).click();
  await page.getByRole('menuitem', { name: 'Documentation' }).click();
  const [reference] = await Promise.all([page.waitForEvent('popup'), page.getByRole('link', { name: /API reference/ }).click()]);
  await expect(reference.getByRole('heading', { level: 1 })).toContainText('Packhouse API');
});

test('UX-006 the palette finds screens, people and things to do', async ({ page, call }) => {
  await call(createUser, { body: { name: 'palette-zoe', password: 'Palette-tests-1', email: 'zoe@example.test' } });
  await openOverview(page);
  await page.keyboard.press('ControlOrMeta+k');
  const field = page.getByRole('combobox', { name: 'Go to a page, a repository or a package' });
  await field.fill('palette-z');
  await page.getByRole('option', { name: /palette-zoe/ }).click();
  await expect(page).toHaveURL(/\/admin\/management\/users\/palette-zoe\/edit$/);
  await page.keyboard.press('ControlOrMeta+k');
  await field.fill('new group');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/management\/groups\/new$/);
});

test('UX-008 the page’s calls can be copied as commands', async ({ page, baseURL }) => {
  await openOverview(page);
  await settled(page);
  await page.getByRole('button', { name: 'Help' }).click();
  await page.getByRole('menuitem', { name: 'Copy as curl' }).click();
  await expect(page.getByRole('dialog', { name: 'Copy as curl' })).toContainText(`curl -X GET '${baseURL}/ui/api/v1/ui/repositoryData'`);
});

test('UX-004 the frame says when the server is gone, keeps what it shows, and notices when it is back', async ({ page, complaints }) => {
  await openOverview(page);
  await expect(title(page)).toHaveText('Overview');
  await settled(page);
  const banner = page.getByText('The server cannot be reached.');
  await page.context().setOffline(true);
  await expect(banner).toBeVisible();
  await expect(title(page)).toHaveText('Overview');
  await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeVisible();
  await expectAccessible(page, 'offline');
  await page.context().setOffline(false);
  await expect(banner).toHaveCount(0);
  await expect(page.getByText('The server is there again')).toBeVisible();
  complaints.length = 0;
});

test('UX-005 the whole shell speaks German, and remembers it', async ({ page }) => {
  await withoutScanning(page);
  await openOverview(page);
  await page.getByRole('button', { name: /Signed in as/ }).click();
  await page.getByRole('menuitemradio', { name: 'Deutsch' }).click();
  await expect(title(page)).toHaveText('Überblick');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  for (const [path, words] of [
    ['documentation', 'Dokumentation'],
    ['support', 'Unterstützung'],
    ['404', 'Seite nicht gefunden'],
    ['security-and-compliance-teaser', 'Sicherheit und Compliance'],
    ['authorization', 'Eine Anwendung berechtigen'],
  ] as const) {
    await page.goto(`/ui/${path}`);
    await expect(title(page)).toHaveText(words);
  }
  await page.getByRole('button', { name: 'Hilfe' }).click();
  await expect(page.getByRole('menuitem').first()).toHaveText('Dokumentation');
});
