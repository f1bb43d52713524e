import { afterAll, expect, it } from 'vitest';
import { openThreads } from './thread-pool.ts';

// Of what is refused here V8 would end the whole process, tests and all.
const pool = openThreads<'count'>(new URL('./bounded-parsing-peer.ts', import.meta.url), 'countEntries', { memory: 64, time: 60_000, pace: 1024 });
afterAll(() => pool.stop());

const endings = { late: () => new Error('late'), full: () => new Error('full') };
const count = (text: string) => pool.run('count', [text], { endings });

it.each([
  ['empty lists', `[${'[],'.repeat(4_000_000)}1]`],
  ['keys that all differ', `{${Array.from({ length: 1_000_000 }, (_, at) => `"key-${at}":1`).join(',')}}`],
  ['lists in lists', `[${'[[[1]]],'.repeat(2_000_000)}1]`],
])('a document of %s that would take more memory than its thread has is refused, and nothing ends', async (_title, text) => {
  await expect(count(text)).rejects.toThrow('full');
  expect(await count('[1, 2]')).toBe(2);
});

it('what stands in texts is no value', async () => {
  expect(await count(JSON.stringify(['[,{:'.repeat(1_000_000), '"\\'.repeat(1_000_000)]))).toBe(2);
});

it('says what else was wrong after a refusal', async () => {
  await expect(count(`[${'[],'.repeat(4_000_000)}1]`)).rejects.toThrow('full');
  await expect(count('[')).rejects.toThrow(/JSON/);
});
