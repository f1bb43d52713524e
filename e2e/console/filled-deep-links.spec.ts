import type { Page } from '@playwright/test';
import { enter, expect } from './console-test.ts';
import { test } from './filled-test.ts';
import { goInside, settled } from './screen-checks.ts';

interface Place {
  path: string;
  /** Narrows, sorts or turns to a part, as a person does. */
  act: (page: Page) => Promise<unknown>;
  /** This must stand in the address afterwards. */
  address: RegExp;
}

const search = (label: string, text: string) => (page: Page) => page.locator('#content').getByRole('searchbox', { name: label }).fill(text);
const choose = async (page: Page, button: string | RegExp, entry: string | RegExp) => {
  await page.locator('#content').getByRole('button', { name: button }).click();
  await page.getByRole('menu').getByRole('menuitemradio', { name: entry }).click();
};

const places: readonly Place[] = [
  { path: '/packages', act: search('Search packages', 'shop'), address: /q=shop/ },
  { path: '/packages', act: (page) => choose(page, /^Type: /, 'npm'), address: /type=npm/ },
  { path: '/packages', act: (page) => choose(page, /^Sort: /, 'Downloads'), address: /sort=downloads&dir=desc/ },
  { path: '/packages/npm%3A%2F%2F%40shop%2Fcheckout', act: search('Filter versions', '3.2'), address: /q=3\.2/ },
  { path: '/packages/npm%3A%2F%2F%40shop%2Fcheckout', act: (page) => page.getByRole('checkbox', { name: 'Releases only' }).click(), address: /releases=true/ },
  { path: '/packages/npm%3A%2F%2F%40shop%2Fcheckout/3.2.1', act: (page) => page.getByRole('link', { name: /^Files/ }).click(), address: /\/files$/ },
  { path: '/repos/tree', act: (page) => page.getByRole('row', { name: /demo-npm-local/ }).click(), address: /tree\/demo-npm-local/ },
  { path: '/builds', act: search('Search builds', 'order'), address: /order/ },
  { path: '/artifactSearchResults?query=order', act: (page) => choose(page, 'Search by: Name', 'Checksum'), address: /type=checksum/ },
  {
    path: '/admin/repositories',
    act: (page) => page.locator('#content').getByRole('link', { name: 'Remote', exact: true }).click(),
    address: /repositories\/remote/,
  },
  { path: '/admin/repositories', act: search('Search repositories', 'npm'), address: /npm/ },
  { path: '/admin/repositories', act: (page) => choose(page, 'Package type', 'docker'), address: /docker/ },
  { path: '/admin/management/users', act: search('Search users', 'demo'), address: /search=demo/ },
  { path: '/admin/management/users', act: (page) => choose(page, 'Filter', 'Disabled'), address: /status=disabled/ },
  { path: '/admin/management/groups', act: search('Search groups', 'demo'), address: /search=demo/ },
  { path: '/admin/management/permissions', act: search('Search permissions', 'store'), address: /search=store/ },
  { path: '/admin/management/tokens', act: search('Search tokens', 'Laptop'), address: /search=Laptop/ },
  { path: '/admin/projects/list', act: search('Search projects', 'ware'), address: /search=ware/ },
  {
    path: '/admin/projects/storefront/general',
    act: (page) => page.locator('#content').getByRole('link', { name: 'Roles', exact: true }).click(),
    address: /storefront\/roles/,
  },
  { path: '/admin/security/audit', act: search('Search the log', 'project'), address: /search=project/ },
  {
    path: '/admin/security/audit',
    act: (page) => page.locator('#content').getByRole('link', { name: 'Project created' }).first().click(),
    address: /record=\d+/,
  },
  { path: '/admin/trash-can', act: search('Search paths', 'mistake'), address: /mistake/ },
  { path: '/admin/monitoring/storage-summary', act: search('Search repositories', 'npm'), address: /npm/ },
  { path: '/admin/artifactory/list', act: search('Find a setting', 'key'), address: /key/ },
  { path: '/set-me-up', act: (page) => page.getByRole('link', { name: /demo-maven-local/ }).click(), address: /demo-maven-local/ },
];

async function opened(page: Page): Promise<void> {
  await expect(page.locator('#content').getByRole('heading', { level: 1 })).toBeVisible();
  await settled(page);
}

/** Looked at often: a list may still be waiting for what is typed to stand still. */
const soon = { intervals: [50], timeout: 30_000 };

/** Tells what a reader sees of a page and its state, without what time changes. */
function shownOn(page: Page): Promise<unknown> {
  return page.evaluate(() => {
    const all = <E extends Element>(selector: string) => [...document.querySelectorAll<E>(selector)];
    const named = (element: Element) => element.getAttribute('aria-label') ?? element.textContent;
    return {
      fields: all<HTMLInputElement>('#content input').map(({ type, value, checked }) => (type === 'checkbox' ? checked : value)),
      rows: all('#content tbody tr, #content [role=row], .pkg-item').map((row) =>
        row.querySelector('a, code, td, th')?.textContent?.replace(/^(.* ago|now|this .*)$/, 'ago'),
      ),
      buttons: all('#content button[aria-haspopup]').map(named),
      tabs: all('#content [aria-current=page]').map(({ textContent }) => textContent),
      chips: all('.ph-chip').map(({ textContent }) => textContent),
      sorted: all('[aria-sort]').map((head) => [head.textContent, head.getAttribute('aria-sort')]),
      dialogs: all('[role=dialog] h2').map(({ textContent }) => textContent),
      headings: all('#content h1, #content h2').map(({ textContent }) => textContent),
    };
  });
}

/** They stand alone, so workers share them: each takes every so many-th place. */
const parts = 4;
test.describe.configure({ mode: 'parallel' });

for (let part = 1; part <= parts; part++)
  test(`UX-002 what narrows, sorts or opens a part of a page survives a reload and can be sent to somebody: part ${part} of ${parts}`, async ({
    page,
    context,
    filled,
  }) => {
    expect(filled.projectKey).toBe('storefront');
    await enter(page);
    const other = await context.newPage();
    await Promise.all([page, other].map((tab) => tab.goto('/ui/packages')));
    for (const { path, act, address } of places.filter((_, index) => index % parts === part - 1)) {
      await goInside(page, `/ui${path}`);
      await opened(page);
      await act(page);
      await expect.soft(page, path).toHaveURL(address);
      await opened(page);
      const link = page.url();
      // What a tab finds that has not loaded the console stands in the address, too: the reload below proves that.
      await goInside(other, link);
      await opened(other);
      const showsTheSame = async () => expect(await shownOn(page)).toEqual(await shownOn(other));
      await expect.soft(showsTheSame, `${link} in another tab`).toPass(soon);
      await page.reload();
      await opened(page);
      await expect.soft(showsTheSame, `${link} after a reload`).toPass(soon);
    }
  });
