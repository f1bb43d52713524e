import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PlatformEvent } from '../events/outbox.ts';
import type { Pump } from './pump.ts';
import { platformPumps } from './running-pumps.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A pump over a list of waiting numbers, whose work ends when the test says so. */
function startPump(pump: Partial<Pump<number>> = {}) {
  const handlers = new Set<(event: PlatformEvent) => void>();
  const outbox = {
    subscribe: (handler: (event: PlatformEvent) => void) => {
      handlers.add(handler);
      return () => void handlers.delete(handler);
    },
  };
  const waiting: number[] = [];
  const working = new Map<number, { end: () => void; fail: (error: Error) => void; signal: AbortSignal }>();
  const pumps = platformPumps({ outbox, logger: pino({ level: 'silent' }) });
  pumps.register<number>({
    name: 'test.count',
    width: 2,
    wakes: (type) => type === 'wanted',
    claim: async (free) => waiting.splice(0, free),
    work: (item, signal) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const leave = () => void working.delete(item);
      signal.addEventListener('abort', () => reject(signal.reason as Error));
      working.set(item, { end: resolve, fail: reject, signal });
      return promise.finally(leave);
    },
    ...pump,
  });
  const running = pumps.run();
  const tell = (type: string) => {
    for (const handler of handlers) handler({ type } as PlatformEvent);
  };
  return { waiting, working, running, tell, pumps };
}

const settle = () => vi.advanceTimersByTimeAsync(0);
/** What follows from what follows has happened, too. */
const calm = async () => {
  for (let round = 0; round < 4; round++) await settle();
};

it('claims when an event tells of work, as much as there is room for, and goes on when something ends', async () => {
  const { waiting, working, tell, running } = startPump();
  await settle();
  waiting.push(1, 2, 3);
  tell('other');
  await settle();
  expect([...working.keys()]).toEqual([]);
  tell('wanted');
  await settle();
  expect([...working.keys()]).toEqual([1, 2]);
  working.get(1)!.end();
  await settle();
  expect([...working.keys()]).toEqual([2, 3]);
  for (const { end } of working.values()) end();
  await running.stop();
});

it('claims once for all that ended together', async () => {
  const rooms: number[] = [];
  const waiting: number[] = [];
  const { working, tell, running } = startPump({
    width: 4,
    claim: async (free) => {
      rooms.push(free);
      return waiting.splice(0, free);
    },
  });
  await calm();
  waiting.push(1, 2, 3, 4, 5, 6, 7);
  tell('wanted');
  await calm();
  for (const { end } of [...working.values()].slice(0, 3)) end();
  await calm();
  expect([...working.keys()]).toEqual([4, 5, 6, 7]);
  expect(rooms.filter((room) => room < 4)).toEqual([3]);
  for (const { end } of working.values()) end();
  await running.stop();
});

it('asks for nothing more when work ends that brings none, unless there was more than it had room for', async () => {
  let claims = 0;
  const waiting: number[] = [];
  const { working, tell, running } = startPump({
    endsBringWork: false,
    claim: async (free) => {
      claims++;
      return waiting.splice(0, free);
    },
  });
  await calm();
  waiting.push(1);
  tell('wanted');
  await calm();
  const before = claims;
  working.get(1)!.end();
  await calm();
  expect(claims).toBe(before);
  waiting.push(2, 3, 4);
  tell('wanted');
  await calm();
  working.get(2)!.end();
  await calm();
  expect([...working.keys()]).toEqual([3, 4]);
  for (const { end } of working.values()) end();
  await running.stop();
});

it('finds what became due by itself within a second', async () => {
  const { waiting, working, running } = startPump();
  await settle();
  waiting.push(1);
  await vi.advanceTimersByTimeAsync(1000);
  expect([...working.keys()]).toEqual([1]);
  working.get(1)!.end();
  await running.stop();
});

it('rests while rows cannot be claimed, the longer the more often, and goes on by itself', async () => {
  let isAway = true;
  let asked = 0;
  const { tell, running } = startPump({
    claim: async () => {
      asked++;
      if (isAway) throw new Error('the database is away');
      return [];
    },
  });
  await settle();
  expect(asked).toBe(1);
  tell('wanted');
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked).toBe(2);
  await vi.advanceTimersByTimeAsync(1999);
  expect(asked).toBe(2);
  isAway = false;
  await vi.advanceTimersByTimeAsync(1);
  expect(asked).toBe(3);
  tell('wanted');
  await settle();
  expect(asked).toBe(4);
  await running.stop();
});

it('goes on after work that fails', async () => {
  const { waiting, working, running, tell } = startPump();
  waiting.push(1, 2, 3);
  tell('wanted');
  await settle();
  working.get(1)!.fail(new Error('no luck'));
  await settle();
  expect([...working.keys()]).toEqual([2, 3]);
  for (const { end } of working.values()) end();
  await running.stop();
});

it('claims nothing more when it stops, and cuts off what has not ended within five seconds', async () => {
  const { waiting, working, running, tell } = startPump();
  waiting.push(1, 2, 3);
  tell('wanted');
  await settle();
  const second = working.get(2)!;
  let isStopped = false;
  const stopping = running.stop().then(() => {
    isStopped = true;
  });
  working.get(1)!.end();
  await vi.advanceTimersByTimeAsync(4999);
  expect([isStopped, waiting, second.signal.aborted]).toEqual([false, [3], false]);
  await vi.advanceTimersByTimeAsync(1);
  await stopping;
  expect([second.signal.aborted, waiting]).toEqual([true, [3]]);
});

it('knows each pump by one name', () => {
  const { pumps } = startPump();
  expect(() => pumps.register({ name: 'test.count', width: 1, wakes: () => false, claim: async () => [], work: async () => undefined })).toThrow('two pumps');
});
