import { createPolicy, PolicyInput } from '@packhouse/contract/scanning/policy-routes.ts';
import { readArtifactStatus, readEntitlement, reportScanUsage, summariseComponents } from '@packhouse/contract/scanning/scanning-compatible-routes.ts';
import { createWatch } from '@packhouse/contract/scanning/watch-routes.ts';
import { lines, osv, type ScanningTestPlatform, startScanningPlatform } from '@packhouse/testkit/start-scanning-platform.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let test: ScanningTestPlatform;
beforeAll(async () => {
  const reading = { permission: 'js', resourceType: 'repository' as const, exclude: [], actions: ['read' as const], through: 'test', names: ['js'] };
  test = await startScanningPlatform({ actors: { reader: { grants: [{ ...reading, include: ['lodash/**'] }] }, stranger: {} } });
  await test.create({ class: 'local', key: 'js', format: 'npm' });
  await test.create({ class: 'local', key: 'apk', format: 'alpine' });
  for (const name of ['lodash', 'other']) {
    await test.publishNpm('js', name, '4.17.20');
    await test.scanned(`npm://${name}`, '4.17.20');
  }
  const affected = { ecosystem: 'npm', name: 'lodash', events: [{ introduced: '0' }, { fixed: '4.17.21' }] };
  await test.upload(await test.source('advisories'), lines(osv('GHSA-lodash', affected, { aliases: ['CVE-2026-7'] })));
});
afterAll(() => test.stop());

describe('calls about single components', () => {
  it('tell what advisories say, and licences to those who may read the packages', async () => {
    const ids = ['npm://lodash:4.17.20', 'npm://other:4.17.20', 'docker://image:1', 'npm://lodash:4.17.20'];
    const ask = (as: string) => test.call(summariseComponents, { body: { component_details: ids.map((component_id) => ({ component_id })) } }, { as });
    const { artifacts, errors } = await ask('reader');
    expect(
      artifacts.map(({ general, issues, licenses }) => [general.component_id, issues.map(({ issue_id }) => issue_id), licenses.map(({ name }) => name)]),
    ).toEqual([
      ['npm://lodash:4.17.20', ['GHSA-lodash'], ['MIT']],
      ['npm://other:4.17.20', [], []],
    ]);
    expect(artifacts[0]?.issues[0]).toMatchObject({
      cves: [{ cve: 'CVE-2026-7' }],
      impact_path: ['npm://lodash:4.17.20'],
      components: [{ component_id: 'npm://lodash:4.17.20', fixed_versions: ['4.17.21'] }],
    });
    expect(errors).toEqual([{ error: 'No advisories can be asked about this component', identifier: 'docker://image:1' }]);
    expect((await ask('stranger')).artifacts[0]?.licenses).toEqual([]);
  });

  it('tell how far a scan is, of a file and of a folder, to those who may read them', async () => {
    const ask = (repo: string, path: string, as = 'reader') => test.call(readArtifactStatus, { body: { repo, path } }, { as });
    const file = await ask('js', 'lodash/-/lodash-4.17.20.tgz');
    expect(file).toMatchObject({
      overall: { status: 'DONE', time: expect.any(String) },
      details: { sca: { status: 'DONE' }, contextual_analysis: { status: 'NOT_SUPPORTED' }, violations: { status: 'NOT_SUPPORTED' } },
    });
    await test.call(createPolicy, {
      body: PolicyInput.parse({ name: 'severe', type: 'security', rules: [{ name: 'one', criteria: { min_severity: 'High' } }] }),
    });
    const general_data = { name: 'lodash' };
    const resources = [{ type: 'repository' as const, name: 'js' }];
    await test.call(createWatch, { body: { general_data, project_resources: { resources }, assigned_policies: [{ name: 'severe' }] } });
    await expect.poll(async () => (await ask('js', 'lodash/-/lodash-4.17.20.tgz')).details.violations).toEqual(file.details.sca);
    expect((await ask('js', 'lodash')).overall.status).toBe('DONE');
    expect((await ask('js', 'lodash/-/later.tgz')).overall.status).toBe('NOT_SCANNED');
    await expect(ask('js', 'other/-/other-4.17.20.tgz')).rejects.toMatchObject({ code: 'not_found' });
    await expect(ask('js', 'lodash/-/lodash-4.17.20.tgz', 'stranger')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('say that no feature of others is here, and take reports of use', async () => {
    expect(await test.call(readEntitlement, { params: { id: 'contextual_analysis' } }, { as: 'stranger' })).toEqual({
      feature_id: 'contextual_analysis',
      entitled: false,
    });
    expect(await test.call(reportScanUsage, { body: [{ product_id: 'editor', feature_id: 'scan' }] }, { as: 'stranger' })).toEqual({});
  });
});
