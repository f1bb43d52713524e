import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import type { FoundFile } from '@packhouse/peers/release-bundle-storage.ts';
import { expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { collectFiles } from './collect-files.ts';

const file: FoundFile = { repository: 'libs', path: 'a.txt', sha256: 'a'.repeat(64), size: 1, properties: {}, format: 'generic' };
const collect = (found: readonly FoundFile[], addedProperties: { key: string; values: string[] }[] = []) =>
  collectFiles({ storage: { find: async () => found } } as unknown as Context, {} as Actor, {
    from: 'artifacts',
    paths: ['libs'],
    mappings: [],
    addedProperties,
  });

it('takes no more repositories and no longer paths than targets do', async () => {
  const across = (count: number) => Array.from({ length: count }, (_, at) => ({ ...file, repository: `libs-${at}` }));
  await expect(collect(across(1000))).resolves.toHaveLength(1000);
  await expect(collect(across(1001))).rejects.toMatchObject({ code: 'invalid_input' });
  await expect(collect([{ ...file, path: 'x'.repeat(1024) }])).resolves.toHaveLength(1);
  await expect(collect([{ ...file, path: 'x'.repeat(1025) }])).rejects.toMatchObject({ code: 'invalid_input' });
});

it.each<[string, Record<string, string[]>, boolean]>([
  ['a key with a blank', { 'a b': ['1'] }, false],
  ['a value that is too long', { note: ['x'.repeat(2401)] }, false],
  ['an end that is no date', { 'artifact.expires': ['soon'] }, false],
  ['what uploads may bring', { 'a.b': ['', 'x'.repeat(2400)], 'artifact.expires': ['2030-01-31', '2030-01-31T12:00:00+01:00'] }, true],
])('takes of files with %s what targets take', async (_, properties, isTaken) => {
  const collected = collect([{ ...file, properties }]);
  if (isTaken) await expect(collected).resolves.toMatchObject([{ properties }]);
  else await expect(collected).rejects.toMatchObject({ code: 'invalid_input', message: expect.stringContaining('libs/a.txt') });
});

it('adds properties whatever their names', async () => {
  const collected = await collect([{ ...file, properties: {} }], [{ key: 'constructor', values: ['acme'] }]);
  expect(collected[0]?.properties).toEqual({ constructor: ['acme'] });
});
