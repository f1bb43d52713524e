import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Call } from '@packhouse/contract/client.ts';
import { listHookDeliveries } from '@packhouse/contract/events/hook-delivery-routes.ts';
import { createHook } from '@packhouse/contract/events/hook-routes.ts';
import { expect } from '@playwright/test';

/** A webhook whose receiver takes what is deployed below `notes`, and refuses what is deleted; `work` deploys and deletes. */
export async function fillWebhook(call: Call, key: string, work: () => Promise<void>): Promise<void> {
  const receiver = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { event_type: type } = JSON.parse(Buffer.concat(parts).toString()) as { event_type: string };
      response.writeHead(type === 'deployed' ? 202 : 404).end(type === 'deployed' ? 'queued' : 'no such job');
    });
  }).listen(0);
  await new Promise((resolve) => receiver.once('listening', resolve));
  const { port } = receiver.address() as AddressInfo;
  const filter = { domain: 'artifact' as const, event_types: ['deployed', 'deleted'], criteria: { anyLocal: true, includePatterns: ['notes/**'] } };
  const handler = { handler_type: 'webhook' as const, url: `http://localhost:${port}/builds`, secret: 'unused', use_secret_for_signing: true };
  await call(createHook, { body: { key, description: 'Starts the builds of the storefront', event_filter: filter, handlers: [handler] } });
  await work();
  const getAnswers = async () => {
    const { items } = await call(listHookDeliveries, { query: { webhook: key } });
    return items.flatMap(({ attempts, status }) => (attempts > 0 ? [status] : []));
  };
  await expect.poll(getAnswers, { timeout: 30_000 }).toEqual(expect.arrayContaining([202, 404]));
  receiver.closeAllConnections();
  receiver.close();
}
