import { expect, it } from 'vitest';
import { checkLockFile } from './lock-file.ts';

const optional = { 'a-linux': '1.0.0' };

it('accepts an optional dependency that is locked beside, above or inside its owner', () => {
  for (const place of ['node_modules/a-linux', 'node_modules/b/node_modules/a-linux', 'node_modules/b/node_modules/a/node_modules/a-linux']) {
    expect(checkLockFile('lock', { packages: { 'node_modules/b/node_modules/a': { optionalDependencies: optional }, [place]: {} } })).toEqual([]);
  }
});

it('names the optional dependency that has no entry', () => {
  const packages = { 'node_modules/a': { optionalDependencies: optional }, 'node_modules/c/node_modules/a-linux': {} };
  expect(checkLockFile('lock', { packages })).toEqual([{ file: 'lock', message: 'node_modules/a needs a-linux, which has no entry' }]);
});

it('names the optional package that the oldest Node would leave out', () => {
  const packages = {
    'node_modules/a-linux': { optional: true, engines: { node: '^22.20 || >=24' } },
    'node_modules/b-linux': { optional: true, engines: { node: '>= 10' } },
  };
  expect(checkLockFile('lock', { packages })).toEqual([
    { file: 'lock', message: 'node_modules/a-linux is optional and not installed by Node 20.19.0: it asks for ^22.20 || >=24' },
  ]);
});
