import { packageListQuery, versionDetailsQuery, versionListQuery } from '@packhouse/contract/repositories/package-graphql.ts';
import * as routes from '@packhouse/contract/repositories/package-routes.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type PackageTestPlatform, startPackagePlatform } from './package-test-platform.ts';

let platform: PackageTestPlatform;
const many = [...Array(101).keys()];

beforeAll(async () => {
  platform = await startPackagePlatform();
  await platform.repository('jars', 'maven');
  await Promise.all([
    ...many.map((at) => platform.file({ repository: 'jars', path: `a/${at}.jar`, package: 'org.acme:many-files', version: '1.0', lead: at === 0 })),
    ...many.map((at) => platform.file({ repository: 'jars', path: `b/${at}.jar`, package: 'org.acme:many-versions', version: `1.${at}` })),
    ...many.map((at) => platform.file({ repository: 'jars', path: `c/${at}.jar`, package: `org.other:p${at}`, version: '1' })),
  ]);
});
afterAll(() => platform?.stop());

async function ask<Data>(query: { text: string; data: { parse(value: unknown): Data } }, variables: Record<string, unknown>): Promise<Data> {
  return query.data.parse((await platform.call(routes.queryVersions, { body: { query: query.text, variables } })).data);
}

it('PKG-025 fetches 100 packages, 100 versions and 100 files at a time, and says how many there are', async () => {
  const { packages } = await ask(packageListQuery, {});
  expect([packages.nodes.length, packages.totalCount, packages.pageInfo.hasNextPage]).toEqual([100, 103, true]);
  const { versions } = await ask(versionListQuery, { packageId: 'maven://org.acme:many-versions' });
  expect([versions.nodes.length, versions.totalCount, versions.pageInfo.hasNextPage]).toEqual([100, 101, true]);
  const details = await ask(versionDetailsQuery, { packageId: 'maven://org.acme:many-files', name: '1.0' });
  expect(details.versions.nodes.map(({ files, filesCount }) => [files.length, filesCount])).toEqual([[100, 101]]);
});
