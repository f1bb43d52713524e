import { errors } from '@packhouse/contract/errors.ts';
import * as deliveries from '@packhouse/contract/events/hook-delivery-routes.ts';
import * as routes from '@packhouse/contract/events/hook-routes.ts';
import { answers, refuses } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import area from '../area.ts';
import { healthy, testHook } from '../test-hook.ts';

prepareConsole();
afterEach(() => void vi.useRealTimers());

const list = '/admin/configuration/webhooks';
/** Times of one day, at whatever hour the test runs. */
const noon = new Date().setHours(12, 0, 0, 0);
const hourAgo = new Date(noon - 3_600_000).toISOString();
const soon = new Date(noon + 1_800_000).toISOString();
const failing = { ...testHook, health: { ...healthy, state: 'failing' as const, since: hourAgo, status: 503, waiting: 1204, nextTryAt: soon } };
const paused = { ...testHook, key: 'paused-hook', health: { ...healthy, state: 'paused' as const } };
const spell = (iso: string) => new Intl.DateTimeFormat('en', { timeStyle: 'short' }).format(new Date(iso));

function show(...items: routes.Hook[]): void {
  server.use(answers(routes.listHooks, { items, next: null, total: items.length }));
  renderArea(area.routes, list);
}

async function choose(hook: string, entry: string): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: `Actions ${hook}` }));
  await userEvent.click(await screen.findByRole('menuitem', { name: new RegExp(`^${entry}`) }));
}

async function offered(hook: string): Promise<string[]> {
  await userEvent.click(await screen.findByRole('button', { name: `Actions ${hook}` }));
  const names = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent ?? '');
  await userEvent.keyboard('{Escape}');
  return names;
}

it('HOOK-001 lists webhooks with name, domain, host of the URL and what arrived within a day', async () => {
  show({ ...testHook, health: { ...healthy, delivered: 1200, failed: 3, p95: 250 } });
  const row = within((await screen.findByRole('link', { name: 'builds-hook' })).closest('tr')!);
  for (const text of ['Artifacts', 'builds.example.test', 'Healthy', '1,200 delivered · 3 failed', '95 % of answers within 250 ms'])
    expect(row.getByText(text)).toBeVisible();
  expect(screen.getByRole('link', { name: 'builds-hook' })).toHaveAttribute('href', `${list}/edit/builds-hook`);
  expect(screen.getByRole('link', { name: 'New webhook' })).toHaveAttribute('href', `${list}/new`);
});

it('says since when a receiver fails, how much waits, and when it is tried next', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: noon });
  show(failing);
  expect(await screen.findByText(`Failing since ${spell(hourAgo)} (503)`)).toBeVisible();
  expect(screen.getByText(`1,204 waiting · next try ${spell(soon)}`)).toBeVisible();
});

it('says what seems to go round', async () => {
  show({ ...testHook, health: { ...healthy, loop: { subject: 'libs/ping.txt', count: 31 } } });
  expect(await screen.findByText(/libs\/ping\.txt came 31 times within a minute/)).toBeVisible();
});

it('says why a webhook was switched off, or fails without an answer', async () => {
  const said = (message: string) => ({ reason: { message } });
  show(
    { ...testHook, enabled: false, health: { ...healthy, state: 'disabled', status: 410, ...said('The receiver answered 410') } },
    { ...testHook, key: 'lost-hook', health: { ...healthy, state: 'failing', ...said('The receiver cannot be reached') } },
  );
  expect(await screen.findByText('The receiver answered 410')).toBeVisible();
  expect(screen.getByText('The receiver cannot be reached')).toBeVisible();
});

it('offers what can be done in the state that a webhook is in', async () => {
  show(failing, paused, { ...testHook, key: 'good-hook' });
  expect(await offered('builds-hook')).toEqual(['Edite', 'Deliveries', 'Test', 'Try now', 'Pause', 'Skip waiting', 'DeleteDel']);
  expect(await offered('paused-hook')).toEqual(['Edite', 'Deliveries', 'Test', 'Resume', 'DeleteDel']);
  expect(await offered('good-hook')).toEqual(['Edite', 'Deliveries', 'Test', 'Pause', 'DeleteDel']);
});

it('tries a failing receiver now, pauses and goes on', async () => {
  const asked: string[] = [];
  const answer = (what: string) => () => {
    asked.push(what);
    return testHook;
  };
  server.use(answers(deliveries.tryHook, answer('try')), answers(deliveries.pauseHook, answer('pause')), answers(deliveries.resumeHook, answer('resume')));
  show(failing, paused);
  await choose('builds-hook', 'Try now');
  expect(await screen.findByText('builds-hook is tried now')).toBeVisible();
  await choose('builds-hook', 'Pause');
  expect(await screen.findByText('builds-hook is paused')).toBeVisible();
  await choose('paused-hook', 'Resume');
  expect(await screen.findByText('paused-hook goes on')).toBeVisible();
  expect(asked).toEqual(['try', 'pause', 'resume']);
});

it('asks before what waits is skipped', async () => {
  server.use(answers(deliveries.skipWaiting, { count: 1204 }));
  show(failing);
  await choose('builds-hook', 'Skip waiting');
  const dialog = within(await screen.findByRole('dialog', { name: 'Skip what waits for builds-hook?' }));
  expect(dialog.getByText(/1,204 messages will not be sent/)).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Skip waiting' }));
  expect(await screen.findByText('1,204 messages were skipped')).toBeVisible();
});

it('HOOK-024 asks before a webhook goes, and says what waits for it', async () => {
  let gone = '';
  server.use(
    answers(routes.deleteHook, ({ params }) => {
      gone = params.key ?? '';
    }),
  );
  show(failing);
  await choose('builds-hook', 'Delete');
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete the webhook builds-hook?' }));
  expect(dialog.getByText('1,204 messages that are waiting will not be sent.')).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Delete webhook' }));
  expect(await screen.findByText('builds-hook was deleted')).toBeVisible();
  expect(gone).toBe('builds-hook');
});

it('HOOK-035 HOOK-036 HOOK-037 tests a webhook as it is kept, with its masked secrets', async () => {
  let asked: unknown;
  server.use(
    answers(routes.testHook, ({ body }) => {
      asked = body;
      return { result: 'success' as const, message: 'A dummy hook was executed and sent to the configured URL', status: 200, excerpt: '' };
    }),
  );
  show(testHook);
  await choose('builds-hook', 'Test');
  expect(await screen.findByText('A dummy hook was executed and sent to the configured URL')).toBeVisible();
  expect(asked).toMatchObject({ key: 'builds-hook', handlers: [{ secret: '********', use_secret_for_signing: true }] });
  server.use(answers(routes.testHook, { result: 'failure', message: 'Sending a dummy Webhook failed', status: 500, excerpt: '' }));
  await choose('builds-hook', 'Test');
  expect(await screen.findByText('Sending a dummy Webhook failed (500)')).toBeVisible();
  server.use(refuses(routes.testHook, 'internal'));
  await choose('builds-hook', 'Test');
  expect(await screen.findByText(`Request failed, unable to test Webhook. ${errors.internal.en}`)).toBeVisible();
});

it('says what a webhook is for where there is none', async () => {
  show();
  expect(await screen.findByText('No webhooks yet')).toBeVisible();
});
