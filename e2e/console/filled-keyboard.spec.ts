import type { Page } from '@playwright/test';
import { enter, expect } from './console-test.ts';
import { test } from './filled-test.ts';
import { goInside, settled } from './screen-checks.ts';

interface Focus {
  /** Which element it is, so that a walk that stands still is noticed. */
  id: number;
  name: string;
  visible: boolean;
}

/** Tells what has the focus, and whether somebody can see that it has. */
function makeFocus(page: Page): Promise<Focus> {
  return page.evaluate(() => {
    const element = document.activeElement ?? document.body;
    const all = [...document.querySelectorAll('*')];
    const marked = (one: Element | null) => {
      if (!one) return false;
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
      return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1) || boxShadow !== 'none';
    };
    // A hidden box lends its focus to what is drawn for it, a field to the frame around it, a tree to its current row.
    const frame = element.closest('.ant-select, .ant-input-affix-wrapper, .ant-input-number, .search-bar');
    const around = [element, element.nextElementSibling, element.parentElement, frame, element.querySelector('.ph-tree-active')];
    const name = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40) ?? '';
    return { id: all.indexOf(element), name: `${element.tagName} ${name}`, visible: element === document.body || around.some(marked) };
  });
}

const pages = [
  '/packages',
  '/packages/npm%3A%2F%2F%40shop%2Fcheckout/3.2.1/files',
  '/repos/tree/demo-npm-local/price-format',
  '/admin/repositories',
  '/admin/repositories/remote/upstream-npm-remote/edit',
  '/admin/management/users',
  '/admin/management/users/new',
  '/admin/management/permissions/storefront%20releases/edit',
  '/admin/projects/storefront/members',
  '/set-me-up/demo-npm-local',
];

test.beforeEach(async ({ page, filled }) => {
  expect(filled.user).toBe('olivia');
  await enter(page);
});

test('UX-003 Tab goes through every main page, and the focus can be seen everywhere', async ({ page }) => {
  await page.goto('/ui/packages');
  for (const path of pages) {
    await goInside(page, `/ui${path}`);
    await expect(page.locator('#content').getByRole('heading', { level: 1 })).toBeVisible();
    await settled(page);
    await page.evaluate(() => (document.activeElement instanceof HTMLElement ? document.activeElement.blur() : undefined));
    const walked = new Set<number>();
    const unseen: string[] = [];
    for (let steps = 0; steps < 400; steps++) {
      await page.keyboard.press('Tab');
      const { id, name, visible } = await makeFocus(page);
      if (walked.has(id)) break;
      walked.add(id);
      if (!visible) unseen.push(name);
    }
    expect.soft(unseen, `${path}: the focus is not seen`).toEqual([]);
    expect.soft(walked.size, `${path} was walked`).toBeGreaterThan(10);
  }
});

test('UX-003 a table, its menus and its dialogs work by keyboard alone', async ({ page }) => {
  await page.goto('/ui/admin/management/users');
  await expect(page.getByRole('link', { name: 'olivia' })).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.locator('#content'), 'the first Tab leads past the menus').toBeFocused();
  const rows = page.locator('tbody tr');
  for (let steps = 0; steps < 20 && !(await rows.first().evaluate((row) => row === document.activeElement)); steps++) await page.keyboard.press('Tab');
  await expect(rows.first()).toBeFocused();
  await page.keyboard.press('End');
  await expect(rows.last()).toBeFocused();
  await page.keyboard.press(' ');
  await expect(page.getByText('1 selected')).toBeVisible();
  await page.keyboard.press('Delete');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(rows.last(), 'the focus is back on the row').toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/users\/olivia\/edit$/);
});

test('UX-003 the tree, a form and the palette work by keyboard alone', async ({ page }) => {
  await page.goto('/ui/repos/tree');
  const tree = page.getByRole('treegrid');
  await expect(tree.getByText('demo-npm-local')).toBeVisible();
  await tree.focus();
  const current = tree.locator('.ph-tree-active');
  for (let steps = 0; steps < 40 && (await current.innerText()).trim() !== 'demo-npm-local'; steps++) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await expect(tree.getByText('price-format')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/repos\/tree\/demo-npm-local\//);
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('new group');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/management\/groups\/new$/);
  await expect(page.getByLabel('Group name')).toBeFocused();
  await page.keyboard.type('keyboard-people');
  const create = page.getByRole('button', { name: 'Create group' });
  for (let steps = 0; steps < 30 && !(await create.evaluate((button) => button === document.activeElement)); steps++) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/groups\/keyboard-people\/edit$/);
});
