import { describe, expect, it } from 'vitest';
import { batched } from './batch.ts';

/** Loads that answer when they are told to. */
function heldLoads() {
  const calls: { keys: readonly string[]; answer: () => void; fail: (reason: Error) => void }[] = [];
  const load = (keys: readonly string[]) =>
    new Promise<Map<string, string>>((resolve, reject) => {
      calls.push({ keys, answer: () => resolve(new Map(keys.filter((key) => key !== 'none').map((key) => [key, `value of ${key}`]))), fail: reject });
    });
  return { calls, load };
}

const aTurn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

describe('batched lookups', () => {
  it('asks once for all of one moment, and once for what is asked twice', async () => {
    const { calls, load } = heldLoads();
    const find = batched(load, (key: string) => key);
    const asked = Promise.all([find('a'), find('b'), find('a'), find('none')]);
    await aTurn();
    expect(calls.map(({ keys }) => keys)).toEqual([['a', 'b', 'none']]);
    calls[0]!.answer();
    expect(await asked).toEqual(['value of a', 'value of b', 'value of a', undefined]);
  });

  it('never joins a query that was sent, and gathers what comes while four are under way', async () => {
    const { calls, load } = heldLoads();
    const find = batched(load, (key: string) => key);
    const all: Promise<unknown>[] = [];
    for (const key of ['a', 'a', 'c', 'd', 'e', 'f']) {
      all.push(find(key));
      await aTurn();
    }
    expect(calls.map(({ keys }) => keys)).toEqual([['a'], ['a'], ['c'], ['d']]);
    calls[0]!.answer();
    await aTurn();
    expect(calls.at(-1)!.keys).toEqual(['e', 'f']);
    for (const call of calls) call.answer();
    await Promise.all(all);
  });

  it('cuts what is too much for one query, and fails those alone whose query fails', async () => {
    const { calls, load } = heldLoads();
    const find = batched(load, (key: string) => key, 2);
    const asked = ['a', 'b', 'c'].map(find);
    const failed = Promise.all([expect(asked[0]).rejects.toThrow('the line is dead'), expect(asked[1]).rejects.toThrow('the line is dead')]);
    await aTurn();
    expect(calls.map(({ keys }) => keys)).toEqual([['a', 'b'], ['c']]);
    calls[0]!.fail(new Error('the line is dead'));
    calls[1]!.answer();
    await failed;
    expect(await asked[2]).toBe('value of c');
  });
});
