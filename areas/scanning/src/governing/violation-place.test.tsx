import { expect, it } from 'vitest';
import { getPlace } from './violation-place.ts';

it('a violation leads to the version, the run of a build or the release bundle that it is in', () => {
  const build = { repository: 'artifactory-build-info', path: 'shop/7-1767323045678.json', packageId: 'build://shop', version: '7' };
  expect(getPlace(build)).toEqual({ title: 'build shop 7', to: '/builds/shop/7/1767323045678/published?buildRepo=artifactory-build-info' });
  const bundle = { repository: 'release-bundles', path: 'shop/1', packageId: 'releaseBundle://shop', version: '1' };
  expect(getPlace(bundle).title).toBe('release bundle shop 1');
  expect(getPlace({ repository: 'js', path: 'a', packageId: 'npm://app', version: '1.0.0' })).toEqual({
    title: 'app 1.0.0',
    to: '/packages/npm%3A%2F%2Fapp/1.0.0',
  });
});
