import { packageListQuery } from '@packhouse/contract/repositories/package-graphql.ts';
import { queryPackages } from '@packhouse/contract/repositories/package-routes.ts';
import { readSearch } from '@packhouse/contract/repositories/search-query.ts';
import { searchArtifacts } from '@packhouse/contract/repositories/search-routes.ts';
import { createIgnoreRule } from '@packhouse/contract/scanning/scanning-ignore-routes.ts';
import { searchComponents } from '@packhouse/contract/scanning/scanning-routes.ts';
import { lines, osv, type ScanningTestPlatform, startScanningPlatform } from '@packhouse/testkit/start-scanning-platform.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const reader = (names: string[], include: string[], exclude: string[] = []) => ({
  grants: [{ permission: 'readers', resourceType: 'repository' as const, names, include, exclude, actions: ['read' as const], through: 'user' }],
});

let test: ScanningTestPlatform;
beforeAll(async () => {
  test = await startScanningPlatform({
    actors: { all: reader(['js'], []), old: reader(['js'], ['shop/-/shop-1.*', 'good/**']), fresh: reader(['js'], [], ['shop/-/shop-2.*', 'bad/**']) },
  });
  for (const key of ['js', 'secret']) await test.create({ class: 'local', key, format: 'npm' });
  await test.publishNpm('js', 'shop', '1.0.0');
  await test.publishNpm('js', 'shop', '2.0.0');
  await test.publishNpm('js', 'good', '1.0.0');
  await test.publishNpm('js', 'bad', '1.0.0', { 'package/node_modules/shop/package.json': '{"name":"shop","version":"2.0.0"}' });
  await test.publishNpm('secret', 'hidden', '1.0.0', { 'package/node_modules/shop/package.json': '{"name":"shop","version":"2.0.0"}' });
  await test.upload(
    await test.source('first'),
    lines(
      osv('DEMO-1', { ecosystem: 'npm', name: 'shop', versions: ['2.0.0'] }, { aliases: ['CVE-2026-0001'], database_specific: { severity: 'CRITICAL' } }),
      osv('DEMO-2', { ecosystem: 'npm', name: 'shop', versions: ['1.0.0'] }, { database_specific: { severity: 'LOW' } }),
    ),
  );
  for (const name of ['shop', 'good', 'bad', 'hidden']) await test.scanned(`npm://${name}`, '1.0.0');
  await test.scanned('npm://shop', '2.0.0');
});
afterAll(() => test.stop());

async function listed(filter: Record<string, unknown>, as = 'admin') {
  const { data } = await test.call(queryPackages, { body: { query: packageListQuery.text, variables: { filter } } }, { as });
  const { nodes, totalCount } = packageListQuery.data.parse(data).packages;
  expect(totalCount).toBe(nodes.length);
  return nodes.map(({ name }) => name);
}

async function artifacts(line: string, as = 'admin') {
  const { items, unused } = await test.call(searchArtifacts, { params: { searchType: 'quick' }, query: {}, body: readSearch(line) }, { as });
  expect(unused).toEqual([]);
  return items.map(({ name }) => name).sort();
}

async function components(line: string, as = 'admin') {
  const { name, filters } = readSearch(line);
  const asked = { body: { filters }, query: name === '' ? {} : { search: name } };
  const { data, unused } = await test.call(searchComponents, asked, { as });
  return { found: data.map((row) => `${row.name} ${row.version}`), unused };
}

describe('artifacts and scanned versions by what was found in them', () => {
  it('SRCH-018 SRCH-041 finds artifacts by severity and by every name of an advisory, both of one finding', async () => {
    expect(await artifacts('severities:critical')).toEqual(['bad-1.0.0.tgz', 'hidden-1.0.0.tgz', 'shop-2.0.0.tgz']);
    expect(await artifacts('shop severities:Low,medium')).toEqual(['shop-1.0.0.tgz']);
    expect(await artifacts('cve:CVE-2026-0001')).toEqual(await artifacts('severities:critical'));
    expect(await artifacts('cve:cve-2026-0001 shop')).toEqual(['shop-2.0.0.tgz']);
    expect(await artifacts('cve:DEMO-2')).toEqual(['shop-1.0.0.tgz']);
    expect(await artifacts('cve:DEMO-2 severities:critical')).toEqual([]);
    expect(await artifacts('severities:critical', 'all')).toEqual(['bad-1.0.0.tgz', 'shop-2.0.0.tgz']);
    expect(await listed({ cve: 'CVE-2026-0001' })).toEqual(['bad', 'hidden', 'shop']);
    expect(await listed({ cve: 'CVE-2026-0002' })).toEqual([]);
  });

  it('SRCH-041 finds scanned versions by every filter that a scan can judge', async () => {
    await test.create({ class: 'virtual', key: 'every', format: 'npm', members: ['js'] });
    const found = async (line: string, as?: string) => (await components(line, as)).found;
    const every = ['bad 1.0.0', 'good 1.0.0', 'hidden 1.0.0', 'shop 1.0.0', 'shop 2.0.0'];
    expect(await found('')).toEqual(every);
    expect(await found('severities:critical')).toEqual(['bad 1.0.0', 'hidden 1.0.0', 'shop 2.0.0']);
    expect(await found('severities:critical', 'all')).toEqual(['bad 1.0.0', 'shop 2.0.0']);
    expect(await found('cve:CVE-2026-0001 sho')).toEqual(['shop 2.0.0']);
    expect(await found('version:2.*')).toEqual(['shop 2.0.0']);
    expect(await found('repo:secret')).toEqual(['hidden 1.0.0']);
    expect(await found('repo:every')).toEqual(every.filter((name) => !name.startsWith('hidden')));
    expect(await found('repo:unheard-of')).toEqual([]);
    expect(await found('pkg:npm licenses:MIT')).toEqual(every);
    expect(await found('pkg:maven')).toEqual([]);
    expect(await found('licenses:GPL-3.0-only')).toEqual([]);
    expect(await found('path:good')).toEqual(['good 1.0.0']);
    expect(await found('scope:@acme')).toEqual([]);
    expect(await found('before:2020-01-01')).toEqual([]);
    expect(await found('after:2020-01-01')).toEqual(every);
    const { sha256 } = await test.scanned('npm://good', '1.0.0');
    expect(await found(`checksum:${sha256.toUpperCase()}`)).toEqual(['good 1.0.0']);
    expect(await components('good tags:a description:b')).toEqual({ found: ['good 1.0.0'], unused: ['description', 'tags'] });
  });
});

describe('packages by what was found in them', () => {
  it('PKG-007 are those with a version that has it', async () => {
    expect(await listed({ severities: ['Critical'] })).toEqual(['bad', 'hidden', 'shop']);
    expect(await listed({ severities: ['low'] })).toEqual(['shop']);
    expect(await listed({ severities: ['medium'] })).toEqual([]);
  });

  it('must fit by the same version as all else that is asked of versions', async () => {
    expect(await listed({ severities: ['critical'], version: '2.*' })).toEqual(['shop']);
    expect(await listed({ severities: ['low'], version: '2.*' })).toEqual([]);
  });

  it('tell nobody of versions at places that they may not read', async () => {
    expect(await listed({ severities: ['critical'] }, 'all')).toEqual(['bad', 'shop']);
    expect(await listed({ severities: ['critical'] }, 'old')).toEqual([]);
    expect(await listed({ severities: ['low'] }, 'old')).toEqual(['shop']);
    expect(await listed({ severities: ['critical'] }, 'fresh')).toEqual([]);
    expect(await listed({ severities: ['low'] }, 'fresh')).toEqual(['shop']);
  });

  it('do not fit by what is ignored', async () => {
    const artifacts = [{ name: 'shop', version: '2.0.0' }];
    await test.call(createIgnoreRule, { body: { notes: 'Not called', ignore_filters: { vulnerabilities: ['DEMO-1'], artifacts } } });
    expect(await listed({ severities: ['critical'] })).toEqual(['bad', 'hidden']);
  });
});
