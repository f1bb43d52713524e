import * as deliveries from '@packhouse/contract/events/hook-delivery-routes.ts';
import * as routes from '@packhouse/contract/events/hook-routes.ts';
import { answers, refuses } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import area from '../area.ts';
import { deadDelivery, testHook } from '../test-hook.ts';

prepareConsole();

const page = '/admin/configuration/webhooks/builds-hook/deliveries';
const waiting: deliveries.HookDelivery = { ...deadDelivery, id: 'msg_1', subject: 'libs-local/shop/shop-2.0.jar', state: 'waiting', attempts: 1 };
const attempt: deliveries.HookAttempt = {
  number: 1,
  at: '2026-11-23T08:00:01.000Z',
  method: 'POST',
  url: 'https://builds.example.test/hook',
  request: { headers: { 'webhook-id': 'msg_2', authorization: '********' } },
  response: { status: 404, headers: { server: 'builds' }, excerpt: 'no such job' },
  timing: { connected: 12, head: 40, total: 1200 },
  error: { message: 'The receiver answered 404' },
  manualBy: 'admin',
};
let asked: Record<string, string>[] = [];

beforeEach(() => {
  asked = [];
  server.use(
    answers(routes.readHook, testHook),
    answers(deliveries.listHookDeliveries, ({ query }) => {
      asked.push(Object.fromEntries(query));
      return { items: [waiting, deadDelivery], next: null };
    }),
    answers(deliveries.readHookDelivery, { ...deadDelivery, body: '{"domain":"artifact"}', items: [attempt] }),
  );
});

it('lists what a webhook sent, each with its state and the last answer', async () => {
  renderArea(area.routes, page);
  const row = within((await screen.findByRole('link', { name: deadDelivery.subject })).closest('tr')!);
  for (const text of ['Deployed', 'Given up', '404', '5', '1.2 sec']) expect(row.getByText(text)).toBeVisible();
  expect(asked[0]).toMatchObject({ webhook: 'builds-hook' });
});

it('names the time of the next try only while that is to come: what is due goes when its webhook lets it', async () => {
  const tried = (id: string, after: number) => ({ ...waiting, id, subject: id, nextTryAt: new Date(Date.now() + after).toISOString() });
  server.use(answers(deliveries.listHookDeliveries, { items: [tried('due', -60_000), tried('later', 3_600_000)], next: null }));
  renderArea(area.routes, page);
  const getRow = async (name: string) => within((await screen.findByRole('link', { name })).closest('tr')!);
  expect((await getRow('later')).getByText(/^next try /)).toBeVisible();
  expect((await getRow('due')).queryByText(/^next try /)).toBeNull();
});

it('tells who was told of something, whichever webhook it was', async () => {
  renderArea(area.routes, '/admin/configuration/webhooks/deliveries?search=libs-local%2Fshop');
  const row = within((await screen.findByRole('link', { name: deadDelivery.subject })).closest('tr')!);
  expect(row.getByRole('link', { name: 'builds-hook' })).toHaveAttribute('href', page);
  expect(asked[0]).toMatchObject({ subject: 'libs-local/shop' });
  expect(asked[0]).not.toHaveProperty('webhook');
});

it('keeps its filters in the address and asks with them', async () => {
  const router = renderArea(area.routes, `${page}?status=404`);
  await userEvent.click(await screen.findByRole('button', { name: 'State' }));
  await userEvent.click(screen.getByRole('menuitemradio', { name: 'Given up' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Event' }));
  await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Deployed' }));
  await userEvent.type(screen.getByRole('searchbox', { name: 'Subject begins with' }), 'libs-local/');
  await expect.poll(() => asked.at(-1)).toEqual({ webhook: 'builds-hook', state: 'dead', eventType: 'deployed', status: '404', subject: 'libs-local/' });
  expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual({
    state: 'dead',
    eventType: 'deployed',
    status: '404',
    search: 'libs-local/',
  });
});

it('narrows all deliveries by webhook, domain and event, which the address keeps', async () => {
  server.use(answers(routes.listHooks, { items: [testHook], total: 1, next: null }));
  const router = renderArea(area.routes, '/admin/configuration/webhooks/deliveries?search=libs-local%2F');
  await userEvent.click(await screen.findByRole('button', { name: 'Event' }));
  await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Pushed' }));
  await expect.poll(() => asked.at(-1)).toEqual({ domain: 'docker', eventType: 'pushed', subject: 'libs-local/' });
  await userEvent.click(screen.getByRole('button', { name: 'Domain' }));
  await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Artifacts' }));
  // An event of another domain would find nothing.
  await expect.poll(() => asked.at(-1)).toEqual({ domain: 'artifact', subject: 'libs-local/' });
  await userEvent.click(screen.getByRole('button', { name: 'Event' }));
  expect(screen.queryByRole('menuitemradio', { name: 'Pushed' })).toBeNull();
  await userEvent.click(screen.getByRole('menuitemradio', { name: 'Deployed' }));
  await userEvent.type(screen.getByRole('combobox', { name: 'Webhook' }), 'build');
  await userEvent.click(await screen.findByRole('option', { name: /builds-hook/ }));
  const all = { webhook: 'builds-hook', domain: 'artifact', eventType: 'deployed' };
  await expect.poll(() => asked.at(-1)).toEqual({ ...all, subject: 'libs-local/' });
  expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual({ ...all, search: 'libs-local/' });
  await userEvent.click(screen.getByRole('button', { name: /Webhook builds-hook/ }));
  await expect.poll(() => router.state.location.search).not.toContain('builds-hook');
});

it('names both places of what was moved', async () => {
  const moved = { ...deadDelivery, eventType: 'moved', otherSubject: 'stable/shop-1.0.jar' };
  server.use(answers(deliveries.listHookDeliveries, { items: [moved], next: null }), answers(deliveries.readHookDelivery, { ...moved, body: '{}', items: [] }));
  renderArea(area.routes, page);
  expect(await screen.findByText('to stable/shop-1.0.jar')).toBeVisible();
  await userEvent.click(screen.getByRole('link', { name: moved.subject }));
  expect(await within(await screen.findByRole('dialog', { name: moved.subject })).findByText('stable/shop-1.0.jar')).toBeVisible();
});

it('shows the message, each attempt and what was answered', async () => {
  const user = userEvent.setup();
  vi.stubGlobal('isSecureContext', true);
  renderArea(area.routes, page);
  await userEvent.click(await screen.findByRole('link', { name: deadDelivery.subject }));
  const drawer = within(await screen.findByRole('dialog', { name: deadDelivery.subject }));
  expect(await drawer.findByText(/"domain": "artifact"/)).toBeVisible();
  await userEvent.click(drawer.getByText('Attempt 1'));
  expect(drawer.getByText(/asked for by admin/)).toBeVisible();
  expect(drawer.getByText('connected after 12 ms · first byte after 40 ms · 1.2 sec in all')).toBeVisible();
  expect(drawer.getByText(/authorization: \*{8}/)).toBeVisible();
  expect(drawer.getByText(/no such job/)).toBeVisible();
  await user.click(drawer.getByRole('button', { name: 'Copy as curl' }));
  expect(await screen.findByText('Copied to clipboard')).toBeVisible();
  expect(await navigator.clipboard.readText()).toContain("curl --globoff -X POST 'https://builds.example.test/hook'");
});

it('says that a message is no longer kept', async () => {
  server.use(refuses(deliveries.readHookDelivery, 'not_found'));
  renderArea(area.routes, `${page}?message=msg_0`);
  expect(await screen.findByText('This message is no longer kept')).toBeVisible();
});

it('says so when there is no webhook of this name', async () => {
  server.use(refuses(routes.readHook, 'not_found'), answers(deliveries.listHookDeliveries, { items: [], next: null }));
  renderArea(area.routes, page);
  expect(await screen.findByText('There is no webhook builds-hook')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Send past events' })).toBeNull();
});

it('sends messages again and gives up what waits', async () => {
  const done: unknown[] = [];
  server.use(
    answers(deliveries.redeliverHooks, ({ body }) => {
      done.push(body);
      return { count: 1, notes: [] };
    }),
    answers(deliveries.cancelHookDelivery, ({ params }) => {
      done.push(params.id);
      return { ...waiting, state: 'cancelled' as const };
    }),
  );
  renderArea(area.routes, page);
  await userEvent.click(await screen.findByRole('button', { name: `Actions ${deadDelivery.subject}` }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Redeliver' }));
  expect(await screen.findByText('1 message is sent again')).toBeVisible();
  await userEvent.click(await screen.findByRole('button', { name: `Actions ${waiting.subject}` }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Do not send' }));
  expect(await screen.findByText('The message will not be sent')).toBeVisible();
  // What waits is no redelivery: of several that are chosen, only those that are over are sent again.
  for (const box of screen.getAllByRole('checkbox', { name: /^Select libs-local/ })) await userEvent.click(box);
  await userEvent.click(screen.getByRole('button', { name: 'Redeliver' }));
  await expect.poll(() => done).toEqual([{ ids: ['msg_2'] }, 'msg_1', { ids: ['msg_2'] }]);
});

it('says why nothing is sent, and where what is sent waits', async () => {
  const note = (message: string) => ({ message });
  server.use(answers(deliveries.redeliverHooks, { count: 0, notes: [note('1 message is no longer kept')] }));
  renderArea(area.routes, page);
  await userEvent.click(await screen.findByRole('button', { name: `Actions ${deadDelivery.subject}` }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Redeliver' }));
  expect(await screen.findByText('Nothing is sent. 1 message is no longer kept.')).toBeVisible();
  server.use(answers(deliveries.sendPastEvents, { count: 2, notes: [note('They wait until builds-hook goes on')] }));
  await userEvent.click(screen.getByRole('button', { name: 'Send past events' }));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Send' }));
  expect(await screen.findByText('2 past events are sent. They wait until builds-hook goes on.')).toBeVisible();
});

it('offers no redelivery of what has no body, and says what to do', async () => {
  const hollow = { ...deadDelivery, hollow: true as const };
  server.use(answers(deliveries.listHookDeliveries, { items: [hollow], next: null }), answers(deliveries.readHookDelivery, { ...hollow, body: '', items: [] }));
  renderArea(area.routes, page);
  await userEvent.click(await screen.findByRole('link', { name: hollow.subject }));
  const drawer = within(await screen.findByRole('dialog', { name: hollow.subject }));
  expect(await drawer.findByText(/then choose Send past events/)).toBeVisible();
  expect(drawer.queryByRole('button', { name: 'Redeliver' })).toBeNull();
  expect(drawer.queryByText('Body')).toBeNull();
});

it('sends again what was given up since a moment, and past events', async () => {
  const done: unknown[] = [];
  const note = ({ body }: { body: unknown }) => {
    done.push(body);
    return { count: 7, notes: [] };
  };
  server.use(answers(deliveries.redeliverHooks, note), answers(deliveries.sendPastEvents, note));
  renderArea(area.routes, page);
  await userEvent.click(await screen.findByRole('button', { name: 'Redeliver given up' }));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Redeliver' }));
  expect(await screen.findByText('7 messages are sent again')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Send past events' }));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Send' }));
  expect(await screen.findByText('7 past events are sent')).toBeVisible();
  expect(done).toEqual([{ webhook: 'builds-hook', deadSince: expect.any(String) as string }, { since: expect.any(String) as string }]);
});
