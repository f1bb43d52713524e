import type { FormatId } from '@packhouse/contract/repositories/format-ids.ts';
import { describe, expect, it } from 'vitest';
import { getFormat } from './formats.ts';

// The tools of these ecosystems are not on the machines that run the tests: what is known of their order is what their documents say.

const orderIn = (format: FormatId) => (a: string, b: string) => Math.sign(getFormat(format).compareVersions(a, b));

/** Every pair of a list that stands from old to new which is ordered otherwise. */
function disorder(format: FormatId, versions: readonly string[]): string[] {
  const compare = orderIn(format);
  return versions.flatMap((one, at) =>
    versions.slice(at + 1).flatMap((other) => (compare(one, other) === -1 && compare(other, one) === 1 ? [] : [`${one} is not older than ${other}`])),
  );
}

describe('order of versions by what is written about it', () => {
  // https://git.alpinelinux.org/apk-tools/tree/test/version.data
  it.each([
    ['2.34', '>', '0.1.0_alpha'],
    ['0.1.0_alpha2', '>', '0.1.0_alpha'],
    ['0.1.0_alpha_pre2', '<', '0.1.0_alpha'],
    ['1.1', '>', '1.1_alpha1'],
    ['1.39', '>', '1.00_beta2'],
    ['0.10.1_rc1', '>', '0.10.0'],
    ['1.8.5', '<', '1.8.5_p2'],
    ['1.0_p10-r0', '>', '1.0_p9-r0'],
    ['4.5_p1-r1', '>', '4.5_p1'],
    ['1.0.0_pre20191002222144-r0', '<', '1.0.0_pre20210530193627-r0'],
    ['2.5.1-r8', '<', '2.5.1a-r1'],
    ['0.15.1b-r2', '>', '0.15.1b'],
    ['1.7', '<', '1.7b'],
    ['5b-r9', '>', '2.2.10'],
    ['1.06-r6', '<', '006'],
    ['006', '>', '1.0.0'],
    ['013', '<', '014-r1'],
    ['021109-r3', '<', '20060512'],
    ['3.0.20060720', '<', '20060720'],
    ['1.2.07.8', '<', '1.2.12.04'],
    ['2.02.06', '<', '2.02.10'],
    ['2.04', '<', '2.4.3-r1'],
    ['0.98', '<', '1.00'],
    ['0.12.3', '>', '0.12'],
    ['0.7-r1', '<', '0.7.0'],
    ['1.60-r11', '<', '1.60-r12'],
    ['3.0.24', '=', '3.0.24'],
  ])('FMT-016 knows that %s %s %s', (a, sign, b) => {
    expect([orderIn('alpine')(a, b), orderIn('alpine')(b, a)]).toEqual({ '<': [-1, 1], '>': [1, -1], '=': [0, 0] }[sign]);
  });

  // https://learn.microsoft.com/en-us/nuget/concepts/package-versioning
  it('FMT-013 orders pre-releases by parts, words by their letters', () => {
    const documented = ['1.0.1-aaa', '1.0.1-alpha10', '1.0.1-alpha2', '1.0.1-beta', '1.0.1-open', '1.0.1-rc.2', '1.0.1-rc.10', '1.0.1-zzz', '1.0.1'];
    expect(disorder('nuget', documented)).toEqual([]);
    expect(disorder('nuget', ['1.0.0', '1.0.0.1', '1.0.1', '1.0.9', '1.0.10', '1.2', '1.10', '2.0.0-a', '2'])).toEqual([]);
  });
  it.each([
    ['1.00', '1.0'],
    ['1.01.1', '1.1.1'],
    ['1.00.0.1', '1.0.0.1'],
    ['1.0.0.0', '1.0.0'],
    ['1.0.01.0', '1.0.1'],
    ['1.0.7+r3456', '1.0.7'],
    ['1.0.0-Beta', '1.0.0-beta'],
  ])('FMT-013 takes %s and %s for the same', (a, b) => {
    expect(orderIn('nuget')(a, b)).toBe(0);
  });

  // https://semver.org/#spec-item-11, by which packages for Swift are ordered
  it('FMT-011 orders pre-releases of Swift packages as semantic versioning does', () => {
    const written = [
      '1.0.0-alpha',
      '1.0.0-alpha.1',
      '1.0.0-alpha.beta',
      '1.0.0-beta',
      '1.0.0-beta.2',
      '1.0.0-beta.11',
      '1.0.0-rc.1',
      '1.0.0',
      '2.0.0',
      '2.1.0',
    ];
    expect(disorder('swift', [...written, '2.1.1', '2.10.0'])).toEqual([]);
  });
});
