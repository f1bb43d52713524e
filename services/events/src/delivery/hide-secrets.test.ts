import { listHookDeliveries, readHookDelivery } from '@packhouse/contract/events/hook-delivery-routes.ts';
import { createHook, testHook } from '@packhouse/contract/events/hook-routes.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type EventsTestPlatform, makeHook, patience, type Receiver, startEventsPlatform, startReceiver } from '../events-test-platform.ts';
import { hideSecrets } from './hide-secrets.ts';

let test: EventsTestPlatform;
beforeAll(async () => {
  test = await startEventsPlatform();
});
afterAll(() => test.stop());

const secrets = ['sesame-open', 'Bearer of-"all"-keys'];

/** Tells again all that it was sent, as pages that help to set something up do. */
const echo: Receiver['answer'] = ({ headers, body }, response) =>
  void response.writeHead(200, { 'x-seen': String(headers['x-jfrog-event-auth']) }).end(JSON.stringify({ headers, body }));

it('keeps and shows no secret that a receiver tells again', async () => {
  const receiver = await startReceiver();
  receiver.answer = echo;
  const handler = { secret: secrets[0]!, custom_http_headers: [{ name: 'authorization', value: secrets[1]! }] };
  const hook = makeHook('echo', receiver.url, { handler });
  const tried = await test.call(testHook, { body: hook });
  await test.call(createHook, { body: hook });
  await test.deploy('a');
  const list = async () => (await test.call(listHookDeliveries, { query: { webhook: 'echo', state: 'delivered' } })).items;
  await expect.poll(async () => (await list()).length, patience).toBe(1);
  const { items } = await test.call(readHookDelivery, { params: { id: (await list())[0]!.id } });
  expect(items[0]!.response).toMatchObject({
    status: 200,
    headers: { 'x-seen': '********' },
    excerpt: expect.stringContaining('"x-jfrog-event-auth":"********"'),
  });
  const told = JSON.stringify([tried, items]);
  for (const secret of secrets.flatMap((one) => [one, JSON.stringify(one).slice(1, -1)])) expect(told).not.toContain(secret);
  expect(receiver.received[1]?.headers).toMatchObject({ 'x-jfrog-event-auth': secrets[0], authorization: secrets[1] });
});

it('masks longer secrets first, those of a template too, and leaves short ones and plain headers', () => {
  const hide = hideSecrets([{ secret: 'abcdef', headers: { 'x-plain': 'visible-value' }, secrets: { KEY: 'abcdefgh', PIN: '1234' } }]);
  expect(hide('abcdef abcdefgh visible-value 1234')).toBe('******** ******** visible-value 1234');
});
