import type { Page } from '@playwright/test';
import { enter, expect, test } from './console-test.ts';
import { goInside, settled } from './screen-checks.ts';

const limit = 80;

/** Where a page's links lead inside the console, without queries and anchors. */
async function readLinks(page: Page): Promise<string[]> {
  const addresses = await page.locator('a[href]').evaluateAll((links) => links.map((link) => (link instanceof HTMLAnchorElement ? link.href : '')));
  const own = new URL(page.url()).origin;
  return addresses
    .filter((address) => address.startsWith(`${own}/ui/`) && !address.startsWith(`${own}/ui/api/`))
    .map((address) => new URL(address).pathname)
    .filter((path) => !/\/(logout|login|404|406|500)$/.test(path));
}

test('UX-002 every link leads to a screen', async ({ page }) => {
  await enter(page);
  await page.goto('/ui/');
  await expect(page.locator('#content').getByRole('heading', { level: 1 })).toBeVisible();
  await settled(page);
  const seen = new Set<string>();
  const waiting = await readLinks(page);
  expect(waiting.length, 'the start screen has links').toBeGreaterThan(3);
  for (let path = waiting.shift(); path !== undefined && seen.size < limit; path = waiting.shift()) {
    if (seen.has(path)) continue;
    seen.add(path);
    // That addresses open by themselves is proved for every route; here it matters where links lead.
    await goInside(page, path);
    await settled(page);
    await expect.soft(page, `${path} is a screen`).not.toHaveURL(/\/ui\/(404|406|500)/);
    await expect.soft(page.getByRole('heading', { level: 1 }), `${path} has one main heading`).toHaveCount(1);
    await expect.soft(page.getByText(/page (was )?not found|something went wrong/i), `${path} shows its screen`).toHaveCount(0);
    waiting.push(...(await readLinks(page)));
  }
  test.info().annotations.push({ type: 'screens', description: [...seen].join(' ') });
});
