import { largestManifest } from '@packhouse/contract/distribution/distribution-receive-routes.ts';
import { expect, it } from 'vitest';
import { isSendable } from './manifest.ts';

it('a list of files is measured as it is sent', () => {
  const latin = 'x'.repeat(largestManifest);
  expect([isSendable(latin), isSendable(`${latin}x`)]).toEqual([true, false]);
  const wide = (characters: number) => isSendable('字'.repeat(characters));
  expect([wide(10_000_000), wide(12_000_000)]).toEqual([true, false]);
  expect(isSendable('"'.repeat(largestManifest))).toBe(false);
});
