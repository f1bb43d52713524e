import { nobody, type Session } from '@packhouse/console-kit/session/session.ts';
import type { LicenceType } from '@packhouse/contract/access/licence-types.ts';
import { describe, expect, it } from 'vitest';
import { judge } from './guard.ts';
import { releaseBundlePaths, releaseBundlesDetour, whyReleaseBundlesTeaser } from './release-bundles.ts';

const fresh = { artifactory: '7.48.0', distribution: '2.16.0' };
const facts = (services: Session['services'], licenceType: LicenceType = 'ENTERPRISE_PLUS') => ({ services, licenceType });
const detour = (path: string, services: Session['services'], licenceType?: LicenceType) => releaseBundlesDetour(path, facts(services, licenceType));

describe('addresses of release bundles', () => {
  it('REL-001 REL-003 are distinct: the page, its old path and the teaser', () => {
    expect(releaseBundlePaths).toEqual({ main: '/bundles', current: '/release-bundles', teaser: '/release-bundles-teaser' });
  });

  it('REL-005 REL-006 the old path leads to the new one and keeps the tab', () => {
    expect(detour('/bundles/source', fresh)).toBe('/release-bundles/source');
    expect(detour('/bundles/target', fresh)).toBe('/release-bundles/target');
    expect(detour('/release-bundles/target', fresh)).toBeUndefined();
    expect(detour('/bundlesx', fresh)).toBeUndefined();
  });

  it('REL-007 without distribution the repositories decide alone, and an older service keeps the old path', () => {
    expect(detour('/bundles/target', { artifactory: '7.48.0' })).toBe('/release-bundles/target');
    expect(detour('/bundles/source', { artifactory: '7.47.9', distribution: '2.16.0' })).toBeUndefined();
    expect(detour('/bundles/source', { artifactory: '7.48.0', distribution: '2.15.99' })).toBeUndefined();
    expect(detour('/bundles/source', { distribution: '2.16.0' })).toBeUndefined();
  });

  it.each([
    ['7.48.0', '2.16.0', true],
    ['7.104.5', '2.16.0', true],
    ['10.0.0', '2.16', true],
    ['7.48.0', '2.9.0', false],
    ['7.9.0', '2.16.0', false],
    ['7.48.1-SNAPSHOT', '3.0.0', true],
    ['0.1.0', '0.1.0', false],
  ])('REL-008 compares %s and %s number by number', (artifactory, distribution, leads) => {
    expect(detour('/bundles/source', { artifactory, distribution })).toBe(leads ? '/release-bundles/source' : undefined);
  });

  it.each([
    ['ENTERPRISE_PLUS', 'source'],
    ['ENTERPRISE_PLUS_TRIAL', 'source'],
    ['EDGE', 'target'],
    ['ENTERPRISE', 'target'],
  ] as const)('REL-009 without a tab %s leads to %s', (licenceType, tab) => {
    expect(detour('/release-bundles', fresh, licenceType)).toBe(`/release-bundles/${tab}`);
    expect(detour('/bundles', { artifactory: '0.1.0', distribution: '0.1.0' }, licenceType)).toBe(`/bundles/${tab}`);
    expect(detour('/bundles/', fresh, licenceType)).toBe('/release-bundles/');
  });

  it('REL-009 leads to the target where nothing distributes', () => {
    expect(detour('/release-bundles/', { artifactory: '7.48.0' })).toBe('/release-bundles/target');
  });

  it('REL-012 shows the teaser where the licence or the service lacks', () => {
    expect(detour('/release-bundles/source', fresh, 'OSS')).toBe('/release-bundles-teaser');
    expect(whyReleaseBundlesTeaser(facts(fresh, 'ENTERPRISE'))).toBe('licence');
    expect(whyReleaseBundlesTeaser(facts({ artifactory: '7.48.0' }))).toBe('service');
    expect(whyReleaseBundlesTeaser(facts(fresh, 'EDGE'))).toBeUndefined();
  });

  it('REL-006 the guard leads there without a word, and what was searched for goes with it', () => {
    const user: Session = { ...nobody, kind: 'user', name: 'ann', ...facts(fresh) };
    expect(judge('/bundles/source', user, [])).toEqual({ enter: false, to: '/release-bundles/source', told: false, withQuery: true });
    expect(judge('/release-bundles/source', user, [])).toEqual({ enter: true });
    expect(judge('/bundles/source', nobody, [])).toMatchObject({ to: '/login?logout=true' });
  });
});
