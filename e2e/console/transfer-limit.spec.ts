import { createRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { changeDataTransferLimit } from '@packhouse/contract/repositories/transfer-routes.ts';
import { enter, expect, test } from './console-test.ts';
import { send } from './push-image.ts';

test('SHELL-104 a download beyond the month’s data transfer is refused on the page, with a way to more', async ({ page, call, platform }) => {
  await call(createRepository, { body: { class: 'local', key: 'limited', format: 'generic' } });
  await send(`${platform.url}/artifactory/limited/a.bin`, 'PUT', 'x'.repeat(2_000_000));
  await enter(page);
  await page.goto('/ui/repos/tree/limited/a.bin');
  const download = page.getByRole('button', { name: 'Download', exact: true });
  await expect(download).toBeVisible();
  await call(changeDataTransferLimit, { body: { limitMegabytes: 1 } });
  try {
    await download.click();
    await expect(page.getByRole('alert')).toContainText('You have reached your monthly quota for Data Transfer');
    await page.getByRole('button', { name: 'Upgrade' }).click();
    await expect(page).toHaveURL(/\/admin\/monitoring\/storage-summary/);
  } finally {
    await call(changeDataTransferLimit, { body: { limitMegabytes: 0 } });
  }
});
