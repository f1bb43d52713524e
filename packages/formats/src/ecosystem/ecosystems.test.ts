import { describe, expect, it } from 'vitest';
import { ecosystems } from './ecosystems.ts';

// No tool of these ecosystems is on the machines that run the tests: what is known of their order is what their documents say.
const getRules = (id: string) => ecosystems.find((one) => one.id === id)!.advisories;

describe('ecosystems beside the formats', () => {
  it.each([
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
});
