import type { Actor } from '@packhouse/kernel/authorisation.ts';
import type { FoundFile } from '@packhouse/kernel/bundle-storage.ts';
import { expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { collectFiles } from './collect-files.ts';

const file: FoundFile = { repository: 'libs', path: 'a.txt', sha256: 'a'.repeat(64), size: 1, properties: {}, format: 'generic' };
const collect = (found: readonly FoundFile[]) =>
  collectFiles({ storage: { find: async () => found } } as unknown as Context, {} as Actor, {
    from: 'artifacts',
    paths: ['libs'],
    mappings: [],
    addedProperties: [],
  });

it('takes no more repositories and no longer paths than targets do', async () => {
  const across = (count: number) => Array.from({ length: count }, (_, at) => ({ ...file, repository: `libs-${at}` }));
  await expect(collect(across(1000))).resolves.toHaveLength(1000);
  await expect(collect(across(1001))).rejects.toMatchObject({ code: 'invalid_input' });
  await expect(collect([{ ...file, path: 'x'.repeat(1024) }])).resolves.toHaveLength(1);
  await expect(collect([{ ...file, path: 'x'.repeat(1025) }])).rejects.toMatchObject({ code: 'invalid_input' });
});
