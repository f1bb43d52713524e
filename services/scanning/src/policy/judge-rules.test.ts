import { PolicyCriteria, PolicyInput } from '@packhouse/contract/scanning/policy-routes.ts';
import { describe, expect, it } from 'vitest';
import { findBrokenRule, type JudgedFinding } from './judge-rules.ts';

const finding: JudgedFinding = {
  rank: 2,
  score: 8,
  fixed_versions: [],
  names: ['CVE-2026-1'],
  exploited: false,
  epss: 0.1,
  component: { ecosystem: 'npm', name: '@acme/ui', version: '1.4.2' },
};
const breaks = (criteria: PolicyCriteria, more: Partial<JudgedFinding> = {}) =>
  findBrokenRule([{ name: 'one', criteria: PolicyCriteria.parse(criteria), actions: {} }], { ...finding, ...more }) !== undefined;
const inPackage = (criteria: PolicyCriteria, component: Partial<JudgedFinding['component']> = {}) =>
  breaks(criteria, { component: { ...finding.component, ...component } });

describe('rules about vulnerabilities', () => {
  it('ask what is known to be exploited, and how probable that is, alone or with a severity', () => {
    expect(breaks({ exploited: true })).toBe(false);
    expect(breaks({ exploited: true }, { exploited: true })).toBe(true);
    expect(breaks({ exploited: true, min_severity: 'Critical' }, { exploited: true })).toBe(false);
    expect(breaks({ epss_min: 0.1 })).toBe(true);
    expect(breaks({ epss_min: 0.11 })).toBe(false);
    expect(breaks({ epss_min: 0.01 }, { epss: null })).toBe(false);
    expect(breaks({ epss_min: 0.1, min_severity: 'High', fix_version_dependant: true })).toBe(false);
  });

  it('ask in which packages they are, by name, pattern and kind', () => {
    expect(inPackage({ package_name: '@acme/ui' })).toBe(true);
    expect(inPackage({ package_name: '@acme/*' })).toBe(true);
    expect(inPackage({ package_name: 'ui' })).toBe(false);
    expect(inPackage({ package_name: '*', package_type: 'npm' })).toBe(true);
    expect(inPackage({ package_name: '*', package_type: 'pypi' })).toBe(false);
    expect(inPackage({ package_name: 'My_*', package_type: 'PyPI' }, { ecosystem: 'PyPI', name: 'my-lib' })).toBe(true);
    expect(inPackage({ package_name: 'openssl', package_type: 'debian' }, { ecosystem: 'Ubuntu', name: 'openssl' })).toBe(true);
  });

  it.each([
    ['1.4.2', true],
    ['1.4.*', true],
    ['1.5.*', false],
    ['[1.0.0,1.4.2]', true],
    ['[1.0.0,1.4.2)', false],
    ['(1.4.2,)', false],
    ['(,2)', true],
    ['(,)', true],
    ['[1,1.4]', false],
  ])('versions %s of a package: %s', (version, expected) => {
    expect(inPackage({ package_name: '*', package_versions: ['0.0.1', version] })).toBe(expected);
  });

  it('have one main condition, or what narrows it alone', () => {
    const mistake = (criteria: object) => PolicyInput.safeParse({ name: 'p', type: 'security', rules: [{ name: 'one', criteria }] }).error?.issues[0]?.message;
    expect(mistake({ exploited: true })).toBeUndefined();
    expect(mistake({ min_severity: 'High', epss_min: 0.2, package_name: 'x', package_versions: ['(,1)'] })).toBeUndefined();
    expect(mistake({ malicious_package: true, package_name: 'x' })).toBeUndefined();
    expect(mistake({})).toMatch(/one condition/);
    expect(mistake({ min_severity: 'High', malicious_package: true })).toMatch(/one condition/);
    expect(mistake({ exploited: true, epss_min: 0.2 })).toMatch(/not both/);
    expect(mistake({ malicious_package: true, exploited: true })).toMatch(/nobody says/);
    expect(mistake({ min_severity: 'High', package_versions: ['1'] })).toMatch(/Name the package/);
    expect(mistake({ package_name: 'x', package_type: 'docker' })).toMatch(/no advisories/);
    expect(mistake({ package_name: 'x', package_versions: ['[1.0'] })).toMatch(/range/);
    expect(mistake({ epss_min: 0 })).toBeDefined();
  });
});
