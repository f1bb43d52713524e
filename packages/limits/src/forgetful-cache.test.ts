import { expect, it } from 'vitest';
import { ForgetfulCache } from './forgetful-cache.ts';

it('forgets what nobody asks for, without being asked', async () => {
  const cache = new ForgetfulCache<string, Buffer>({ maxSize: 1000, sizeCalculation: ({ length }) => length, forgetAfter: 200 });
  cache.set('a', Buffer.alloc(100));
  cache.set('b', Buffer.alloc(100));
  expect(cache.get('a')).toHaveLength(100);
  await expect.poll(() => cache.calculatedSize, { timeout: 10_000 }).toBe(0);
});

it('keeps no more than it may', () => {
  const cache = new ForgetfulCache<string, Buffer>({ maxSize: 250, sizeCalculation: ({ length }) => length });
  for (const name of ['a', 'b', 'c']) cache.set(name, Buffer.alloc(100));
  expect([cache.get('a'), cache.get('c')?.length]).toEqual([undefined, 100]);
});
