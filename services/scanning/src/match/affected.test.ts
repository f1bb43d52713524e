import { card as cargo } from '@packhouse/formats/cargo/cargo-card.ts';
import { expect, it } from 'vitest';
import type { AffectedSpec } from '../osv/osv-record.ts';
import { appliesToRelease, judge } from './affected.ts';

type Event = Partial<Record<'introduced' | 'fixed' | 'last_affected' | 'limit', string>>;
const spec = (...ranges: Event[][]): AffectedSpec => ({
  versions: [],
  ranges: ranges.map((events) => ({
    events: events.flatMap((event) => Object.entries(event).map(([kind, version]) => ({ kind: kind as 'fixed', version }))),
  })),
});

it.each([
  ['npm', [{ introduced: '1.0.0' }, { fixed: '1.2.0' }], ['1.0.0', '1.1.9', '1.2.0-rc.1'], ['0.9.0', '1.2.0', '1.2.0+build']],
  ['npm', [{ fixed: '3.0.1' }, { introduced: '3.0.0' }, { fixed: '2.5.1' }, { introduced: '0' }], ['0.0.1', '2.5.0', '3.0.0'], ['2.6.0', '3.0.1']],
  ['npm', [{ introduced: '1.0.0' }, { last_affected: '1.4.0' }], ['1.4.0'], ['1.4.1']],
  ['npm', [{ introduced: '0' }, { limit: '2.0.0' }], ['1.9.9'], ['2.0.0']],
  ['Go', [{ introduced: '0' }, { fixed: '1.2.3' }], ['1.2.2', '0.0.0-20200101000000-abcdefabcdef'], ['1.2.3', '1.2.3+incompatible']],
  [cargo.scanning.ecosystem, [{ introduced: '0.0.0-0' }, { fixed: '0.2.1' }], ['0.2.0'], ['0.2.1']],
  ['PyPI', [{ introduced: '1.0' }, { fixed: '1.10' }], ['1.9.post1', '1.10rc1'], ['1.10.0', '1!0.1']],
  ['Maven', [{ introduced: '1.0' }, { fixed: '1.2' }], ['1.0.0', '1.2-alpha-1', '1.2-SNAPSHOT'], ['1.2.0', '1.2-sp']],
  ['NuGet', [{ introduced: '1.0.0' }, { fixed: '1.2.0.1' }], ['1.2.0', '1.2.0.1-RC'], ['1.2.0.1', '1.10.0']],
  ['RubyGems', [{ introduced: '0' }, { fixed: '2.0.0' }], ['2.0.0.rc1', '1.9'], ['2.0', '2.0.0']],
  ['Debian', [{ introduced: '0' }, { fixed: '1:1.0-2+deb12u1' }], ['9.0-1', '1:1.0-2', '1:1.0~rc1-5'], ['1:1.0-2+deb12u1', '2:0.1']],
  ['Alpine', [{ introduced: '0' }, { fixed: '1.2.4-r2' }], ['1.2.4-r1', '1.2.4_rc1-r9'], ['1.2.4-r2', '1.2.10-r0']],
] as const)('judges versions of %s by %j', (ecosystem, events, affected, free) => {
  for (const version of affected) expect([version, judge(ecosystem, version, spec([...events])).affected]).toEqual([version, 'yes']);
  for (const version of free) expect([version, judge(ecosystem, version, spec([...events])).affected]).toEqual([version, 'no']);
});

it.each([
  ['PyPI', '1.0.0', '1.0'],
  ['NuGet', '1.0.0', '1.0.0.0'],
  ['Maven', '1.0', '1.0.0'],
] as const)('takes a version of %s that is written otherwise for the same', (ecosystem, version, named) => {
  expect(judge(ecosystem, version, { versions: [named], ranges: [] }).affected).toBe('yes');
  expect(judge(ecosystem, version, { versions: ['2.0'], ranges: [] }).affected).toBe('no');
});

it('names the fixes above a version, the nearest first', () => {
  const both = spec([{ introduced: '0' }, { fixed: '2.0.0' }], [{ introduced: '1.0.0' }, { fixed: '1.5.0' }]);
  expect(judge('npm', '1.2.0', both)).toEqual({ affected: 'yes', fixedVersions: ['1.5.0', '2.0.0'] });
  expect(judge('npm', '1.6.0', both).fixedVersions).toEqual(['2.0.0']);
});

it('says that nobody knows, rather than no, where versions cannot be compared', () => {
  const range = spec([{ introduced: '0' }, { fixed: '2.0.0' }]);
  expect(judge('npm', 'latest', range).affected).toBe('unknown');
  expect(judge('Hackage', '1.0.0', range).affected).toBe('unknown');
  expect(judge('npm', '1.0.0', spec([{ introduced: '0' }, { fixed: 'soon' }])).affected).toBe('unknown');
  expect(judge('npm', '1.0.0', { versions: [], ranges: [], onlyCommits: true }).affected).toBe('unknown');
  expect(judge('npm', 'latest', { versions: ['latest'], ranges: [] }).affected).toBe('yes');
  expect(judge('constructor', '1.0.0', { versions: [], ranges: [] }).affected).toBe('no');
});

it('knows which release of a distribution an advisory is about', () => {
  expect([appliesToRelease('', '12'), appliesToRelease('12', '12'), appliesToRelease('24.04:LTS', '24.04')]).toEqual([true, true, true]);
  expect([appliesToRelease('11', '12'), appliesToRelease('Pro:24.04:LTS', '24.04'), appliesToRelease('v3.20', 'v3.2')]).toEqual([false, false, false]);
});
