import { packageListQuery } from '@packhouse/contract/repositories/package-graphql.ts';
import { queryPackages } from '@packhouse/contract/repositories/package-routes.ts';
import { createIgnoreRule } from '@packhouse/contract/scanning/scanning-ignore-routes.ts';
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
      osv('DEMO-1', { ecosystem: 'npm', name: 'shop', versions: ['2.0.0'] }, { database_specific: { severity: 'CRITICAL' } }),
      osv('DEMO-2', { ecosystem: 'npm', name: 'shop', versions: ['1.0.0'] }, { database_specific: { severity: 'LOW' } }),
    ),
  );
  for (const name of ['shop', 'bad']) await test.scanned(`npm://${name}`, name === 'shop' ? '2.0.0' : '1.0.0');
  await test.scanned('npm://shop', '1.0.0');
  await test.scanned('npm://hidden', '1.0.0');
});
afterAll(() => test.stop());

async function listed(filter: Record<string, unknown>, as = 'admin') {
  const { data } = await test.call(queryPackages, { body: { query: packageListQuery.text, variables: { filter } } }, { as });
  const { nodes, totalCount } = packageListQuery.data.parse(data).packages;
  expect(totalCount).toBe(nodes.length);
  return nodes.map(({ name }) => name);
}

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
