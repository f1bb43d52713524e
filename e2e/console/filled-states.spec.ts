import type { Page } from '@playwright/test';
import { enter, expect } from './console-test.ts';
import { test } from './filled-test.ts';
import { expectAccessible, goInside, settled } from './screen-checks.ts';

interface State {
  name: string;
  path: string;
  open: (page: Page) => Promise<unknown>;
  /** This is there then. */
  shows: 'dialog' | 'menu' | 'listbox';
}

const press = (keys: string) => (page: Page) => page.keyboard.press(keys);
const click = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();
const pick = (button: string | RegExp, entry: string | RegExp) => async (page: Page) => {
  await click(button)(page);
  await page.getByRole('menuitem', { name: entry }).click();
};

const users = '/admin/management/users';
const states: readonly State[] = [
  { name: 'the palette', path: '/overview', open: press('ControlOrMeta+k'), shows: 'dialog' },
  { name: 'the map of the keys', path: '/overview', open: press('?'), shows: 'dialog' },
  { name: 'the quick menu', path: '/overview', open: click('Quick menu'), shows: 'menu' },
  { name: 'the help menu', path: '/overview', open: click('Help'), shows: 'menu' },
  { name: 'the account menu', path: '/overview', open: click(/^Signed in as/), shows: 'menu' },
  { name: 'the choice of projects', path: '/overview', open: click(/^Project: /), shows: 'menu' },
  { name: 'what stands behind a page', path: '/packages', open: click('Copy as curl'), shows: 'dialog' },
  { name: 'the scopes of the search', path: '/packages', open: click(/^Search in: /), shows: 'menu' },
  { name: 'the types of packages', path: '/packages', open: click(/^Type: /), shows: 'menu' },
  { name: 'the columns of a table', path: users, open: click('Columns'), shows: 'menu' },
  { name: 'the filters of users', path: users, open: click('Filter'), shows: 'menu' },
  { name: 'the menu of a row', path: users, open: click('Actions olivia'), shows: 'menu' },
  { name: 'the end of a user', path: users, open: pick('Actions olivia', /^Delete/), shows: 'dialog' },
  { name: 'a new token', path: '/admin/management/tokens', open: click('New access token'), shows: 'dialog' },
  { name: 'a new member', path: '/admin/projects/storefront/members', open: click('Add member'), shows: 'dialog' },
  { name: 'a new role', path: '/admin/projects/storefront/roles', open: click('New role'), shows: 'dialog' },
  { name: 'why somebody can', path: '/admin/management/permissions', open: click(/^Why can/), shows: 'dialog' },
  { name: 'a new issuer', path: '/admin/security/oidc', open: click('New issuer'), shows: 'dialog' },
  {
    name: 'an entry of the log',
    path: '/admin/security/audit',
    open: (page) => page.getByRole('link', { name: 'Project created' }).first().click(),
    shows: 'dialog',
  },
  { name: 'the end of a repository', path: '/admin/repositories/local/demo-npm-local/edit', open: click('Delete'), shows: 'dialog' },
  { name: 'new repositories', path: '/admin/repositories', open: click('New repository'), shows: 'menu' },
  { name: 'the end of the trash', path: '/admin/trash-can', open: click('Empty trash can'), shows: 'dialog' },
];

test('UX-003 axe finds nothing in menus, dialogs and panels, which Escape closes and which give the focus back', async ({ page, filled }) => {
  expect(filled.user).toBe('olivia');
  await enter(page);
  for (const { name, path, open, shows } of states) {
    // What was closed before has left the page as it was.
    if (!page.url().includes('/ui/')) await page.goto(`/ui${path}`);
    else if (!page.url().endsWith(`/ui${path}`)) await goInside(page, `/ui${path}`);
    await expect(page.locator('#content').getByRole('heading', { level: 1 })).toBeVisible();
    await settled(page);
    await open(page);
    const opened = page.getByRole(shows).last();
    await expect.soft(opened, name).toBeVisible();
    // Drawn last in the page so that nothing cuts it off, a menu stands outside of the landmarks; it is reached by its button alone, which says so.
    await expectAccessible(page, name, shows === 'menu' ? ['region'] : []);
    await expect.soft(opened.locator(':focus').or(opened.and(page.locator(':focus'))), `${name} has the focus`).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect.soft(page.getByRole(shows), `${name} closes`).toHaveCount(0);
    if (shows === 'menu') await expect.soft(page.locator('button[aria-haspopup]:focus'), `${name} gives the focus back`).toHaveCount(1);
  }
});

test('UX-003 the drawer of a phone has the focus while it is open, and gives it back', async ({ page, filled }) => {
  expect(filled.user).toBe('olivia');
  await enter(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/ui/packages');
  const opener = page.getByRole('button', { name: 'Open the menu' });
  await opener.click();
  await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeVisible();
  await expectAccessible(page, 'the drawer');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('navigation', { name: 'Main navigation' })).toHaveCount(0);
  await expect(opener).toBeFocused();
});

test('KEYS-005 the page of all keys opens on each of its tabs by its address', async ({ page, filled }) => {
  expect(filled.user).toBe('olivia');
  await enter(page);
  const tabs = { gpg_rsa_keys: 'GPG and RSA keys', java_key_store: 'Client certificates', public_keys: 'Trusted keys', ssh: 'SSH' };
  for (const [label, name] of Object.entries(tabs)) {
    await page.goto(`/ui/admin/artifactory/security/keys_management/${label}`);
    const tab = page.getByRole('link', { name, exact: true });
    await expect(tab).toHaveAttribute('aria-current', 'page');
    await settled(page);
    await expectAccessible(page, `keys: ${label}`);
  }
});
