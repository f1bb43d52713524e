import { setTimeout } from 'node:timers/promises';
import type { Call } from '@packhouse/contract/client.ts';
import { pauseHook, resumeHook } from '@packhouse/contract/events/hook-delivery-routes.ts';
import { type FamilyShares, familyProcessorTime, familyShares } from '../../../tools/serve/process-family.ts';
import type { PackhouseProcess } from '../../../tools/serve/start-packhouse.ts';
import { spellMebibytes } from '../load/write-table.ts';
import type { BenchReceiver } from './bench-receiver.ts';
import { readSlowStatements, type SlowStatements } from './slow-statements.ts';
import type { WebhooksData } from './webhooks-data.ts';

interface Draining {
  server: PackhouseProcess;
  call: Call;
  data: WebhooksData;
  receiver: BenchReceiver;
  waiting: number;
  say: (text: string) => void;
  makeWebhook(key: string): Promise<void>;
}

export interface Drained {
  /** Messages a second, milliseconds of processor time for each, and seconds for all. */
  rate: number;
  cost: number;
  seconds: number;
  /** Bytes when it began, at most of each, at the end, and a minute later. */
  memory: [FamilyShares, FamilyShares, FamilyShares, FamilyShares];
  slow: SlowStatements;
}

const keys = Array.from({ length: 8 }, (_, at) => `drain-${at}`);
/** Milliseconds between two looks at the memory, which costs what it measures a little. */
const spacing = 2000;
const telling = 15_000;
/** After so long a platform that has nothing more to do has given back what the work took. */
const calm = 60_000;

const findMost = (one: FamilyShares, other: FamilyShares): FamilyShares => ({
  platform: Math.max(one.platform, other.platform),
  database: Math.max(one.database, other.database),
  buffers: Math.max(one.buffers, other.buffers),
});

/** Waits until all messages have arrived; answers how much memory was taken at most meanwhile. */
async function watch({ server, receiver, say }: Draining, total: number): Promise<FamilyShares> {
  let most = familyShares(server.pid);
  let toldAt = performance.now();
  while (receiver.count() < total) {
    const memory = familyShares(server.pid);
    most = findMost(most, memory);
    if (performance.now() - toldAt >= telling) {
      toldAt = performance.now();
      const { platform, database, buffers } = memory;
      say(`${receiver.count()} of ${total} have arrived; ${[platform, database, buffers].map(spellMebibytes).join(', ')}`);
    }
    await setTimeout(spacing);
  }
  return most;
}

/** Sends what waits for eight webhooks. */
export async function measureDrain(draining: Draining): Promise<Drained> {
  const { server, call, data, receiver, waiting, say, makeWebhook } = draining;
  for (const key of keys) {
    await makeWebhook(key);
    await call(pauseHook, { params: { key } });
  }
  await data.fillMessages(keys, waiting);
  const total = await data.countMessages();
  say(`${total} messages wait`);
  await data.logSlowStatements(20);
  const [before, memoryBefore] = [familyProcessorTime(server.pid), familyShares(server.pid)];
  const began = performance.now();
  for (const key of keys) await call(resumeHook, { params: { key } });
  const most = await watch(draining, total);
  while ((await data.countMessages(`state <> 'delivered'`)) > 0) await setTimeout(200);
  const seconds = (performance.now() - began) / 1000;
  const cost = (familyProcessorTime(server.pid) - before) / total;
  await data.logSlowStatements(-1);
  const memoryAfter = familyShares(server.pid);
  const slow = await readSlowStatements(server.home);
  for (const { text, count, longest } of slow.kinds) say(`${count} times slow, ${longest.toFixed(0)} ms at most: ${text}`);
  await setTimeout(calm);
  const memoryCalm = familyShares(server.pid);
  await data.forget();
  if (receiver.count() !== total) throw new Error(`${receiver.count()} messages arrived, not ${total}`);
  return { rate: total / seconds, cost, seconds, memory: [memoryBefore, findMost(memoryBefore, findMost(most, memoryAfter)), memoryAfter, memoryCalm], slow };
}
