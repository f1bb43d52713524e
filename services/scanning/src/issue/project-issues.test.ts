import { readSearch } from '@packhouse/contract/repositories/search-query.ts';
import * as policies from '@packhouse/contract/scanning/policy-routes.ts';
import { summariseComponents } from '@packhouse/contract/scanning/scanning-compatible-routes.ts';
import { readImpactPath } from '@packhouse/contract/scanning/scanning-component-routes.ts';
import { whereIsComponent } from '@packhouse/contract/scanning/scanning-git-routes.ts';
import * as issues from '@packhouse/contract/scanning/scanning-issue-routes.ts';
import { componentDetails, listIssues, searchComponents } from '@packhouse/contract/scanning/scanning-routes.ts';
import { listViolations } from '@packhouse/contract/scanning/violation-routes.ts';
import { createWatch } from '@packhouse/contract/scanning/watch-routes.ts';
import { lines, osv, type ScanningTestPlatform, startScanningPlatform } from '@packhouse/testkit/start-scanning-platform.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const granted = { permission: 'test', include: [], exclude: [], through: 'test' };
const reads = (names: string[]) => ({ ...granted, resourceType: 'repository' as const, actions: ['read' as const], names });
const keeps = { ...granted, resourceType: 'project' as const, actions: ['read' as const, 'manage' as const], names: ['shop'] };

let test: ScanningTestPlatform;
let source: number;
beforeAll(async () => {
  test = await startScanningPlatform({
    actors: { keeper: { grants: [keeps, reads(['shop-js'])] }, member: { grants: [reads(['shop-js'])] }, outsider: { grants: [reads(['js'])] } },
  });
  test.peers.projects = { find: async (key) => (key === 'shop' ? { environments: ['DEV'] } : undefined), globalEnvironments: async () => ['DEV'] };
  await test.create({ class: 'local', key: 'js', format: 'npm' });
  await test.create({ class: 'local', key: 'shop-js', format: 'npm', projectKey: 'shop' });
  for (const repository of ['js', 'shop-js']) {
    await test.publishNpm(repository, 'app', '1.0.0');
    await test.scanned('npm://app', '1.0.0', repository);
  }
  source = await test.source('advisories', { covers: ['npm'] });
  const known = { aliases: ['CVE-2026-0001'], database_specific: { severity: 'LOW' } };
  await test.upload(source, lines(osv('GHSA-app', { ecosystem: 'npm', name: 'app', events: [{ introduced: '0' }] }, known)));
  const rules = [{ name: 'any', criteria: { min_severity: 'Low' as const }, actions: {} }];
  await test.call(policies.createPolicy, { body: { name: 'any', type: 'security', rules } });
  const watch = { general_data: { name: 'all' }, project_resources: { resources: [{ type: 'all-repos' as const }] }, assigned_policies: [{ name: 'any' }] };
  await test.call(createWatch, { body: watch });
});
afterAll(() => test.stop());

const input = {
  id: 'SHOP-1',
  summary: 'It tells strangers what customers bought',
  severity: 'Critical' as const,
  cves: ['CVE-2026-0001'],
  components: [{ id: 'npm://app' }],
};
const query = { projectKey: 'shop' };
const refused = (code: string) => expect.objectContaining({ code });
const foundIn = async (repoKey: string, as = 'admin') =>
  (await test.call(listIssues, { query: { packageId: 'npm://app', version: '1.0.0', repoKey } }, { as })).data.map(({ id, severity }) => `${id} ${severity}`);
const violated = async () => (await test.call(listViolations, { body: {} })).data.map(({ repository, subject }) => `${repository} ${subject}`).sort();
const listed = async (as: string) => (await test.call(issues.listCustomIssues, { query: {} }, { as })).data.map(({ id, may_change }) => [id, may_change]);

describe('vulnerabilities that a project describes', () => {
  it('SEC-050 SEC-027 are described by its administrators, and by nobody else in it or for others', async () => {
    const make = (as: string, projectKey?: string) => test.call(issues.createCustomIssue, { query: projectKey ? { projectKey } : {}, body: input }, { as });
    for (const [as, project] of [
      ['member', 'shop'],
      ['keeper', 'other'],
      ['keeper', undefined],
      ['outsider', 'shop'],
    ] as const)
      await expect(make(as, project)).rejects.toEqual(refused('forbidden'));
    await expect(make('admin', 'other')).rejects.toEqual(refused('project_not_found'));
    expect(await make('keeper', 'shop')).toMatchObject({ id: 'SHOP-1', project: 'shop', author: 'keeper', may_change: true, findings: 1 });
    await expect(make('keeper', 'shop')).rejects.toEqual(refused('invalid_input'));
    expect(test.audited.at(-1)).toMatchObject({ action: 'custom-issue.created', actor: 'keeper', after: { project: 'shop' } });
  });

  it('SEC-050 judge what lies in its repositories, and nothing else', async () => {
    expect(await foundIn('shop-js')).toEqual(['SHOP-1 Critical', 'CVE-2026-0001 Low']);
    // What it is also known as is judged elsewhere as before.
    expect(await foundIn('js')).toEqual(['CVE-2026-0001 Low']);
    await expect.poll(violated, { timeout: 20_000 }).toEqual(['js CVE-2026-0001', 'shop-js CVE-2026-0001', 'shop-js SHOP-1']);
    const counts = async (repoKey: string) =>
      (await test.call(componentDetails, { body: { packageId: 'npm://app', version: '1.0.0', repoKey } })).vulnerabilities;
    expect([await counts('js'), await counts('shop-js')]).toMatchObject([
      { critical: 0, low: 1 },
      { critical: 1, low: 1 },
    ]);
    const sought = await test.call(searchComponents, { query: {}, body: { filters: readSearch('cve:SHOP-1').filters } });
    expect(sought.data.map(({ repository }) => repository)).toEqual(['shop-js']);
    const ways = await test.call(readImpactPath, { query: { id: 'SHOP-1' } });
    expect(ways.data.map(({ repository }) => repository)).toEqual(['shop-js']);
    const { artifacts } = await test.call(whereIsComponent, { query: { name: 'app' } });
    expect(artifacts.map(({ repository, vulnerabilities }) => [repository, vulnerabilities])).toEqual([
      ['js', 1],
      ['shop-js', 2],
    ]);
    const asked = await test.call(summariseComponents, { body: { component_details: [{ component_id: 'npm://app:1.0.0' }] } });
    expect(asked.artifacts[0]?.issues.map(({ issue_id }) => issue_id)).toEqual(['GHSA-app']);
  });

  it('SEC-050 are seen by those who are in it or read there, and by nobody else', async () => {
    expect([await listed('admin'), await listed('keeper'), await listed('member'), await listed('outsider')]).toEqual([
      [['SHOP-1', true]],
      [['SHOP-1', true]],
      [['SHOP-1', false]],
      [],
    ]);
    await expect(test.call(issues.listCustomIssues, { query }, { as: 'outsider' })).rejects.toEqual(refused('project_not_found'));
    const asOutsider = { as: 'outsider' };
    await expect(test.call(issues.readCustomIssue, { params: { id: 'SHOP-1' } }, asOutsider)).rejects.toEqual(refused('not_found'));
    await expect(test.call(issues.changeCustomIssue, { params: { id: 'SHOP-1' }, body: input }, asOutsider)).rejects.toEqual(refused('not_found'));
    await expect(test.call(issues.deleteCustomIssue, { params: { id: 'SHOP-1' } }, asOutsider)).rejects.toEqual(refused('not_found'));
    const details = (as: string) => test.call(issues.readIssueDetails, { query: { id: 'SHOP-1' } }, { as });
    expect(await details('member')).toMatchObject({ id: 'SHOP-1', custom: true, summary: input.summary });
    await expect(details('outsider')).rejects.toEqual(refused('not_found'));
    expect(await test.call(issues.readIssueDetails, { query: { id: 'CVE-2026-0001' } }, { as: 'outsider' })).toMatchObject({
      custom: false,
      advisories: ['GHSA-app'],
    });
  });

  it('SEC-050 SEC-029 SEC-030 are changed and taken back by its administrators, who leave those of all alone', async () => {
    const everywhere = { ...input, id: 'ALL-1', cves: [] };
    expect(await test.call(issues.createCustomIssue, { query: {}, body: everywhere })).toMatchObject({ project: null, findings: 1 });
    expect(await foundIn('js', 'outsider')).toEqual(['ALL-1 Critical', 'CVE-2026-0001 Low']);
    await expect(test.call(issues.changeCustomIssue, { params: { id: 'ALL-1' }, body: everywhere }, { as: 'keeper' })).rejects.toEqual(refused('forbidden'));
    await expect(test.call(issues.deleteCustomIssue, { params: { id: 'ALL-1' } }, { as: 'keeper' })).rejects.toEqual(refused('forbidden'));
    await expect(test.call(issues.deleteCustomIssue, { params: { id: 'SHOP-1' } }, { as: 'member' })).rejects.toEqual(refused('forbidden'));
    await test.call(issues.deleteCustomIssue, { params: { id: 'ALL-1' } });
    const change = { params: { id: 'SHOP-1' }, body: { ...input, severity: 'Medium' as const } };
    expect(await test.call(issues.changeCustomIssue, change, { as: 'keeper' })).toMatchObject({ project: 'shop', severity: 'Medium' });
    expect(await foundIn('shop-js', 'member')).toEqual(['SHOP-1 Medium', 'CVE-2026-0001 Low']);
    await test.call(issues.deleteCustomIssue, { params: { id: 'SHOP-1' } }, { as: 'keeper' });
    expect(await foundIn('shop-js')).toEqual(['CVE-2026-0001 Low']);
    await expect.poll(violated, { timeout: 20_000 }).toEqual(['js CVE-2026-0001', 'shop-js CVE-2026-0001']);
  });

  it('give way to what a source publishes under the same id, which holds for all', async () => {
    await test.call(issues.createCustomIssue, { query, body: { ...input, id: 'NEW-1', cves: [] } }, { as: 'keeper' });
    expect(await foundIn('js')).toEqual(['CVE-2026-0001 Low']);
    await test.upload(source, lines(osv('NEW-1', { ecosystem: 'npm', name: 'app', versions: ['1.0.0'] }, { database_specific: { severity: 'HIGH' } })));
    expect([await foundIn('js'), await listed('keeper')]).toEqual([['NEW-1 High', 'CVE-2026-0001 Low'], []]);
  });
});
