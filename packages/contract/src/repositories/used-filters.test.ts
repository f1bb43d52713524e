import { describe, expect, it } from 'vitest';
import { dropFilters, findLooseWords, readSearch } from './search-query.ts';
import { type FilteredScope, findUnusedFilters } from './used-filters.ts';

const unused = (scope: FilteredScope, line: string, scans = true) => findUnusedFilters(scope, readSearch(line).filters, { scans });

describe('filters that a search cannot use', () => {
  it('are those that do not belong to the scope', () => {
    expect(unused('packages', 'a tags:x licenses:MIT version:1 checksum:ab pkg:npm,maven cve:CVE-1')).toEqual([]);
    expect(unused('packages', 'path:a branch:main properties:a=b')).toEqual(['properties', 'path', 'branch']);
    expect(unused('artifacts', 'tags:x path:a branch:main properties:a=b packageQuery:a')).toEqual([]);
    expect(unused('artifacts', 'propertySets:a searchClassOnly:true')).toEqual(['propertySets', 'searchClassOnly']);
    expect(unused('security', 'cve:CVE-1 severities:high description:x tags:a')).toEqual(['description', 'tags']);
    expect(unused('releaseBundles', 'a after:2026-01-01')).toEqual(['after']);
  });

  it('are what only scans know, where nothing scans', () => {
    expect(unused('packages', 'cve:CVE-1 severities:high')).toEqual([]);
    expect(unused('packages', 'cve:CVE-1 severities:high', false)).toEqual(['cve', 'severities']);
  });

  it('depend on the kind of search and of value', () => {
    const filters = { excludeInnerClasses: true, searchType: 'class', isChecksum: true };
    expect(findUnusedFilters('artifacts', filters, { scans: true, type: 'class' })).toEqual(['isChecksum']);
    expect(findUnusedFilters('artifacts', filters, { scans: true, type: 'quick' })).toEqual(['searchType', 'excludeInnerClasses']);
    expect(unused('security', `checksum:${'a'.repeat(64)}`)).toEqual([]);
    expect(unused('security', `checksum:${'a'.repeat(40)}`)).toEqual(['checksum']);
    expect(findUnusedFilters('artifacts', { propertySets: [], isChecksum: false, properties: {} }, { scans: false, type: 'class' })).toEqual([]);
  });
});

describe('SRCH-021 words that only look like filters', () => {
  it('are told, with the colons that belong to names left alone', () => {
    expect(findLooseWords('tool colour:red after:yesterday repo:libs')).toEqual(['colour:red', 'after:yesterday']);
    expect(findLooseWords('npm://left-pad org.acme:tool:1.0 sha256:abc name:x "a:b" @a/b')).toEqual([]);
    expect(readSearch('tool colour:red').name).toBe('tool colour:red');
  });

  it('and filters are taken away one by one', () => {
    expect(dropFilters(readSearch('a repo:b tags:c'), ['tags'])).toEqual({ name: 'a', filters: { repositories: ['b'] } });
  });
});
