import { expect, type Locator, type Page } from '@playwright/test';

/** Nothing on a page is farther away. */
const mostSteps = 120;

/** Goes on with Tab until this has the focus, as somebody does who has no mouse; a list to choose from that opened on the way is closed first. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  const hasFocus = () => target.evaluate((element) => element === document.activeElement);
  for (let steps = 0; steps < mostSteps && !(await hasFocus()); steps++) await page.keyboard.press('Tab');
  await expect(target, 'Tab leads there').toBeFocused();
}

/** Goes there with Tab and presses a key. */
export async function pressOn(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Goes to a field with Tab and writes into it. */
export async function typeInto(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.type(text);
}

/** Chooses from a field by what it is called, or the first there is. */
export async function chooseFrom(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  if (text === '') await page.keyboard.press('ArrowDown');
  else await page.keyboard.type(text);
  await expect(page.getByRole('option').first()).toBeAttached();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
}

/** Opens a menu and chooses an entry of it. */
export async function pickFrom(page: Page, button: Locator, entry: string): Promise<void> {
  await pressOn(page, button);
  const item = page.getByRole('menuitem', { name: entry });
  await expect(item).toBeVisible();
  for (let steps = 0; steps < 12 && !(await item.evaluate((element) => element === document.activeElement)); steps++) await page.keyboard.press('ArrowDown');
  await expect(item, 'arrows lead there').toBeFocused();
  await page.keyboard.press('Enter');
}
