import { packageListQuery } from '@packhouse/contract/repositories/package-graphql.ts';
import { queryPackages } from '@packhouse/contract/repositories/package-routes.ts';
import * as policies from '@packhouse/contract/scanning/policy-routes.ts';
import * as component from '@packhouse/contract/scanning/scanning-component-routes.ts';
import type * as issues from '@packhouse/contract/scanning/scanning-issue-routes.ts';
import * as licences from '@packhouse/contract/scanning/scanning-licence-routes.ts';
import * as scanning from '@packhouse/contract/scanning/scanning-routes.ts';
import * as watches from '@packhouse/contract/scanning/watch-routes.ts';
import { lines, osv, packTar, patience, type ScanningTestPlatform, startScanningPlatform } from '@packhouse/testkit/start-scanning-platform.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let test: ScanningTestPlatform;
const console = '/ui/api/v1';
const app = { packageId: 'npm://app', version: '1.0.0' };
const inner = { packageId: 'npm://inner', version: '0.3.0' };
const image = { packageId: 'docker://shop', version: '1' };

beforeAll(async () => {
  const grant = { permission: 'test', include: [], exclude: [], actions: ['read' as const], through: 'test' };
  const reader = { grants: [{ ...grant, resourceType: 'repository' as const, names: ['js'] }] };
  test = await startScanningPlatform({ actors: { reader, stranger: {} } });
  await test.create({ class: 'local', key: 'js', format: 'npm' });
  await test.create({ class: 'local', key: 'images', format: 'docker' });
  const packed = { 'package/node_modules/inner/package.json': JSON.stringify({ name: 'inner', version: '0.3.0' }) };
  await test.publishNpm('js', 'inner', '0.3.0');
  await test.publishNpm('js', 'inner', '0.4.0');
  await test.publishNpm('js', 'app', '1.0.0', packed);
  const installed = { 'srv/node_modules/app/package.json': JSON.stringify({ name: 'app', version: '1.0.0' }) };
  await test.pushImage('images', 'shop', '1', [await packTar(installed)]);
  for (const one of [app, inner, { ...inner, version: '0.4.0' }, image]) await test.scanned(one.packageId, one.version);
  const record = osv('GHSA-inner', { ecosystem: 'npm', name: 'inner', events: [{ introduced: '0' }, { fixed: '0.4.0' }] }, { aliases: ['CVE-2026-0100'] });
  await test.upload(await test.source('advisories', { covers: ['npm'] }), lines(record));
});
afterAll(() => test.stop());

async function ask(method: string, path: string, { as = 'admin', body }: { as?: string; body?: unknown } = {}) {
  const answer = await fetch(`${test.baseUrl}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...test.headersOf(as) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return answer;
}
const inQuery = ({ packageId, version }: typeof app) => `packageId=${encodeURIComponent(packageId)}&version=${version}`;

describe('security data of a version', () => {
  it('SEC-008 SEC-019 SEC-020 counts its tabs, and says what it consists of', async () => {
    const counted = await ask('GET', `${console}/xray/ui/component/tabCounts?${inQuery(app)}`);
    expect(await counted.json()).toEqual({
      data: { violations: 0, security_issues: 1, licenses: 1, operational_risk: 0, descendants: 1, ancestors: 1 },
      policies: { types: [], waiting: expect.any(Boolean) },
    });
    const held = await ask('GET', `${console}/xray/ui/component/locations?${inQuery(app)}`);
    expect(await held.json()).toMatchObject({
      data: [{ name: 'app' }, { name: 'inner', location: 'package/node_modules/inner/package.json' }],
      total_count: 2,
    });
  });

  it('SEC-021 SEC-022 SEC-023 tells its issues, what it is part of as far as one may read that, and what it is', async () => {
    const found = await ask('GET', `${console}/xray/ui/component/paginatedIssues?${inQuery(app)}`);
    expect(await found.json()).toMatchObject({ data: [{ id: 'CVE-2026-0100' }], total_count: 1 });
    const tree = async (as: string, ref: typeof app) =>
      (await ask('GET', `${console}/xray/ui/component/packageTreeNavigator?ancestors=true&${inQuery(ref)}`, { as })).json();
    expect(await tree('admin', app)).toMatchObject({
      data: [{ component_id: 'docker://shop', version: '1', location: 'srv/node_modules/app/package.json' }],
      total_count: 1,
    });
    expect(await tree('reader', app)).toEqual({ data: [], total_count: 0 });
    expect(await tree('reader', inner)).toMatchObject({ data: [{ component_id: 'npm://app' }], total_count: 1 });
    const descendants = await ask('GET', `${console}/xray/ui/component/packageTreeNavigator?ancestors=false&${inQuery(app)}`);
    expect(await descendants.json()).toMatchObject({ data: [{ name: 'app' }, { name: 'inner' }], total_count: 2 });
    const details = await ask('GET', `${console}/xray/ui/component/details?${inQuery(app)}`);
    expect(await details.json()).toMatchObject({ name: 'app', status: 'scanned', active: 1 });
    const about = await ask('GET', `${console}/xray/ui/component/aboutBox?${inQuery(app)}`);
    expect(await about.json()).toMatchObject({ component_id: 'npm://app', purl: 'pkg:npm/app@1.0.0', licenses: ['MIT'] });
    expect((await ask('GET', `${console}/xray/ui/component/details?${inQuery(app)}`, { as: 'stranger' })).status).toBe(404);
  });

  it('SEC-013 answers 405 where another method was used', async () => {
    for (const path of ['component/tabCounts', 'licenses/custom', 'scan_now', 'operationalRisk/list', 'userIssues/details', 'events/one'])
      expect((await ask('PATCH', `${console}/xray/ui/${path}`)).status).toBe(405);
    const refused = await ask('POST', `${console}/ui/builds/history/shop`);
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET']);
    expect((await ask('GET', `${console}/xray/ui/nothing/of/the/kind`)).status).toBe(404);
  });

  it('SEC-042 says how risky it is to go on with it, by the versions that are stored', async () => {
    const { data } = await test.call(component.listOperationalRisks, { query: inner });
    expect(data).toMatchObject([
      { name: 'inner', version: '0.3.0', level: 'None', facts: { newer_versions: 1, latest_version: '0.4.0', deprecated: null, yanked: false } },
    ]);
    const answer = await ask('GET', `${console}/xray/ui/operationalRisk/list?${inQuery({ packageId: 'npm://inner', version: '0.4.0' })}`);
    expect(await answer.json()).toMatchObject({ data: [{ facts: { newer_versions: 0, latest_version: '0.4.0' } }] });
  });

  it('PKG-006 is told of a package too: the findings and the operational risk of its newest version', async () => {
    const read = async () => {
      const { data } = await test.call(queryPackages, { body: { query: packageListQuery.text, variables: { filter: { name: 'inner' } } } });
      return packageListQuery.data.parse(data).packages.nodes;
    };
    await expect.poll(async () => (await read())[0]?.operationalRisk, patience).toEqual({ riskLevel: 'None' });
    expect(await read()).toEqual([
      {
        id: 'npm://inner',
        name: 'inner',
        created: expect.any(String),
        modified: expect.any(String),
        versionsCount: 2,
        description: null,
        latestVersion: '0.4.0',
        packageType: 'npm',
        stats: { downloads: expect.any(Number), followers: 0 },
        licenses: ['MIT'],
        tags: [],
        vulnerabilities: expect.objectContaining({ critical: 0, unknown: 0 }),
        operationalRisk: { riskLevel: 'None' },
      },
    ]);
  });

  it('SEC-045 answers a file: CycloneDX, SPDX, or findings as CSV', async () => {
    const file = async (format?: string) => {
      const answer = await ask('POST', `${console}/xray/ui/component/exportComponentDetails`, { body: { ...app, ...(format ? { format } : {}) } });
      return { name: answer.headers.get('content-disposition'), text: await answer.text() };
    };
    expect((await file()).name).toBe('attachment; filename="app-1.0.0.cdx.json"');
    const spdx = await file('spdx');
    expect(spdx.name).toContain('app-1.0.0.spdx.json');
    expect(JSON.parse(spdx.text)).toMatchObject({
      spdxVersion: 'SPDX-2.3',
      packages: [
        { name: 'app', licenseDeclared: 'MIT', externalRefs: [{ referenceLocator: 'pkg:npm/app@1.0.0' }] },
        { name: 'inner', versionInfo: '0.3.0' },
      ],
      relationships: [{ relationshipType: 'DESCRIBES' }, { relationshipType: 'CONTAINS' }],
    });
    expect((await file('spdx')).text).toBe(spdx.text);
    expect((await file('csv')).text).toContain('CVE-2026-0100,CVE-2026-0100,Unknown,inner,0.3.0,package/node_modules/inner/package.json,0.4.0');
    const compatible = await ask('POST', '/xray/api/v1/component/exportDetails', { body: { package_type: 'npm', component_name: 'app:1.0.0', spdx: true } });
    expect(await compatible.json()).toMatchObject({ spdxVersion: 'SPDX-2.3' });
  });
});

describe('licences', () => {
  it('SEC-024 SEC-025 SEC-026 are named, set before what authors wrote, set for several, and given back', async () => {
    expect(await test.call(licences.listLicenceNames, { query: {} }, { as: 'reader' })).toEqual({ data: ['MIT'], total_count: 1 });
    const set = await ask('POST', `${console}/xray/ui/licenses/custom`, { body: { ...app, license: 'Apache-2.0' } });
    expect(await set.json()).toEqual({ license: 'Apache-2.0' });
    expect((await test.call(component.readAboutBox, { query: app })).licenses).toEqual(['Apache-2.0']);
    expect((await test.call(licences.listVersionLicences, { query: app })).data).toMatchObject([
      { name: 'Apache-2.0', origin: 'custom', author: 'admin' },
      { name: 'MIT', origin: 'declared' },
    ]);
    expect((await ask('DELETE', `${console}/xray/ui/licenses/custom?${inQuery(app)}`)).status).toBe(204);
    expect((await test.call(component.readAboutBox, { query: app })).licenses).toEqual(['MIT']);
    expect(await (await ask('POST', `${console}/xray/ui/licenses/bulk`, { body: { license: 'ISC', components: [app, inner] } })).json()).toEqual({
      changed: 2,
    });
    expect((await ask('POST', `${console}/xray/ui/licenses/custom`, { as: 'reader', body: { ...app, license: 'X' } })).status).toBe(403);
    expect(test.audited.map(({ action }) => action)).toEqual(expect.arrayContaining(['custom-licence.changed', 'custom-licence.deleted']));
  });
});

describe('policies', () => {
  it('judge by a licence that was set, from the moment on at which it is', async () => {
    const rules = [{ name: 'bad', criteria: { banned_licenses: ['GPL-3.0-only'] }, actions: {} }];
    await test.call(policies.createPolicy, { body: { name: 'no-gpl', type: 'license', rules } });
    const watch = {
      general_data: { name: 'js', active: true },
      project_resources: { resources: [{ type: 'repository' as const, name: 'js' }] },
      assigned_policies: [{ name: 'no-gpl', type: 'license' as const }],
    };
    await test.call(watches.createWatch, { body: watch });
    const violations = async () => (await test.call(component.readTabCounts, { query: app })).data.violations;
    await expect.poll(violations, patience).toBe(0);
    expect((await test.call(component.readTabCounts, { query: app })).policies.types).toEqual(['license']);
    await test.call(licences.setCustomLicence, { body: { ...app, license: 'GPL-3.0-only' } });
    await expect.poll(violations, patience).toBe(1);
    await test.call(licences.deleteCustomLicence, { query: app });
    await expect.poll(violations, patience).toBe(0);
  });
});

describe('vulnerabilities that people here describe', () => {
  const own: issues.CustomIssueInput = {
    id: 'OWN-1',
    summary: 'It talks to strangers',
    description: '',
    severity: 'High',
    cves: [],
    components: [{ id: 'npm://app', vulnerable_versions: [], vulnerable_ranges: ['[1.0.0,1.1.0)'], fixed_versions: ['1.1.0'] }],
    sources: [],
  };
  const events = `${console}/xray/ui/events`;
  const findIds = async () => (await test.call(scanning.listIssues, { query: app })).data.map(({ id }) => id);

  it('SEC-027 SEC-028 SEC-029 SEC-030 SEC-032 are made, read, changed and taken back, and judged by each time', async () => {
    expect((await ask('POST', events, { body: own })).status).toBe(201);
    expect(await findIds()).toEqual(['OWN-1', 'CVE-2026-0100']);
    expect(await (await ask('GET', `${events}/OWN-1`)).json()).toMatchObject({ ...own, author: 'admin', findings: expect.any(Number) });
    expect(await (await ask('GET', `${console}/xray/ui/userIssues/details?id=OWN-1`)).json()).toMatchObject({ id: 'OWN-1' });
    const elsewhere = { ...own, components: [{ ...own.components[0], vulnerable_ranges: ['(,1.0.0)'] }] };
    expect((await ask('PUT', `${events}/OWN-1`, { body: elsewhere })).status).toBe(200);
    expect(await findIds()).toEqual(['CVE-2026-0100']);
    expect((await ask('PUT', `${events}/OWN-1`, { body: own })).status).toBe(200);
    expect(await findIds()).toEqual(['OWN-1', 'CVE-2026-0100']);
    expect((await ask('DELETE', `${events}/OWN-1`)).status).toBe(204);
    expect(await findIds()).toEqual(['CVE-2026-0100']);
    expect((await ask('GET', `${events}/OWN-1`)).status).toBe(404);
  });

  it('are refused where nobody could judge by them, and to others than administrators', async () => {
    const wrong = (change: object) => ask('POST', events, { body: { ...own, ...change } }).then(({ status }) => status);
    expect(await wrong({ id: 'CVE-2026-1' })).toBe(400);
    expect(await wrong({ components: [{ ...own.components[0], id: 'helm://chart' }] })).toBe(400);
    expect(await wrong({ components: [{ ...own.components[0], vulnerable_ranges: ['1 to 2'] }] })).toBe(400);
    expect((await ask('POST', events, { as: 'reader', body: own })).status).toBe(403);
  });
});

describe('what is known of a vulnerability', () => {
  it('SEC-031 SEC-033 SEC-034 is told by any of its names, with the ways by which it reaches what one may read', async () => {
    const details = await ask('GET', `${console}/xray/ui/issueDetails?id=GHSA-inner`);
    expect(await details.json()).toMatchObject({ id: 'CVE-2026-0100', advisories: ['GHSA-inner'], custom: false, sources: ['advisories'] });
    const ways = async (path: string, as = 'admin') => {
      const { data } = (await (await ask('GET', `${console}/xray/ui/${path}?id=GHSA-inner`, { as })).json()) as { data: component.ImpactPath[] };
      return data.map(({ repository, steps }) => [repository, ...steps.map(({ name }) => name)]);
    };
    expect(await ways('impactPath')).toEqual([
      ['js', 'inner'],
      ['js', 'app', 'inner'],
    ]);
    expect(await ways('unified/impactPath')).toEqual([
      ['js', 'inner'],
      ['js', 'app', 'inner'],
      ['images', 'shop', 'app', 'inner'],
    ]);
    expect(await ways('unified/impactPath', 'stranger')).toEqual([]);
  });

  it('SEC-036 SEC-037 is never called harmless when nobody looked', async () => {
    const asked = { ...app, cve: 'CVE-2026-0100' };
    expect(await (await ask('GET', `${console}/xray/ui/cve_applicability?${inQuery(app)}&cve=CVE-2026-0100`)).json()).toMatchObject({
      data: [{ result: 'not_covered' }],
    });
    expect(await (await ask('POST', `${console}/xray/ui/trigger_cve_applicability`, { body: asked })).json()).toMatchObject({
      data: [{ result: 'not_covered' }],
    });
  });
});

describe('scans', () => {
  it('SEC-003 SEC-035 SEC-040 SEC-041 SEC-046 SEC-050 are asked for by those who keep the repository, and say how far they are', async () => {
    const place = { repo: 'js', path: (await test.scanned(app.packageId, app.version)).path };
    const begun = await ask('POST', `${console}/xray/ui/scanArtifact`, { body: place });
    expect(['in progress', 'scanned']).toContain(((await begun.json()) as { status: string }).status);
    expect((await ask('POST', `${console}/xray/ui/scanArtifact`, { as: 'reader', body: place })).status).toBe(403);
    expect((await ask('POST', `${console}/xray/ui/scanArtifact`, { as: 'stranger', body: place })).status).toBe(404);
    expect((await ask('POST', `${console}/xray/ui/scan_now`, { as: 'reader', body: app })).status).toBe(403);
    expect((await ask('POST', `${console}/xray/ui/scan_now`, { body: app })).status).toBe(200);
    expect((await test.scanned(app.packageId, app.version)).status).toBe('scanned');
    expect(await (await ask('POST', `${console}/xray/ui/unified/scan/status`, { as: 'reader', body: app })).json()).toEqual({ status: 'scanned' });
  });

  it('SEC-017 SEC-018 are told of by repository, at both addresses', async () => {
    const answers = [];
    for (const path of ['xray/ui/indexV2', 'ui/xrayRepo/getIndex']) answers.push(await (await ask('GET', `${console}/${path}`, { as: 'reader' })).json());
    expect(answers[0]).toEqual({ data: [{ name: 'js', type: 'local', pkg_type: 'npm', indexed: true, scanned: 3, total: 3 }], total_count: 1 });
    expect(answers[1]).toEqual(answers[0]);
  });

  it('SEC-044 tell the history of a build', async () => {
    const modules = [{ id: 'shop:1', type: 'npm', dependencies: [{ id: 'inner:0.3.0', type: 'tgz', sha1: 'a'.repeat(40) }] }];
    const document = { version: '1.0.1', name: 'shop', number: '7', started: '2026-01-02T03:04:05.678+0000', modules };
    await ask('PUT', '/artifactory/api/build', { body: document });
    expect(await (await ask('GET', `${console}/ui/builds/history/shop`)).json()).toEqual({
      data: [{ number: '7', started: '2026-01-02T03:04:05.678Z', status: 'scanned', issues: 1, severity: 'Unknown' }],
      total_count: 1,
    });
    expect(await (await ask('GET', `${console}/ui/builds/history/shop`, { as: 'stranger' })).json()).toEqual({ data: [], total_count: 0 });
  });
});
