import type { Pump } from '@packhouse/kernel/pump/pump.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** What the examination needs to know of a pump. */
export interface ExaminedPump<Item> {
  /** The pump of a process that has just started; each has connections of its own, or may use as many as it needs at once. */
  pump(): Pump<Item>;
  /** Has so many items due, and nothing else. */
  makeDue(count: number): Promise<void>;
  nameOf(item: Item): string;
  /** As if so much time had passed that every lease is over. */
  passLeases(): Promise<void>;
  stop(): Promise<unknown>;
}

/** What every pump promises, whatever it does: work that several processes take from the same rows is taken once, and not lost with whoever took it. */
export function examinePump<Item>(title: string, start: () => Promise<ExaminedPump<Item>>): void {
  describe(`the pump ${title}`, () => {
    let examined: ExaminedPump<Item>;
    beforeAll(async () => {
      examined = await start();
    });
    afterAll(() => examined?.stop());
    /** Names of what a process takes that has just started and has room for so much. */
    const claim = async (free: number) => (await examined.pump().claim(free)).map((item) => examined.nameOf(item));

    it('gives each item to one of several processes that claim at the same moment, and none more than it has room for', async () => {
      await examined.makeDue(9);
      const taken: string[] = [];
      for (let round = 0; taken.length < 9 && round < 9; round++) {
        const claims = await Promise.all([claim(2), claim(2), claim(2)]);
        for (const names of claims) expect(names.length).toBeLessThanOrEqual(2);
        taken.push(...claims.flat());
      }
      expect([taken.length, new Set(taken).size]).toEqual([9, 9]);
      expect(await claim(9)).toEqual([]);
    });

    it('leaves to another process what one had that was killed, when its lease is over and not before', async () => {
      await examined.makeDue(2);
      const lost = await claim(9);
      expect(lost).toHaveLength(2);
      expect(await claim(9)).toEqual([]);
      await examined.passLeases();
      expect((await claim(9)).toSorted()).toEqual(lost.toSorted());
    });
  });
}
