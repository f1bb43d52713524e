import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Context } from '../context.ts';
import { inTurn } from './publish-turns.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

it('two release bundles become visible at once, and others wait for a while', async () => {
  const context = {} as Context;
  const held = () => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const publish = vi.fn(() => promise);
    return { publish, resolve, reject, done: inTurn(context, publish) };
  };
  const [first, second, third, fourth] = [held(), held(), held(), held()];
  await vi.waitFor(() => expect(second.publish).toHaveBeenCalled(), { timeout: 30_000 });
  expect([first, second, third, fourth].map(({ publish }) => publish.mock.calls.length)).toEqual([1, 1, 0, 0]);
  const failed = expect(first.done).rejects.toThrow('no');
  first.reject(new Error('no'));
  await failed;
  await vi.waitFor(() => expect(third.publish).toHaveBeenCalled(), { timeout: 30_000 });
  const refused = expect(fourth.done).rejects.toMatchObject({ code: 'unavailable' });
  await vi.advanceTimersByTimeAsync(60_000);
  await refused;
  for (const one of [second, third]) one.resolve();
  await Promise.all([second.done, third.done]);
  expect(fourth.publish).not.toHaveBeenCalled();
  const [fifth, sixth] = [held(), held()];
  for (const one of [fifth, sixth]) {
    await vi.waitFor(() => expect(one.publish).toHaveBeenCalled(), { timeout: 30_000 });
    one.resolve();
    await one.done;
  }
});
