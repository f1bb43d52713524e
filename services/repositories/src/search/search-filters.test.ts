import { readSearch } from '@packhouse/contract/repositories/search-query.ts';
import { searchArtifacts } from '@packhouse/contract/repositories/search-routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PackageTestPlatform, startPackagePlatform } from '../package/package-test-platform.ts';

let test: PackageTestPlatform;
beforeAll(async () => {
  test = await startPackagePlatform();
  await test.repository('libs', 'npm');
  const charts = { description: 'Draws charts', licenses: ['MIT'], tags: ['chart', 'svg'] };
  await test.file({ repository: 'libs', path: 'charts-1.tgz', package: 'charts', version: '1.0.0', facts: charts, properties: { 'vcs.branch': ['main'] } });
  await test.file({ repository: 'libs', path: 'charts-2.tgz', package: 'charts', version: '2.0.0', facts: { ...charts, licenses: ['Apache-2.0'] } });
  await test.file({
    repository: 'libs',
    path: 'base-1.tgz',
    package: '@acme/base',
    version: '1.0.0',
    facts: { description: 'Holds 100% of it', tags: ['base'] },
  });
  await test.file({ repository: 'libs', path: 'loose.txt' });
});
afterAll(() => test.stop());

const search = (line: string, searchType: 'quick' | 'class' = 'quick') =>
  test.call(searchArtifacts, { params: { searchType }, query: {}, body: readSearch(line) });
const names = async (line: string) => {
  const { items, unused } = await search(line);
  expect(unused).toEqual([]);
  return items.map(({ name }) => name).sort();
};

describe('filters of the artifact search', () => {
  it.each([
    ['tags:svg', ['charts-1.tgz', 'charts-2.tgz']],
    ['tags:base,nothing', ['base-1.tgz']],
    ['licenses:MIT', ['charts-1.tgz']],
    ['licenses:MIT,Apache-2.0', ['charts-1.tgz', 'charts-2.tgz']],
    ['version:1.*', ['base-1.tgz', 'charts-1.tgz']],
    ['description:draws', ['charts-1.tgz', 'charts-2.tgz']],
    ['description:0%', ['base-1.tgz']],
    ['description:draws*', ['charts-1.tgz', 'charts-2.tgz']],
    ['scope:@acme', ['base-1.tgz']],
    ['scope:acm', []],
    ['packageQuery:chart', ['charts-1.tgz', 'charts-2.tgz']],
    ['packageQuery:*base', ['base-1.tgz']],
    ['branch:main', ['charts-1.tgz']],
    ['branch:other', []],
    // One version has all of it.
    ['licenses:MIT version:2.0.0', []],
    ['base tags:svg', []],
    ['charts tags:svg version:2.*', ['charts-2.tgz']],
  ])('SRCH-018 SRCH-041 %s', async (line, found) => {
    expect(await names(line)).toEqual(found);
  });

  it('names what does not belong to the search', async () => {
    const { items, unused } = await search('propertySets:a excludeInnerClasses:true licenses:MIT');
    expect(unused.toSorted()).toEqual(['excludeInnerClasses', 'propertySets']);
    expect(items.map(({ name }) => name)).toEqual(['charts-1.tgz']);
    expect((await search('tool excludeInnerClasses:true', 'class')).unused).toEqual([]);
  });

  it.each(['severities:high', 'cve:CVE-2026-1'])('finds nothing by what only scans know where nothing scans, and names it: %s', async (line) => {
    expect(await search(line)).toMatchObject({ items: [], unused: [line.split(':')[0]] });
  });
});
