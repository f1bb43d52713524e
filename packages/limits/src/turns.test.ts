import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { limitAtOnce } from './turns.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

describe('turns', () => {
  const limits = { atOnce: 3, each: 2, waiting: 3, eachWaiting: 2, patience: 30_000, refusal: () => new Error('too many') };

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

  it('refuses at once where many wait already, of one or of all together, and lets others wait again after that', async () => {
    const turns = limitAtOnce(limits);
    const [first] = await Promise.all([turns.take('one'), turns.take('two'), turns.take('three')]);
    const waiting = [turns.take('four'), turns.take('four')];
    await expect(turns.take('four')).rejects.toThrow('too many');
    waiting.push(turns.take('five'));
    await expect(turns.take('six')).rejects.toThrow('too many');
    first();
    const second = await waiting[0]!;
    waiting.push(turns.take('six'));
    second();
    for (const next of waiting.slice(1)) await next.then((release) => release());
  });

  it('refuses who has waited too long, and forgets them', async () => {
    const turns = limitAtOnce(limits);
    const taken = await Promise.all([turns.take('one'), turns.take('two'), turns.take('three')]);
    const refused = expect(turns.take('four')).rejects.toThrow('too many');
    await vi.advanceTimersByTimeAsync(30_000);
    await refused;
    for (const release of taken) release();
    await Promise.all([turns.take('five'), turns.take('six'), turns.take('seven')]);
  });

  it('does work in its turn, gives the turn back however it ends, and refuses what is too much', async () => {
    const turns = limitAtOnce({ atOnce: 1, waiting: 2 });
    const order: string[] = [];
    let finish: () => void = () => undefined;
    const first = turns.run(() => new Promise<void>((resolve) => (finish = resolve)));
    const broken = turns.run(async () => {
      order.push('broken');
      throw new Error('it broke');
    });
    const last = turns.run(async () => {
      order.push('last');
      return 'done';
    });
    await expect(turns.run(async () => 'too much')).rejects.toMatchObject({ code: 'unavailable' });
    finish();
    await first;
    await expect(broken).rejects.toThrow('it broke');
    expect(await last).toBe('done');
    expect(order).toEqual(['broken', 'last']);
  });
});
