import { createHmac, createPublicKey, verify as verifyWith } from 'node:crypto';
import {
  cancelHookDelivery,
  listHookDeliveries,
  pauseHook,
  readHookDelivery,
  redeliverHooks,
  resumeHook,
  skipWaiting,
  tryHook,
} from '@packhouse/contract/events/hook-delivery-routes.ts';
import { createHook, deleteHook, readHook, updateHook } from '@packhouse/contract/events/hook-routes.ts';
import { secretMask } from '@packhouse/contract/events/hook-settings.ts';
import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { answering, type EventsTestPlatform, makeHook, patience, type Received, startEventsPlatform, startReceiver } from '../events-test-platform.ts';
import { unseal } from '../subscription/hook-secrets.ts';

let test: EventsTestPlatform;
beforeAll(async () => {
  test = await startEventsPlatform();
});
afterAll(() => test.stop());
afterEach(async () => {
  Object.assign(test.patience, { head: 15_000, all: 30_000 });
  await test.db.deleteFrom('subscription').execute();
});

const list = (query: object = {}) => test.call(listHookDeliveries, { query: { limit: 200, ...query } }).then(({ items }) => items);
const states = async () => (await list()).map(({ state }) => state);
const health = async (key: string) => (await test.call(readHook, { params: { key } })).health;
const read = ({ body }: Received) => JSON.parse(body);
/** No pause ends by itself while a test looks. */
const lengthenPauses = () =>
  test.db
    .updateTable('subscription')
    .set({ paused_until: new Date(Date.now() + 3_600_000) })
    .where('failing_since', 'is not', null)
    .execute();
const makeDue = () =>
  test.db
    .updateTable('message')
    .set({ next_at: new Date(0) })
    .where('state', '=', 'waiting')
    .execute();

describe('what a receiver gets', () => {
  it('HOOK-040 a POST with the event as JSON, the headers that were chosen, and the secret where nothing is signed', async () => {
    const receiver = await startReceiver();
    const headers = [{ name: 'X-Team', value: 'core' }];
    await test.call(createHook, { body: makeHook('plain', `${receiver.url}/in?a=b`, { handler: { secret: 'shared', custom_http_headers: headers } }) });
    await test.call(createHook, { body: makeHook('off', `${receiver.url}/off`, { enabled: false }) });
    await test.deploy('org/a.jar');
    await expect.poll(() => receiver.received.length, patience).toBe(1);
    const [request] = receiver.received;
    expect(request).toMatchObject({ method: 'POST', path: '/in?a=b' });
    expect(request!.headers).toMatchObject({ 'content-type': 'application/json', 'x-team': 'core', 'x-jfrog-event-auth': 'shared' });
    expect(request!.headers).not.toHaveProperty('webhook-signature');
    expect(read(request!)).toEqual({
      domain: 'artifact',
      event_type: 'deployed',
      data: { repo_key: 'libs', path: 'org/a.jar', name: 'a.jar', sha256: 'a'.repeat(64), size: 12 },
      subscription_key: 'plain',
      jpd_origin: test.baseUrl,
      source: 'ann',
      packhouse: { id: request!.headers['webhook-id'], sequence: expect.any(Number), at: expect.any(String), actor: 'ann' },
    });
    await expect.poll(states, patience).toEqual(['delivered']);
    const [{ id } = { id: '' }] = await list({ webhook: 'plain', status: 200, subject: 'libs/org' });
    const { items, body } = await test.call(readHookDelivery, { params: { id } });
    expect(body).toBe(request!.body);
    expect(items).toMatchObject([
      { number: 1, method: 'POST', request: { headers: { 'x-jfrog-event-auth': secretMask } }, response: { status: 200, excerpt: 'ok' } },
    ]);
    const { connected = Number.NaN, head = Number.NaN, total } = items[0]!.timing;
    expect([0, connected, head, total]).toEqual([0, connected, head, total].toSorted((one, other) => one - other));
  });

  it('HOOK-040 a signature that the library of the standard and receivers of the older header take, with the old secret too for a day', async () => {
    const receiver = await startReceiver();
    const [first, second] = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLwSw', 'another secret'];
    const signed = (secret: string) => makeHook('signed', receiver.url, { handler: { secret, use_secret_for_signing: true } });
    await test.call(createHook, { body: signed(first) });
    await test.deploy('a');
    await expect.poll(() => receiver.received.length, patience).toBe(1);
    await test.call(updateHook, { params: { key: 'signed' }, body: signed(second) });
    await test.deploy('b');
    await expect.poll(() => receiver.received.length, patience).toBe(2);
    const [before, after] = receiver.received as [Received, Received];
    const verify = (secret: string, { body, headers }: Received, options?: { format: 'raw' }) =>
      new Webhook(secret, options).verify(body, headers as Record<string, string>);
    expect(verify(first, before)).toEqual(read(before));
    expect(() => verify(first, { ...before, body: `${before.body} ` })).toThrow();
    expect(() => verify(second, before, { format: 'raw' })).toThrow();
    expect(before.headers['x-jfrog-event-auth']).toBe(createHmac('sha256', first).update(before.body).digest('hex'));
    expect(verify(first, after)).toEqual(verify(second, after, { format: 'raw' }));
    expect(after.headers['x-jfrog-event-auth']).toBe(createHmac('sha256', second).update(after.body).digest('hex'));
    expect((await health('signed')).previousSecretUntil).toBeDefined();
    await test.db
      .updateTable('subscription')
      .set({ previous_until: new Date(0) })
      .execute();
    await test.deploy('c');
    await expect.poll(() => receiver.received.length, patience).toBe(3);
    expect(() => verify(first, receiver.received[2]!)).toThrow();
  });

  it('a signature with a key of the webhook’s own, which its public half verifies, with the old key too for a day', async () => {
    const receiver = await startReceiver();
    const save = (handler: object = {}) => makeHook('keyed', receiver.url, { handler: { use_key_for_signing: true, ...handler } });
    const readKey = async () => (await test.call(readHook, { params: { key: 'keyed' } })).handlers[0] as { signing_public_key: string };
    await test.call(createHook, { body: save() });
    const { signing_public_key: first } = await readKey();
    await test.deploy('a');
    await expect.poll(() => receiver.received.length, patience).toBe(1);
    // What was answered is sent back as it is: the key stays.
    await test.call(updateHook, { params: { key: 'keyed' }, body: save({ signing_public_key: first }) });
    expect(await readKey()).toMatchObject({ signing_public_key: first });
    await test.call(updateHook, { params: { key: 'keyed' }, body: save({ new_signing_key: true }) });
    const { signing_public_key: second } = await readKey();
    await test.deploy('b');
    await expect.poll(() => receiver.received.length, patience).toBe(2);
    const verify = (text: string, { headers, body }: Received) => {
      const x = Buffer.from(text.slice('whpk_'.length), 'base64').toString('base64url');
      const key = createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x } });
      const signed = Buffer.from(`${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`);
      const signatures = String(headers['webhook-signature']).split(' ');
      return signatures.map((one) => one.startsWith('v1a,') && verifyWith(null, signed, key, Buffer.from(one.slice(4), 'base64')));
    };
    const [before, after] = receiver.received as [Received, Received];
    expect([verify(first, before), verify(second, before), verify(first, { ...before, body: `${before.body} ` })]).toEqual([[true], [false], [false]]);
    expect([verify(second, after), verify(first, after)]).toEqual([
      [true, false],
      [false, true],
    ]);
    const { handler, sealed } = await test.db.selectFrom('subscription').select(['handler', 'sealed']).executeTakeFirstOrThrow();
    const { signingKey } = unseal(test.platform.secrets, sealed);
    expect(JSON.stringify([handler, sealed, await readKey()])).not.toContain(signingKey!);
    await test.call(updateHook, { params: { key: 'keyed' }, body: makeHook('keyed', receiver.url) });
    await test.deploy('c');
    await expect.poll(() => receiver.received.length, patience).toBe(3);
    expect(receiver.received[2]!.headers['webhook-signature']).toBeUndefined();
  });

  it('a body of one’s own, whose secrets nobody sees', async () => {
    const receiver = await startReceiver();
    const handler = {
      handler_type: 'custom-webhook' as const,
      url: receiver.url,
      method: 'PUT' as const,
      secrets: [{ name: 'KEY', value: 'sesame-sesame' }],
      http_headers: [{ name: 'Authorization', value: 'Bearer sesame-sesame' }],
      payload: '{"key": "{{ .secrets.KEY }}", "name": "{{ .data.name }}"}',
    };
    await test.call(createHook, { body: { ...makeHook('own', receiver.url), handlers: [handler] } });
    await test.deploy('org/a.jar');
    await expect.poll(() => receiver.received.length, patience).toBe(1);
    expect(receiver.received[0]).toMatchObject({ method: 'PUT', headers: { authorization: 'Bearer sesame-sesame' } });
    expect(read(receiver.received[0]!)).toEqual({ key: 'sesame-sesame', name: 'a.jar' });
    await expect.poll(states, patience).toEqual(['delivered']);
    const shown = await test.call(readHookDelivery, { params: { id: (await list())[0]!.id } });
    expect(JSON.parse(shown.body)).toEqual({ key: secretMask, name: 'a.jar' });
    const kept = await Promise.all([test.db.selectFrom('message').selectAll().execute(), test.db.selectFrom('attempt').selectAll().execute()]);
    expect(JSON.stringify([shown, kept])).not.toContain('sesame');
  });
});

describe('a receiver that fails', () => {
  it('is left alone with everything that waits for it, and gets all of it when it is back, under the same names', async () => {
    const receiver = await startReceiver();
    const other = await startReceiver();
    receiver.answer = answering(503);
    await test.call(createHook, { body: makeHook('down', receiver.url) });
    await test.call(createHook, { body: makeHook('up', other.url) });
    await test.deploy('0');
    await expect.poll(() => health('down'), patience).toMatchObject({ state: 'failing', status: 503, waiting: 1, nextTryAt: expect.any(String) });
    await lengthenPauses();
    const paths = Array.from({ length: 30 }, (_, at) => `file-${at}`);
    await test.deploy(...paths);
    await expect.poll(() => other.received.length, patience).toBe(31);
    expect(receiver.received).toHaveLength(1);
    // The oldest message is the one that tries.
    await test.call(tryHook, { params: { key: 'down' } });
    await expect.poll(() => receiver.received.length, patience).toBe(2);
    await expect
      .poll(async () => (await test.db.selectFrom('subscription').select('failures').where('key', '=', 'down').executeTakeFirst())?.failures, patience)
      .toBe(2);
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual(Array(2).fill(receiver.received[0]!.headers['webhook-id']));
    receiver.answer = answering(204);
    await test.call(tryHook, { params: { key: 'down' } });
    await expect.poll(() => receiver.received.length, patience).toBe(33);
    await expect.poll(() => health('down'), patience).toMatchObject({ state: 'healthy', waiting: 0, delivered: 31 });
    const bodies = new Map(receiver.received.map(({ headers, body }) => [headers['webhook-id'], body]));
    expect(bodies.size).toBe(31);
    expect(receiver.received[2]!.body).toBe(receiver.received[0]!.body);
  });

  it('waits as long as it asks for, and an hour at most', async () => {
    const receiver = await startReceiver();
    receiver.answer = answering(429, { 'retry-after': '1800' });
    await test.call(createHook, { body: makeHook('busy', receiver.url) });
    await test.deploy('a');
    await expect.poll(() => health('busy'), patience).toMatchObject({ state: 'failing', status: 429 });
    const { wait } = await test.db
      .selectFrom('subscription')
      .select(sql<number>`extract(epoch from paused_until - now())::float`.as('wait'))
      .executeTakeFirstOrThrow();
    expect(wait).toBeGreaterThan(1700);
    expect(wait).toBeLessThanOrEqual(1800);
  });

  it.each([
    ['cannot be reached', (_: unknown, response: { destroy(): void }) => response.destroy(), 'receiver_unreachable'],
    ['does not answer', () => undefined, 'receiver_too_slow'],
    ['sends elsewhere', answering(301, { location: 'http://169.254.169.254/' }), 'receiver_redirects'],
  ])('says in words that it %s', async (_, answer, reason) => {
    const receiver = await startReceiver();
    receiver.answer = answer;
    if (reason === 'receiver_too_slow') test.patience.head = 300;
    await test.call(createHook, { body: makeHook('broken', receiver.url) });
    await test.deploy('a');
    await expect.poll(() => health('broken'), patience).toMatchObject({ state: 'failing', reason: { reason } });
    const [delivery] = await list();
    expect(delivery).toMatchObject({ state: 'waiting', attempts: 1, reason: { reason } });
  });

  it('an answer counts once it has begun, however long it goes on', async () => {
    test.patience.all = 1500;
    const receiver = await startReceiver();
    const endless = Buffer.alloc(16_384, 'x');
    receiver.answer = (_, response) => {
      response.writeHead(200);
      const write = () => {
        while (!response.destroyed && response.write(endless));
        if (!response.destroyed) response.once('drain', write);
      };
      write();
    };
    await test.call(createHook, { body: makeHook('endless', receiver.url) });
    await test.deploy('a');
    await expect.poll(states, patience).toEqual(['delivered']);
    receiver.answer = (_, response) => void response.writeHead(200).write('one byte and no more');
    await test.deploy('b');
    await expect.poll(states, patience).toEqual(['delivered', 'delivered']);
    const { items } = await test.call(readHookDelivery, { params: { id: (await list())[1]!.id } });
    expect(items[0]!.response!.excerpt.length).toBeLessThanOrEqual(16_384);
  });

  it('switches a webhook off by 410 alone, and says so', async () => {
    const receiver = await startReceiver();
    receiver.answer = answering(410);
    await test.call(createHook, { body: makeHook('gone', receiver.url) });
    await test.deploy('a');
    await expect.poll(() => health('gone'), patience).toMatchObject({ state: 'disabled', status: 410, reason: { reason: 'receiver_gone' } });
    await test.deploy('b');
    receiver.answer = answering(200);
    await test.call(updateHook, { params: { key: 'gone' }, body: makeHook('gone', receiver.url) });
    await test.deploy('c');
    await expect.poll(() => receiver.received.map((one) => read(one).data.path), patience).toEqual(['a', 'a', 'c']);
  });
});

describe('a message that is refused', () => {
  it('is tried five times and then dead, while others pass', async () => {
    const receiver = await startReceiver();
    receiver.answer = (request, response) => void response.writeHead(read(request).data.path === 'bad' ? 422 : 200).end();
    await test.call(createHook, { body: makeHook('picky', receiver.url) });
    await test.deploy('bad', 'good');
    await expect.poll(() => receiver.received.length, patience).toBe(2);
    for (let number = 2; number <= 5; number++) {
      await expect.poll(async () => (await list({ state: 'waiting' })).map(({ attempts }) => attempts), patience).toEqual([number - 1]);
      await makeDue();
      await expect.poll(() => receiver.received.length, patience).toBe(number + 1);
    }
    await expect.poll(states, patience).toEqual(['delivered', 'dead']);
    expect(await health('picky')).toMatchObject({ state: 'healthy', failed: 1, delivered: 1 });
    receiver.answer = answering(200);
    const redelivered = await test.call(redeliverHooks, { body: { webhook: 'picky', deadSince: new Date(0).toISOString() } });
    expect(redelivered.count).toBe(1);
    await expect.poll(states, patience).toEqual(['delivered', 'delivered']);
    const { items, attempts } = await test.call(readHookDelivery, { params: { id: (await list())[1]!.id } });
    expect([attempts, items[0]!.manualBy, items.map(({ number }) => number)]).toEqual([6, 'admin', [6, 5, 4, 3, 2, 1]]);
    expect(new Set(receiver.received.filter((one) => read(one).data.path === 'bad').map(({ body }) => body)).size).toBe(1);
  });

  it('is not to blame where twenty in a row are refused alike', async () => {
    const receiver = await startReceiver();
    receiver.answer = answering(403);
    await test.call(createHook, { body: makeHook('locked', receiver.url) });
    await test.deploy(...Array.from({ length: 40 }, (_, at) => `file-${at}`));
    await expect.poll(() => health('locked'), patience).toMatchObject({ state: 'failing', status: 403, waiting: 40 });
    expect(receiver.received.length).toBeLessThan(40);
  });
});

describe('what people do', () => {
  it('pause, resume, cancel and skip', async () => {
    const receiver = await startReceiver();
    const params = { key: 'held' };
    await test.call(createHook, { body: makeHook('held', receiver.url) });
    expect((await test.call(pauseHook, { params })).health.state).toBe('paused');
    await test.deploy('a', 'b', 'c');
    await expect.poll(async () => (await health('held')).waiting, patience).toBe(3);
    const [last] = await list();
    expect(await test.call(cancelHookDelivery, { params: { id: last!.id } })).toMatchObject({ state: 'cancelled', reason: { reason: 'message_cancelled' } });
    await expect(test.call(cancelHookDelivery, { params: { id: last!.id } })).rejects.toMatchObject({ code: 'conflict' });
    expect(receiver.received).toEqual([]);
    await test.call(resumeHook, { params });
    await expect.poll(() => receiver.received.map((one) => read(one).data.path).toSorted(), patience).toEqual(['a', 'b']);
    await test.call(pauseHook, { params });
    await test.deploy('d');
    await expect.poll(async () => (await health('held')).waiting, patience).toBe(1);
    expect(await test.call(skipWaiting, { params })).toEqual({ count: 1 });
    expect((await list())[0]).toMatchObject({ state: 'cancelled' });
    expect(test.audited.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['webhook.paused', 'webhook.resumed', 'webhook.cancelled', 'webhook.skipped']),
    );
  });

  it('send again what was delivered, one by one', async () => {
    const receiver = await startReceiver();
    await test.call(createHook, { body: makeHook('twice', receiver.url) });
    await test.deploy('a', 'b');
    await expect.poll(states, patience).toEqual(['delivered', 'delivered']);
    const [{ id } = { id: '' }] = await list();
    expect(await test.call(redeliverHooks, { body: { ids: [id, 'msg_unknown'] } })).toMatchObject({
      count: 1,
      notes: [{ reason: 'messages_gone', values: { count: 1 } }],
    });
    await expect.poll(() => receiver.received.filter(({ headers }) => headers['webhook-id'] === id).length, patience).toBe(2);
  });

  it('are told why nothing goes where nothing is sent again', async () => {
    const receiver = await startReceiver();
    await test.call(createHook, { body: makeHook('held', receiver.url) });
    await test.deploy('a');
    await expect.poll(states, patience).toEqual(['delivered']);
    const deadSince = new Date(Date.now() - 3_600_000).toISOString();
    expect(await test.call(redeliverHooks, { body: { webhook: 'held', deadSince } })).toMatchObject({ count: 0, notes: [{ reason: 'nothing_given_up' }] });
    const body = { ids: (await list()).map(({ id }) => id) };
    await test.call(pauseHook, { params: { key: 'held' } });
    expect(await test.call(redeliverHooks, { body })).toMatchObject({ count: 1, notes: [{ reason: 'messages_wait_paused', values: { hooks: 'held' } }] });
    await test.call(updateHook, { params: { key: 'held' }, body: makeHook('held', receiver.url, { enabled: false }) });
    expect(await test.call(redeliverHooks, { body })).toMatchObject({ count: 1, notes: [{ reason: 'messages_wait_disabled' }] });
  });

  it('delete a webhook while it sends', async () => {
    const receiver = await startReceiver();
    let release: () => void = () => undefined;
    receiver.answer = (_, response) => {
      release = () => void response.end();
    };
    await test.call(createHook, { body: makeHook('going', receiver.url) });
    await test.deploy('a');
    await expect.poll(() => receiver.received.length, patience).toBe(1);
    await test.call(deleteHook, { params: { key: 'going' } });
    release();
    expect(await list()).toEqual([]);
  });
});

describe('order', () => {
  it('is kept for each subject where a webhook asks for it', async () => {
    const receiver = await startReceiver();
    receiver.answer = (request, response) => void response.writeHead(read(request).data.path === 'stuck' ? 400 : 200).end();
    await test.call(createHook, { body: makeHook('row', receiver.url, { keep_order: true }) });
    await test.deploy('stuck', 'stuck', 'free', 'free', 'free');
    await expect.poll(() => receiver.received.length, patience).toBe(4);
    const free = receiver.received.map(read).filter(({ data }) => data.path === 'free');
    expect(free.map(({ packhouse }) => packhouse.sequence)).toEqual(free.map(({ packhouse }) => packhouse.sequence).toSorted((a, b) => a - b));
    receiver.answer = answering(200);
    await makeDue();
    await expect.poll(() => receiver.received.length, patience).toBe(6);
    const stuck = receiver.received.map(read).filter(({ data }) => data.path === 'stuck');
    expect(stuck.map(({ packhouse }) => packhouse.sequence)).toEqual([
      stuck[0].packhouse.sequence,
      stuck[0].packhouse.sequence,
      stuck[0].packhouse.sequence + 1,
    ]);
  });
});
