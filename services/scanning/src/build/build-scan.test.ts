import { createHash } from 'node:crypto';
import { type Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { exportBuildBill } from '@packhouse/contract/scanning/bill-routes.ts';
import { createPolicy, updatePolicy } from '@packhouse/contract/scanning/policy-routes.ts';
import { createAdvisorySource } from '@packhouse/contract/scanning/scanning-source-routes.ts';
import { readBuildVerdict } from '@packhouse/contract/scanning/verdict-routes.ts';
import { createWatch } from '@packhouse/contract/scanning/watch-routes.ts';
import { lines, osv, type ScanningTestPlatform, startScanningPlatform } from '@packhouse/testkit/start-scanning-platform.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let test: ScanningTestPlatform;
const sums = { shop: { sha1: '', sha256: '' }, hidden: { sha1: '', sha256: '' } };
const number = '7';

async function send(method: string, path: string, { as = 'admin', body }: { as?: string; body?: unknown } = {}) {
  const answer = await fetch(`${test.baseUrl}/${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(as === 'anonymous' ? {} : test.headersOf(as)) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown> };
}

beforeAll(async () => {
  const grant = { permission: 'test', include: [], exclude: [], actions: ['read' as const], through: 'test' };
  const builds = { ...grant, resourceType: 'build' as const, names: ['ANY'] };
  const reader = { grants: [builds, { ...grant, resourceType: 'repository' as const, names: ['js'] }] };
  test = await startScanningPlatform({ actors: { reader, blind: { grants: [builds] }, stranger: {} } });
  for (const key of ['js', 'secret']) await test.create({ class: 'local', key, format: 'npm' });
  const published = { shop: 'js', hidden: 'secret' } as const;
  for (const name of ['shop', 'hidden'] as const) {
    await test.publishNpm(published[name], name, '1.0.0', {
      'package/node_modules/inner/package.json': JSON.stringify({ name: `${name}-inner`, version: '1.0.0' }),
    });
    const { sha256, path } = await test.scanned(`npm://${name}`, '1.0.0');
    const file = await fetch(`${test.baseUrl}/artifactory/${published[name]}/${path}`, { headers: test.headersOf('admin') });
    sums[name] = {
      sha256,
      sha1: createHash('sha1')
        .update(Buffer.from(await file.arrayBuffer()))
        .digest('hex'),
    };
  }
  const all = [{ introduced: '0' }, { fixed: '2.0.0' }];
  const records = ['shop-inner', 'hidden-inner', 'lodash'].map((name) => osv(`GHSA-${name}`, { ecosystem: 'npm', name, events: all }));
  await test.upload(await test.source('advisories'), lines(...records));
  const dependencies = [
    { id: 'lodash:1.5.0', type: 'tgz', sha1: 'a'.repeat(40) },
    { id: 'hidden:1.0.0', sha1: sums.hidden.sha1 },
  ];
  const modules = [{ id: 'shop:1.0.0', type: 'npm', artifacts: [{ name: 'shop-1.0.0.tgz', type: 'tgz', sha1: sums.shop.sha1 }], dependencies }];
  const document = { version: '1.0.1', name: 'shop', number, started: '2026-01-02T03:04:05.678+0000', modules };
  await send('PUT', 'artifactory/api/build', { body: document });
});
afterAll(() => test.stop());

const ref = { build_name: 'shop', build_number: number };
const inQuery = `build_name=shop&build_number=${number}`;
const readIds = (found: unknown) => (found as { issue_id: string }[]).map(({ issue_id }) => issue_id).sort();

describe('scans of builds', () => {
  it('judge stored files by their scan, and all else by name and version, as far as the caller may read', async () => {
    const found = async (as: string) => {
      const answer = await send('GET', `xray/api/v2/summary/build?${inQuery}`, { as });
      return [answer.status, readIds(answer.body.issues)];
    };
    expect(await found('admin')).toEqual([200, ['GHSA-hidden-inner', 'GHSA-lodash', 'GHSA-shop-inner']]);
    expect(await found('reader')).toEqual([200, ['GHSA-lodash', 'GHSA-shop-inner']]);
    expect(await found('blind')).toEqual([200, ['GHSA-lodash']]);
    expect((await send('GET', `xray/api/v2/summary/build?${inQuery}`, { as: 'stranger' })).body).toEqual({
      issues: [],
      errors: [{ error: "Build shop number 7 wasn't found in Artifactory", identifier: 'shop' }],
    });
  });

  it('tell each file with what was found in it', async () => {
    const { body } = await send('GET', `xray/api/v1/details/build?${inQuery}`, { as: 'reader' });
    expect(body).toMatchObject({ build_name: 'shop', build_number: number, is_scan_completed: true });
    const components = body.components as { name: string; sha256?: string; issues: { issue_id: string }[]; licenses: { name: string }[] }[];
    expect(components.map(({ name, sha256, issues, licenses }) => [name, sha256, readIds(issues), licenses.map((one) => one.name)])).toEqual([
      ['shop-1.0.0.tgz', sums.shop.sha256, ['GHSA-shop-inner'], ['MIT']],
      ['lodash:1.5.0', undefined, ['GHSA-lodash'], []],
      ['hidden:1.0.0', undefined, [], []],
    ]);
    expect((await send('GET', `xray/api/v1/details/build?${inQuery}`, { as: 'stranger' })).status).toBe(404);
  });

  it('are begun and fetched as the command line does, by both of its calls', async () => {
    const info = 'No Xray “Fail build in case of a violation” policy rule has been defined on this build';
    expect(await send('POST', 'xray/api/v2/ci/build', { as: 'reader', body: ref })).toEqual({ status: 201, body: { info } });
    const answers = [
      await send('POST', 'xray/api/v2/ci/build/scanResult?include_vulnerabilities=true', { as: 'reader', body: ref }),
      await send('GET', `xray/api/v2/ci/build/shop/${number}?include_vulnerabilities=true`, { as: 'reader' }),
    ];
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]).toMatchObject({ status: 200, body: { status: 'completed', fail_build: false, violations: [] } });
    expect(answers[0]?.body.more_details_url).toBe(`${test.baseUrl}/ui/builds/shop/7/1767323045678/published?buildRepo=artifactory-build-info`);
    const found = answers[0]?.body.vulnerabilities as { issue_id: string; components: object }[];
    expect(Object.fromEntries(found.map(({ issue_id, components }) => [issue_id, components]))).toEqual({
      'GHSA-lodash': {
        'npm://lodash:1.5.0': { fixed_versions: ['2.0.0'], impact_paths: [[{ component_id: 'build://shop:7' }, { component_id: 'npm://lodash:1.5.0' }]] },
      },
      'GHSA-shop-inner': {
        'pkg:npm/shop-inner@1.0.0': {
          fixed_versions: ['2.0.0'],
          impact_paths: [[{ component_id: 'build://shop:7' }, { component_id: 'npm://shop:1.0.0' }, { component_id: 'pkg:npm/shop-inner@1.0.0' }]],
        },
      },
    });
    expect((await send('GET', `xray/api/v2/ci/build/shop/${number}`, { as: 'reader' })).body).not.toHaveProperty('vulnerabilities');
  });

  it('say in the words that clients look for that a build is not there, and are refused to others', async () => {
    const missing = { info: "Build shop number 8 wasn't found in Artifactory" };
    expect(await send('POST', 'xray/api/v2/ci/build', { as: 'reader', body: { ...ref, build_number: '8' } })).toMatchObject({ status: 404, body: missing });
    expect((await send('POST', 'xray/api/v2/ci/build', { as: 'stranger', body: ref })).status).toBe(404);
    expect((await send('POST', 'xray/api/v2/ci/build', { as: 'anonymous', body: ref })).status).toBe(401);
    expect((await send('GET', `xray/api/v2/ci/build/shop/${number}`, { as: 'stranger' })).status).toBe(404);
    expect((await send('POST', 'xray/api/v2/ci/build', { as: 'reader', body: { ...ref, rescan: true } })).status).toBe(403);
    expect((await send('POST', 'xray/api/v2/ci/build', { body: { ...ref, rescan: true } })).status).toBe(201);
    expect(['in progress', 'scanned']).toContain((await test.scanned('npm://shop', '1.0.0')).status);
  });

  it('are answered by their old call, too', async () => {
    const { status, body } = await send('POST', 'artifactory/api/xray/scanBuild', {
      as: 'reader',
      body: { buildName: 'shop', buildNumber: number, context: 'x' },
    });
    expect([status, body]).toMatchObject([
      200,
      { summary: { total_alerts: 0, fail_build: false, message: expect.stringContaining('no watches') }, alerts: [] },
    ]);
    expect((body.licenses as { name: string }[]).map(({ name }) => name)).toEqual(['MIT']);
  });

  it('are written as bills of materials that the schema of CycloneDX takes, and as SPDX', async () => {
    const query = { name: 'shop', number } as const;
    const { specVersion, ...document } = await test.call(exportBuildBill, { query });
    const validator = new Validation.JsonStrictValidator(specVersion as Spec.Version);
    expect(await validator.validate(JSON.stringify({ ...document, specVersion }))).toBeNull();
    const purls = (document.components as { purl?: string }[]).map(({ purl }) => purl);
    expect(purls).toEqual(['pkg:npm/hidden-inner@1.0.0', 'pkg:npm/hidden@1.0.0', 'pkg:npm/lodash@1.5.0', 'pkg:npm/shop-inner@1.0.0', 'pkg:npm/shop@1.0.0']);
    const { packages, relationships } = (await test.call(exportBuildBill, { query: { ...query, format: 'spdx' } })) as unknown as {
      packages: { SPDXID: string; name: string }[];
      relationships: { spdxElementId: string; relationshipType: string; relatedSpdxElement: string }[];
    };
    const names = new Map(packages.map(({ SPDXID, name }) => [SPDXID, name]));
    const holding = relationships
      .filter((one) => one.relationshipType === 'CONTAINS')
      .map((one) => `${names.get(one.spdxElementId)} ${names.get(one.relatedSpdxElement)}`);
    expect(holding.sort()).toEqual(['hidden hidden-inner', 'shop hidden', 'shop lodash', 'shop shop', 'shop shop-inner']);
    const seen = (await test.call(exportBuildBill, { query }, { as: 'reader' })).components as { name: string }[];
    expect(seen.map(({ name }) => name)).toEqual(['hidden', 'lodash', 'shop-inner', 'shop']);
    await expect(test.call(exportBuildBill, { query }, { as: 'stranger' })).rejects.toMatchObject({ code: 'not_found' });
    const given = { package_type: 'build', component_name: `shop:${number}`, cyclonedx: true };
    expect((await send('POST', 'xray/api/v1/component/exportDetails', { body: given })).body).toEqual({ ...document, specVersion });
  });

  it('are told as figures with the sources that judged and the files that nothing is known of, and as not judged where no source stands for them', async () => {
    const read = (as = 'admin') => test.call(readBuildVerdict, { query: { name: 'shop', number } }, { as });
    const none = { critical: 0, high: 0, medium: 0, low: 0, info: 0, skipped: 0 };
    // A source of a few records of one's own stands for no ecosystem.
    const unjudged = [{ ecosystem: 'npm', components: 5, sources: [] }];
    expect(await read()).toEqual({ files: 3, known: 3, vulnerabilities: { ...none, unknown: 3, partial: true, notJudged: true }, judged: unjudged });
    expect(await read('reader')).toMatchObject({ files: 3, known: 3, vulnerabilities: { unknown: 2, partial: true } });
    await expect(read('stranger')).rejects.toMatchObject({ code: 'not_found' });
    const { id } = await test.call(createAdvisorySource, { body: { name: 'all of npm', covers: ['npm'] } });
    await test.upload(id, lines(osv('GHSA-other', { ecosystem: 'npm', name: 'other', events: [{ introduced: '0' }] })));
    const judged = [{ ecosystem: 'npm', components: 5, sources: [{ name: 'all of npm', at: expect.any(String) }] }];
    expect(await read()).toEqual({ files: 3, known: 3, vulnerabilities: { ...none, unknown: 3, partial: false, notJudged: false }, judged });
  });

  it('fail once a policy says so and its days of grace are over, by what the caller may read', async () => {
    const rule = (name: string, days?: number) => ({
      name,
      type: 'security' as const,
      rules: [{ name: 'any', criteria: { min_severity: 'All Severities' as const }, actions: { fail_build: true, build_failure_grace_period_in_days: days } }],
    });
    await test.call(createPolicy, { body: rule('graceful', 3) });
    const watch = { general_data: { name: 'builds' }, assigned_policies: [{ name: 'graceful' }] };
    await test.call(createWatch, { body: { ...watch, project_resources: { resources: [{ type: 'repository', name: 'js' }] } } });
    const scan = async (as = 'reader') => (await send('GET', `xray/api/v2/ci/build/shop/${number}`, { as })).body;
    const info = 'Build shop number 7 is judged by policies that can fail it';
    expect(await send('POST', 'xray/api/v2/ci/build', { as: 'reader', body: ref })).toEqual({ status: 201, body: { info } });
    const way = [{ component_id: 'build://shop:7' }, { component_id: 'npm://shop:1.0.0' }, { component_id: 'npm://shop-inner:1.0.0' }];
    const violation = { issue_id: 'GHSA-shop-inner', type: 'security', watch_name: 'builds', policies: [{ policy: 'graceful', rule: 'any' }] };
    const components = { 'npm://shop-inner:1.0.0': { fixed_versions: ['2.0.0'], impact_paths: [way] } };
    expect(await scan()).toMatchObject({ fail_build: false, info, violations: [{ ...violation, components, fail_build: false }] });
    await test.call(updatePolicy, { params: { name: 'graceful' }, body: rule('graceful') });
    expect(await scan()).toMatchObject({ fail_build: true, violations: [{ ...violation, fail_build: true }] });
    expect(await scan('blind')).toMatchObject({ fail_build: false, violations: [] });
    const old = await send('POST', 'artifactory/api/xray/scanBuild', { as: 'reader', body: { buildName: 'shop', buildNumber: number } });
    expect(old.body).toMatchObject({ summary: { total_alerts: 1, fail_build: true }, alerts: [{ watch_name: 'builds', issues: [{ type: 'security' }] }] });
  });
});
