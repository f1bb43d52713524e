import { createAdvisorySource, dumpPath } from '@packhouse/contract/scanning/scanning-source-routes.ts';
import { lines, osv } from '@packhouse/testkit/start-scanning-platform.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ClientServer, startClientServer } from '../client-platform.ts';

// The command line itself is to be had from no package registry, so these are the requests that its scans make, in its order and its words.

const patience = { timeout: 30_000, interval: 200 };

describe('the requests of the command line for scans', () => {
  let server: ClientServer;

  const ask = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${server.url}/${path}`, {
      method,
      headers: { authorization: `Bearer ${server.token}`, 'user-agent': 'jfrog-cli-go/2.121.0', 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: (text === '' ? undefined : JSON.parse(text)) as Record<string, unknown> };
  };
  /** Asks again, as the command line does, until the answer is no longer that it runs. */
  const poll = async (method: string, path: string, body?: unknown) => {
    let answer = await ask(method, path, body);
    await vi.waitFor(async () => {
      answer = await ask(method, path, body);
      expect(answer.status).toBe(200);
    }, patience);
    return answer.body;
  };

  beforeAll(async () => {
    server = await startClientServer();
    const { id } = await server.call(createAdvisorySource, { body: { name: 'advisories' } });
    const dump = lines(
      osv(
        'GHSA-lodash',
        { ecosystem: 'npm', name: 'lodash', events: [{ introduced: '0' }, { fixed: '4.17.21' }] },
        { aliases: ['CVE-2026-7'], severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' }] },
      ),
    );
    await fetch(server.url + dumpPath(id), { method: 'PUT', headers: { authorization: `Bearer ${server.token}` }, body: dump });
  });
  afterAll(() => server?.remove());

  it('API-001 audit a project by the graph of its dependencies', async () => {
    expect((await ask('GET', 'xray/api/v1/system/version')).body).toMatchObject({ xray_version: expect.stringMatching(/^3\.\d+\.\d+$/) });
    const told = { event_type: 1, event_status: 'started', product: 'cli', product_version: '2.121.0', is_default_config: false, jfrog_user: 'admin' };
    const event = await ask('POST', 'xray/api/v1/xsc/event', told);
    expect(event.status).toBe(201);
    const scan = String(event.body.multi_scan_id);
    const lodash = { component_id: 'npm://lodash:4.17.20' };
    const graph = { component_id: 'npm://my-app:1.0.0', nodes: [{ component_id: 'npm://tool:2.0.0', nodes: [lodash] }, lodash] };
    await vi.waitFor(async () => {
      const begun = await ask('POST', `xray/api/v1/scan/graph?scan_type=dependency&multi_scan_id=${scan}&tech=npm`, graph);
      expect([200, 201]).toContain(begun.status);
      const found = await poll('GET', `xray/api/v1/scan/graph/${String(begun.body.scan_id)}?include_vulnerabilities=true&include_licenses=true`);
      expect(found.vulnerabilities).toMatchObject([
        {
          issue_id: 'GHSA-lodash',
          severity: 'Critical',
          cves: [{ cve: 'CVE-2026-7', cvss_v3_score: '9.8' }],

          components: {
            'npm://lodash:4.17.20': {
              fixed_versions: ['4.17.21'],
              impact_paths: [
                [{ component_id: 'npm://my-app:1.0.0' }, { component_id: 'npm://tool:2.0.0' }, lodash],
                [{ component_id: 'npm://my-app:1.0.0' }, lodash],
              ],
            },
          },
        },
      ]);
    }, patience);
    const ended = { multi_scan_id: scan, event_status: 'completed', total_findings: 1, total_scan_duration: '3s' };
    expect((await ask('PUT', 'xray/api/v1/xsc/event', ended)).status).toBe(200);
    expect(await ask('GET', `xray/api/v1/xsc/event/${scan}`)).toMatchObject({ status: 200, body: { ...told, ...ended } });
  });

  it('API-001 scan a build after asking what can be used', async () => {
    const { xsc_version: version } = (await ask('GET', 'xray/api/v1/xsc/system/version')).body;
    expect(version).toMatch(/^1\.\d+\.\d+$/);
    expect((await ask('GET', 'xray/api/v1/entitlements/feature/contextual_analysis')).body).toEqual({ feature_id: 'contextual_analysis', entitled: false });
    const build = { build_name: 'shop', build_number: '1' };
    const modules = [{ id: 'shop:1.0.0', type: 'npm', dependencies: [{ id: 'lodash:4.17.20', type: 'tgz', sha1: 'b'.repeat(40) }] }];
    const missing = await ask('POST', 'xray/api/v2/ci/build', build);
    expect([missing.status, missing.body.info]).toEqual([404, "Build shop number 1 wasn't found in Artifactory"]);
    const document = { version: '1.0.1', name: 'shop', number: '1', started: '2026-01-02T03:04:05.678+0000', modules };
    expect((await ask('PUT', 'artifactory/api/build', document)).status).toBe(204);
    expect(await ask('POST', 'xray/api/v2/ci/build', build)).toMatchObject({ status: 201, body: { info: expect.stringContaining('No Xray “Fail build') } });
    const found = await poll('POST', 'xray/api/v2/ci/build/scanResult?include_vulnerabilities=true', build);
    expect(found).toMatchObject({ status: 'completed', fail_build: false, vulnerabilities: [{ issue_id: 'GHSA-lodash' }] });
    expect((await ask('GET', 'xray/api/v2/summary/build?build_name=shop&build_number=1')).body).toMatchObject({ issues: [{ issue_id: 'GHSA-lodash' }] });
  });
});
