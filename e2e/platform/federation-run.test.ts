import { expect, it } from 'vitest';
import { runFederation } from './federation-run-once.ts';

it('members of a mesh, and the target of a star, hold the same in the end, though some were killed, cut off, given a wrong clock, and restored from a backup', async () => {
  const said: string[] = [];
  const result = await runFederation({
    mesh: 2,
    star: true,
    turns: 6,
    length: 10 * 60_000,
    between: 2000,
    patience: 5 * 60_000,
    seed: 1,
    say: (text) => void said.push(text),
  });
  expect(result.differing).toEqual([]);
  expect(result.risen).toEqual([]);
  expect(result.errors).toEqual([]);
  expect(result.restrictions.length).toBeGreaterThan(0);
  expect([...result.disturbed.counts.keys()], said.join('\n')).toEqual(['kill', 'cut', 'back up', 'swallow', 'wrong clock', 'restore']);
});
