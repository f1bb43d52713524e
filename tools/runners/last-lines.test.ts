import { expect, it } from 'vitest';
import { keepLastLines } from './last-lines.ts';

it('keeps the last lines, however they were cut', () => {
  const kept = keepLastLines(2);
  expect(kept.lines()).toEqual([]);
  for (const piece of ['one\ntw', 'o\nth', 'ree\n']) kept.add(Buffer.from(piece));
  expect(kept.lines()).toEqual(['two', 'three']);
  kept.add(Buffer.from('four'));
  expect(kept.lines()).toEqual(['three', 'four']);
});

it('puts a letter together whose bytes came apart', () => {
  const kept = keepLastLines(2);
  for (const byte of Buffer.from('é')) kept.add(Buffer.from([byte]));
  expect(kept.lines()).toEqual(['é']);
});
