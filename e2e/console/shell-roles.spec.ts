import { updateAccessSettings } from '@packhouse/contract/access/access-setting-routes.ts';
import { createUser } from '@packhouse/contract/access/access-user-routes.ts';
import type { Page } from '@playwright/test';
import { enter, expect, test } from './console-test.ts';

const person = { name: 'shell-ann', password: 'Shell-tests-1' };

const title = (page: Page) => page.getByRole('heading', { level: 1 });
const readMenu = async (page: Page, button: string) => {
  await page.getByRole('button', { name: button }).click();
  return page.getByRole('menu').getByRole('menuitem').allInnerTexts();
};
const expectLines = async (page: Page, { has, lacks }: { has: string; lacks: string }) => {
  const lines = page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link');
  await expect(lines.filter({ hasText: new RegExp(`^${has}$`) })).toHaveCount(1);
  await expect(lines.filter({ hasText: new RegExp(`^${lacks}$`) })).toHaveCount(0);
};

test.describe('a stranger', () => {
  test('SHELL-003 SHELL-059 is told that pages are not for them while anonymous access is off', async ({ page }) => {
    for (const path of ['/packages', '/repos/tree', '/overview', '/admin/management/users']) {
      await page.goto(`/ui${path}`);
      await expect(page).toHaveURL(/\/ui\/login\?logout=true$/);
      await expect(page.getByText('You are not authorized to view this page')).toBeVisible();
    }
    await expect(page).toHaveTitle('Login');
  });

  test('SHELL-003 SHELL-005 looks around where anonymous access is on, but administers nothing', async ({ page, call }) => {
    await call(updateAccessSettings, { body: { anonymousAccess: true } });
    try {
      await page.goto('/ui/packages');
      await expect(title(page)).toContainText('Packages');
      await expect(page.getByRole('navigation', { name: 'Choose a sidebar' })).toHaveCount(0);
      expect(await readMenu(page, 'Quick menu')).not.toContain('New user');
      await page.goto('/ui/admin/management/users');
      await expect(page).toHaveURL(/\/packages\?redirect=true$/);
      await expect(page.getByText('You are not authorized to view this page')).toBeVisible();
    } finally {
      await call(updateAccessSettings, { body: { anonymousAccess: false } });
    }
  });
});

test.describe('a visitor who is kept out of the pages', () => {
  test('SHELL-058 goes to sign-in without a word, while their clients may read', async ({ page, call }) => {
    await call(updateAccessSettings, { body: { anonymousAccess: true, anonymousUiBlocked: true } });
    try {
      await page.goto('/ui/packages');
      await expect(page).toHaveURL(/\/ui\/login$/);
      await expect(page.getByText('You are not authorized to view this page')).toHaveCount(0);
      await expect(page.getByRole('link', { name: /^Look around/ })).toHaveCount(0);
      expect((await page.request.get('/artifactory/api/repositories')).status()).toBe(200);
      expect((await page.request.get('/ui/api/v1/ui/repositoryData')).status()).toBe(401);
    } finally {
      await call(updateAccessSettings, { body: { anonymousAccess: false, anonymousUiBlocked: false } });
    }
  });
});

test.describe('a user', () => {
  test.beforeEach(async ({ page, call }) => {
    await call(createUser, { body: { name: person.name, password: person.password, email: 'shell-ann@example.test' } }).catch(() => undefined);
    await enter(page, person.name, person.password);
  });

  test('SHELL-051 SHELL-090 lands on the packages, with a menu that administers nothing', async ({ page, baseURL }) => {
    await page.goto('/ui/');
    await expect(page).toHaveURL(`${baseURL}/ui/packages`);
    expect(await readMenu(page, 'Quick menu')).toEqual(['Set Me Up', 'Classic interface', 'Log out']);
  });

  test('SHELL-061 SHELL-080 SHELL-096 has no Administration, and its addresses lead away', async ({ page }) => {
    await page.goto('/ui/packages');
    await expect(title(page)).toContainText('Packages');
    await expect(page.getByRole('navigation', { name: 'Choose a sidebar' })).toHaveCount(0);
    for (const path of ['/admin', '/admin/management/users', '/admin/repositories', '/admin/projects/list']) {
      await page.goto(`/ui${path}`);
      await expect(page).toHaveURL(/\/packages\?redirect=true$/);
      await expect(page.getByText('You are not authorized to view this page')).toBeVisible();
    }
  });

  test('SHELL-091 SHELL-099 switches the interface and with it the lines of the sidebar, which is remembered', async ({ page }) => {
    await page.goto('/ui/packages');
    await readMenu(page, 'Quick menu');
    await page.getByRole('menuitem', { name: 'Classic interface' }).click();
    await expectLines(page, { has: 'Set Me Up', lacks: 'Overview' });
    await page.reload();
    await expectLines(page, { has: 'Set Me Up', lacks: 'Overview' });
    expect(await readMenu(page, 'Quick menu')).toContain('Unified navigation');
    await page.getByRole('menuitem', { name: 'Unified navigation' }).click();
    await expectLines(page, { has: 'Overview', lacks: 'Set Me Up' });
    await page.reload();
    await expectLines(page, { has: 'Overview', lacks: 'Set Me Up' });
    expect(await readMenu(page, 'Quick menu')).toContain('Classic interface');
  });
});

test.describe('an administrator', () => {
  test.beforeEach(async ({ page }) => enter(page));

  test('SHELL-079 SHELL-083 goes between Application and Administration, which follow the address', async ({ page }) => {
    const current = page.getByRole('navigation', { name: 'Choose a sidebar' }).locator('[aria-current]');
    await page.goto('/ui/overview');
    await expect(current).toHaveText('Application');
    await page.getByRole('link', { name: 'Administration' }).click();
    await expect(page).toHaveURL(/\/ui\/admin\//);
    await expect(current).toHaveText('Administration');
    await page.goBack();
    await expect(current).toHaveText('Application');
  });

  test('SHELL-086 has the things to make in the quick menu', async ({ page }) => {
    await page.goto('/ui/packages');
    const entries = await readMenu(page, 'Quick menu');
    const wanted = ['Getting Started', 'Quick Repository Creation', 'New local repository', 'New remote repository', 'New virtual repository'];
    expect(entries).toEqual(expect.arrayContaining([...wanted, 'New user', 'New group', 'New permission']));
    expect(entries).not.toContain('Cloud Subscription and Usage');
  });

  test('SHELL-082 the collapsed sidebar stays collapsed', async ({ page }) => {
    await page.goto('/ui/overview');
    await expect(title(page)).toHaveText('Overview');
    await page.keyboard.press('[');
    await expect(page.getByRole('button', { name: 'Expand the sidebar' })).toBeVisible();
    await page.getByRole('link', { name: 'Packages', exact: true }).click();
    await page.reload();
    await page.getByRole('button', { name: 'Expand the sidebar' }).click();
    await expect(page.getByRole('button', { name: 'Collapse the sidebar' })).toBeVisible();
  });
});
