import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listClientCertificates } from '@packhouse/contract/repositories/key-routes.ts';
import { readWebServer } from '@packhouse/contract/repositories/web-server-routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../repository-test-platform.ts';
import { renderSamples } from '../upkeep/metrics-text.ts';

/** A certificate with its key, in one text as clients send it. */
function makePem(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'));
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-days',
      '30',
      '-subj',
      `/CN=${name}`,
      '-keyout',
      key,
      '-out',
      certificate,
    ],
    { stdio: 'ignore' },
  );
  return `${readFileSync(certificate, 'utf8')}${readFileSync(key, 'utf8')}`;
}

describe('calls of monitoring and administrators that exist already', () => {
  let test: RepositoryTestPlatform;
  beforeAll(async () => {
    test = await startRepositoryPlatform({ jobs: false, actors: { alice: {} }, config: { nodeId: 'exporters-know-me' } });
    await test.create({ class: 'local', key: 'files', format: 'generic' });
    await test.put('files/a.bin', 'ten bytes!');
  });
  afterAll(() => test?.stop());
  const read = async (path: string) => (await (await test.ask(`api/${path}`)).json()) as unknown;

  it('API-001 is for administrators', async () => {
    for (const path of ['tasks', 'v1/metrics', 'replications', 'system/security/certificates', 'system/configuration/webServer'])
      expect([path, (await test.ask(`api/${path}`, { as: 'alice' })).status]).toEqual([path, 403]);
  });

  it('API-001 answers probes of whoever asks', async () => {
    const probe = async (name: string) => {
      const answer = await fetch(`${test.baseUrl}/artifactory/api/v1/system/${name}`);
      return [name, answer.status, answer.status === 200 ? await answer.json() : undefined];
    };
    expect(await Promise.all(['readiness', 'liveness'].map(probe))).toEqual([
      ['readiness', 200, { code: 'OK' }],
      ['liveness', 200, { code: 'OK' }],
    ]);
  });

  it('API-001 measures under the names that dashboards know', async () => {
    const answer = await test.ask('api/v1/metrics');
    const text = await answer.text();
    expect(answer.headers.get('content-type')).toContain('openmetrics');
    expect(text).toContain('jfrt_stg_summary_repo_size_bytes{repo="files",type="local",package_type="generic"} 10\n');
    expect(text).toContain('jfrt_repo_by_type_total{type="local"} 1\n');
    for (const name of ['jfrt_runtime_heap_maxmemory_bytes', 'jfrt_db_connections_active_total', 'app_disk_free_bytes', 'sys_memory_free_bytes'])
      expect(Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1])).toBeGreaterThan(0);
    expect(text.endsWith('# EOF\n')).toBe(true);
    expect(renderSamples([{ name: 'a', help: 'A', value: 1, labels: { of: 'x"\\\n' } }])).toContain('a{of="x\\"\\\\\\n"} 1');
  });

  it('API-001 lists the work that waits, and honestly nothing where there is nothing', async () => {
    await test.platform.jobs.add('empty-trash', {}, { delay: 3_600_000 });
    expect(await read('tasks')).toMatchObject({ tasks: [{ type: 'empty-trash', state: 'scheduled', description: 'empty trash' }] });
    for (const path of ['replications', 'federation/status/mirrorsLag', 'federation/status/unavailableMirrors']) expect(await read(path)).toEqual([]);
    expect(await (await test.ask('api/system/service_id')).text()).toMatch(/^jfrt@/);
  });

  it('API-001 names the installation and the node in every answer, also where it refuses', async () => {
    await test.put('files/named/a.txt', 'a');
    const id = (await (await test.ask('api/system/service_id')).text()).replace(/^jfrt@/, '');
    for (const [path, as] of [
      ['api/system/ping', 'anonymous'],
      ['files/named/a.txt', 'admin'],
      ['files/none.txt', 'admin'],
      ['api/brand/new', 'admin'],
    ] as const) {
      const { headers } = await test.ask(path, { as });
      expect([path, headers.get('x-artifactory-id'), headers.get('x-artifactory-node-id')]).toEqual([path, id, 'exporters-know-me']);
    }
    expect((await test.ask('files/named/a.txt', { method: 'HEAD' })).headers.get('x-artifactory-filename')).toBe('a.txt');
  });

  it('API-001 answers unknown calls as calls, and not as files', async () => {
    for (const path of ['api/brand/new', 'api/system/unheard-of', 'api']) {
      const answer = await test.ask(path);
      expect([answer.status, await answer.json()]).toMatchObject([
        404,
        { errors: [{ status: 404, message: expect.stringContaining(`call GET /artifactory/${path}`) }] },
      ]);
    }
  });

  it('API-001 lists repositories at the address that ends with a slash too', async () => {
    expect(await read('repositories/?type=local')).toEqual(await read('repositories?type=local'));
  });

  it('API-001 keeps certificates under their alias, replaces and deletes them', async () => {
    const post = (body: string) => test.ask('api/system/security/certificates/upstream', { method: 'POST', body, headers: { 'content-type': 'text/plain' } });
    expect((await post('nothing of the kind')).status).toBe(400);
    expect((await post(makePem('one'))).status).toBe(200);
    const [first] = (await read('system/security/certificates')) as Record<string, string>[];
    expect(first).toMatchObject({
      certificateAlias: 'upstream',
      issuedTo: expect.stringContaining('one'),
      fingerprint: expect.stringMatching(/^([0-9A-F]{2}:){31}/),
    });
    expect(await read('system/security/certificates/')).toEqual([first]);
    expect((await post(makePem('two'))).status).toBe(200);
    expect(((await read('system/security/certificates')) as unknown[]).length).toBe(1);
    expect((await test.call(listClientCertificates, {})).items).toMatchObject([{ name: 'upstream', subject: expect.stringContaining('two') }]);
    expect(test.audited.map(({ action }) => action)).toContain('client-certificate.replaced');
    const gone = await test.ask('api/system/security/certificates/upstream', { method: 'DELETE', body: '', headers: { 'content-type': 'application/json' } });
    expect([gone.status, await read('system/security/certificates')]).toEqual([200, []]);
  });

  it('API-001 reads back the web server as it was described', async () => {
    const config = {
      webServerType: 'APACHE',
      artifactoryAppContext: 'artifactory',
      publicAppContext: '',
      serverName: 'packages.example.org',
      artifactoryServerName: 'inner.example.org',
      artifactoryPort: 8082,
      dockerReverseProxyMethod: 'SUBDOMAIN',
      useHttp: true,
      useHttps: true,
      httpPort: 80,
      httpsPort: 8443,
      sslKey: '/etc/ssl/key.pem',
      sslCertificate: '/etc/ssl/certificate.pem',
    };
    const post = (body: object) =>
      test.ask('api/system/configuration/webServer', { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });
    expect((await post(config)).status).toBe(200);
    expect(await read('system/configuration/webServer')).toMatchObject(config);
    expect(await test.call(readWebServer, {})).toMatchObject({ serverName: 'packages.example.org', kind: 'apache', internalPort: 8082 });
    const snippet = await test.ask('api/system/configuration/reverseProxy/nginx');
    expect([snippet.status, snippet.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(await snippet.text()).toContain('server_name packages.example.org');
    expect((await test.ask('api/system/configuration/reverseProxy/other')).status).toBe(400);
    const refused = await post({ ...config, publicAppContext: 'elsewhere' });
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('publicAppContext')]);
    expect((await post({ webServerType: 'DIRECT' })).status).toBe(200);
    expect(await read('system/configuration/webServer')).toMatchObject({ webServerType: 'DIRECT', dockerReverseProxyMethod: 'NOVALUE', serverName: '' });
    expect((await test.ask('api/system/configuration/reverseProxy/nginx')).status).toBe(404);
  });
});
