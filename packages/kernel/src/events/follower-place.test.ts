import { expect, it } from 'vitest';
import { advancePlace, type Place } from './follower-place.ts';

const start: Place = { id: 0, gaps: [] };

it('remembers what is missing until everybody who may still bring it has ended', () => {
  const first = advancePlace(start, { ids: [1, 2, 5, 9], xmin: '100', xmax: '110' });
  expect(first).toEqual({
    id: 9,
    gaps: [
      { from: 3, to: 4, until: '110' },
      { from: 6, to: 8, until: '110' },
    ],
  });
  const waiting = advancePlace(first, { ids: [4, 7, 10], xmin: '109', xmax: '120' });
  expect(waiting).toEqual({
    id: 10,
    gaps: [
      { from: 3, to: 3, until: '110' },
      { from: 6, to: 6, until: '110' },
      { from: 8, to: 8, until: '110' },
    ],
  });
  expect(advancePlace(waiting, { ids: [], xmin: '110', xmax: '120' })).toEqual({ id: 10, gaps: [] });
});

it('compares transactions as numbers, however long', () => {
  const place = advancePlace(start, { ids: [2], xmin: '99', xmax: '100' });
  expect(advancePlace(place, { ids: [], xmin: '99', xmax: '101' }).gaps).toHaveLength(1);
  expect(advancePlace(place, { ids: [], xmin: '18446744073709551000', xmax: '18446744073709551001' }).gaps).toEqual([]);
});
