import { afterAll, expect, it } from 'vitest';
import { openThreads } from './thread-pool.ts';

const pool = openThreads<'tell'>(new URL('./same-thread-peer.ts', import.meta.url), 'tellThread', { memory: 64, time: 60_000, pace: 1024 });
afterAll(() => pool.stop());

const endings = { late: () => new Error('late'), full: () => new Error('full') };
const tell = (subject: string, mayTell: () => Promise<void> = async () => undefined) => pool.run('tell', [mayTell], { endings, subject });

/** Runs work about several subjects at the same time, each in a thread of its own. */
async function tellAtOnce(...subjects: readonly string[]): Promise<unknown[]> {
  const all = Promise.withResolvers<void>();
  let begun = 0;
  const wait = async () => {
    if (++begun === subjects.length) all.resolve();
    await all.promise;
  };
  return Promise.all(subjects.map((subject) => tell(subject, wait)));
}

it('work about the same goes to the thread that did the like before, and to another one where that is busy', async () => {
  const [one, other] = await tellAtOnce('one', 'other');
  expect(one).not.toBe(other);
  for (let round = 0; round < 3; round++) {
    expect(await tell('other')).toBe(other);
    expect(await tell('one')).toBe(one);
  }
  expect(new Set(await tellAtOnce('one', 'one'))).toEqual(new Set([one, other]));
});
