import type { Page } from '@playwright/test';
import { enter, expect, test } from './console-test.ts';
import { expectGoodScreen } from './screen-checks.ts';

test.beforeEach(async ({ page }) => enter(page));

/** Makes what a step is about, on the page where the step has led. */
const steps: readonly { success: string; heading: string; make: (page: Page) => Promise<void> }[] = [
  {
    success: 'The user is there',
    heading: 'New user',
    make: async (page) => {
      await page.locator('#name').fill('step-ann');
      await page.locator('#password').fill('Steps-of-ann-1');
      await page.getByRole('button', { name: 'Create user' }).click();
    },
  },
  {
    success: 'The group is there',
    heading: 'New group',
    make: async (page) => {
      await page.locator('#name').fill('step-group');
      await page.getByRole('button', { name: 'Create group' }).click();
    },
  },
  {
    success: 'The policy is there',
    heading: 'New policy',
    make: async (page) => {
      await page.getByLabel('Name', { exact: true }).fill('step-policy');
      await page.getByRole('button', { name: 'Create policy' }).click();
    },
  },
  {
    success: 'The resources are indexed',
    heading: 'Indexed resources',
    make: async (page) => {
      await page.getByRole('button', { name: /index(ing)? step-npm$/i }).click();
      await page.getByRole('button', { name: 'Save', exact: true }).click();
    },
  },
];

test('ONB-006 ONB-007 the first steps, one after the other: each says that its thing is there and leads to the next', async ({ page }, testInfo) => {
  await page.goto('/ui/packages');
  await page.getByRole('button', { name: 'Quick menu' }).click();
  await page.getByRole('menuitem', { name: 'Quick Repository Creation' }).click();
  const creating = page.getByRole('dialog', { name: 'Create repository' });
  await creating.getByRole('radio', { name: 'npm' }).check();
  await creating.getByLabel('Key', { exact: true }).fill('step-npm');
  await expectGoodScreen(page, 'first-steps-repository', testInfo);
  await creating.getByRole('button', { name: 'Create', exact: true }).click();

  const goOn = async (success: string) => {
    const dialog = page.getByRole('dialog', { name: success });
    await expect(dialog).toBeVisible();
    await expectGoodScreen(page, `first-steps ${success}`, testInfo);
    await dialog.getByRole('button', { name: 'Next' }).click();
    await expect(dialog).toHaveCount(0);
  };
  await goOn('The repository is there');
  for (const { success, heading, make } of steps) {
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await make(page);
    await goOn(success);
  }

  const finished = page.getByRole('dialog', { name: 'All set' });
  await expectGoodScreen(page, 'first-steps-finished', testInfo);
  await finished.getByRole('button', { name: 'Finish' }).click();
  await expect(finished).toHaveCount(0);
});
