import type { HookCriteria } from '@packhouse/contract/events/hook-settings.ts';
import { describe, expect, it } from 'vitest';
import { getCriteria, isChosenByHand, makeCriteriaDraft, newCriteria } from './criteria-draft.ts';

const patterns = { includePatterns: ['a/**', 'b'], excludePatterns: ['c'] };

describe('criteria', () => {
  it.each([
    ['artifact', { anyLocal: true, anyRemote: false, anyFederated: true, repoKeys: ['libs-local'], ...patterns }],
    ['build', { anyBuild: false, selectedBuilds: ['shop'], ...patterns }],
    // What an existing client has set beside 'any' is not lost by looking at it.
    ['build', { anyBuild: true, selectedBuilds: [], includePatterns: [], excludePatterns: ['nightly-*'] }],
    ['release_bundle', { anyReleaseBundle: false, registeredReleaseBundlesNames: ['shop'], ...patterns }],
    [
      'release_bundle_v2',
      { anyReleaseBundle: false, selectedReleaseBundles: { 'release-bundles-v2': ['shop'], 'web-release-bundles-v2': ['pages'] }, ...patterns },
    ],
    ['release_bundle_v2_promotion', { selectedEnvironments: ['PROD'] }],
    ['user', {}],
  ] as const)('HOOK-006 HOOK-007 come out of the form of %s as they went in', (domain, criteria) => {
    expect(getCriteria(domain, makeCriteriaDraft(criteria as unknown as HookCriteria))).toEqual(criteria);
  });

  it('HOOK-007 name nothing beside all builds', () => {
    expect(getCriteria('build', { ...newCriteria, scope: 'any', builds: ['shop'] })).toMatchObject({ anyBuild: true, selectedBuilds: [] });
  });

  it('HOOK-012 know what was chosen by hand', () => {
    expect(isChosenByHand(newCriteria)).toBe(false);
    for (const part of [{ builds: ['a'] }, { releaseBundles: ['a'] }, { include: 'a' }, { exclude: 'a' }])
      expect(isChosenByHand({ ...newCriteria, ...part })).toBe(true);
  });
});
