import { createPolicy } from '@packhouse/contract/scanning/policy-routes.ts';
import { createWatch } from '@packhouse/contract/scanning/watch-routes.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { lines, osv, patience, type ScanningTestPlatform, startScanningPlatform } from '@packhouse/testkit/start-scanning-platform.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openLooks } from '../inventory/looks.ts';
import type { ScanningSchema } from '../schema.ts';
import { forgetScansJob, graphScanJob } from './graph-scan-job.ts';

let test: ScanningTestPlatform;
beforeAll(async () => {
  const reading = { permission: 'js', resourceType: 'repository' as const, include: [], exclude: [], actions: ['read' as const], through: 'test' };
  test = await startScanningPlatform({ actors: { reader: { grants: [{ ...reading, names: ['js'] }] }, stranger: {} } });
  test.peers.projects = { find: async (key) => (key === 'shop' ? { environments: ['DEV'] } : undefined), globalEnvironments: async () => ['DEV'] };
  for (const key of ['js', 'secret']) await test.create({ class: 'local', key, format: 'npm' });
  await test.publishNpm('js', 'lodash', '4.17.20');
  await test.publishNpm('secret', 'hidden', '1.0.0');
  await test.scanned('npm://lodash', '4.17.20');
  await test.scanned('npm://hidden', '1.0.0');
  await test.upload(
    await test.source('advisories'),
    lines(
      osv(
        'GHSA-lodash',
        { ecosystem: 'npm', name: 'lodash', events: [{ introduced: '0' }, { fixed: '4.17.21' }] },
        {
          aliases: ['CVE-2026-7'],
          severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' }],
          references: [{ type: 'WEB', url: 'https://example.org/lodash' }],
          database_specific: { cwe_ids: ['CWE-77'] },
        },
      ),
      osv('GHSA-maven', { ecosystem: 'Maven', name: 'org.acme:core', events: [{ introduced: '0' }, { fixed: '2.0' }] }),
      osv('GHSA-pypi', { ecosystem: 'PyPI', name: 'flask-login', events: [{ introduced: '0' }] }),
      osv('GO-1', { ecosystem: 'Go', name: 'example.org/mod', events: [{ introduced: '0' }, { fixed: '1.2.0' }] }),
      osv('GHSA-vague', { ecosystem: 'npm', name: 'vague', events: [{ introduced: '0' }, { fixed: 'soon' }] }),
    ),
  );
});
afterAll(() => test.stop());

async function send(method: string, path: string, { as = 'reader', body }: { as?: string; body?: unknown } = {}) {
  const answer = await fetch(`${test.baseUrl}/xray/api/v1/${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(as === 'anonymous' ? {} : test.headersOf(as)) },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, never> };
}

/** Has a graph scanned as the command line does, and waits for what was found. */
async function scan(graph: unknown, { as = 'reader', query = '', base = 'scan/graph', wants = 'include_vulnerabilities=true&include_licenses=true' } = {}) {
  const begun = await send('POST', `${base}${query}`, { as, body: graph });
  expect(begun).toEqual({ status: 201, body: { scan_id: expect.any(String) } });
  const address = `${base}/${begun.body.scan_id}?${wants}`;
  let answer = await send('GET', address, { as });
  await vi.waitFor(async () => {
    answer = await send('GET', address, { as });
    expect(answer.status).toBe(200);
  }, patience);
  return answer.body as unknown as Record<string, unknown> & { scan_id: string };
}

const lodash = { component_id: 'npm://lodash:4.17.20' };
const project = {
  component_id: 'npm://my-app:1.0.0',
  nodes: [lodash, { component_id: 'npm://tool:2.0.0', licenses: ['ISC'], nodes: [lodash, { component_id: 'npm://hidden:1.0.0' }] }],
};

describe('a graph of components', () => {
  it('is judged by the advisories there are, and tells by which ways a component came in', async () => {
    const answer = await scan(project);
    expect(answer).toMatchObject({ status: 'completed', progress_percentage: 100, component_id: 'npm://my-app:1.0.0', package_type: 'npm', violations: [] });
    expect(answer.vulnerabilities).toEqual([
      {
        issue_id: 'GHSA-lodash',
        summary: 'lodash can be harmed',
        severity: 'Critical',
        cves: [{ cve: 'CVE-2026-7', cvss_v3_score: '9.8', cvss_v3_vector: expect.stringContaining('CVSS:3.1/'), cwe: ['CWE-77'] }],
        components: {
          'npm://lodash:4.17.20': {
            fixed_versions: ['4.17.21'],
            impact_paths: [
              [{ component_id: 'npm://my-app:1.0.0' }, lodash],
              [{ component_id: 'npm://my-app:1.0.0' }, { component_id: 'npm://tool:2.0.0' }, lodash],
            ],
          },
        },
        references: ['https://example.org/lodash'],
      },
    ]);
  });

  it('is judged in every ecosystem, and what cannot be judged is named', async () => {
    const ids = ['gav://org.acme:core:1.9', 'pip://Flask_Login:0.6', 'pypi://flask-login:0.7', 'go://example.org/mod:v1.1.0', 'npm://vague:1.0.0'];
    const others = ['docker://image:latest', 'generic://sha256:00/file.bin', 'npm://@', 'root'];
    const answer = await scan(
      { component_id: 'root', nodes: [...ids, ...others.slice(0, 3)].map((component_id) => ({ component_id })) },
      { base: 'sca/scan/graph' },
    );
    const found = (answer.vulnerabilities as { issue_id: string; components: object }[]).map(({ issue_id, components }) => [issue_id, Object.keys(components)]);
    expect(Object.fromEntries(found)).toEqual({
      'GHSA-maven': ['gav://org.acme:core:1.9'],
      'GHSA-pypi': ['pip://Flask_Login:0.6', 'pypi://flask-login:0.7'],
      'GO-1': ['go://example.org/mod:v1.1.0'],
    });
    expect(answer.unjudged).toEqual(['root', ...others.slice(0, 3)]);
  });

  it('tells licences of stored packages to those who may read them, and those that the client found', async () => {
    const names = async (as: string) => {
      const { licenses } = (await scan(project, { as })) as unknown as { licenses: { name: string; components: object }[] };
      return Object.fromEntries(licenses.map(({ name, components }) => [name, Object.keys(components)]));
    };
    expect(await names('reader')).toEqual({ ISC: ['npm://tool:2.0.0'], MIT: ['npm://lodash:4.17.20'] });
    expect(await names('stranger')).toEqual({ ISC: ['npm://tool:2.0.0'] });
    expect((await names('admin')).MIT).toEqual(['npm://lodash:4.17.20', 'npm://hidden:1.0.0']);
  });

  it('tells only what was asked for', async () => {
    const answer = await scan(project, { wants: 'include_licenses=false' });
    expect(Object.keys(answer).sort()).toEqual(['component_id', 'package_type', 'progress_percentage', 'scan_id', 'status', 'unjudged', 'violations']);
  });
});

describe('a bill of materials', () => {
  it('is judged by package URLs, and told by its own references', async () => {
    const library = (reference: string | undefined, purl: string, components?: object[]) => ({
      type: 'library',
      ...(reference === undefined ? {} : { 'bom-ref': reference }),
      name: 'x',
      purl,
      ...(components ? { components } : {}),
    });
    const components = [
      library('ref-1', 'pkg:npm/lodash@4.17.20', [library('ref-2', 'pkg:maven/org.acme/core@1.9?type=jar')]),
      library(undefined, 'pkg:golang/example.org/mod@v1.1.0#sub'),
      library('ref-3', 'pkg:deb/debian/curl@7.0?distro=debian-12'),
      library('ref-4', 'pkg:npm/%40acme/lodash@1.0.0'),
      library('ref-5', 'pkg:npm/%zz@1.0.0'),
    ];
    const document = { bomFormat: 'CycloneDX', specVersion: '1.6', metadata: { component: { 'bom-ref': 'app', name: 'app' } }, components };
    const begun = await send('POST', 'scan/import?file_name=bom.json', { body: document });
    expect(begun).toEqual({ status: 201, body: { scan_id: expect.any(String) } });
    let answer = begun;
    await vi.waitFor(async () => {
      answer = await send('GET', `scan/graph/${begun.body.scan_id}?include_vulnerabilities=true`);
      expect(answer.status).toBe(200);
    }, patience);
    const { vulnerabilities, unjudged } = answer.body as unknown as { vulnerabilities: { issue_id: string; components: object }[]; unjudged: string[] };
    expect(Object.fromEntries(vulnerabilities.map(({ issue_id, components: where }) => [issue_id, Object.keys(where)]))).toEqual({
      'GHSA-lodash': ['ref-1'],
      'GHSA-maven': ['ref-2'],
      'GO-1': ['pkg:golang/example.org/mod@v1.1.0#sub'],
    });
    expect(unjudged).toEqual(['app', 'ref-3', 'ref-5']);
    expect((await send('POST', 'scan/import', { body: { bomFormat: 'SPDX' } })).status).toBe(400);
    expect((await send('POST', 'scan/import', { body: { bomFormat: 'CycloneDX', components: [7] } })).status).toBe(400);
  });
});

describe('scans of graphs', () => {
  it('are read by who asked and by administrators alone', async () => {
    const { scan_id } = await scan(project);
    const status = async (as: string) => (await send('GET', `scan/graph/${scan_id}`, { as })).status;
    expect([await status('reader'), await status('admin'), await status('stranger'), await status('anonymous')]).toEqual([200, 200, 404, 401]);
    expect((await send('POST', 'scan/graph', { as: 'anonymous', body: project })).status).toBe(401);
  });

  it('are refused where a watch, a project or a repository is not there, or not for the caller', async () => {
    const refused = async (query: string, as = 'reader') => {
      const answer = await send('POST', `scan/graph?${query}`, { as, body: project });
      return [answer.status, answer.body.error];
    };
    expect(await refused('watch=prod&watch=other')).toEqual([404, 'There is no watch named prod']);
    expect(await refused('project=none', 'admin')).toEqual([404, 'There is no project none']);
    expect(await refused('project=shop')).toEqual([404, 'There is no project shop']);
    expect((await refused('project=shop&scan_type=dependency', 'admin'))[0]).toBe(201);
    expect(await refused('repo_path=secret/a.tgz')).toEqual([404, 'There is no repository for the path secret/a.tgz, or you may not read it']);
    expect((await refused('repo_path=js/a.tgz&scan_type=binary'))[0]).toBe(201);
    expect((await refused('scan_type=other'))[0]).toBe(400);
  });

  it('are refused for a watch that is there, which does not judge them', async () => {
    const rules = [{ name: 'high', criteria: { min_severity: 'High' as const }, actions: {} }];
    await test.call(createPolicy, { body: { name: 'severe', type: 'security', rules } });
    const resources = [{ type: 'all-repos' as const }];
    await test.call(createWatch, { body: { general_data: { name: 'prod' }, project_resources: { resources }, assigned_policies: [{ name: 'severe' }] } });
    const answer = await send('POST', 'scan/graph?watch=prod', { as: 'admin', body: project });
    expect([answer.status, answer.body.error]).toEqual([400, 'Lists of components are not judged by watches; ask again without the watch prod']);
    expect((await send('POST', 'scan/graph?watch=prod', { body: project })).status).toBe(404);
  });

  it('are refused when they are no graphs, too large or too deep', async () => {
    const refused = async (body: unknown) => {
      const answer = await send('POST', 'scan/graph', { body });
      return [answer.status, answer.body.error];
    };
    expect((await refused('{'))[0]).toBe(400);
    expect((await refused({ nodes: [] }))[0]).toBe(400);
    expect((await refused({ component_id: 'a', nodes: [7] }))[0]).toBe(400);
    expect(await refused({ component_id: 'a', nodes: 'b' })).toEqual([400, 'The nodes of a node are a list']);
    expect(await refused(`{"component_id":"a","nodes":[${'{"component_id":"b"},'.repeat(50_000)}{"component_id":"c"}]}`)).toEqual([
      413,
      'The graph has more than 50000 nodes',
    ]);
    expect(await refused(`${'{"component_id":"a","nodes":['.repeat(9000)}{"component_id":"b"}${']}'.repeat(9000)}`)).toEqual([
      413,
      'The graph is deeper than 100 levels',
    ]);
    expect((await refused(`"${'x'.repeat(11 * 1024 * 1024)}"`))[0]).toBe(413);
  });

  it('end after a day, after a hundred others of the same owner, and after some attempts in vain', async () => {
    const db = openDatabase<ScanningSchema>(test.databaseUrl, 'scanning', { connections: 1 });
    const context = { db, platform: test.platform, peers: test.peers, log: test.platform.logger('xray'), looks: openLooks() };
    const signal = new AbortController().signal;
    const { scan_id: first } = await scan(project);
    await db.updateTable('graph_scan').set({ state: 'in progress', attempts: 3 }).where('id', '=', first).execute();
    expect((await send('GET', `scan/graph/${first}`)).status).toBe(202);
    await graphScanJob(context).run({ id: first }, signal);
    expect((await send('GET', `scan/graph/${first}`)).body).toMatchObject({ status: 'failed', error: expect.stringContaining('failed') });
    await db
      .updateTable('graph_scan')
      .set({ ends_at: new Date(Date.now() - 1000) })
      .where('id', '=', first)
      .execute();
    expect((await send('GET', `scan/graph/${first}`)).status).toBe(404);
    await forgetScansJob(context).run({}, signal);
    expect(await db.selectFrom('graph_scan').select('id').where('id', '=', first).execute()).toEqual([]);
    for (let count = 0; count <= 100; count++) await send('POST', 'scan/graph', { as: 'stranger', body: lodash });
    expect(await db.selectFrom('graph_scan').select('id').where('owner', '=', 'stranger').execute()).toHaveLength(100);
    await db.destroy();
  });
});
