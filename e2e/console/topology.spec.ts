import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createPairingToken } from '@packhouse/contract/access/access-trust-routes.ts';
import { createClient } from '@packhouse/contract/client.ts';
import { cuttableWay } from '@packhouse/testkit/cuttable-way.ts';
import type { Page } from '@playwright/test';
import { limits } from '../../tools/runners/limits.ts';
import { freePort } from '../../tools/serve/free-port.ts';
import { type PackhouseProcess, startPackhouse } from '../../tools/serve/start-packhouse.ts';
import { adminPassword, test as base, enter, expect } from './console-test.ts';
import { expectGoodScreen } from './screen-checks.ts';

const authorization = `Basic ${Buffer.from(`admin:${adminPassword}`).toString('base64')}`;
const hour = 3_600_000;

interface Others {
  readonly south: PackhouseProcess;
  /** Reached by a way that can be cut. */
  readonly north: PackhouseProcess;
  readonly way: Awaited<ReturnType<typeof cuttableWay>>;
  readonly east: PackhouseProcess;
}

const start = (port: number, settings: Parameters<typeof startPackhouse>[0] = {}) => startPackhouse({ adminPassword, workers: 1, port, ...settings });

/** Starts it again with a clock that is an hour ahead. */
async function shiftClock({ stop, home, url }: PackhouseProcess): Promise<PackhouseProcess> {
  await stop();
  const nodeParameters = ['--import', join(import.meta.dirname, '../platform/shifted-clock.ts')];
  return start(Number(new URL(url).port), { home, nodeParameters, env: { SHIFTED_CLOCK: String(hour) } });
}

/** Ends all of its processes at once, as when its machine goes; its database is a group of its own. */
async function killAll({ pid, home }: PackhouseProcess): Promise<void> {
  const [postmaster] = (await readFile(join(home, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
  process.kill(-pid, 'SIGKILL');
  process.kill(Number(postmaster), 'SIGQUIT');
}

/** Other deployments, which are there and then are not. */
const test = base.extend<object, { readonly others: Others }>({
  others: [
    async ({ platform: _first }, use) => {
      const ports = [await freePort(), await freePort(), await freePort()] as const;
      const way = await cuttableWay(`http://127.0.0.1:${ports[1]}`);
      const south = await start(ports[0]);
      const north = await start(ports[1], { env: { PACKHOUSE_BASE_URL: way.url.replace(/\/$/, '') } });
      const east = await start(ports[2]);
      await use({ south, north, way, east });
      for (const one of [south, north, east]) await one.remove();
      way.close();
    },
    { scope: 'worker', timeout: limits.console },
  ],
});

const getMap = (page: Page) => page.getByRole('navigation', { name: 'Map of the platform deployments' });
const getSite = (page: Page, name: string, status: string) => getMap(page).getByRole('link', { name: `${name}: ${status}` });

/** Pairs with a deployment in the console. */
async function register(page: Page, { url }: PackhouseProcess, name: string, city: string): Promise<void> {
  const there = createClient({ baseUrl: url, headers: () => ({ authorization }) });
  const { token } = await there(createPairingToken, { body: { purposes: ['mission-control'], allowPrivate: true } });
  await page.getByRole('button', { name: 'Register deployment' }).click();
  const form = page.getByRole('dialog', { name: 'Register deployment' });
  await form.getByLabel('Pairing token').fill(token);
  await form.getByText('It is in a private network').click();
  await form.getByLabel('Name').fill(name);
  await form.getByLabel('City').fill(city);
  await expect(form.getByLabel('Latitude')).not.toHaveValue('');
  await form.getByRole('button', { name: 'Register', exact: true }).click();
  await expect(getSite(page, name, 'Online')).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
}

/** Asks a deployment from its panel until it is seen to be so. */
async function askUntil(page: Page, name: string, status: string): Promise<void> {
  await getMap(page)
    .getByRole('link', { name: `${name}: ` })
    .click();
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
  await expect(async () => {
    await page.getByRole('button', { name: 'Ask now' }).click();
    await expect(getSite(page, name, status)).toBeVisible({ timeout: 3000 });
  }).toPass();
}

test('TOPO-001 TOPO-020 deployments are paired and stand on the map; one is killed, one is cut off and comes back, and the clock of one goes wrong', async ({
  page,
  others,
}, testInfo) => {
  await enter(page);
  await page.goto('/ui/admin/mission_control/topology');
  await register(page, others.south, 'Down under', 'Sydney');
  await register(page, others.north, 'Far north', 'Oslo');
  await register(page, others.east, 'Far east', 'Tokyo');
  await expectGoodScreen(page, 'topology', testInfo);

  await killAll(others.south);
  others.way.cut();
  const late = await shiftClock(others.east);
  try {
    await askUntil(page, 'Down under', 'Offline');
    await expect(page.getByRole('heading', { level: 3, name: 'What to do' })).toBeVisible();
    await askUntil(page, 'Far north', 'Offline');
    // Its clock is corrected by what it says of it, and both are shown.
    await askUntil(page, 'Far east', 'Online');
    await expect(page.getByText(/^Its clock says .+, ours .+/)).toBeVisible();
    await expectGoodScreen(page, 'topology in trouble', testInfo);

    others.way.mend();
    await askUntil(page, 'Far north', 'Online');
    await expect(getSite(page, 'Down under', 'Offline')).toBeVisible();
  } finally {
    await late.stop();
  }
});
