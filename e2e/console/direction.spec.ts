import { enter, expect, test } from './console-test.ts';

test('UX-005 the frame mirrors where a language is written from right to left', async ({ page }) => {
  await enter(page);
  await page.goto('/ui/packages');
  await expect(page.getByRole('heading', { name: 'Packages', level: 1 })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr');
  const width = page.viewportSize()?.width ?? 0;
  const box = async (selector: string) => {
    const found = await page.locator(selector).first().boundingBox();
    if (!found) throw new Error(`${selector} is not drawn`);
    return found;
  };
  const before = { rail: await box('.shell-rail-place'), end: await box('.shell-bar-end'), title: await box('h1') };
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl';
  });
  for (const [name, selector] of [['rail', '.shell-rail-place'] as const, ['end', '.shell-bar-end'] as const, ['title', 'h1'] as const]) {
    const now = await box(selector);
    expect(Math.round(width - (now.x + now.width)), name).toBeCloseTo(Math.round(before[name].x), -1);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  await page.getByRole('button', { name: /Signed in as/ }).click();
  const menu = await page.getByRole('menu').boundingBox();
  expect(menu && menu.x >= 0 && menu.x < width / 2).toBe(true);
});
