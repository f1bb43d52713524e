import { createTestDatabase, type TestDatabase } from '@packhouse/testkit/test-database.ts';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import type { RemoteRepository } from '../directory/directory.ts';
import { openLocks } from '../storage/locks.ts';
import { fetchKept, type Kept } from './conditional-fetch.ts';

const log = pino({ level: 'silent' });
const repository = { id: 1, key: 'far', settings: { offline: false } } as RemoteRepository;
const offline = { ...repository, settings: { offline: true } } as RemoteRepository;

let database: TestDatabase;
let contexts: Context[];
beforeAll(async () => {
  database = await createTestDatabase();
  contexts = [1, 2].map(() => ({ log, locks: openLocks(database.url, log), flights: new Map(), peers: {} }) as unknown as Context);
});
afterAll(async () => {
  await Promise.all(contexts.map(({ locks }) => locks.stop()));
  await database.drop();
});

describe('what is kept of an upstream', () => {
  /** All processes know this: good, stored or nothing. */
  let good: string | null | undefined;
  let copy: string | undefined;
  let asked: number;
  let upstream: () => Promise<string | null>;
  beforeEach(() => {
    good = undefined;
    copy = undefined;
    asked = 0;
    upstream = async () => 'fresh';
  });

  const kept = (more: Partial<Kept<string>> = {}): Kept<string> => ({
    kind: 'listing',
    path: 'a/list',
    findGood: async () => good,
    findCopy: async () => copy,
    async fetch() {
      asked++;
      good = await upstream();
      return good;
    },
    ...more,
  });
  const ask = (more: Partial<Kept<string>> = {}, [context, from] = [contexts[0]!, repository]) => fetchKept(context, from, kept(more));

  it('is given out without asking while it is good, also that there is none', async () => {
    good = 'kept';
    expect(await ask()).toBe('kept');
    good = null;
    expect(await ask()).toBeUndefined();
    expect(asked).toBe(0);
  });

  it('is asked for once by all processes', async () => {
    upstream = async () => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      return 'fresh';
    };
    const answers = await Promise.all(contexts.flatMap((context) => [ask({}, [context, repository]), ask({}, [context, repository])]));
    expect([new Set(answers), asked]).toEqual([new Set(['fresh']), 1]);
  });

  it('is asked for by each process that keeps it to itself', async () => {
    const own = { isInMemory: true, findGood: async () => undefined };
    await Promise.all(contexts.map((context) => ask(own, [context, repository])));
    expect(asked).toBe(2);
  });

  it('is good however old it is when the upstream fails', async () => {
    upstream = () => Promise.reject(new Error('the line is dead'));
    await expect(ask()).rejects.toThrow('the line is dead');
    copy = 'old';
    const rested: string[] = [];
    expect(await ask({ afterFailure: (given) => rested.push(given) })).toBe('old');
    expect([rested, asked]).toEqual([['old'], 2]);
  });

  it('is all there is when nobody is to be asked', async () => {
    expect(await ask({}, [contexts[0]!, offline])).toBeUndefined();
    copy = 'old';
    expect(await ask({}, [contexts[0]!, offline])).toBe('old');
    expect(asked).toBe(0);
  });

  it('is gone when the upstream says that it has none', async () => {
    copy = 'old';
    upstream = async () => null;
    expect(await ask()).toBeUndefined();
  });
});
