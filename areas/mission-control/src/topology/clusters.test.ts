import { expect, it } from 'vitest';
import { gatherNear } from './clusters.ts';

it('gathers what stands in one place, and leaves the rest alone', () => {
  const placed = [
    { thing: 'Oslo', x: 10, y: 10 },
    { thing: 'Sydney', x: 500, y: 300 },
    { thing: 'Oslo 2', x: 12, y: 10 },
  ];
  expect(gatherNear(placed, 20)).toEqual([
    { things: ['Oslo', 'Oslo 2'], x: 11, y: 10 },
    { things: ['Sydney'], x: 500, y: 300 },
  ]);
  expect(gatherNear([], 20)).toEqual([]);
});
