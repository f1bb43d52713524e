import { listHookDeliveries, redeliverHooks, sendPastEvents } from '@packhouse/contract/events/hook-delivery-routes.ts';
import { createHook, previewHook, updateHook } from '@packhouse/contract/events/hook-routes.ts';
import { secretMask } from '@packhouse/contract/events/hook-settings.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type EventsTestPlatform, makeHook, patience, startEventsPlatform, startReceiver } from '../events-test-platform.ts';

let test: EventsTestPlatform;
beforeAll(async () => {
  test = await startEventsPlatform();
});
afterAll(() => test.stop());
afterEach(async () => {
  await test.db.deleteFrom('subscription').execute();
});

const url = 'http://localhost:99/nobody';
const subjects = async (webhook: string) => (await test.call(listHookDeliveries, { query: { webhook } })).items.map(({ subject }) => subject);
const filter = (criteria: object) => ({ event_filter: { domain: 'artifact' as const, event_types: ['deployed'], criteria } });
/** Everything before it was taken once its message is there. */
async function settle() {
  await test.call(createHook, { body: makeHook('mark', url) });
  await test.deploy('mark');
  await expect.poll(() => subjects('mark'), patience).toContain('libs/mark');
}

it('HOOK-006 makes one message for each webhook whose criteria choose the place', async () => {
  await test.call(createHook, { body: makeHook('any', url) });
  await test.call(createHook, { body: makeHook('remote', url, filter({ anyRemote: true })) });
  await test.call(createHook, { body: makeHook('chosen', url, filter({ repoKeys: ['libs'], includePatterns: ['org/**'], excludePatterns: ['**/*.md5'] })) });
  await test.call(createHook, { body: makeHook('other', url, filter({ repoKeys: ['others'] })) });
  await test.deploy('org/a.jar', 'org/a.jar.md5', 'com/b.jar');
  await settle();
  expect(await subjects('any')).toEqual(expect.arrayContaining(['libs/org/a.jar', 'libs/org/a.jar.md5', 'libs/com/b.jar']));
  expect(await subjects('chosen')).toEqual(['libs/org/a.jar']);
  expect([await subjects('remote'), await subjects('other')]).toEqual([[], []]);
});

it('tells a webhook of what happened while it was enabled, whenever the events are looked at', async () => {
  await test.deploy('before');
  await test.call(createHook, { body: makeHook('window', url) });
  await test.deploy('while');
  await test.call(updateHook, { params: { key: 'window' }, body: makeHook('window', url, { enabled: false }) });
  await test.deploy('after');
  await settle();
  expect(await subjects('window')).toEqual(['libs/while']);
});

/** Commits that files were deployed only when it is told to. */
async function deployLate(...paths: readonly string[]): Promise<() => Promise<void>> {
  const [written, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const done = test.db.transaction().execute(async (tx) => {
    await test.publish(tx, ...paths);
    written.resolve();
    await released.promise;
  });
  await Promise.race([written.promise, done]);
  return () => {
    released.resolve();
    return done;
  };
}

const setEnabled = (key: string, enabled: boolean) => test.call(updateHook, { params: { key }, body: makeHook(key, url, { enabled }) });

it('tells of what was written before a webhook was enabled and committed after it, and of nothing that was committed before', async () => {
  await test.deploy('before');
  const commit = await deployLate('late');
  await test.call(createHook, { body: makeHook('window', url) });
  await settle();
  expect(await subjects('window')).toEqual(['libs/mark']);
  await commit();
  await expect.poll(() => subjects('window'), patience).toEqual(['libs/late', 'libs/mark']);
});

it('does not tell of what was written before a webhook was disabled and committed after it', async () => {
  await test.call(createHook, { body: makeHook('window', url) });
  const commit = await deployLate('late');
  await test.deploy('while');
  await setEnabled('window', false);
  await commit();
  await settle();
  expect(await subjects('window')).toEqual(['libs/while']);
});

it('tells of every span in which a webhook was enabled, however often it was switched before anybody looked at the events', async () => {
  await test.call(createHook, { body: makeHook('window', url) });
  await settle();
  const follower = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const holding = test.db.transaction().execute(async (tx) => {
    await sql`select from kernel.follower where name = 'events.fan-out' for update`.execute(tx);
    held.resolve();
    await follower.promise;
  });
  await held.promise;
  await test.deploy('first');
  await setEnabled('window', false);
  await test.deploy('between');
  await setEnabled('window', true);
  await test.deploy('second');
  follower.resolve();
  await holding;
  await expect.poll(() => subjects('window'), patience).toEqual(['libs/second', 'libs/first', 'libs/mark']);
});

it('follows changes of a webhook at once', async () => {
  await test.call(createHook, { body: makeHook('changing', url, filter({ repoKeys: ['others'] })) });
  await test.deploy('one');
  await settle();
  await test.call(updateHook, { params: { key: 'changing' }, body: makeHook('changing', url) });
  await test.deploy('two');
  await expect.poll(() => subjects('changing'), patience).toEqual(['libs/two']);
});

it('sends past events to a new webhook once, and says how many', async () => {
  await test.deploy('past-1', 'past-2');
  await settle();
  const only = filter({ anyLocal: true, includePatterns: ['past-*'] });
  await test.call(createHook, { body: makeHook('late', url, only) });
  const since = { params: { key: 'late' }, body: { since: new Date(Date.now() - 3_600_000).toISOString() } };
  expect(await test.call(sendPastEvents, since)).toEqual({ count: 2, notes: [] });
  expect(await test.call(sendPastEvents, since)).toMatchObject({ count: 0, notes: [{ reason: 'nothing_untold' }] });
  expect((await subjects('late')).toSorted()).toEqual(['libs/past-1', 'libs/past-2']);
});

it('says what a filter would have matched', async () => {
  await test.deploy('preview/1', 'preview/2', 'elsewhere');
  const preview = await test.call(previewHook, { body: filter({ anyLocal: true, includePatterns: ['preview/**'] }) });
  expect(preview).toMatchObject({
    count: 2,
    isMore: false,
    items: [{ subject: 'libs/preview/2' }, { subject: 'libs/preview/1', data: { path: 'preview/1' } }],
  });
  expect(JSON.parse(preview.body!)).toMatchObject({
    domain: 'artifact',
    event_type: 'deployed',
    data: { repo_key: 'libs', path: 'preview/2', size: 12 },
    jpd_origin: test.baseUrl,
    source: 'ann',
  });
});

it('shows the newest of them as a body of one’s own would tell it, and no secret', async () => {
  await test.deploy('own/1');
  const ask = (payload: string) => test.call(previewHook, { body: { ...filter({ anyLocal: true, includePatterns: ['own/**'] }), key: 'mine', payload } });
  const { body } = await ask('{"text": "{{ .data.path }} for {{ .subscription_key }}", "token": "{{ .secrets.TOKEN }}"}');
  expect(JSON.parse(body!)).toEqual({ text: 'own/1 for mine', token: secretMask });
  await expect(ask('{{ nonsense')).rejects.toMatchObject({ status: 400 });
});

it('a body that cannot be made is a dead message that says why, and holds up nothing', async () => {
  const receiver = await startReceiver();
  const handler = { handler_type: 'custom-webhook' as const, url: receiver.url, payload: '{{ .secrets.MISSING }}' };
  const secrets = [{ name: 'MISSING', value: 'top-secret' }];
  await test.call(createHook, { body: { ...makeHook('hollow', receiver.url), handlers: [{ ...handler, secrets }] } });
  // Kept before templates were held against the secrets.
  await test.db.updateTable('subscription').set({ sealed: null }).where('key', '=', 'hollow').execute();
  await test.call(createHook, { body: makeHook('sound', receiver.url) });
  await test.deploy('a');
  await expect.poll(() => receiver.received.length, patience).toBe(1);
  const { items } = await test.call(listHookDeliveries, { query: { webhook: 'hollow' } });
  expect(items).toMatchObject([{ state: 'dead', attempts: 0, hollow: true, reason: { reason: 'template_secret_missing' } }]);
});

it('what could not be told is told by past events once the template is right, and nothing else says that it could be sent again', async () => {
  const receiver = await startReceiver();
  const handler = { handler_type: 'custom-webhook' as const, url: receiver.url, payload: '{"of": "{{ .data.path }}", "key": "{{ .secrets.KEY }}"}' };
  const body = { ...makeHook('mended', receiver.url), handlers: [{ ...handler, secrets: [{ name: 'KEY', value: 'sesame-sesame' }] }] };
  await test.call(createHook, { body });
  await test.db.updateTable('subscription').set({ sealed: null, revision: sql`nextval('subscription_revision')` }).where('key', '=', 'mended').execute();
  await test.deploy('lost/1', 'lost/2');
  const read = async () => (await test.call(listHookDeliveries, { query: { webhook: 'mended', subject: 'libs/lost' } })).items;
  await expect.poll(async () => (await read()).map(({ hollow }) => hollow), patience).toEqual([true, true]);
  const again = await test.call(redeliverHooks, { body: { ids: (await read()).map(({ id }) => id) } });
  expect(again).toMatchObject({ count: 0, notes: [{ reason: 'messages_hollow', values: { count: 2 } }] });
  const since = new Date(Date.now() - 3_600_000).toISOString();
  expect(await test.call(redeliverHooks, { body: { webhook: 'mended', deadSince: since } })).toMatchObject({
    count: 0,
    notes: [{ reason: 'messages_hollow' }],
  });
  const past = { params: { key: 'mended' }, body: { since } };
  const stillBad = await test.call(sendPastEvents, past);
  expect(stillBad).toMatchObject({ count: 0, notes: [{ reason: 'events_untellable', values: { why: { reason: 'template_secret_missing' } } }] });
  await test.call(updateHook, { params: { key: 'mended' }, body });
  expect((await test.call(sendPastEvents, past)).notes).toEqual([]);
  const told = () => receiver.received.map((one) => JSON.parse(one.body)).filter(({ of }) => of.startsWith('lost/'));
  await expect.poll(() => told().length, patience).toBe(2);
  expect(told()[0]).toMatchObject({ key: 'sesame-sesame' });
  await expect.poll(async () => (await read()).map(({ state }) => state), patience).toEqual(['delivered', 'delivered']);
  expect(JSON.stringify(await read())).not.toContain('template_secret_missing');
  expect((await test.call(sendPastEvents, past)).count).toBe(0);
});
