import { createTestDatabase, type TestDatabase } from '@packhouse/testkit/test-database.ts';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { openLocks } from './locks.ts';
import { inOneFlight, onceForAll } from './single-flight.ts';

type Process = Pick<Context, 'locks' | 'flights'>;

let database: TestDatabase;
let processes: Process[];

beforeAll(async () => {
  database = await createTestDatabase();
  processes = [1, 2].map(() => ({ locks: openLocks(database.url, pino({ level: 'silent' })), flights: new Map() }));
});
afterAll(async () => {
  await Promise.all(processes.map(({ locks }) => locks.stop()));
  await database.drop();
});

describe('work that is done once', () => {
  it('is done by one process for all who ask, and again for who asks later', async () => {
    let runs = 0;
    let result: string | undefined;
    const ask = (process: Process) =>
      onceForAll(
        process,
        'work',
        async () => result,
        async () => {
          runs++;
          await new Promise((resolve) => setTimeout(resolve, 50));
          result = `run ${runs}`;
          return result;
        },
      );
    expect(new Set(await Promise.all([...processes, ...processes].map(ask)))).toEqual(new Set(['run 1']));
    result = undefined;
    expect(await ask(processes[1]!)).toBe('run 2');
  });

  it('leaves nothing locked when it fails', async () => {
    const [here, there] = processes as [Process, Process];
    const nothing = async () => undefined;
    const fails = (process: Process) =>
      onceForAll(process, 'broken', nothing, async () => {
        throw new Error('it broke');
      });
    await expect(fails(here)).rejects.toThrow('it broke');
    await expect(fails(there)).rejects.toThrow('it broke');
    expect(await onceForAll(here, 'broken', nothing, async () => 'mended')).toBe('mended');
  });

  it('shares a failure too, unless it is about one of those who asked alone', async () => {
    const [here] = processes as [Process];
    let runs = 0;
    const ask = (isForOne: boolean) =>
      inOneFlight(
        here,
        'flight',
        async () => {
          if (++runs === 1) throw new Error('it broke');
          return runs;
        },
        () => isForOne,
      );
    const shared = [ask(false), ask(false)].map((one) => expect(one).rejects.toThrow('it broke'));
    await Promise.all(shared);
    expect(runs).toBe(1);
    runs = 0;
    const [first, ...others] = [ask(true), ask(true), ask(true)];
    await expect(first).rejects.toThrow('it broke');
    expect(await Promise.all(others)).toEqual([2, 3]);
  });
});
