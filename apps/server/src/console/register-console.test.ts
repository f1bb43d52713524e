import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import * as routes from '@packhouse/contract/shell/shell-routes.ts';
import { startTestPlatform, type TestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readBuiltConsole } from './console-assets.ts';
import { registerConsole } from './register-console.ts';

let test: TestPlatform;
let root: string;
const page = '<!doctype html><title>Packhouse</title>';
const script = 'console.log("hello")'.repeat(100);

function buildConsole(): void {
  root = mkdtempSync(join(tmpdir(), 'packhouse-console-'));
  const files: Record<string, string | Buffer> = {
    'apps/console/dist/index.html': page,
    'apps/console/dist/sources.sha256': 'x',
    'apps/console/dist/static/js/index.0123456789.js': script,
    'apps/console/dist/static/js/index.0123456789.js.br': brotliCompressSync(script),
    'areas/access/dist/area.json': JSON.stringify({ id: 'access', title: { en: 'Access' }, paths: ['/admin/management'], nav: [] }),
    'areas/access/dist/remoteEntry.js': '{}',
  };
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), content);
  }
}

beforeAll(async () => {
  buildConsole();
  const built = readBuiltConsole(root);
  test = await startTestPlatform({
    services: [],
    config: { services: ['access', 'repositories', 'mission-control'] },
    extend: (app, platform, peers) => registerConsole(app, platform, peers, () => built),
  });
});
afterAll(async () => {
  await test.stop();
  rmSync(root, { recursive: true, force: true });
});

const get = (path: string, headers: Record<string, string> = {}) => fetch(test.baseUrl + path, { headers, redirect: 'manual' });

it('SHELL-008 answers every page address under /ui/ with the one document, and calls and files with neither', async () => {
  for (const path of ['/ui/', '/ui/admin/management/users', '/ui/packages/npm%3A%2F%2F@scope%2Fname']) {
    const answer = await get(path);
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([200, 'text/html; charset=utf-8', page]);
    expect(answer.headers.get('cache-control')).toBe('no-cache');
  }
  for (const path of ['/ui/api/v1/nothing', '/ui/static/js/gone.0123456789.js', '/ui/areas/access/area.json']) {
    const answer = await get(path);
    expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 404, 'application/json; charset=utf-8']);
  }
});

it('SHELL-010 leads from / to /ui/', async () => {
  const answer = await get('/');
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/ui/']);
  expect((await get('/ui')).headers.get('location')).toBe('/ui/');
});

it('sends hashed files pressed and for ever, and the rest revalidated', async () => {
  const answer = await get('/ui/static/js/index.0123456789.js', { 'accept-encoding': 'br, gzip' });
  expect(answer.headers.get('content-encoding')).toBe('br');
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(await answer.text()).toBe(script);
  const manifest = await get('/ui/areas/access/remoteEntry.js');
  expect(manifest.headers.get('cache-control')).toBe('no-cache');
  const again = await get('/ui/areas/access/remoteEntry.js', { 'if-none-match': manifest.headers.get('etag') ?? '' });
  expect(again.status).toBe(304);
});

it('allows scripts of its own origin only', async () => {
  expect((await get('/ui/')).headers.get('content-security-policy')).toContain("script-src 'self';");
});

it('SHELL-012 lists the areas with the address of their code', async () => {
  expect(await test.call(routes.consoleAreas, {}, { as: 'anonymous' })).toEqual([
    { id: 'access', title: { en: 'Access' }, paths: ['/admin/management'], nav: [], entry: '/ui/areas/access/remoteEntry.js' },
  ]);
});

it('answers the start-up calls', async () => {
  const host = new URL(test.baseUrl).host;
  expect(await test.call(routes.generalConfig, {}), 'SHELL-027').toMatchObject({
    domainName: host,
    baseUrl: test.baseUrl,
    licenseType: 'ENTERPRISE_PLUS',
    cloud: false,
    trial: false,
  });
  expect(await test.call(routes.footer, {})).toMatchObject({ logoUrl: null, userLogo: false, anonymousAccess: false });
  expect((await test.call(routes.microservices, {})).map(({ name }) => name)).toContain('artifactory');
  expect(await test.call(routes.isMicroserviceEnabled, { params: { name: 'mc' } })).toEqual({ enabled: true });
  expect(await test.call(routes.isMicroserviceEnabled, { params: { name: 'pipelines' } })).toEqual({ enabled: false });
  expect((await test.call(routes.systemVersion, {})).services.artifactory).toBeDefined();
});

it('SHELL-043 refuses calls of signed-in people to strangers', async () => {
  await expect(test.call(routes.repositoryData, {}, { as: 'anonymous' })).rejects.toMatchObject({ status: 401, code: 'unauthenticated' });
});
