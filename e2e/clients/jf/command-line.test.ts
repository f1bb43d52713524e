import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ClientServer, startClientServer } from '../client-platform.ts';

// The command line itself is to be had from no package registry, so these are the requests that it makes, in its order and its words.

const password = 'Clients-admin-1';
const content = randomBytes(30_000);
const sum = (algorithm: string) => createHash(algorithm).update(content).digest('hex');

describe('the requests of the command line', () => {
  let server: ClientServer;
  let token = '';

  const send = (method: string, path: string, init: { headers?: Record<string, string>; body?: string | Buffer } = {}) =>
    fetch(`${server.url}/artifactory/${path}`, {
      method,
      redirect: 'manual',
      headers: { authorization: `Bearer ${token}`, 'user-agent': 'jfrog-cli-go/2.57.1', ...init.headers },
      ...(init.body === undefined ? {} : { body: init.body as string }),
    });
  const search = async (body: string) => {
    const answer = await send('POST', 'api/search/aql', { headers: { 'content-type': 'text/plain' }, body });
    expect(answer.status).toBe(200);
    return ((await answer.json()) as { results: { repo: string; path: string; name: string; properties?: { key: string; value: string }[] }[] }).results;
  };
  const include = '.include("name","repo","path","actual_md5","actual_sha1","sha256","size","type","modified","created","property")';
  const inFolder = (repo: string, path: string, more = '') =>
    `items.find({${more}"path":{"$ne":"."},"$or":[{"$and":[{"repo":"${repo}","path":"${path}","name":{"$match":"*"}}]},{"$and":[{"repo":"${repo}","path":{"$match":"${path}/*"},"name":{"$match":"*"}}]}]})${include}`;

  beforeAll(async () => {
    server = await startClientServer();
  });
  afterAll(() => server?.remove());

  it('API-001 exchanges the password for a token at its first use, and refreshes it', async () => {
    const basic = { authorization: `Basic ${Buffer.from(`admin:${password}`).toString('base64')}` };
    const encrypted = await fetch(`${server.url}/artifactory/api/security/encryptedPassword`, { headers: basic });
    expect(encrypted.status).toBe(200);
    const kept = { authorization: `Basic ${Buffer.from(`admin:${await encrypted.text()}`).toString('base64')}` };
    expect((await fetch(`${server.url}/artifactory/api/repositories`, { headers: kept })).status).toBe(200);
    const form = (values: Record<string, string>, headers = {}) =>
      fetch(`${server.url}/artifactory/api/security/token`, { method: 'POST', headers, body: new URLSearchParams(values) });
    const first = await form({ username: 'admin', scope: 'member-of-groups:*', refreshable: 'true', expires_in: '3600' }, basic);
    expect(first.status).toBe(200);
    const { access_token, refresh_token } = (await first.json()) as { access_token: string; refresh_token: string };
    const payload = JSON.parse(Buffer.from(access_token.split('.')[1]!, 'base64').toString()) as { sub: string };
    expect(payload.sub).toMatch(/\/users\/admin$/);
    const refreshed = await form({ grant_type: 'refresh_token', refresh_token, access_token });
    expect(refreshed.status).toBe(200);
    token = ((await refreshed.json()) as { access_token: string }).access_token;
  });

  it('API-001 asks for ping and version, reports its use and makes repositories', async () => {
    expect(await (await send('GET', 'api/system/ping')).text()).toBe('OK');
    expect(await (await send('GET', 'api/system/version')).json()).toMatchObject({ version: expect.stringMatching(/^7\.\d+\.\d+$/) });
    const usage = JSON.stringify({ productId: 'jfrog-cli-go/2.57.1', features: [{ featureId: 'rt_upload' }] });
    expect((await send('POST', 'api/system/usage', { headers: { 'content-type': 'application/json' }, body: usage })).status).toBe(200);
    for (const key of ['cli-local', 'cli2-local']) {
      const headers = { 'content-type': 'application/vnd.org.jfrog.artifactory.repositories.LocalRepositoryConfiguration+json' };
      expect((await send('PUT', `api/repositories/${key}`, { headers, body: JSON.stringify({ rclass: 'local', key, packageType: 'generic' }) })).status).toBe(
        200,
      );
      expect((await send('GET', `api/repositories/${key}`)).status).toBe(200);
    }
    expect(await (await send('GET', 'api/v1/uploads/config')).json()).toEqual({ supported: false });
  });

  it('API-001 uploads, by checksum first', async () => {
    const headers = { 'x-checksum-sha1': sum('sha1'), 'x-checksum-md5': sum('md5'), 'x-checksum': sum('sha256') };
    const place = 'cli-local/a/f%201.bin;k1=v1;k2=v2,v3;build.name=app;build.number=1';
    expect((await send('PUT', place, { headers: { ...headers, 'x-checksum-deploy': 'true' } })).status).toBe(404);
    const uploaded = await send('PUT', place, { headers, body: content });
    expect([uploaded.status, (await uploaded.json()).checksums.sha256]).toEqual([201, sum('sha256')]);
    const again = await send('PUT', 'cli-local/b/f.bin', { headers: { ...headers, 'x-checksum-deploy': 'true' } });
    expect([again.status, again.headers.get('x-checksum-sha256')]).toEqual([201, sum('sha256')]);
  });

  it('API-001 searches and downloads in parts', async () => {
    const found = await search(inFolder('cli-local', 'a', '"$and":[{"@k1":"v1"},{"@k2":"v3"}],'));
    expect(found).toMatchObject([{ repo: 'cli-local', path: 'a', name: 'f 1.bin' }]);
    const head = await send('HEAD', 'cli-local/a/f%201.bin');
    expect([head.status, head.headers.get('accept-ranges'), head.headers.get('content-length')]).toEqual([200, 'bytes', '30000']);
    const parts = await Promise.all(
      ['0-9999', '10000-19999', '20000-29999'].map((range) => send('GET', 'cli-local/a/f%201.bin', { headers: { range: `bytes=${range}` } })),
    );
    expect(parts.map(({ status }) => status)).toEqual([206, 206, 206]);
    const bytes = Buffer.concat(await Promise.all(parts.map(async (part) => Buffer.from(await part.arrayBuffer()))));
    expect(bytes.equals(content)).toBe(true);
  });

  it('API-001 sets and deletes properties, copies, moves and deletes', async () => {
    expect((await send('PUT', 'api/storage/cli-local/a/f%201.bin?properties=stage=ga%3Bteam=x%2Cy&recursive=0')).status).toBe(204);
    expect(await search(inFolder('cli-local', 'a', '"$and":[{"@stage":"ga"},{"@team":"y"}],'))).toHaveLength(1);
    expect((await send('DELETE', 'api/storage/cli-local/a/f%201.bin?properties=stage,team&recursive=0')).status).toBe(204);
    expect(await search(inFolder('cli-local', 'a', '"$and":[{"@stage":"ga"}],'))).toHaveLength(0);
    expect((await send('PUT', 'cli2-local/copied/')).status).toBe(201);
    const copied = await send('POST', 'api/copy/cli-local/a/f%201.bin?to=/cli2-local/copied/f%201.bin');
    expect([copied.status, (await copied.json()).messages[0].level]).toEqual([200, 'INFO']);
    expect((await send('POST', 'api/move/cli-local/b/f.bin?to=/cli2-local/moved/f.bin')).status).toBe(200);
    for (const folder of ['copied', 'moved']) expect(await search(inFolder('cli2-local', folder, '"type":"any",'))).toHaveLength(1);
    expect((await send('DELETE', 'cli2-local/moved/')).status).toBe(204);
    expect((await send('DELETE', 'cli2-local/moved/')).status).toBe(404);
  });

  it('API-001 publishes a build, finds what it made and promotes it', async () => {
    const artifacts = [{ name: 'f 1.bin', path: 'a/f 1.bin', originalDeploymentRepo: 'cli-local', sha1: sum('sha1'), md5: sum('md5'), sha256: sum('sha256') }];
    const build = { name: 'app', number: '1', started: '2026-01-02T03:04:05.678+0000', modules: [{ type: 'generic', id: 'app', artifacts }] };
    const headers = { 'content-type': 'application/vnd.org.jfrog.artifactory+json' };
    const published = await send('PUT', 'api/build', { headers, body: JSON.stringify(build) });
    expect([published.status, published.headers.get('x-checksum-sha256')]).toEqual([204, expect.any(String)]);
    expect((await send('GET', 'api/build/app/1')).status).toBe(200);
    const made = await search(`items.find({"$or":[{"$and":[{"artifact.module.build.name":"app","artifact.module.build.number":"1"}]}]})${include}`);
    expect(made.map(({ repo, path, name }) => `${repo}/${path}/${name}`).sort()).toEqual(['cli-local/a/f 1.bin', 'cli2-local/copied/f 1.bin']);
    const properties = made[0]?.properties ?? [];
    expect(properties).toContainEqual({ key: 'build.name', value: 'app' });
    const latest = await search('items.find({"type": "file","repo": "artifactory-build-info","path": {"$match": "app"}}).sort({"$desc":["created"]}).limit(1)');
    expect(latest).toMatchObject([{ name: `1-${Date.parse('2026-01-02T03:04:05.678Z')}.json` }]);
    const promotion = { targetRepo: 'cli2-local', sourceRepo: 'cli-local', status: 'Released', copy: true, failFast: true, properties: { qa: ['ok'] } };
    const promoted = await send('POST', 'api/build/promote/app/1', { headers: { 'content-type': 'application/json' }, body: JSON.stringify(promotion) });
    expect(promoted.status).toBe(200);
    expect(await search(inFolder('cli2-local', 'a', '"$and":[{"@qa":"ok"}],'))).toHaveLength(1);
    const retention = JSON.stringify({ count: '0', deleteBuildArtifacts: false });
    expect((await send('POST', 'api/build/retention/app?async=false', { headers: { 'content-type': 'application/json' }, body: retention })).status).toBe(204);
    expect((await send('GET', 'api/build/app/1')).status).toBe(404);
  });
});
