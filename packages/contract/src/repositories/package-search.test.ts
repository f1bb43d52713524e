import { describe, expect, it } from 'vitest';
import { shownVulnerabilities } from '../scanning/scan-states.ts';
import {
  defaultVersionTab,
  descriptionFilter,
  isReleaseVersion,
  nameFilter,
  packageFetchLimits,
  packageFilter,
  packageSearchTypes,
  packageTypeFilter,
  parsePackageId,
  representativeFile,
  sortDirection,
  stripWildcards,
} from './package-search.ts';
import { readSearch } from './search-query.ts';

describe('what a typed search becomes', () => {
  it('PKG-013 strips wildcards before the length check', () => {
    expect(stripWildcards('*a?b*')).toBe('ab');
    expect(packageFilter({ text: 'ab**' })).toBeUndefined();
    expect(packageFilter({ text: 'abc*' })).toBeDefined();
  });
  it('PKG-014 sends no query below three characters', () => {
    expect(packageFilter({ text: 'ab' })).toBeUndefined();
    expect(packageFilter({ text: '' })).toBeUndefined();
    expect(packageFilter({ text: 'abc' })).toEqual({ packageType: ['*'], name: 'abc*' });
  });
  it('PKG-015 accepts shorter and empty texts inside a chosen repository, package or project', () => {
    expect(packageFilter({ text: '', repos: ['npm-local'] })).toEqual({ packageType: ['*'], repos: ['npm-local'] });
    expect(packageFilter({ text: 'a', context: true })).toEqual({ packageType: ['*'], name: 'a*' });
  });
  it('PKG-016 lowers names and leaves them open at the end', () => {
    expect(nameFilter('React')).toBe('react*');
    expect(nameFilter('React*')).toBe('react*');
  });
  it('PKG-017 opens descriptions on both sides', () => {
    expect(descriptionFilter('left pad')).toBe('*left pad*');
    expect(packageFilter({ text: 'pads', by: 'description' })).toEqual({ packageType: ['*'], description: '*pads*' });
  });
  it('SRCH-018 says every filter of versions, and several types, in the words of the query', () => {
    const filters = readSearch(
      'tags:a,b licenses:MIT severities:High cve:CVE-1 checksum:ab version:1.* scope:@x after:2026-01-31 before:2026-02-28 description:d',
    ).filters;
    expect(packageFilter({ text: '', context: true, types: ['npm', 'maven'], filters })).toEqual({
      packageType: ['npm', 'maven'],
      tags: ['a', 'b'],
      licenses: ['MIT'],
      severities: ['High'],
      cve: 'CVE-1',
      checksum: 'ab',
      version: '1.*',
      scope: '@x',
      modifiedFrom: '2026-01-31T00:00:00Z',
      modifiedBefore: '2026-02-28T00:00:00Z',
      description: '*d*',
    });
    expect(packageFilter({ text: 'abc', types: ['npm', 'All'] })).toEqual({ packageType: ['*'], name: 'abc*' });
  });
  it("PKG-018 turns the type 'All' into a wildcard", () => expect(packageTypeFilter('All')).toBe('*'));
  it('SRCH-026 accepts every spelling of a direction and falls back to ascending', () => {
    expect(['desc', 'descend', '$desc'].map(sortDirection)).toEqual(['desc', 'desc', 'desc']);
    expect(['asc', 'ascend', '$asc', 'sideways', undefined].map(sortDirection)).toEqual(['asc', 'asc', 'asc', 'asc', 'asc']);
  });
  it("SRCH-027 spells 'debian' and 'gems' as queries do", () => {
    expect(packageTypeFilter('debian')).toBe('deb');
    expect(packageTypeFilter('gems')).toBe('rubygems');
  });
  it('SRCH-028 offers seven types in the search toolbar', () => expect(packageSearchTypes).toEqual(['All', 'docker', 'npm', 'maven', 'go', 'nuget', 'helm']));
  it('PKG-024 PKG-025 fetches 100 of each level at a time', () => expect(packageFetchLimits).toEqual({ packages: 100, versions: 100, files: 100 }));
});

describe('packages and versions', () => {
  it('PKG-020 knows released semantic versions', () => {
    expect(['1.0.0', 'v2.3.4', '1.0.0+build.5'].every(isReleaseVersion)).toBe(true);
    expect(['1.0.0-rc.1', '1.0', 'latest', '1.0.0-SNAPSHOT'].some(isReleaseVersion)).toBe(false);
  });
  it('PKG-021 understands every alias of a type', () => {
    const getFormat = (type: string) => parsePackageId(`${type}://x`)?.format;
    expect(['golang', 'gav', 'deb', 'rubygems', 'terraform-module', 'terraform-provider'].map(getFormat)).toEqual([
      'go',
      'maven',
      'debian',
      'gems',
      'terraform',
      'terraform',
    ]);
  });
  it('PKG-023 takes the lead or manifest file for folders of files, and the only file otherwise', () => {
    const file = (name: string, lead = false) => ({ name, lead });
    expect(representativeFile('maven', [file('a.pom'), file('a.jar', true)])?.name).toBe('a.jar');
    expect(representativeFile('docker', [file('sha256__0'), file('manifest.json')])?.name).toBe('manifest.json');
    expect(representativeFile('maven', [file('a.pom')])).toBeUndefined();
    expect(representativeFile('npm', [file('a.tgz')])?.name).toBe('a.tgz');
  });
  it('PKG-004 opens npm on the readme and everything else on properties', () =>
    expect(['npm', 'docker', 'maven'].map(defaultVersionTab)).toEqual(['readme', 'properties', 'properties']));
  it('PKG-008 drops severities without findings', () =>
    expect(shownVulnerabilities({ critical: 0, high: 2, medium: 0, low: 1, info: 0, unknown: 0, skipped: 0 })).toEqual([
      { severity: 'high', count: 2 },
      { severity: 'low', count: 1 },
    ]));
  it('SEC-004 shows Critical before High and on to Low, then Information, Unknown, and what was skipped', () =>
    expect(shownVulnerabilities({ skipped: 1, unknown: 1, info: 1, low: 1, medium: 1, high: 1, critical: 1 }).map(({ severity }) => severity)).toEqual([
      'critical',
      'high',
      'medium',
      'low',
      'info',
      'unknown',
      'skipped',
    ]));
});
