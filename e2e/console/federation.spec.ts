import { createPermission } from '@packhouse/contract/access/access-permission-routes.ts';
import { createPairingToken, listTrustedDeployments, pairDeployment, updateTrustedDeployment } from '@packhouse/contract/access/access-trust-routes.ts';
import { createUser, deleteUser, readUser, updateUser } from '@packhouse/contract/access/access-user-routes.ts';
import { type Call, createClient } from '@packhouse/contract/client.ts';
import { executeFederation, type FederationInput } from '@packhouse/contract/mission-control/federation-routes.ts';
import { registerUnit } from '@packhouse/contract/mission-control/unit-routes.ts';
import { createRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import type { TrustPurpose } from '@packhouse/contract/trust-purposes.ts';
import { cuttableWay } from '@packhouse/testkit/cuttable-way.ts';
import type { Page } from '@playwright/test';
import { limits } from '../../tools/runners/limits.ts';
import { freePort } from '../../tools/serve/free-port.ts';
import { type PackhouseProcess, startPackhouse } from '../../tools/serve/start-packhouse.ts';
import { chooseFrom, pickFrom, pressOn, tabTo, typeInto } from './by-keyboard.ts';
import { adminPassword, test as base, enter, expect } from './console-test.ts';
import { expectGoodScreen } from './screen-checks.ts';

const list = '/ui/admin/mission_control/access_federation';
const filters = '/ui/federation-filters';
const password = 'Console-tests-2';
const authorization = `Basic ${Buffer.from(`admin:${adminPassword}`).toString('base64')}`;

/** Another deployment, reached by a way that can be cut. */
interface Other {
  readonly id: string;
  readonly call: Call;
  readonly way: Awaited<ReturnType<typeof cuttableWay>>;
  readonly server: PackhouseProcess;
}

async function startOther(): Promise<Other> {
  const port = await freePort();
  const way = await cuttableWay(`http://127.0.0.1:${port}`);
  const server = await startPackhouse({ adminPassword, workers: 1, port, env: { PACKHOUSE_BASE_URL: way.url.replace(/\/$/, '') } });
  const call = createClient({ baseUrl: server.url, headers: () => ({ authorization }) });
  return { id: (await call(listTrustedDeployments, {})).self.id, call, way, server };
}

const test = base.extend<object, { readonly south: Other; readonly north: Other }>({
  south: [
    async ({ platform: _first }, use) => {
      const south = await startOther();
      await use(south);
      south.way.close();
      await south.server.remove();
    },
    { scope: 'worker', timeout: limits.console },
  ],
  north: [
    async ({ platform: _first }, use) => {
      const north = await startOther();
      await use(north);
      north.way.close();
      await north.server.remove();
    },
    { scope: 'worker', timeout: limits.console },
  ],
});

const makeToken = async ({ call }: Pick<Other, 'call'>, purposes: TrustPurpose[]) =>
  (await call(createPairingToken, { body: { purposes, allowPrivate: true } })).token;

const findTargetRow = (page: Page, target: string) => page.getByRole('row').filter({ hasText: target });

/** A link whose other end is off is tried again after a while, and sooner once something is changed. */
const patience = { timeout: 60_000 };

test('FED-001 FED-003 FED-005 FED-010 FED-025 FED-026 UX-003 a deployment is paired and a star to it made by keyboard alone, and the pages are good to everybody while there is none, one, and while its target is off', async ({
  page,
  call,
  south,
}, testInfo) => {
  await call(createUser, { body: { name: 'ann', password, email: 'ann@shop.example' } });
  await call(createUser, { body: { name: 'ada', password, email: 'ada@shop.example', administrator: true } });
  await call(createUser, { body: { name: 'ben', password, email: 'ben@shop.example' } });
  await south.call(createUser, { body: { name: 'ann', password, email: 'ann@south.example' } });
  await enter(page);
  await page.goto(list);
  await expect(page.getByText('You have no managed connections.')).toBeVisible();
  await expectGoodScreen(page, 'no connections', testInfo);

  await pressOn(page, page.getByRole('link', { name: 'Pair a deployment' }));
  await pressOn(page, page.getByRole('button', { name: 'Pair with a token' }));
  const pairing = page.getByRole('dialog', { name: 'Pair with a token' });
  await tabTo(page, pairing.getByLabel('Pairing token'));
  await page.keyboard.insertText(await makeToken(south, ['federation']));
  await expect(pairing.getByText('You are about to pair with')).toBeVisible();
  await expectGoodScreen(page, 'pairing', testInfo);
  await typeInto(page, pairing.getByLabel('Name here'), 'Down under');
  await pressOn(page, pairing.getByRole('checkbox', { name: /private address/ }), ' ');
  await pressOn(page, pairing.getByRole('button', { name: 'Pair', exact: true }));
  await expect(page.getByRole('row', { name: /Down under/ })).toContainText('Trusted');
  await expectGoodScreen(page, 'trusted deployments', testInfo);

  await page.goto(list);
  await pressOn(page, page.getByRole('link', { name: 'New star' }));
  await expect(page.getByRole('combobox', { name: 'Source' })).toBeVisible();
  await expectGoodScreen(page, 'new star', testInfo);
  await pressOn(page, page.getByRole('button', { name: 'Execute' }));
  await expect(page.getByRole('combobox', { name: 'Source' })).toHaveAttribute('aria-invalid', 'true');
  await expectGoodScreen(page, 'star without source', testInfo);
  await chooseFrom(page, page.getByRole('combobox', { name: 'Source' }), '');
  await chooseFrom(page, page.getByRole('combobox', { name: 'Targets' }), 'Unknown');
  await typeInto(page, page.getByRole('combobox', { name: 'Exclude permissions' }), 'private-*\n');
  await pressOn(page, page.getByRole('button', { name: 'Preview' }));
  const forecast = page.getByRole('region', { name: /→ Unknown/ });
  await expect(forecast).toContainText('ann');
  await expect(forecast).toContainText('Not as administratorsada');
  await expectGoodScreen(page, 'previewed star', testInfo);
  await pressOn(page, page.getByRole('button', { name: 'Execute' }));
  const row = findTargetRow(page, 'Unknown');
  await expect(row).toContainText('Up to date', patience);
  await expect.poll(async () => (await south.call(readUser, { params: { name: 'ann' } })).email, patience).toBe('ann@shop.example');
  await expectGoodScreen(page, 'one connection', testInfo);

  await pickFrom(page, row.getByRole('button', { name: /^Actions/ }), 'Full broadcast');
  const broadcast = page.getByRole('dialog', { name: 'Full broadcast' });
  await expectGoodScreen(page, 'full broadcast', testInfo);
  await pressOn(page, broadcast.getByRole('button', { name: 'Full broadcast' }));
  await expect(page.getByText('Broadcasting was initialized successfully')).toBeVisible();
  await pickFrom(page, row.getByRole('button', { name: /^Actions/ }), 'Compare both ends');
  await expect(page.getByText('Both ends of every link are being compared')).toBeVisible();
  await pressOn(page, row.getByRole('link'));
  await expect(page.getByRole('table', { name: 'Links' })).toContainText('ada (not as an administrator)');
  await expectGoodScreen(page, 'star', testInfo);

  await test.step('its target is off', async () => {
    south.way.cut();
    await call(updateUser, { params: { name: 'ann' }, body: { email: 'ann@late.example' } });
    await expect(page.getByRole('table', { name: 'Links' })).toContainText('Retrying', patience);
    await expectGoodScreen(page, 'star whose target is off', testInfo);
    await pressOn(page, page.getByRole('checkbox', { name: 'Tokens' }), ' ');
    await pressOn(page, page.getByRole('button', { name: 'Preview' }));
    await expect(forecast).toContainText('cannot be reached');
    await expectGoodScreen(page, 'preview of a target that is off', testInfo);
    await pressOn(page, page.getByRole('button', { name: 'Execute' }));
    await expect(row).toContainText('Retrying');
    await pickFrom(page, row.getByRole('button', { name: /^Actions/ }), 'Full broadcast');
    await pressOn(page, broadcast.getByRole('button', { name: 'Full broadcast' }));
    await expect(page.getByText(/^Broadcasting for some targets has failed: Unknown/)).toBeVisible();
    // What the focus says of its button goes away: it stands outside of the landmarks.
    await page.keyboard.press('Escape');
    await expectGoodScreen(page, 'connection whose target is off', testInfo);
  });

  south.way.mend();
  await expect(row).toContainText('Up to date', patience);
  await expect.poll(async () => (await south.call(readUser, { params: { name: 'ann' } })).email, patience).toBe('ann@late.example');

  south.way.cut();
  await pickFrom(page, row.getByRole('button', { name: /^Actions/ }), 'Remove');
  const removal = page.getByRole('dialog', { name: /^Remove the federation/ });
  await expectGoodScreen(page, 'removal', testInfo);
  await pressOn(page, removal.getByRole('radio', { name: 'Keep as their own' }), 'ArrowDown');
  await expect(removal.getByRole('radio', { name: 'Disable users' })).toBeChecked();
  await pressOn(page, removal.getByRole('button', { name: 'Remove' }));
  await expect(row).toContainText('Ending');
  await expectGoodScreen(page, 'connection that ends while its target is off', testInfo);
  south.way.mend();
  await expect(page.getByText('You have no managed connections.')).toBeVisible(patience);
  for (const name of ['ann', 'ben']) await expect.poll(async () => (await south.call(readUser, { params: { name } })).status, patience).toBe('disabled');
});

/** Lets home know both others and them each other, and federates: a mesh of all, and a star from each of the others to the other. */
async function federateAll(call: Call, south: Other, north: Other): Promise<void> {
  for (const [name, other] of [['Down under', south] as const, ['Far north', north] as const])
    await call(registerUnit, { body: { token: await makeToken(other, ['mission-control', 'federation']), name, allowPrivate: true } });
  await south.call(pairDeployment, { body: { token: await makeToken(north, ['federation']), allowPrivate: true } });
  const home = (await call(listTrustedDeployments, {})).self.id;
  const execute = (body: Pick<FederationInput, 'mode' | 'source' | 'targets' | 'entityTypes'> & Partial<FederationInput>) => call(executeFederation, { body });
  await execute({ mode: 'mesh', source: home, targets: [south.id, north.id], entityTypes: ['USERS', 'GROUPS', 'TOKENS'], adopt: true });
  const permissionsFilter = { single: false, include: ['shop-*', 'dev-*'], exclude: ['dev-private-*'] };
  await execute({ mode: 'star', source: south.id, targets: [north.id], entityTypes: ['PERMISSIONS'], permissionsFilter });
  await execute({ mode: 'star', source: home, targets: [south.id], entityTypes: ['PERMISSIONS'], permissionsFilter });
}

const findRow = (page: Page, federation: string) => page.getByRole('row').filter({ hasText: federation });

test('FED-002 FED-004 FED-006 FED-019 UX-003 the pages of many federations are good to everybody while links are refused and silent and values were lost, and what was lost comes back by keyboard alone', async ({
  page,
  call,
  south,
  north,
}, testInfo) => {
  // The deployments may have been federated before, and whoever is adopted has lost values.
  const remove = (ask: Call, name: string) =>
    ask(deleteUser, { params: { name } }).catch((error: { code?: string }) => expect(error.code).toBe('user_not_found'));
  for (const name of ['ann', 'ben']) await Promise.all([remove(call, name), remove(south.call, name)]);
  await call(createUser, { body: { name: 'cyd', password, email: 'cyd@shop.example' } });
  await call(createUser, { body: { name: 'olga', password, email: 'olga@shop.example' } });
  await call(createRepository, { body: { class: 'local', key: 'letters', format: 'generic' } });
  const section = { resourceType: 'repository' as const, names: ['letters'], users: [{ name: 'olga', actions: ['read' as const, 'manage' as const] }] };
  await call(createPermission, { body: { name: 'letters', sections: [section] } });
  await federateAll(call, south, north);
  await enter(page);
  await page.goto(list);
  const mesh = findRow(page, 'Mesh');
  await expect(mesh).toContainText('Up to date', patience);
  await expect.poll(async () => (await south.call(readUser, { params: { name: 'cyd' } }).catch(() => undefined))?.email, patience).toBe('cyd@shop.example');
  await expectGoodScreen(page, 'many connections', testInfo);
  await pressOn(page, page.getByRole('link', { name: 'Conflicts' }));
  await expect(page.getByText('No value was lost to another')).toBeVisible();
  await expectGoodScreen(page, 'no conflicts', testInfo);

  await test.step('a value is lost', async () => {
    south.way.cut();
    await call(updateUser, { params: { name: 'cyd' }, body: { email: 'cyd@home.example' } });
    await south.call(updateUser, { params: { name: 'cyd' }, body: { email: 'cyd@south.example' } });
    await expect.poll(async () => (await call(readUser, { params: { name: 'cyd' } })).email, patience).toBe('cyd@south.example');
    south.way.mend();
    await page.goto(`${list}/conflicts`);
    await expect(page.getByRole('row', { name: /cyd/ })).toContainText('cyd@home.example');
    await expectGoodScreen(page, 'conflicts', testInfo);
    await pickFrom(page, page.getByRole('button', { name: 'Actions cyd' }), 'Use the other');
    await expect(page.getByText('The other value is used now')).toBeVisible();
    await expect.poll(async () => (await south.call(readUser, { params: { name: 'cyd' } })).email, patience).toBe('cyd@home.example');
  });

  await test.step('links are refused, and one end says nothing', async () => {
    const { items, self } = await north.call(listTrustedDeployments, {});
    for (const { id, name, url, allowPrivate, accepts } of items)
      await north.call(updateTrustedDeployment, { params: { id }, body: { name, url, allowPrivate, accepts: { ...accepts, entities: ['USERS'] } } });
    expect(items.map(({ id }) => id)).not.toContain(self.id);
    await pressOn(page, page.getByRole('link', { name: 'Connections' }));
    await pickFrom(page, mesh.getByRole('button', { name: /^Actions/ }), 'Full broadcast');
    await pressOn(page, page.getByRole('dialog').getByRole('button', { name: 'Full broadcast' }));
    await expect(mesh).toContainText('does not accept', patience);
    south.way.swallow();
    await call(updateUser, { params: { name: 'cyd' }, body: { email: 'cyd@late.example' } });
    await page.reload();
    await expect(findRow(page, 'Star').first()).toBeVisible();
    await expectGoodScreen(page, 'connections that are refused and silent', testInfo);
    await pressOn(page, mesh.getByRole('link'));
    await expect(page.getByRole('table', { name: 'Links' })).toContainText('does not accept');
    await expectGoodScreen(page, 'mesh that is refused and silent', testInfo);
    await page.goto(`${list}/conflicts`);
    await expect(page.getByText('Could not be asked for its conflicts: Down under')).toBeVisible();
    await expectGoodScreen(page, 'conflicts of which some are not known', testInfo);
    south.way.mend();
  });

  await enter(page, 'olga', password);
  await page.goto(filters);
  const row = page.getByRole('row', { name: /Down under/ });
  await expect(row).toContainText('dev-private-*');
  await expectGoodScreen(page, 'filters', testInfo);
  await pickFrom(page, row.getByRole('button', { name: /^Actions/ }), 'Edit');
  const filter = page.getByRole('dialog', { name: 'Filter of Down under' });
  await typeInto(page, filter.getByRole('combobox', { name: 'Include permissions' }), 'ops-*\n');
  await expectGoodScreen(page, 'filter', testInfo);
  await pressOn(page, filter.getByRole('button', { name: 'Save' }));
  await expect(row).toContainText('ops-*');
});
