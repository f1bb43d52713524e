import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { createVitest, type TestSpecification } from 'vitest/node';
import { LongFirst, long } from './long-first.ts';

it('names files that are there', () => {
  expect(long.filter((file) => !existsSync(file))).toEqual([]);
});

it('begins with long files, the longest first, and keeps the order of groups', async () => {
  const spec = (file: string, groupOrder: number) =>
    ({ moduleId: resolve(file), project: { name: '', config: { root: resolve('.'), isolate: true, sequence: { groupOrder } } } }) as TestSpecification;
  const [longest, second] = [spec(long[0]!, 1), spec(long[1]!, 1)];
  const [short, early] = [spec('package.json', 1), spec('README.md', 0)];
  const vitest = await createVitest('test', { watch: false, config: false });
  try {
    const sorted = await new LongFirst(vitest).sort([short, second, longest, early]);
    expect(sorted).toEqual([early, longest, second, short]);
  } finally {
    await vitest.close();
  }
});
