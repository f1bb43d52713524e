import { expect, it } from 'vitest';
import { findGatherTime } from './gather-times.ts';

it('gives every moment of a time the same time, and the first of the next one another', () => {
  const quarter = 15 * 60_000;
  const time = { from: '2026-01-01T10:15:00.000Z', to: '2026-01-01T10:30:00.000Z' };
  expect(findGatherTime(new Date('2026-01-01T10:15:00.000Z'), quarter)).toEqual(time);
  expect(findGatherTime(new Date('2026-01-01T10:29:59.999Z'), quarter)).toEqual(time);
  expect(findGatherTime(new Date(time.to), quarter).from).toBe(time.to);
});
