import { describe, expect, it } from 'vitest';
import { compareComposerVersions, compareVersions, isComposerVersion, versionKey } from './composer-version-order.ts';

describe('order of Composer’s versions', () => {
  // https://getcomposer.org/doc/articles/versions.md and the tests of composer/semver
  it.each([
    ['1.0.0-dev', '1.0.0-alpha', '1.0.0a2', '1.0.0-alpha10', '1.0.0-beta', '1.0.0-RC1', '1.0.0RC2', '1.0.0', '1.0.0-patch1', '1.0.0-p2', '1.0.0.1', 'v1.1'],
    ['5.4.0-beta3', 'v5.4.0', '5.4.0.1', '5.10', '20100102', '20100102.1'],
  ])('has %s before what follows', (...versions) => {
    expect(versions.filter((one) => !isComposerVersion(one))).toEqual([]);
    for (const compare of [compareComposerVersions, compareVersions])
      expect(
        versions.flatMap((one, at) =>
          versions.slice(at + 1).flatMap((other) => (compare(one, other) < 0 && compare(other, one) > 0 ? [] : [`${one} is not older than ${other}`])),
        ),
      ).toEqual([]);
  });

  it('takes several spellings for one version, and branches for none', () => {
    for (const other of ['v1.2', '1.2.0', '1.2.0.0', '1.2-stable', '1.2.0+build.5'])
      expect([other, isComposerVersion(other), compareComposerVersions('1.2', other), versionKey(other)]).toEqual([other, true, 0, versionKey('1.2')]);
    for (const other of ['dev-main', '1.2.x-dev', 'main', '', '1.2.3.4.5', `1${'.1'.repeat(100_000)}`, `1.0-${'a'.repeat(100_000)}`])
      expect(isComposerVersion(other)).toBe(false);
  });

  it('has a line of releases behind all of its releases', () => {
    const versions = ['dev-feature', 'dev-main', '1.2.99', '1.2.x-dev', '1.3.0-beta1', '1.3.0', '1.x-dev', '2.0.0-dev'];
    expect(versions.toReversed().toSorted(compareVersions)).toEqual(versions);
  });
});
