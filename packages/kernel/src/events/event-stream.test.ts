import { ping, streamEvents } from '@packhouse/contract/shell/system-routes.ts';
import { openEvents } from '@packhouse/testkit/event-stream.ts';
import { startTestPlatform, type TestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Actor, Grant } from '../access/authorisation.ts';

const grant: Grant = {
  permission: 'readers',
  resourceType: 'repository',
  names: ['charts'],
  include: [],
  exclude: ['secret/**'],
  actions: ['read'],
  through: 'user alice',
};

const actors: { alice: Partial<Actor> } = { alice: { grants: [grant] } };

let test: TestPlatform;
let db: Kysely<Record<string, never>>;
beforeAll(async () => {
  test = await startTestPlatform({ jobs: false, actors });
  db = new Kysely({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: test.databaseUrl }) }) });
});
afterAll(async () => {
  await db.destroy();
  await test.stop();
});

const publish = (type: string, data: Record<string, unknown>) =>
  db.transaction().execute((transaction) => test.platform.outbox.publish(transaction, { type, subject: 'x', data }));

const open = (as: string, headers: Record<string, string> = {}, query = '') => openEvents(test, as, { headers, query });

it('UX-007 tells each caller what it may read, and nothing else', async () => {
  const [admin, alice] = await Promise.all([open('admin'), open('alice')]);
  await publish('artifact.deployed', { repository: 'charts', path: 'secret/key' });
  await publish('artifact.deployed', { repository: 'other', path: 'a' });
  await publish('access.user.changed', { user: 'bob' });
  await publish('note', { audience: 'user:alice', text: 'for alice' });
  await publish('artifact.deployed', { repository: 'charts', path: 'open/a' });
  await Promise.all([admin.until(5), alice.until(2)]);
  expect(alice.messages.map(({ data }) => data.data)).toEqual([{ text: 'for alice' }, { repository: 'charts', path: 'open/a' }]);
  expect(admin.messages.map(({ data }) => data.type)).toEqual(['artifact.deployed', 'artifact.deployed', 'access.user.changed', 'note', 'artifact.deployed']);
  admin.close();
  alice.close();
});

it('UX-007 names a package without a path only to administrators; others learn that something changed in the repository', async () => {
  const [admin, alice] = await Promise.all([open('admin'), open('alice')]);
  await publish('package.changed', { repository: 'other', package: 'hidden', by: 'bob' });
  await publish('package.changed', { repository: 'charts', package: 'secret-chart', by: 'bob' });
  await Promise.all([admin.until(2), alice.until(1)]);
  expect(admin.messages[1]!.data.data).toEqual({ repository: 'charts', package: 'secret-chart', by: 'bob' });
  expect(alice.messages.map(({ data }) => data)).toMatchObject([{ type: 'package.changed', subject: 'charts', data: { repository: 'charts' } }]);
  expect(alice.text()).not.toMatch(/secret-chart|hidden|bob/);
  admin.close();
  alice.close();
});

it('UX-007 tells those who look when what they may do has changed, and from then on what they may read now', async () => {
  const [admin, alice] = await Promise.all([open('admin'), open('alice')]);
  actors.alice.grants = [{ ...grant, names: ['other'] }];
  try {
    await publish('access.permission.changed', { subject: 'readers' });
    await alice.until(({ event }) => event === 'rights');
    await publish('artifact.deployed', { repository: 'charts', path: 'open/b' });
    await publish('artifact.deployed', { repository: 'other', path: 'c' });
    await alice.until(2);
    expect(alice.messages.map(({ data }) => data.data?.path)).toEqual([undefined, 'c']);
    expect(admin.messages.some(({ event }) => event === 'rights')).toBe(false);
  } finally {
    actors.alice.grants = [grant];
    admin.close();
    alice.close();
  }
});

it('UX-007 tells of what happens on another node', async () => {
  const other = await startTestPlatform({ jobs: false, actors, joins: test });
  const stream = await openEvents(other, 'alice', { query: '?types=artifact.' });
  await publish('artifact.deployed', { repository: 'charts', path: 'open/far' });
  await stream.until(({ data }) => data.data?.path === 'open/far');
  expect(stream.messages.at(-1)?.data.subject).toBe('x');
  stream.close();
  await other.stop();
});

it('UX-007 goes on where a caller left off', async () => {
  const first = await open('admin', {}, '?types=step.');
  await publish('step.one', {});
  await first.until(1);
  first.close();
  await publish('step.two', {});
  await publish('other', {});
  await publish('step.three', {});
  const second = await open('admin', { 'last-event-id': first.messages[0]!.id! }, '?types=step.');
  await second.until(2);
  expect(second.messages.map(({ data }) => data.type)).toEqual(['step.two', 'step.three']);
  second.close();
});

it('UX-007 says so when what was missed is not kept any more', async () => {
  const stream = await open('admin', { 'last-event-id': '999999999' });
  await stream.until(1);
  expect(stream.messages[0]!.event).toBe('reset');
  stream.close();
});

it('UX-007 is closed to strangers', async () => {
  expect((await fetch(`${test.baseUrl}/ui/api/v1/events`)).status).toBe(401);
  expect(await test.call(ping, {}, { as: 'anonymous' })).toMatchObject({ status: 'ok' });
});

it('lets nobody open streams without end', async () => {
  const streams = await Promise.all(Array.from({ length: 100 }, () => open('alice')));
  const refused = await fetch(`${test.baseUrl}${streamEvents.url}`, { headers: test.headersOf('alice') });
  expect(refused.status).toBe(429);
  await refused.body?.cancel();
  const admin = await open('admin');
  for (const stream of [...streams, admin]) stream.close();
});
