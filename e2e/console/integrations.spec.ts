import { createHmac } from 'node:crypto';
import { createAdvisorySource, dumpPath } from '@packhouse/contract/scanning/scanning-source-routes.ts';
import { type GitServer, startGitServer } from '@packhouse/testkit/git-server.ts';
import { startFakeGithub } from '@packhouse/testkit/vendors/fake-github.ts';
import { addRepository, type FakeVendor } from '@packhouse/testkit/vendors/fake-vendor.ts';
import { adminPassword, test as base, enter, expect } from './console-test.ts';
import { expectGoodScreen } from './screen-checks.ts';

/** The address under which a vendor's messages reach the platform; the stand-in keeps it with the hook. */
const publicUrl = 'https://packages.example.org';

interface Forge {
  readonly vendor: FakeVendor;
  readonly git: GitServer;
  /** As people open it in a browser. */
  readonly url: string;
}

const test = base.extend<{ readonly forge: Forge }>({
  // The vendor and its repositories stand on this machine.
  platformEnv: [{ PACKHOUSE_OUTGOING_ALLOW: '127.0.0.0/8,::1/128', PACKHOUSE_BASE_URL: publicUrl }, { scope: 'worker' }],
  forge: async ({ page: _page }, use) => {
    const [git, vendor] = [await startGitServer(), await startFakeGithub()];
    vendor.beside = git.handle;
    const url = vendor.url.replace('127.0.0.1', 'localhost');
    vendor.url = url;
    await use({ vendor, git, url });
    await vendor.stop();
    await git.stop();
  },
});

const authorization = `Basic ${Buffer.from(`admin:${adminPassword}`).toString('base64')}`;
const yarn = (version: string) => `# yarn lockfile v1\n\nleft-pad@^1.0.0:\n  version "${version}"\n`;
const advisory = {
  schema_version: '1.7.5',
  id: 'GHSA-pad1-pad1-pad1',
  modified: '2026-01-02T00:00:00Z',
  summary: 'left-pad pads too far',
  affected: [{ package: { ecosystem: 'npm', name: 'left-pad' }, ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '1.3.0' }] }] }],
  database_specific: { severity: 'HIGH' },
};

/** Sends the message of a push as the vendor does, proven with the secret that its hook was made with. */
async function tellPush({ vendor }: Forge, platformUrl: string, delivery: string): Promise<void> {
  const hook = vendor.hooks[0]!;
  const raw = JSON.stringify({ repository: { id: vendor.repositories[0]!.id } });
  const headers = {
    'content-type': 'application/json',
    'x-github-event': 'push',
    'x-github-delivery': delivery,
    'x-hub-signature-256': `sha256=${createHmac('sha256', hook.secret).update(raw).digest('hex')}`,
  };
  expect((await fetch(platformUrl + new URL(hook.url).pathname, { method: 'POST', headers, body: raw })).status).toBe(202);
}

test('GIT-008 GIT-009 GIT-010 GIT-036 GIT-037 GIT-039 GIT-041 GIT-043 GIT-055 a vendor is connected, its repositories are chosen, and a push is judged', async ({
  page,
  platform,
  call,
  forge,
}, testInfo) => {
  const { vendor, git, url } = forge;
  await git.create('acme/shop', { 'web/yarn.lock': yarn('1.3.0') });
  await git.create('acme/docs', { 'README.md': 'nothing' });
  for (const name of ['acme/shop', 'acme/docs']) addRepository(vendor, name, { cloneUrl: `${url}/${name}.git` });
  const { id } = await call(createAdvisorySource, { body: { name: 'known', covers: ['npm'] } });
  const dumped = await fetch(platform.url + dumpPath(id), { method: 'PUT', headers: { authorization }, body: JSON.stringify(advisory) });
  expect(dumped.status).toBe(202);

  await enter(page);
  await page.goto('/ui/integrations');
  const card = page.getByRole('article', { name: 'GitHub' });
  await expect(card.getByText('Disconnected')).toBeVisible();
  for (const shown of await page.getByRole('article').all()) expect(await shown.boundingBox()).toMatchObject({ width: 204, height: 218 });
  await expectGoodScreen(page, 'integrations', testInfo);

  await card.getByRole('button', { name: 'Connect' }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect GitHub' });
  await dialog.getByLabel('Integration name').fill('Acme code');
  await dialog.getByLabel('URL').fill(url);
  await dialog.getByLabel('User name').fill('ann');
  await dialog.getByLabel('Token', { exact: true }).fill('wrong');
  const create = dialog.getByRole('button', { name: 'Create' });
  await expect(create).toBeDisabled();
  await dialog.getByRole('button', { name: 'Test connection' }).click();
  await expect(dialog.getByText('Connection test failed, please check your credentials')).toBeVisible();
  await expectGoodScreen(page, 'connection refused', testInfo);
  await dialog.getByLabel('Token', { exact: true }).fill(vendor.token);
  await dialog.getByRole('button', { name: 'Test connection' }).click();
  await expect(dialog.getByText('The connection works')).toBeVisible();
  await create.click();
  await expect(page.getByText('Successfully created acme-code')).toBeVisible();
  await expectGoodScreen(page, 'select service', testInfo);
  await page.getByRole('dialog').getByRole('button', { name: 'Later' }).click();
  await expect(card.getByText('Connected', { exact: true })).toBeVisible();
  await card.getByRole('button', { name: 'Connect a service' }).click();
  await page.getByRole('dialog').getByRole('listitem').getByRole('button').click();
  await expect(page).toHaveURL(/\/ui\/xray\/git-scanning\?.*integrationId=acme-code/);
  await expect(page.getByRole('row', { name: /acme\/docs/ })).toBeVisible();
  await expectGoodScreen(page, 'git repositories, none chosen', testInfo);

  await page.getByRole('link', { name: 'Select repositories' }).first().click();
  await page.getByRole('radio', { name: 'Some' }).check();
  await page.getByRole('checkbox', { name: /acme\/shop/ }).check();
  await expectGoodScreen(page, 'select repositories', testInfo);
  await page.getByRole('button', { name: 'Save selection' }).click();
  await expect(page.getByText('1 repository is scanned')).toBeVisible();
  await expect.poll(() => vendor.statuses.at(-1)?.description).toMatch(/^No known vulnerabilities in 1 lock file; as of \d{4}-\d\d-\d\d by /);
  await expect.poll(() => vendor.hooks.length).toBe(1);

  const head = await git.commit('acme/shop', { 'web/yarn.lock': yarn('1.1.0') });
  await tellPush(forge, platform.url, 'push 1');
  await expect.poll(() => vendor.statuses.at(-1)).toMatchObject({ sha: head, description: '1 new vulnerability' });
  await page.reload();
  await expect(page.getByRole('row', { name: /acme\/shop/ })).toContainText('1 of 1 file read');
  await expectGoodScreen(page, 'git repositories', testInfo);
  await page.goto('/ui/integrations');
  await expect(card.getByText('Configured')).toBeVisible();
  await page.goto('/ui/integrations/github');
  await expect(page.getByRole('row', { name: /Acme code/ })).toContainText(url);
  await expectGoodScreen(page, 'instances', testInfo);
  expect(vendor.faults).toEqual([]);
});

test('GIT-005 GIT-006 GIT-011 each tool is set up by steps for each system', async ({ page }, testInfo) => {
  await enter(page);
  await page.goto('/ui/integrations');
  const tools = ['Jetbrains', 'Visual Studio Code', 'Android Studio', 'Docker Desktop', 'JFrog CLI', 'GitHub Actions', 'Azure DevOps', 'Frogbot'];
  for (const tool of tools) {
    await page.getByRole('article', { name: tool }).getByRole('button', { name: 'Configure' }).click();
    const dialog = page.getByRole('dialog', { name: `Configure ${tool}` });
    for (const system of ['OS X', 'Linux', 'Windows']) {
      await dialog.getByRole('radio', { name: system }).check();
      await expect(dialog.getByRole('listitem').first()).toBeVisible();
      await expect(dialog.locator('pre, code').first()).toBeVisible();
    }
    if (tool === 'GitHub Actions') await expectGoodScreen(page, `tool ${tool}`, testInfo);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(dialog).toHaveCount(0);
  }
});
