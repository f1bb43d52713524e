import { setTimeout } from 'node:timers/promises';
import type { Call } from '@packhouse/contract/client.ts';
import { pauseHook, resumeHook } from '@packhouse/contract/events/hook-delivery-routes.ts';
import { familyMemory, familyProcessorTime } from '../../../tools/serve/process-family.ts';
import type { PackhouseProcess } from '../../../tools/serve/start-packhouse.ts';
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
  /** Bytes when it began, at most, at the end, and a minute later. */
  memory: [number, number, number, number];
  slow: SlowStatements;
}

const keys = Array.from({ length: 8 }, (_, at) => `drain-${at}`);
/** Milliseconds between two looks at the memory, which costs what it measures a little. */
const spacing = 2000;
const telling = 15_000;
/** After so long a platform that has nothing more to do has given back what the work took. */
const calm = 60_000;

/** Waits until all messages have arrived; answers how much memory was taken at most meanwhile. */
async function watch({ server, receiver, say }: Draining, total: number): Promise<number> {
  let most = 0;
  let toldAt = performance.now();
  while (receiver.count() < total) {
    const memory = familyMemory(server.pid);
    most = Math.max(most, memory);
    if (performance.now() - toldAt >= telling) {
      toldAt = performance.now();
      say(`${receiver.count()} of ${total} have arrived; ${(memory / 1024 ** 2).toFixed(0)} MB`);
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
  const [before, memoryBefore] = [familyProcessorTime(server.pid), familyMemory(server.pid)];
  const began = performance.now();
  for (const key of keys) await call(resumeHook, { params: { key } });
  const most = await watch(draining, total);
  while ((await data.countMessages(`state <> 'delivered'`)) > 0) await setTimeout(200);
  const seconds = (performance.now() - began) / 1000;
  const cost = (familyProcessorTime(server.pid) - before) / total;
  await data.logSlowStatements(-1);
  const memoryAfter = familyMemory(server.pid);
  const slow = await readSlowStatements(server.home);
  for (const { text, count, longest } of slow.kinds) say(`${count} times slow, ${longest.toFixed(0)} ms at most: ${text}`);
  await setTimeout(calm);
  const memoryCalm = familyMemory(server.pid);
  await data.forget();
  if (receiver.count() !== total) throw new Error(`${receiver.count()} messages arrived, not ${total}`);
  return { rate: total / seconds, cost, seconds, memory: [memoryBefore, Math.max(memoryBefore, most, memoryAfter), memoryAfter, memoryCalm], slow };
}
