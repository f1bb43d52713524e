import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createUser } from '@packhouse/contract/access/access-user-routes.ts';
import { createRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { freePort } from '../../tools/serve/free-port.ts';
import { pressOn, typeInto } from './by-keyboard.ts';
import { adminPassword, test as base, enter, expect } from './console-test.ts';
import { expectGoodScreen } from './screen-checks.ts';

interface Received {
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** Somebody else's server, which takes whatever it is told. */
interface Receiver {
  readonly url: string;
  readonly received: Received[];
}

const test = base.extend<{ readonly receiver: Receiver }>({
  // The receiver stands on this machine.
  platformEnv: [{ PACKHOUSE_OUTGOING_ALLOW: '127.0.0.0/8,::1/128' }, { scope: 'worker' }],
  receiver: async ({ page: _page }, use) => {
    const received: Received[] = [];
    const server = createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (part: string) => {
        body += part;
      });
      request.on('end', () => {
        received.push({ headers: request.headers, body });
        response.writeHead(202).end('queued');
      });
    }).listen(0);
    await once(server, 'listening');
    await use({ url: `http://localhost:${(server.address() as AddressInfo).port}/hook`, received });
    server.closeAllConnections();
    server.close();
  },
});

const authorization = `Basic ${Buffer.from(`admin:${adminPassword}`).toString('base64')}`;
const list = '/ui/admin/configuration/webhooks';

test('HOOK-001 HOOK-002 UX-003 a webhook is made by keyboard alone and its deliveries are seen, and the pages are good to everybody while there is none and while its receiver is away', async ({
  page,
  platform,
  call,
}, testInfo) => {
  await call(createRepository, { body: { class: 'local', key: 'letters', format: 'generic' } });
  await enter(page);
  await page.goto(list);
  await expect(page.getByText('No webhooks yet')).toBeVisible();
  await expectGoodScreen(page, 'no webhooks', testInfo);
  await pressOn(page, page.getByRole('link', { name: 'New webhook' }).first());
  await typeInto(page, page.getByRole('textbox', { name: 'Name' }), 'away');
  await pressOn(page, page.getByRole('checkbox', { name: /^Deployed/ }), ' ');
  await typeInto(page, page.getByRole('textbox', { name: 'URL' }), `http://localhost:${await freePort()}/hook`);
  await pressOn(page, page.getByRole('button', { name: 'Create webhook' }));
  await expect(page).toHaveURL(/\/webhooks\/edit\/away$/);

  await fetch(`${platform.url}/artifactory/letters/a.txt`, { method: 'PUT', headers: { authorization }, body: 'a letter' });
  await pressOn(page, page.getByRole('link', { name: 'Deliveries' }));
  const delivery = page.getByRole('row', { name: /letters\/a\.txt/ });
  await expect(delivery).toContainText('ECONNREFUSED');
  await expectGoodScreen(page, 'deliveries to a receiver that is away', testInfo);
  await pressOn(page, delivery.getByRole('link', { name: 'letters/a.txt' }));
  const drawer = page.getByRole('dialog', { name: 'letters/a.txt' });
  await expect(drawer.getByText('Attempt 1')).toBeVisible();
  await expectGoodScreen(page, 'delivery to a receiver that is away', testInfo);
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
  await pressOn(page, page.getByRole('link', { name: 'Webhooks' }).first());
  await expect(page.getByRole('row', { name: /away/ })).toContainText('Failing');
  await expectGoodScreen(page, 'webhooks of which one fails', testInfo);
});

test('HOOK-001 HOOK-002 HOOK-003 HOOK-027 HOOK-040 a webhook is made, tried, told of a file, and its message is seen and sent again', async ({
  page,
  platform,
  call,
  receiver,
}, testInfo) => {
  await call(createRepository, { body: { class: 'local', key: 'goods', format: 'generic' } });
  await enter(page);
  await page.goto(list);
  await page.getByRole('link', { name: 'New webhook' }).first().click();
  await expect(page.getByRole('checkbox', { name: /^Deployed/ })).toBeVisible();
  await expectGoodScreen(page, 'new webhook', testInfo);
  await page.getByRole('textbox', { name: 'Name' }).fill('builds');
  await page.getByRole('checkbox', { name: /^Deployed/ }).check();
  await page.getByRole('textbox', { name: 'URL' }).fill(receiver.url);
  await page.getByRole('textbox', { name: /^Secret/ }).fill('a secret');
  await page.getByRole('checkbox', { name: 'Sign payload with the secret' }).check();
  await page.getByRole('button', { name: 'Test webhook' }).click();
  await expect(page.getByText('A dummy hook was executed and sent to the configured URL')).toBeVisible();
  await page.getByRole('button', { name: 'Create webhook' }).click();
  await expect(page).toHaveURL(/\/webhooks\/edit\/builds$/);
  await expectGoodScreen(page, 'webhook', testInfo);

  const put = await fetch(`${platform.url}/artifactory/goods/shop/cart-1.0.txt`, { method: 'PUT', headers: { authorization }, body: 'a cart' });
  expect(put.status).toBe(201);
  await page.getByRole('link', { name: 'Deliveries' }).click();
  await expect(page.getByRole('row', { name: /cart-1\.0\.txt/ })).toContainText('Delivered');
  await expectGoodScreen(page, 'deliveries', testInfo);
  await page.getByRole('link', { name: 'goods/shop/cart-1.0.txt' }).click();
  const drawer = page.getByRole('dialog', { name: 'goods/shop/cart-1.0.txt' });
  await drawer.getByText('Attempt 1').click();
  await expect(drawer.getByText('queued')).toBeVisible();
  await expectGoodScreen(page, 'delivery', testInfo);
  await drawer.getByRole('button', { name: 'Redeliver' }).click();
  await expect(drawer.getByText('Attempt 2')).toBeVisible();

  const [dummy, first, again] = receiver.received;
  expect(JSON.parse(dummy?.body ?? '')).toMatchObject({ domain: 'artifact', event_type: 'deployed', subscription_key: 'builds' });
  expect(JSON.parse(first?.body ?? '')).toMatchObject({ data: { repo_key: 'goods', path: 'shop/cart-1.0.txt' } });
  expect(first?.headers['x-jfrog-event-auth']).toMatch(/^[0-9a-f]{64}$/);
  expect([again?.body, again?.headers['webhook-id']]).toEqual([first?.body, first?.headers['webhook-id']]);

  await drawer.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('link', { name: 'Webhooks' }).first().click();
  await expect(page.getByRole('row', { name: /builds/ })).toContainText('Healthy');
  await expect(page.getByRole('row', { name: /builds/ })).toContainText('1 delivered');
  await expectGoodScreen(page, 'webhooks', testInfo);
});

test('HOOK-041 webhooks are for administrators alone', async ({ page, call }) => {
  await call(createUser, { body: { name: 'olivia', password: 'Console-tests-2', email: 'olivia@shop.example' } });
  await enter(page, 'olivia', 'Console-tests-2');
  await page.goto(list);
  await expect(page).toHaveURL(/\/ui\/packages/);
  const answer = await page.request.get('/ui/api/v1/event/api/v1/subscriptions');
  expect(answer.status()).toBe(403);
});
