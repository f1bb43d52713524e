import { describe, expect, it } from 'vitest';
import { artifactSearchType, filterFields, isBlank, readSearch, type SearchFilters, type SearchModel, writeSearch } from './search-query.ts';

const everything: Required<SearchFilters> = {
  packageTypes: ['npm', 'maven'],
  repositories: ['npm local', 'a,b'],
  description: 'pads "left" \\ right',
  checksum: 'abc',
  cve: 'CVE-2026-1',
  licenses: ['MIT', 'Apache-2.0'],
  severities: ['High'],
  properties: { 'build.name': ['one', 'two;three'], 'a=b': [], 'x,y': ['z w'] },
  before: '2026-02-28',
  after: '2026-01-31',
  propertySets: ['set'],
  searchType: 'property',
  isChecksum: false,
  path: 'org/acme/*',
  excludeInnerClasses: true,
  searchClassOnly: true,
  pkgType: 'npm',
  packageQuery: 'left pad',
  version: '1.0.0',
  tags: ['latest'],
  scope: '@acme',
  branch: 'main',
};

describe('the query text of a search', () => {
  it('SRCH-016 a search is a name and filters', () => {
    expect(readSearch('left-pad')).toEqual({ name: 'left-pad', filters: {} });
    expect(isBlank({ name: ' ', filters: { tags: [] } })).toBe(true);
  });
  it("SRCH-017 writes package types as 'pkg' and repositories as 'repo'", () => {
    expect(writeSearch({ name: '', filters: { packageTypes: ['npm'], repositories: ['libs'] } })).toBe('pkg:npm repo:libs');
    expect(readSearch('pkg:npm repo:libs').filters).toEqual({ packageTypes: ['npm'], repositories: ['libs'] });
    expect(readSearch('packageTypes:npm')).toEqual({ name: 'packageTypes:npm', filters: {} });
  });
  it('SRCH-018 writes every other filter under its own name', () => {
    const own = Object.entries(filterFields).filter(([field, { key }]) => field === key);
    expect(own.map(([field]) => field).sort()).toEqual(
      'description checksum cve licenses severities properties before after propertySets searchType isChecksum path excludeInnerClasses searchClassOnly pkgType packageQuery version tags scope branch'
        .split(' ')
        .sort(),
    );
    expect(readSearch('name:x')).toEqual({ name: 'x', filters: {} });
  });
  it('SRCH-019 SRCH-022 dates are days; what is none belongs to the name', () => {
    expect(readSearch('after:2026-01-31 before:2026-02-28').filters).toEqual({ after: '2026-01-31', before: '2026-02-28' });
    expect(writeSearch({ name: '', filters: { before: '2026-02-28' } })).toBe('before:2026-02-28');
    expect(readSearch('before:yesterday after:2026-02-31')).toEqual({ name: 'before:yesterday after:2026-02-31', filters: {} });
  });
  it('SRCH-020 quotes values with spaces', () => {
    expect(writeSearch({ name: 'a b', filters: {} })).toBe('name:"a b"');
    expect(readSearch('name:"a b"')).toEqual({ name: 'a b', filters: {} });
    expect(writeSearch({ name: '', filters: { description: 'left pad' } })).toBe('description:"left pad"');
  });
  it('SRCH-021 only known words are filters', () => {
    expect(readSearch('colour:red org:acme')).toEqual({ name: 'colour:red org:acme', filters: {} });
    expect(readSearch('left repo:libs pad')).toEqual({ name: 'left pad', filters: { repositories: ['libs'] } });
  });
  it('SRCH-023 separates lists with commas', () => {
    expect(writeSearch({ name: '', filters: { licenses: ['MIT', 'ISC'] } })).toBe('licenses:MIT,ISC');
    expect(readSearch('licenses:MIT,ISC').filters.licenses).toEqual(['MIT', 'ISC']);
  });
  it('SRCH-024 writes pairs as key=value with ; between values', () => {
    expect(writeSearch({ name: '', filters: { properties: { stage: ['dev', 'test'], team: ['a'] } } })).toBe('properties:stage=dev;test,team=a');
    expect(readSearch('properties:stage=dev;test,team=a').filters.properties).toEqual({ stage: ['dev', 'test'], team: ['a'] });
  });
  it('SRCH-025 comes back the same for every filter, alone and together', () => {
    const models: SearchModel[] = [
      ...Object.entries(everything).map(([field, value]) => ({ name: 'x', filters: { [field]: value } })),
      { name: 'a "quoted" b:c \\', filters: everything },
      ...['repo:libs', 'a:b', '"', '\\', 'ends with space ', 'name:x', '*.jar', 'a\tb'].map((name) => ({ name, filters: {} })),
    ];
    for (const model of models) expect(readSearch(writeSearch(model)), writeSearch(model)).toEqual(model);
  });
  it('an unknown kind of artifact search is the quick one', () => {
    expect([artifactSearchType('class'), artifactSearchType('teleport'), artifactSearchType(undefined)]).toEqual(['class', 'quick', 'quick']);
  });
});
