import { createHook, testHook } from '@packhouse/contract/events/hook-routes.ts';
import { secretMask } from '@packhouse/contract/events/hook-settings.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { answering, type EventsTestPlatform, makeHook, startEventsPlatform, startReceiver } from '../events-test-platform.ts';

let test: EventsTestPlatform;
beforeAll(async () => {
  test = await startEventsPlatform({ jobs: false });
});
afterAll(() => test.stop());

it('HOOK-027 HOOK-035 sends a sample of the domain as the unsaved settings say, and keeps nothing', async () => {
  const receiver = await startReceiver();
  const answer = await fetch(`${test.baseUrl}/event/api/v1/subscriptions/test`, {
    method: 'POST',
    headers: { ...test.headersOf('admin'), 'content-type': 'application/json' },
    body: JSON.stringify(makeHook('unsaved', receiver.url, { handler: { secret: 'shared' } })),
  });
  expect([answer.status, await answer.json()]).toEqual([
    200,
    {
      result: 'success',
      message: 'A dummy hook was executed and sent to the configured URL',
      reason: 'dummy_hook_sent',
      status: 200,
      excerpt: 'ok',
    },
  ]);
  expect(receiver.received).toHaveLength(1);
  const [{ body, headers } = { body: '', headers: {} }] = receiver.received;
  expect(JSON.parse(body)).toMatchObject({
    domain: 'artifact',
    event_type: 'deployed',
    subscription_key: 'unsaved',
    jpd_origin: test.baseUrl,
    data: { repo_key: expect.any(String), path: expect.any(String), sha256: expect.any(String), size: expect.any(Number) },
  });
  expect(headers).toMatchObject({ 'x-jfrog-event-auth': 'shared' });
  expect(await test.db.selectFrom('message').selectAll().execute()).toEqual([]);
  expect(test.audited.at(-1)).toMatchObject({ action: 'webhook.tested', subject: 'unsaved' });
});

it('HOOK-036 says that it failed where the receiver answers anything else, and what that was', async () => {
  const receiver = await startReceiver();
  receiver.answer = answering(404);
  expect(await test.call(testHook, { body: makeHook('unsaved', receiver.url) })).toMatchObject({
    result: 'failure',
    message: 'Sending a dummy Webhook failed',
    status: 404,
    excerpt: 'status 404',
  });
  receiver.answer = answering(302, { location: `${receiver.url}/other` });
  expect(await test.call(testHook, { body: makeHook('unsaved', receiver.url) })).toMatchObject({ result: 'failure', status: 302 });
  expect(receiver.received.map(({ path }) => path)).toEqual(['/', '/']);
});

it('HOOK-037 passes on that the receiver cannot be reached, and that it does not answer in time', async () => {
  const receiver = await startReceiver();
  receiver.answer = () => undefined;
  test.patience.head = 300;
  await expect(test.call(testHook, { body: makeHook('unsaved', receiver.url) })).rejects.toMatchObject({ status: 504 });
  test.patience.head = 15_000;
  await receiver.stop();
  await expect(test.call(testHook, { body: makeHook('unsaved', receiver.url) })).rejects.toMatchObject({ status: 502 });
});

it('takes the secrets that are kept for the same server, and for no other', async () => {
  const [receiver, other] = [await startReceiver(), await startReceiver()];
  await test.call(createHook, { body: makeHook('kept', receiver.url, { handler: { secret: 'sesame' } }) });
  const masked = (url: string) => makeHook('kept', url, { handler: { secret: secretMask } });
  await test.call(testHook, { body: masked(`${receiver.url}/path`) });
  expect(receiver.received[0]!.headers['x-jfrog-event-auth']).toBe('sesame');
  await expect(test.call(testHook, { body: masked(other.url) })).rejects.toMatchObject({ status: 400 });
  expect(other.received).toEqual([]);
});

it('HOOK-020 contacts no private address under any name', async () => {
  const guarded = await startEventsPlatform({ jobs: false, config: { outgoing: { allow: [], noProxy: [] } } });
  try {
    const receiver = await startReceiver();
    await expect(guarded.call(testHook, { body: makeHook('inside', receiver.url) })).rejects.toMatchObject({
      status: 502,
      message: expect.stringContaining('private'),
    });
    expect(receiver.received).toEqual([]);
  } finally {
    await guarded.stop();
  }
});
