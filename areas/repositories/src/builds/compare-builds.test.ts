import type { Build } from '@packhouse/contract/repositories/build-routes.ts';
import { expect, it } from 'vitest';
import { compareBuilds } from './compare-builds.ts';

type Module = Pick<Build['modules'][number], 'artifacts' | 'dependencies'>;

const getBuild = (module: Partial<Module>, properties: Build['properties'] = []): Build => ({
  name: 'app',
  number: '1',
  started: '2026-01-02T03:04:05.000Z',
  startedMillis: 0,
  repository: 'artifactory-build-info',
  createdBy: 'ci',
  modules: [{ name: 'app:1.0', artifacts: [], dependencies: [], ...module }],
  properties,
  changes: [],
  promotions: [],
});
const made = (...names: string[]) => getBuild({ artifacts: names.map((name) => ({ name, sha1: `${name} sum` })) });
const used = (...names: string[]) => getBuild({ dependencies: names.map((name) => ({ name, scopes: [] })) });

it('tells files apart whose names differ in numbers alone', () => {
  const compare = (before: Build, after: Build) => compareBuilds(before, after).artifacts.map(({ kind, before: was, after: is }) => [kind, was, is]);
  const [node18, node20, node22] = ['node18.tgz', 'node20.tgz', 'node22.tgz'].map((name) => `${name} ${name} sum`);
  expect(compare(made('node18.tgz', 'node20.tgz'), made('node20.tgz'))).toEqual([['removed', node18, undefined]]);
  expect(compare(made('node18.tgz', 'node20.tgz'), made('node20.tgz', 'node22.tgz'))).toEqual([['changed', node18, node22]]);
  expect(compare(made('node20.tgz'), made('node18.tgz', 'node22.tgz', 'node20.tgz'))).toEqual([
    ['added', undefined, node18],
    ['added', undefined, node22],
  ]);
  expect(compare(made('node20.tgz', 'node18.tgz'), made('node18.tgz', 'node20.tgz'))).toEqual([]);
  expect(compare(made('node20.tgz'), made('node20.tgz', 'node20.tgz'))).toEqual([['added', undefined, node20]]);
});

it('tells the versions of one library apart', () => {
  const compare = (before: Build, after: Build) => compareBuilds(before, after).dependencies;
  const both = used('lodash:4.17.20', 'lodash:4.17.21');
  expect(compare(both, used('lodash:4.17.21'))).toEqual([{ key: 'lodash', kind: 'removed', before: '4.17.20', after: undefined }]);
  expect(compare(used('lodash:4.17.21'), both)).toEqual([{ key: 'lodash', kind: 'added', before: undefined, after: '4.17.20' }]);
  expect(compare(used('lodash:4.17.20'), used('lodash:4.17.21'))).toEqual([{ key: 'lodash', kind: 'changed', before: '4.17.20', after: '4.17.21' }]);
  expect(compare(used('lodash:4.17.20'), used('lodash:4.17.20', 'lodash:4.17.20'))).toEqual([]);
});
