import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { BlockedSet } from './blocked-set.ts';

const sum = (text: string | number) => createHash('sha256').update(String(text)).digest('hex');

it('what is blocked while it is filled is blocked afterwards, however much that is', async () => {
  const blocked = new BlockedSet();
  const { promise, resolve } = Promise.withResolvers<readonly string[]>();
  const filled = blocked.fill(() => promise);
  const added = Array.from({ length: 5000 }, (_, at) => sum(at));
  for (const one of added) blocked.add(one);
  resolve([sum('kept')]);
  await filled;
  expect([sum('kept'), ...added].filter((one) => !blocked.has(one))).toEqual([]);
  expect(blocked.has(sum('another'))).toBe(false);
});
