import { createPairingToken } from '@packhouse/contract/access/access-trust-routes.ts';
import { createClient } from '@packhouse/contract/client.ts';
import { limits } from '../../tools/runners/limits.ts';
import { type PackhouseProcess, startPackhouse } from '../../tools/serve/start-packhouse.ts';
import { adminPassword, test as base, enter, expect } from './console-test.ts';
import { expectGoodScreen } from './screen-checks.ts';

const authorization = `Basic ${Buffer.from(`admin:${adminPassword}`).toString('base64')}`;

/** Another deployment, which is there and then is not. */
const test = base.extend<object, { readonly other: PackhouseProcess }>({
  other: [
    async ({ platform: _first }, use) => {
      const platform = await startPackhouse({ adminPassword });
      await use(platform);
      await platform.remove();
    },
    { scope: 'worker', timeout: limits.console },
  ],
});

test('TOPO-001 TOPO-020 a deployment is paired, stands on the map, and is offline when it has gone', async ({ page, other }, testInfo) => {
  const there = createClient({ baseUrl: other.url, headers: () => ({ authorization }) });
  const { token } = await there(createPairingToken, { body: { purposes: ['mission-control'], allowPrivate: true } });
  await enter(page);
  await page.goto('/ui/admin/mission_control/topology');
  await page.getByRole('button', { name: 'Register deployment' }).click();
  const form = page.getByRole('dialog', { name: 'Register deployment' });
  await form.getByLabel('Pairing token').fill(token);
  await form.getByText('It is in a private network').click();
  await form.getByLabel('Name').fill('Down under');
  await form.getByLabel('City').fill('Sydney');
  await expect(form.getByLabel('Latitude')).toHaveValue('-33.87');
  await form.getByRole('button', { name: 'Register', exact: true }).click();

  const map = page.getByRole('navigation', { name: 'Map of the platform deployments' });
  await expect(map.getByRole('link', { name: 'Down under: Online' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'Down under' })).toBeVisible();
  await expectGoodScreen(page, 'topology', testInfo);

  await other.stop();
  const status = map.getByRole('link', { name: 'Down under: Offline' });
  await expect(async () => {
    await page.getByRole('button', { name: 'Ask now' }).click();
    await expect(status).toBeVisible({ timeout: 3000 });
  }).toPass();
  await expect(page.getByRole('heading', { level: 3, name: 'What to do' })).toBeVisible();
});
