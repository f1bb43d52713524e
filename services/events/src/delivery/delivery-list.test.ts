import { listHookDeliveries } from '@packhouse/contract/events/hook-delivery-routes.ts';
import { createHook } from '@packhouse/contract/events/hook-routes.ts';
import type { AnyTransaction } from '@packhouse/kernel/database/database.ts';
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

type Asked = NonNullable<Parameters<typeof test.call<typeof listHookDeliveries>>[1]['query']>;

/** Everything that fits, page by page. */
async function listAll(query: Asked): Promise<string[]> {
  const found: string[] = [];
  for (let after: string | undefined; ; ) {
    const { items, next } = await test.call(listHookDeliveries, { query: { ...query, limit: 2, ...(after === undefined ? {} : { after }) } });
    found.push(...items.map(({ webhook, domain, eventType, subject }) => `${webhook} ${domain} ${eventType} ${subject}`));
    if (next === null) return found;
    after = next;
  }
}

const everything = { event_types: ['deployed', 'moved'], criteria: { anyLocal: true } };
const move = { type: 'files.moved', subject: 'libs', data: { repository: 'libs', class: 'local', target: 'stable', files: [{ from: 'org/a', to: 'com/b' }] } };

it('finds what all webhooks sent by domain, event and webhook, page by page and the newest first', async () => {
  const receiver = await startReceiver();
  await test.call(createHook, { body: makeHook('files', receiver.url, { event_filter: { domain: 'artifact', ...everything } }) });
  await test.call(createHook, { body: makeHook('others', receiver.url) });
  await test.call(createHook, { body: makeHook('users', receiver.url, { event_filter: { domain: 'user', event_types: ['locked'] } }) });
  for (const path of ['1', '2', '3']) {
    await test.deploy(path);
    await test.db.transaction().execute((tx) => test.platform.outbox.publish(tx as unknown as AnyTransaction, move));
  }
  await expect.poll(async () => (await listAll({})).length, patience).toBe(9);
  const all = await listAll({ domain: 'artifact' });
  expect(all).toEqual(await listAll({}));
  expect(await listAll({ domain: 'artifact', eventType: 'moved' })).toEqual(Array(3).fill('files artifact moved libs/org/a'));
  expect(await listAll({ domain: 'artifact', webhook: 'others' })).toEqual(['3', '2', '1'].map((path) => `others artifact deployed libs/${path}`));
  expect(await listAll({ domain: 'artifact', eventType: 'deployed', webhook: 'users' })).toEqual([]);
  expect(await listAll({ domain: 'user' })).toEqual([]);
});

it('finds who was told of something that was moved by the place it came from and by the one it went to', async () => {
  const receiver = await startReceiver();
  await test.call(createHook, { body: makeHook('files', receiver.url, { event_filter: { domain: 'artifact', ...everything } }) });
  await test.db.transaction().execute((tx) => test.platform.outbox.publish(tx as unknown as AnyTransaction, move));
  const find = (subject: string) => test.call(listHookDeliveries, { query: { subject } });
  await expect
    .poll(async () => (await find('libs/org')).items, patience)
    .toMatchObject([{ subject: 'libs/org/a', otherSubject: 'stable/com/b', state: 'delivered' }]);
  expect((await find('stable/com/b')).items).toEqual((await find('libs/org/a')).items);
  expect((await find('stable/org')).items).toEqual([]);
});

it('walks along an index to a rare event among many others', async () => {
  await test.call(createHook, { body: makeHook('many', 'http://localhost:99/', { enabled: false }) });
  await sql`
    insert into message (public_id, subscription, event_id, part, happened_at, subject, domain, event_type, body, state)
    select 'many-' || n, 'many', n, 0, now(), 'libs/' || n, 'artifact', case n when 1 then 'moved' else 'deployed' end, '{}', 'delivered' from generate_series(1, 20000) as n`.execute(
    test.db,
  );
  await sql`analyze message`.execute(test.db);
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain select id from message where domain = 'artifact' and event_type = 'moved' order by id desc limit 51`.execute(test.db);
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('message_event');
  expect((await test.call(listHookDeliveries, { query: { domain: 'artifact', eventType: 'moved' } })).items).toMatchObject([{ id: 'many-1' }]);
});
