import { expect, signIn } from './console-test.ts';
import { test } from './filled-test.ts';
import { expectNothingFound } from './route-visit.ts';

test('UX-003 the drawer of a phone has the focus while it is open, and gives it back', async ({ page, filled }) => {
  expect(filled.user).toBe('olivia');
  await signIn(page);
  await page.setViewportSize({ width: 390, height: 844 });
  const opener = page.getByRole('button', { name: 'Open the menu' });
  await opener.click();
  await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeVisible();
  await expectNothingFound(page, 'the drawer');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('navigation', { name: 'Main navigation' })).toHaveCount(0);
  await expect(opener).toBeFocused();
});
