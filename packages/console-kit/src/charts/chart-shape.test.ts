import { expect, it } from 'vitest';
import { drawLayers, findTop } from './chart-shape.ts';

const layer = (key: string, ...values: (number | null)[]) => ({ key, label: key, color: 'red', values });

it('stacks layers on a round scale and leaves gaps where nothing is known', () => {
  const series = [layer('a', 10, null, 20, 20), layer('b', 40, null, 0, null)];
  expect(findTop(series)).toBe(50);
  const [a, b] = drawLayers(series);
  expect(a!.path).toBe('M0 200L0 160L250 160L250 200L0 200ZM500 200L500 120L750 120L750 120L1000 120L1000 200L750 200L750 200L500 200Z');
  expect(b!.path).toBe('M0 160L0 0L250 0L250 160L0 160ZM500 120L500 120L750 120L750 120L1000 120L1000 120L750 120L750 120L500 120Z');
});

it('has a scale for nothing, for little and for much', () => {
  expect([[], [0], [0.4], [1], [7], [21], [25_400], [1_500_000]].map((values) => findTop([layer('a', ...values)]))).toEqual([
    1, 1, 0.4, 1, 8, 30, 30_000, 2_000_000,
  ]);
});
