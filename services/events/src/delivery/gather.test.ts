import { expect, it } from 'vitest';
import { gather } from './gather.ts';

it('does one that comes alone at once, and together what came meanwhile', async () => {
  const done: (readonly number[])[] = [];
  let release: () => void = () => undefined;
  const add = gather<number>(3, async (items) => {
    done.push(items);
    if (done.length === 1) await new Promise<void>((resolve) => (release = resolve));
  });
  const all = [1, 2, 3, 4, 5].map(add);
  expect(done).toEqual([[1]]);
  release();
  await Promise.all(all);
  expect(done).toEqual([[1], [2, 3, 4], [5]]);
});

it('does each by itself where together fails, and tells only the one that failed', async () => {
  const done: (readonly string[])[] = [];
  const add = gather<string>(10, async (items) => {
    await Promise.resolve();
    if (items.includes('bad')) throw new Error('bad');
    done.push(items);
  });
  const told = await Promise.allSettled(['first', 'good', 'bad', 'fine'].map(add));
  expect(told.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  expect(done).toEqual([['first'], ['good'], ['fine']]);
  await add('later');
  expect(done.at(-1)).toEqual(['later']);
});
