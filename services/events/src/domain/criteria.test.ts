import { expect, it } from 'vitest';
import { compileCriteria } from './criteria.ts';
import type { Place } from './domain-events.ts';

const at = (repository: string, path: string, repositoryType: 'local' | 'remote' | 'federated' = 'local'): Place => ({
  kind: 'path',
  repository,
  repositoryType,
  path,
});
const build = (name: string): Place => ({ kind: 'build', name });
const bundle = (name: string, repository = 'release-bundles', environment?: string): Place => ({
  kind: 'release-bundle',
  name,
  repository,
  ...(environment === undefined ? {} : { environment }),
});

it('HOOK-006 chooses any local, any remote, or named repositories, then paths by pattern', () => {
  const local = compileCriteria('artifact', { anyLocal: true, anyRemote: false, repoKeys: [] });
  expect([at('a', 'x'), at('a', 'x', 'remote'), at('a', 'x', 'federated')].map(local)).toEqual([true, false, false]);
  const remote = compileCriteria('artifact_property', { anyRemote: true, repoKeys: ['a'] });
  expect([at('a', 'x'), at('b', 'x'), at('b', 'x', 'remote')].map(remote)).toEqual([true, false, true]);
  const patterns = compileCriteria('docker', { repoKeys: ['a'], includePatterns: ['org/**'], excludePatterns: ['**/*.tmp'] });
  expect([at('a', 'org/x/y.jar'), at('a', 'com/y.jar'), at('a', 'org/y.tmp'), at('b', 'org/y.jar')].map(patterns)).toEqual([true, false, false, false]);
  expect(compileCriteria('artifact', { anyLocal: true })(build('a'))).toBe(false);
});

it('HOOK-007 chooses any build or release bundle, single ones, or those of a pattern, but for the excluded', () => {
  const any = compileCriteria('build', { anyBuild: true, excludePatterns: ['nightly-*'] });
  expect([build('app'), build('nightly-1')].map(any)).toEqual([true, false]);
  const narrowed = compileCriteria('build', { anyBuild: true, includePatterns: ['app-*'] });
  expect([build('app-1'), build('tool')].map(narrowed)).toEqual([true, false]);
  const chosen = compileCriteria('build', { selectedBuilds: ['tool'], includePatterns: ['app-*'], excludePatterns: ['*-2'] });
  expect([build('tool'), build('app-1'), build('app-2'), build('other')].map(chosen)).toEqual([true, true, false, false]);
  for (const domain of ['release_bundle', 'distribution', 'destination', 'artifactory_release_bundle'] as const) {
    const registered = compileCriteria(domain, { registeredReleaseBundlesNames: ['tool'], includePatterns: ['app-*'] });
    expect([bundle('tool'), bundle('app-1'), bundle('other'), build('tool')].map(registered)).toEqual([true, true, false, false]);
    expect(compileCriteria(domain, { anyReleaseBundle: true })(bundle('other'))).toBe(true);
  }
});

it('HOOK-007 chooses bundles of the second kind by their repository, and promotions by environment', () => {
  const second = compileCriteria('release_bundle_v2', { selectedReleaseBundles: { 'release-bundles-v2': ['tool'], 'p-release-bundles': ['own'] } });
  const places = [bundle('tool'), bundle('own'), bundle('own', 'p-release-bundles'), bundle('tool', 'p-release-bundles')];
  expect(places.map(second)).toEqual([true, false, true, false]);
  const promoted = compileCriteria('release_bundle_v2_promotion', { selectedEnvironments: ['PROD'] });
  expect([bundle('a', 'x', 'PROD'), bundle('a', 'x', 'DEV'), bundle('a')].map(promoted)).toEqual([true, false, false]);
});

it('chooses nothing where nothing is chosen, and everything where there is nothing to choose', () => {
  expect(compileCriteria('artifact', {})(at('a', 'x'))).toBe(false);
  expect(compileCriteria('build', null)(build('a'))).toBe(false);
  expect(compileCriteria('release_bundle_v2', { selectedReleaseBundles: null, includePatterns: null })(bundle('a'))).toBe(false);
  expect(compileCriteria('release_bundle_v2_promotion', {})(bundle('a', 'x', 'PROD'))).toBe(false);
  expect(compileCriteria('user', {})({ kind: 'none' })).toBe(true);
});
