import { expect, it } from 'vitest';
import { checkManifest, checkPins, declareUses } from './manifests.ts';

const uses = (...specifiers: string[]) => specifiers.map((specifier) => ({ specifier }));
const files = [
  { file: 'services/a/src/a.ts', uses: uses('zod', './b.ts', 'node:fs', '@packhouse/kernel/http/http.ts', '@packhouse/a/b.ts') },
  { file: 'services/a/src/a.test.ts', uses: uses('zod', 'vitest', '@packhouse/testkit/x.ts', '@aws-sdk/client-s3/dist') },
];
const pinned = { zod: '4.0.0', vitest: '5.0.0', '@aws-sdk/client-s3': '3.0.0' };
const wanted = declareUses('@packhouse/a', files, pinned);

it('declares what is imported, apart what only tests import, with the versions of the root', () => {
  expect(wanted).toEqual({
    dependencies: { '@packhouse/kernel': '*', zod: '4.0.0' },
    devDependencies: { '@aws-sdk/client-s3': '3.0.0', '@packhouse/testkit': '*', vitest: '5.0.0' },
  });
});

it('accepts a manifest that says this', () => {
  expect(checkManifest('services/a/package.json', wanted, wanted)).toEqual([]);
});

it.each([
  ['lacks one', { dependencies: { '@packhouse/kernel': '*' }, devDependencies: wanted.devDependencies }, 'zod is absent, not 4.0.0'],
  ['has one too many', { ...wanted, dependencies: { ...wanted.dependencies, antd: '6.0.0' } }, 'antd is 6.0.0, not absent'],
  ['has another version', { ...wanted, dependencies: { ...wanted.dependencies, zod: '^4.0.0' } }, 'zod is ^4.0.0, not 4.0.0'],
])('refuses a manifest that %s', (_title, declared, message) => {
  expect(checkManifest('services/a/package.json', declared, wanted)).toEqual([
    { file: 'services/a/package.json', message: expect.stringContaining(`dependencies: ${message}`) },
  ]);
});

it('refuses a version in the root for what nobody uses', () => {
  const rootFiles = [{ file: 'tools/a.ts', uses: uses('@rsbuild/core') }];
  const pins = { ...pinned, '@rsbuild/core': '2.0.0', knip: '6.0.0', 'left-over': '1.0.0' };
  expect(checkPins(pins, [wanted], rootFiles)).toEqual([{ file: 'package.json', message: 'pins left-over, which nobody uses' }]);
});
