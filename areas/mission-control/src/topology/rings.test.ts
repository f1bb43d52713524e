import { expect, it } from 'vitest';
import { layOutRings } from './rings.ts';

it('puts the first into the middle, and none on another or beyond the edge', () => {
  for (const count of [1, 2, 9, 10, 60, 200]) {
    const { width, height, points } = layOutRings(count);
    expect(points).toHaveLength(count);
    expect(points[0]).toEqual({ x: width / 2, y: height / 2 });
    for (const [at, { x, y }] of points.entries()) {
      expect(x > 0 && x < width && y > 0 && y < height).toBe(true);
      for (const other of points.slice(at + 1)) expect(Math.hypot((x - other.x) / 3, y - other.y)).toBeGreaterThan(24);
    }
  }
});

it('needs no room for nothing', () => {
  expect(layOutRings(0).points).toEqual([]);
});
