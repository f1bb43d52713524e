import { listHookDeliveries, pauseHook, resumeHook, skipWaiting } from '@packhouse/contract/events/hook-delivery-routes.ts';
import { deleteHook, listHooks, readHook } from '@packhouse/contract/events/hook-routes.ts';
import { mostHandlers, secretMask } from '@packhouse/contract/events/hook-settings.ts';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { answering, type EventsTestPlatform, makeHook, patience, type Receiver, startEventsPlatform, startReceiver } from '../events-test-platform.ts';

let test: EventsTestPlatform;
beforeAll(async () => {
  test = await startEventsPlatform();
});
afterAll(() => test.stop());
afterEach(async () => {
  await test.db.deleteFrom('subscription').execute();
});

async function ask(method: string, path: string, body?: object) {
  const answer = await fetch(`${test.baseUrl}/event/api/v1/subscriptions${path}`, {
    method,
    headers: { ...test.headersOf('admin'), ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
}

const key = 'several';
const params = { key };
const plain = (url: string, more: object = {}) => ({ handler_type: 'webhook', url, ...more });
const own = (url: string) => ({
  handler_type: 'custom-webhook',
  url,
  method: 'PUT',
  secrets: [{ name: 'TOKEN', value: 'hidden-1' }],
  payload: '{{ .subscription_key }} {{ .data.path }} {{ .secrets.TOKEN }}',
});
const makeSeveral = (...handlers: object[]) => ({ ...makeHook(key, 'http://localhost:9/'), handlers });
const paths = ({ received }: Receiver) => received.map(({ body }) => JSON.parse(body).data.path as string);
const health = async () => (await test.call(readHook, { params })).health;

it('keeps several handlers in their order and tells each of every event, in its own way', async () => {
  const [first, second] = [await startReceiver(), await startReceiver()];
  const created = await ask('POST', '', makeSeveral(plain(first.url, { secret: 'shared' }), own(second.url)));
  expect(created).toMatchObject({
    status: 201,
    body: {
      handlers: [
        { url: first.url, secret: secretMask },
        { url: second.url, method: 'PUT' },
      ],
    },
  });
  expect([(await ask('GET', `/${key}`)).body, (await ask('GET', '')).body]).toEqual([created.body, [created.body]]);
  expect(await ask('GET', `/${key}%232`)).toMatchObject({ status: 404 });
  expect(await test.call(listHooks, { query: { search: second.url } })).toMatchObject({ total: 1, items: [{ key, handlers: created.body.handlers }] });
  await test.deploy('a');
  await expect.poll(() => [first.received.length, second.received.length], patience).toEqual([1, 1]);
  expect(JSON.parse(first.received[0]!.body)).toMatchObject({ subscription_key: key, data: { path: 'a' } });
  expect(first.received[0]!.headers).toMatchObject({ 'x-jfrog-event-auth': 'shared' });
  expect(second.received).toMatchObject([{ method: 'PUT', body: `${key} a hidden-1` }]);
  await expect.poll(health, patience).toMatchObject({ state: 'healthy', delivered: 2, waiting: 0 });
  const { items } = await test.call(listHookDeliveries, { query: { webhook: key } });
  expect(items.map(({ webhook, state }) => [webhook, state])).toEqual([
    [key, 'delivered'],
    [key, 'delivered'],
  ]);
});

it('a handler that fails holds up no other, and its webhook says so; a person pauses and skips all of them', async () => {
  const [first, second] = [await startReceiver(), await startReceiver()];
  second.answer = answering(503);
  await ask('POST', '', makeSeveral(plain(first.url), plain(second.url)));
  await test.deploy('a', 'b');
  await expect.poll(() => paths(first).toSorted(), patience).toEqual(['a', 'b']);
  await expect.poll(health, patience).toMatchObject({ state: 'failing', status: 503, delivered: 2, waiting: 2 });
  await test.call(pauseHook, { params });
  await test.deploy('c');
  await expect.poll(async () => (await health()).waiting, patience).toBe(4);
  expect(await test.call(skipWaiting, { params })).toEqual({ count: 4 });
  second.answer = answering(200);
  await test.call(resumeHook, { params });
  await test.deploy('d');
  await expect.poll(() => paths(first).at(-1), patience).toBe('d');
  await expect.poll(() => paths(second).at(-1), patience).toBe('d');
  await test.call(deleteHook, { params });
  expect(await test.db.selectFrom('subscription').select('key').execute()).toEqual([]);
  expect(await test.db.selectFrom('message').select('id').execute()).toEqual([]);
});

it('a receiver that is gone switches off its own handler alone', async () => {
  const [first, second] = [await startReceiver(), await startReceiver()];
  first.answer = answering(410);
  await ask('POST', '', makeSeveral(plain(first.url), plain(second.url)));
  await test.deploy('a');
  await expect.poll(health, patience).toMatchObject({ state: 'failing', status: 410 });
  await test.deploy('b');
  await expect.poll(() => paths(second).toSorted(), patience).toEqual(['a', 'b']);
  expect(paths(first)).toEqual(['a']);
  expect((await ask('GET', `/${key}`)).body.enabled).toBe(true);
  // Saved again as it was told, it stays off; switched off and on again it is on.
  const enabled = async () => (await test.db.selectFrom('subscription').select('enabled').orderBy('key').execute()).map((row) => row.enabled).toSorted();
  const told = (await ask('GET', `/${key}`)).body;
  await ask('PUT', `/${key}`, { ...told, description: 'Something else' });
  expect(await enabled()).toEqual([false, true]);
  await ask('PUT', `/${key}`, { ...told, enabled: false });
  await ask('PUT', `/${key}`, told);
  expect(await enabled()).toEqual([true, true]);
});

it('a handler keeps its secrets and what waits for it wherever it stands, and takes both along when it goes', async () => {
  const [gone, kept, added] = [await startReceiver(), await startReceiver(), await startReceiver()];
  await ask('POST', '', makeSeveral(plain(gone.url), plain(kept.url, { secret: 'kept-secret' })));
  await test.call(pauseHook, { params });
  await test.deploy('a');
  await expect.poll(async () => (await health()).waiting, patience).toBe(2);
  const changed = await ask('PUT', `/${key}`, makeSeveral(plain(kept.url, { secret: secretMask }), plain(added.url)));
  expect(changed).toMatchObject({ status: 200, body: { handlers: [{ url: kept.url, secret: secretMask }, { url: added.url }] } });
  await test.call(resumeHook, { params });
  await test.deploy('b');
  await expect.poll(() => [paths(kept).toSorted(), paths(added).at(-1)], patience).toEqual([['a', 'b'], 'b']);
  expect(kept.received.map(({ headers }) => headers['x-jfrog-event-auth'])).toEqual(['kept-secret', 'kept-secret']);
  expect(gone.received).toEqual([]);
  const single = await ask('PUT', `/${key}`, makeSeveral(plain(kept.url, { secret: secretMask })));
  expect(single.body.handlers).toHaveLength(1);
  expect(await test.db.selectFrom('subscription').select('key').execute()).toEqual([{ key }]);
});

it('a secret goes to no other server, whichever handler it is of, and more than ten handlers are refused', async () => {
  await ask('POST', '', makeSeveral(plain('https://one.example.org/'), plain('https://two.example.org/', { secret: 'kept-secret' })));
  const moved = makeSeveral(plain('https://one.example.org/'), plain('https://evil.example.org/', { secret: secretMask }));
  expect(await ask('PUT', `/${key}`, moved)).toMatchObject({ status: 400, body: { errors: [{ detail: [{ path: 'handlers.1.url' }] }] } });
  const many = makeSeveral(...Array.from({ length: mostHandlers + 1 }, () => plain('https://one.example.org/')));
  expect(await ask('PUT', `/${key}`, many)).toMatchObject({ status: 400, body: { errors: [{ detail: [{ path: 'handlers' }] }] } });
  expect((await ask('GET', `/${key}`)).body.handlers).toHaveLength(2);
});
