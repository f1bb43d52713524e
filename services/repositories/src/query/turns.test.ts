import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { bodyWhileRead } from './body-while-read.ts';
import { limitAtOnce } from './turns.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

describe('turns', () => {
  const limits = { atOnce: 3, each: 2, patience: 30_000 };

  it('leaves some to others than who has as many as one may have', async () => {
    const turns = limitAtOnce(limits);
    const [first] = await Promise.all([turns.take('one'), turns.take('one')]);
    const order: string[] = [];
    const waiting = turns.take('one').then(() => order.push('one'));
    await turns.take('other').then(() => order.push('other'));
    expect(order).toEqual(['other']);
    first();
    first();
    await waiting;
    expect(order).toEqual(['other', 'one']);
  });

  it('refuses who has waited too long, and forgets them', async () => {
    const turns = limitAtOnce(limits);
    const taken = await Promise.all([turns.take('one'), turns.take('two'), turns.take('three')]);
    const refused = expect(turns.take('four')).rejects.toMatchObject({ code: 'too_many_requests', detail: { retryAfter: 30 } });
    await vi.advanceTimersByTimeAsync(30_000);
    await refused;
    for (const release of taken) release();
    await Promise.all([turns.take('five'), turns.take('six'), turns.take('seven')]);
  });
});

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
