import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { SubscriptionInput } from '@packhouse/contract/events/hook-settings.ts';
import type { AnyTransaction } from '@packhouse/kernel/database/database.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { startTestPlatform, type TestPlatform, type TestPlatformOptions } from '@packhouse/testkit/start-test-platform.ts';
import type { Kysely, Transaction } from 'kysely';
import { onTestFinished } from 'vitest';
import type { z } from 'zod';
import type { Patience } from './context.ts';
import type { EventsSchema } from './schema.ts';
import { makeEventsService } from './service.ts';

/** Jobs, followers and pumps do their work beside what a test does. */
export const patience = { timeout: 20_000, interval: 50 };

export interface Received {
  path: string;
  method: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A server that webhooks are sent to. */
export interface Receiver {
  url: string;
  received: Received[];
  /** What it does with the next requests; it answers 200 unless said. */
  answer: (request: Received, response: ServerResponse, raw: IncomingMessage) => void;
  stop(): Promise<void>;
}

/** Starts a receiver on this port, or a free one, until the test has ended. */
export async function startReceiver(port = 0): Promise<Receiver> {
  const receiver: Receiver = {
    url: '',
    received: [],
    answer: (_, response) => void response.end('ok'),
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  const receive = async (raw: IncomingMessage, response: ServerResponse) => {
    response.on('error', () => undefined);
    const body = (await buffer(raw)).toString();
    const request = { path: raw.url ?? '', method: raw.method ?? '', headers: raw.headers, body };
    receiver.received.push(request);
    receiver.answer(request, response, raw);
  };
  // A request that breaks off was not received.
  const server = createServer((raw, response) => void receive(raw, response).catch(() => undefined));
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  receiver.url = `http://localhost:${(server.address() as { port: number }).port}`;
  onTestFinished(() => receiver.stop());
  return receiver;
}

/** A receiver that answers with this status. */
export const answering =
  (status: number, headers: Record<string, string> = {}): Receiver['answer'] =>
  (_, response) =>
    void response.writeHead(status, headers).end(`status ${status}`);

export interface EventsTestPlatform extends TestPlatform {
  db: Kysely<EventsSchema>;
  /** Receivers have so long for their answers; a test that waits for the end of it makes it short. */
  patience: Patience;
  /** Commits that files were deployed, as the repositories service does. */
  deploy(...paths: readonly string[]): Promise<void>;
  /** Writes the same in a transaction of the test. */
  publish(tx: Transaction<EventsSchema>, ...paths: readonly string[]): Promise<void>;
}

/** A platform with webhooks alone. */
export async function startEventsPlatform(options: TestPlatformOptions = {}): Promise<EventsTestPlatform> {
  const given = { head: 15_000, all: 30_000 };
  const test = await startTestPlatform({ services: [makeEventsService(given)], actors: { ann: {} }, ...options });
  const db = openDatabase<EventsSchema>(test.databaseUrl, 'events', { connections: 2 });
  const publish: EventsTestPlatform['publish'] = (tx, ...paths) => test.platform.outbox.publish(tx as unknown as AnyTransaction, ...paths.map(toEvent));
  return {
    ...test,
    db,
    patience: given,
    publish,
    async deploy(...paths) {
      await db.transaction().execute((tx) => publish(tx, ...paths));
    },
    async stop() {
      await db.destroy();
      await test.stop();
    },
  };
}

const toEvent = (path: string) => ({
  type: 'artifact.deployed',
  subject: `libs/${path}`,
  data: { repository: 'libs', class: 'local', format: 'generic', path, sha256: 'a'.repeat(64), size: 12, by: 'ann' },
});

type Input = z.input<typeof SubscriptionInput>;
type PlainHandler = Extract<Input['handlers'][number], { handler_type: 'webhook' }>;

/** Settings of a webhook that is told of all that is deployed to local repositories. */
export function makeHook(key: string, url: string, { handler = {}, ...settings }: Partial<Input> & { handler?: Partial<PlainHandler> } = {}): Input {
  return {
    key,
    event_filter: { domain: 'artifact', event_types: ['deployed'], criteria: { anyLocal: true } },
    handlers: [{ handler_type: 'webhook', url, ...handler }],
    ...settings,
  };
}
