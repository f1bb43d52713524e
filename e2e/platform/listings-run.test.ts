import { expect, it } from 'vitest';
import { runListings } from './listings-run-once.ts';

it('no listing of two nodes with two HTTP workers each is older than what was acknowledged before it was asked for, whatever is done in whatever order', async () => {
  const { deeds, reads, old, errors } = await runListings({ formats: [], seed: 1, rounds: 1, length: 10 * 60_000, say: () => undefined });
  expect(old).toEqual([]);
  expect(errors).toEqual([]);
  expect([...deeds.keys()].sort()).toEqual(['copy', 'delete', 'delete all', 'mark', 'move', 'publish', 'restore']);
  expect(reads).toBeGreaterThan(500);
});
