import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { createRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { pack } from 'tar-stream';
import { adminPassword, enter, expect, test } from './console-test.ts';
import { expectGoodScreen } from './screen-checks.ts';

async function packNpm(manifest: object): Promise<Buffer> {
  const tar = pack();
  tar.entry({ name: 'package/package.json' }, JSON.stringify(manifest));
  tar.finalize();
  return gzipSync(await buffer(tar));
}

test('SRCH-001 SRCH-018 SRCH-021 SRCH-041 every filter narrows, and what cannot is told and taken away', async ({ page, call, platform }, testInfo) => {
  const headers = { authorization: `Basic ${Buffer.from(`admin:${adminPassword}`).toString('base64')}`, 'content-type': 'application/json' };
  await call(createRepository, { body: { class: 'local', key: 'filtered', format: 'npm' } });
  for (const [name, license] of [
    ['sieve-open', 'MIT'],
    ['sieve-closed', 'UNLICENSED'],
  ] as const) {
    const manifest = { name, version: '1.0.0', license, keywords: [name.slice(6)] };
    const tarball = await packNpm(manifest);
    const facts = { ...manifest, dist: { shasum: createHash('sha1').update(tarball).digest('hex') } };
    const body = JSON.stringify({
      _id: name,
      name,
      'dist-tags': { latest: '1.0.0' },
      versions: { '1.0.0': facts },
      _attachments: { [`${name}-1.0.0.tgz`]: { content_type: 'application/octet-stream', data: tarball.toString('base64'), length: tarball.length } },
    });
    const published = await fetch(`${platform.url}/artifactory/api/npm/filtered/${name}`, { method: 'PUT', headers, body });
    expect([published.ok, published.ok ? '' : await published.text()]).toEqual([true, '']);
  }
  await enter(page);
  await page.goto('/ui/packages');
  const field = page.getByRole('combobox', { name: /^Search / });
  await field.fill('sieve licenses:MIT path:x colour:red');
  await field.press('Enter');
  await expect(page.getByText(/Cannot be used in this search/)).toBeVisible();
  await expectGoodScreen(page, 'packages-unused-filters', testInfo);
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByRole('link', { name: 'sieve-open', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'sieve-closed', exact: true })).toHaveCount(0);
  await page.goto('/ui/artifactSearchResults?query=sieve+tags%3Aclosed+propertySets%3Aowners');
  await expect(page.getByRole('link', { name: 'sieve-closed-1.0.0.tgz' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'sieve-open-1.0.0.tgz' })).toHaveCount(0);
  await expectGoodScreen(page, 'artifacts-unused-filters', testInfo);
  await page.getByRole('button', { name: 'Remove filter propertySets:owners' }).click();
  await expect(page.getByText(/Cannot be used in this search/)).toHaveCount(0);
});
