import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { clientEventLimits, growthLimits, type Limit, queryLimits, readingLimits } from './limits.ts';

const lines = (limits: Readonly<Record<string, Limit>>) =>
  Object.values(limits).map(({ most, unit, what }) => `| ${most.toLocaleString('en')} ${unit} | ${what} |`);

it('lists every limit in the documentation, and no other', async () => {
  const page = await readFile(new URL('../../../../docs/limits.md', import.meta.url), 'utf8');
  const listed = page.split('\n').filter((line) => /^\| \d/.test(line));
  expect(listed).toEqual([...lines(growthLimits), ...lines(clientEventLimits), ...lines(queryLimits), ...lines(readingLimits)]);
});
