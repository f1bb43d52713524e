import { expect, it } from 'vitest';
import { replaceTable } from '../report.ts';
import type { RowResult } from '../row.ts';
import { growthTable } from './growth-rows.ts';
import { sizeText } from './resolve-rows.ts';

const result = (few: number[], many: number[]): RowResult => ({
  row: {
    id: 'go-growth',
    title: 'Go',
    unit: 'ms',
    better: 'less',
    contestants: ['few', 'many'].map((name) => ({ name, measure: async () => Number.NaN })),
  },
  medians: [0, 0],
  samples: [few, many],
});

it('says how many times longer publishing takes among many packages', () => {
  const lines = growthTable([result([10, 20], [20, 40]), result([10], [31])], 100, 10_000).split('\n');
  expect(lines[0]).toBe('| One more package | Times more | Target | Among 100 packages | Among 10,000 packages |');
  expect(lines[2]).toBe('| Go | **2.00** | ≤ 3, reached | 15.0 ms | 30.0 ms |');
  expect(lines[3]).toBe('| Go | **3.10** | ≤ 3, not reached | 10.0 ms | 31.0 ms |');
});

it('replaces the tables of its own section alone', () => {
  const page = '<!-- results -->a<!-- end of results -->\n<!-- format results -->b<!-- end of format results -->\nrest';
  const replaced = replaceTable(page, 'new', 'format results');
  expect(replaced).toBe('<!-- results -->a<!-- end of results -->\n<!-- format results -->\n\nnew\n\n<!-- end of format results -->\nrest');
  expect(() => replaceTable(page, 'new', 'other results')).toThrow('other results');
});

it('writes sizes short', () => {
  expect([999, 1500, 25_400, 1_234_567].map(sizeText)).toEqual(['999 bytes', '1.5 kB', '25 kB', '1.2 MB']);
});
