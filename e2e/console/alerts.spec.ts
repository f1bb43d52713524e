import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import type { Call } from '@packhouse/contract/client.ts';
import { createRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { getArtifactAlert } from '@packhouse/contract/scanning/scanning-ignore-routes.ts';
import { createAdvisorySource, dumpPath } from '@packhouse/contract/scanning/scanning-source-routes.ts';
import { pack } from 'tar-stream';
import { adminPassword, enter, expect, test } from './console-test.ts';
import { expectGoodScreen } from './screen-checks.ts';

const headers = { authorization: `Basic ${Buffer.from(`admin:${adminPassword}`).toString('base64')}` };
const place = { repoKey: 'alerted', path: 'tool/-/tool-1.0.0.tgz' };

/** Publishes a package, and tells the platform that it is vulnerable. */
async function publishVulnerable(call: Call, url: string): Promise<void> {
  await call(createRepository, { body: { class: 'local', key: place.repoKey, format: 'npm' } });
  const tar = pack();
  tar.entry({ name: 'package/package.json' }, JSON.stringify({ name: 'tool', version: '1.0.0' }));
  tar.finalize();
  const tarball = gzipSync(await buffer(tar));
  const document = {
    _id: 'tool',
    name: 'tool',
    'dist-tags': { latest: '1.0.0' },
    versions: { '1.0.0': { name: 'tool', version: '1.0.0', dist: {} } },
    _attachments: { 'tool-1.0.0.tgz': { content_type: 'application/octet-stream', data: tarball.toString('base64'), length: tarball.length } },
  };
  const published = await fetch(`${url}/artifactory/api/npm/${place.repoKey}/tool`, {
    method: 'PUT',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(document),
  });
  expect(published.ok).toBe(true);
  const { id } = await call(createAdvisorySource, { body: { name: 'alerts' } });
  const record = {
    schema_version: '1.7.5',
    id: 'DEMO-tool',
    modified: '2026-01-02T00:00:00Z',
    summary: 'tool can be harmed',
    aliases: ['CVE-2026-7'],
    affected: [{ package: { ecosystem: 'npm', name: 'tool' }, versions: ['1.0.0'] }],
    database_specific: { severity: 'HIGH' },
  };
  expect((await fetch(url + dumpPath(id), { method: 'PUT', headers, body: JSON.stringify(record) })).status).toBe(202);
  await expect.poll(async () => (await call(getArtifactAlert, { query: place })).alert?.active).toBe(1);
}

test('ARTI-019 ARTI-020 an alert is ignored in the tree, and comes back', async ({ page, platform, call }, testInfo) => {
  await publishVulnerable(call, platform.url);
  await enter(page);
  await page.goto(`/ui/repos/tree/${place.repoKey}/${place.path}`);
  const mark = page.getByRole('link', { name: 'High · 1 finding' });
  const line = page.getByRole('row', { name: /tool-1\.0\.0\.tgz/ });
  await expect(mark).toBeVisible();
  await expect(line.getByText('High')).toBeVisible();
  await expectGoodScreen(page, 'alert', testInfo);

  await page.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Ignore alert…', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Ignore the alert of tool-1.0.0.tgz' });
  await dialog.getByLabel('Reason').fill('It is only built with');
  await expectGoodScreen(page, 'alert-ignore', testInfo);
  await dialog.getByRole('button', { name: 'Ignore', exact: true }).click();
  await expect(mark).toHaveCount(0);
  await expect(line.getByText('High')).toHaveCount(0);

  await page.getByRole('link', { name: '1 finding is ignored' }).click();
  await expect(page.getByText('Ignored by admin: It is only built with')).toBeVisible();
  await expectGoodScreen(page, 'alert-ignored', testInfo);
  await page.goto('/ui/admin/security/ignore-rules');
  await expect(page.getByText('alerted/tool/-/tool-1.0.0.tgz')).toBeVisible();
  await expectGoodScreen(page, 'ignore-rules', testInfo);

  await page.goto(`/ui/repos/tree/${place.repoKey}/${place.path}`);
  await page.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Un-ignore alert…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Show again' }).click();
  await expect(mark).toBeVisible();
  await expect(line.getByText('High')).toBeVisible();
});
