import { expect, it } from 'vitest';
import { findRatio, isReached, measureRow, median, type Row } from './row.ts';

const row = (better: 'more' | 'less', values: number[][], target?: number): Row => ({
  id: 'x',
  title: 'x',
  unit: 's',
  better,
  contestants: values.map((list, index) => ({ name: `c${index}`, measure: async () => list.shift() ?? Number.NaN })),
  ...(target !== undefined && { target }),
});

it('takes medians in turns', async () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 2, 3])).toBe(2.5);
  const result = await measureRow(
    row(
      'more',
      [
        [10, 30, 20],
        [5, 5, 10],
      ],
      2,
    ),
    3,
  );
  expect(result.medians).toEqual([20, 5]);
  expect(findRatio(result)).toBe(2);
  expect(isReached(result)).toBe(true);
});

it('turns the ratio round where less is better', async () => {
  const result = await measureRow(row('less', [[4], [2]], 1), 1);
  expect(findRatio(result)).toBe(0.5);
  expect(isReached(result)).toBe(false);
});

it('judges the figure itself without a peer', async () => {
  expect(isReached(await measureRow(row('less', [[300]], 400), 1))).toBe(true);
  expect(isReached(await measureRow(row('less', [[300]]), 1))).toBeUndefined();
});
