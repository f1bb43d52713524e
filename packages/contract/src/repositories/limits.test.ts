import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import type { Limit } from './limits.ts';
import * as limits from './limits.ts';

const lines = (group: Readonly<Record<string, Limit>>) =>
  Object.values(group).map(({ most, unit, what }) => `| ${most.toLocaleString('en')} ${unit} | ${what} |`);

it('lists every limit in the documentation, and no other', async () => {
  const page = await readFile(new URL('../../../../docs/limits.md', import.meta.url), 'utf8');
  const listed = page.split('\n').filter((line) => /^\| \d/.test(line));
  // Whatever is exported: a new group has to be told, too.
  const groups: Record<string, Readonly<Record<string, Limit>>> = { ...limits };
  expect(listed.toSorted()).toEqual(Object.values(groups).flatMap(lines).toSorted());
});
