import { expect, it } from 'vitest';
import { inTurn } from './in-turn.ts';

it('does the rest when one fails, and says what was missed', async () => {
  const result = await inTurn(['a', 'b', 'c'], async (name) => {
    if (name === 'b') throw new Error('no');
  });
  expect(result).toEqual({ done: ['a', 'c'], missed: [{ name: 'b', error: new Error('no') }] });
});
