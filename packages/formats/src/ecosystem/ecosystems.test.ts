import { describe, expect, it } from 'vitest';
import { ecosystems } from './ecosystems.ts';

// No tool of these ecosystems is on the machines that run the tests: what is known of their order is what their documents say.
const getRules = (id: string) => ecosystems.find((one) => one.id === id)!.advisories;

describe('ecosystems beside the formats', () => {
  it.each([
    // https://getcomposer.org/doc/articles/versions.md and the tests of composer/semver
    [
      'Packagist',
      ['1.0.0-dev', '1.0.0-alpha', '1.0.0a2', '1.0.0-alpha10', '1.0.0-beta', '1.0.0-RC1', '1.0.0RC2', '1.0.0', '1.0.0-patch1', '1.0.0-p2', '1.0.0.1', 'v1.1'],
    ],
    ['Packagist', ['5.4.0-beta3', 'v5.4.0', '5.4.0.1', '5.10', '20100102', '20100102.1']],
    // https://hexdocs.pm/elixir/Version.html
    ['Hex', ['1.0.0-alpha', '1.0.0-alpha.1', '1.0.0-rc.2', '1.0.0-rc.10', '1.0.0', '1.0.1', '1.10.0']],
    // https://github.com/dart-lang/core/blob/main/pkgs/pub_semver/README.md
    ['Pub', ['1.0.0-dev.1', '1.0.0', '1.0.0+1', '1.0.0+2', '1.0.0+10', '1.0.1']],
  ])('%s orders %s', (id, versions) => {
    const { knows, compare } = getRules(id);
    expect(versions.filter((one) => !knows(one))).toEqual([]);
    const wrong = versions.flatMap((one, at) =>
      versions.slice(at + 1).flatMap((other) => (compare(one, other) < 0 && compare(other, one) > 0 ? [] : [`${one} is not older than ${other}`])),
    );
    expect(wrong).toEqual([]);
  });

  it('takes several spellings for one version, and branches for none', () => {
    const { knows, compare } = getRules('Packagist');
    for (const other of ['v1.2', '1.2.0', '1.2.0.0', '1.2-stable', '1.2.0+build.5'])
      expect([other, knows(other), compare('1.2', other)]).toEqual([other, true, 0]);
    for (const other of ['dev-main', '1.2.x-dev', 'main', '', '1.2.3.4.5', `1${'.1'.repeat(100_000)}`, `1.0-${'a'.repeat(100_000)}`])
      expect(knows(other)).toBe(false);
  });
});
