import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { ZipFile } from 'yazl';
import { adminPassword, enter, expect, test } from './console-test.ts';
import { expectAccessible, expectGoodScreen } from './screen-checks.ts';

test('SRCH-002 SRCH-038 SRCH-039 artifacts are found from the top bar, by name and by what is inside', async ({ page, call, platform }, testInfo) => {
  const headers = { authorization: `Basic ${Buffer.from(`admin:${adminPassword}`).toString('base64')}` };
  await call(createRepository, { body: { class: 'local', key: 'search-local', format: 'generic' } });
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from('x'), 'org/acme/Seeker.class');
  zip.end();
  const archive = new Uint8Array(await buffer(zip.outputStream as Readable));
  for (const [path, body] of [
    ['org/acme/found-1.0.txt', 'found'],
    ['org/acme/found-2.0.jar', archive],
  ] as const)
    expect((await fetch(`${platform.url}/artifactory/search-local/${path}`, { method: 'PUT', headers, body })).status).toBe(201);
  await enter(page);
  await page.goto('/ui/packages');
  const field = page.getByRole('combobox', { name: /^Search / });
  await expect(field).toBeVisible();
  await page.keyboard.press('/');
  await expect(field).toBeFocused();
  await field.fill('found-1');
  await expect(page.getByRole('option', { name: /found-1\.0\.txt/ })).toBeVisible();
  await expectAccessible(page, 'suggestions');
  await page.getByRole('button', { name: 'Search in: Packages' }).click();
  await page.getByRole('menuitemradio', { name: 'Artifacts' }).click();
  await field.fill('found repo:search-local');
  await field.press('Enter');
  await expect(page).toHaveURL(/\/ui\/artifactSearchResults\?query=found\+repo%3Asearch-local$/);
  await expect(page.getByRole('link', { name: 'found-1.0.txt' })).toBeVisible();
  await expectGoodScreen(page, 'artifact-results', testInfo);
  await page.reload();
  await expect(field).toHaveValue('found repo:search-local');
  await page.getByRole('link', { name: 'found-1.0.txt' }).click();
  await expect(page).toHaveURL(/\/ui\/repos\/tree\/search-local\/org\/acme\/found-1\.0\.txt/);
  await field.click();
  await page.getByRole('option', { name: /found repo:search-local/ }).click();
  await expect(page).toHaveURL(/artifactSearchResults/);
  await expect(async () => {
    await page.goto('/ui/artifactSearchResults?query=Seeker&type=class');
    await expect(page.getByText('org/acme/Seeker.class')).toBeVisible({ timeout: 5000 });
  }).toPass();
});
