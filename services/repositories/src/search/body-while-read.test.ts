import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { bodyWhileRead } from './body-while-read.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

describe('an answer that nobody reads on', () => {
  async function* endless(ended: () => void) {
    try {
      for (;;) yield 'x'.repeat(100_000);
    } finally {
      ended();
    }
  }

  it('ends, with what it is made from', async () => {
    const ended = vi.fn();
    const body = bodyWhileRead(endless(ended), 60_000);
    await once(body, 'readable');
    for (let minute = 0; minute < 3; minute++) {
      await vi.advanceTimersByTimeAsync(50_000);
      expect(body.read()).not.toBeNull();
      await once(body, 'readable');
    }
    expect(ended).not.toHaveBeenCalled();
    const failed = once(body, 'error');
    await vi.advanceTimersByTimeAsync(60_000);
    expect((await failed)[0]).toMatchObject({ code: 'unavailable' });
    await setImmediate();
    expect(ended).toHaveBeenCalledOnce();
  });
});
