import { ping } from '@packhouse/contract/system-routes.ts';
import { startTestPlatform, type TestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Grant } from './authorisation.ts';

const grant: Grant = {
  permission: 'readers',
  resourceType: 'repository',
  names: ['charts'],
  include: [],
  exclude: ['secret/**'],
  actions: ['read'],
  through: 'user alice',
};

let test: TestPlatform;
let db: Kysely<Record<string, never>>;
beforeAll(async () => {
  test = await startTestPlatform({ jobs: false, actors: { alice: { grants: [grant] } } });
  db = new Kysely({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: test.databaseUrl }) }) });
});
afterAll(async () => {
  await db.destroy();
  await test.stop();
});

const publish = (type: string, data: Record<string, unknown>) =>
  db.transaction().execute((transaction) => test.platform.outbox.publish(transaction, { type, subject: 'x', data }));

interface Stream {
  messages: { event?: string; id?: string; data: { type?: string; data?: Record<string, unknown> } }[];
  until(count: number): Promise<void>;
  close(): void;
}

async function open(as: string, headers: Record<string, string> = {}, query = ''): Promise<Stream> {
  const controller = new AbortController();
  const answer = await fetch(`${test.baseUrl}/ui/api/v1/events${query}`, { headers: { ...test.headersOf(as), ...headers }, signal: controller.signal });
  expect(answer.headers.get('content-type')).toBe('text/event-stream');
  const messages: Stream['messages'] = [];
  void (async () => {
    let rest = '';
    for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream())) {
      const blocks = (rest + chunk).split('\n\n');
      rest = blocks.pop()!;
      for (const block of blocks) {
        const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s)));
        if (fields.data) messages.push({ ...fields, data: JSON.parse(fields.data) });
      }
    }
  })().catch(() => undefined);
  return {
    messages,
    async until(count) {
      await expect.poll(() => messages.length, { timeout: 5000 }).toBeGreaterThanOrEqual(count);
    },
    close: () => controller.abort(),
  };
}

it('tells each caller what it may read, and nothing else', async () => {
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

it('goes on where a caller left off', async () => {
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

it('says so when what was missed is not kept any more', async () => {
  const stream = await open('admin', { 'last-event-id': '999999999' });
  await stream.until(1);
  expect(stream.messages[0]!.event).toBe('reset');
  stream.close();
});

it('is closed to strangers', async () => {
  expect((await fetch(`${test.baseUrl}/ui/api/v1/events`)).status).toBe(401);
  expect(await test.call(ping, {}, { as: 'anonymous' })).toMatchObject({ status: 'ok' });
});
