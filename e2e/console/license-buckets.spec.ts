import { installLicence, removeLicence } from '@packhouse/contract/access/access-licence-routes.ts';
import { pressOn, tabTo, typeInto } from './by-keyboard.ts';
import { enter, expect, test } from './console-test.ts';
import { fillBucket, issueLicence, issuerKey } from './fill-bucket.ts';
import { expectGoodScreen } from './screen-checks.ts';

const buckets = '/ui/admin/license_management/license_buckets';

test.use({ platformEnv: { PACKHOUSE_LICENCE_KEY: issuerKey } });

// Before any licence stays: the best of those that are there counts.
test('SHELL-103 the logo is that of the licence that holds', async ({ page, call }) => {
  await enter(page);
  const logos = { EDGE: 'PackhouseEdge', EDGE_TRIAL: 'PackhouseEdge', OSS: 'PackhouseOpen', JCR: 'PackhouseContainers', CONAN: 'PackhouseConan' } as const;
  const logo = page.locator('.shell-logo-name').first();
  await page.goto('/ui/packages');
  await expect(logo).toHaveText('Packhouse');
  for (const [type, name] of Object.entries(logos)) {
    const { id } = await call(installLicence, { body: { licence: await issueLicence(type as keyof typeof logos) } });
    try {
      await page.goto('/ui/packages');
      await expect(logo, type).toHaveText(name);
    } finally {
      await call(removeLicence, { params: { id } });
    }
  }
  await page.goto('/ui/packages');
  await expect(logo).toHaveText('Packhouse');
});

test('LIC-032 LIC-041 UX-003 licences are attached by keyboard alone, and the pages of buckets are good to everybody while there is none, one, and when too many are wanted', async ({
  page,
  call,
}, testInfo) => {
  await enter(page);
  await page.goto(buckets);
  await expect(page.getByText('No license buckets')).toBeVisible();
  await expectGoodScreen(page, 'no buckets', testInfo);
  await fillBucket(call);
  await page.reload();
  const bucket = page.getByRole('link', { name: 'storefront' });
  await pressOn(page, bucket);
  await expect(page).toHaveURL(/\/report\//);
  await pressOn(page, page.getByRole('link', { name: 'Attach License' }).first());
  const count = page.getByLabel(/^Licenses to attach to/);
  await typeInto(page, count, '9');
  await pressOn(page, page.getByRole('button', { name: 'Attach License' }));
  await expect(count).toHaveAttribute('aria-invalid', 'true');
  await expectGoodScreen(page, 'too many licences', testInfo);
  await tabTo(page, count);
  await page.keyboard.press('Backspace');
  await page.keyboard.type('1');
  await pressOn(page, page.getByRole('button', { name: 'Attach License' }));
  await expect(page.getByRole('log', { name: 'License Update Output' }).getByRole('listitem').first()).toContainText('Done');
  await expectGoodScreen(page, 'attached licences', testInfo);
});
