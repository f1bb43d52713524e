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
