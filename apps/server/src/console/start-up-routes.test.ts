import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { accessService } from '@packhouse/access-service/service.ts';
import { updateGeneralSettings } from '@packhouse/contract/access/access-general-routes.ts';
import { updateAccessSettings } from '@packhouse/contract/access/access-setting-routes.ts';
import { prefixes } from '@packhouse/contract/prefixes.ts';
import { interfaceVersions } from '@packhouse/contract/shell/service-names.ts';
import * as shellRoutes from '@packhouse/contract/shell/shell-routes.ts';
import { featureNames } from '@packhouse/contract/shell/shell-routes.ts';
import { operationsService } from '@packhouse/operations-service/service.ts';
import { repositoriesService } from '@packhouse/repositories-service/service.ts';
import { startTestPlatform, type TestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registerConsole } from './register-console.ts';

const nothingBuilt = () => ({ assets: new Map(), areas: [] });
const services = [accessService, repositoriesService, operationsService];

let test: TestPlatform;

beforeAll(async () => {
  test = await startTestPlatform({
    services,
    config: { services: ['access', 'repositories'] },
    jobs: false,
    extend: (app, platform, peers) => registerConsole(app, platform, peers, nothingBuilt),
  });
});
afterAll(() => test.stop());

/** Reads what stands at an address, as JSON. */
async function get(path: string, as: 'admin' | 'anonymous' = 'admin'): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(test.baseUrl + path, { headers: test.headersOf(as) });
  return { status: answer.status, body: await answer.json() };
}
const good = (body: unknown) => ({ status: 200, body });

describe('the calls with which the console starts', () => {
  it('SHELL-027 generalConfig says where and what the installation is', async () => {
    const origin = test.baseUrl;
    expect(await get('/ui/api/v1/ui/generalConfig', 'anonymous')).toEqual(
      good({
        domainName: new URL(origin).host,
        baseUrl: origin,
        licenseType: 'ENTERPRISE_PLUS',
        flavour: 'OSS',
        lightweight: false,
        cloud: false,
        trial: false,
        dedicated: false,
      }),
    );
  });

  it('SHELL-028 auth/current says who is there', async () => {
    expect(await get('/ui/api/v1/ui/auth/current')).toMatchObject(
      good({ name: 'admin', realm: 'internal', mfaStatus: expect.any(String), administrator: true }),
    );
  });

  it('SHELL-029 SHELL-024 featuresConfig answers every switch of the console with on or off', async () => {
    const { status, body } = await get('/ui/api/v1/ui/featuresConfig', 'anonymous');
    expect(status).toBe(200);
    expect(Object.keys(body as object).sort()).toEqual([...featureNames].sort());
    expect(Object.values(body as object).every((state) => typeof state === 'boolean')).toBe(true);
    expect(body).toMatchObject({ testing: false, commonTested: false, navigationSwitch: true, helpLinks: true });
  });

  it('SHELL-030 system/version and system/status speak of every service that runs, and of a store that is away', async () => {
    const version = '0.0.0-test';
    expect(await get('/ui/api/v1/system/version')).toEqual(
      good({ version, services: { access: { version }, artifactory: { version: interfaceVersions.artifactory } } }),
    );
    expect(await get('/ui/api/v1/system/status')).toEqual(
      good({
        status: 'ok',
        services: [
          { name: 'access', status: 'online' },
          { name: 'artifactory', status: 'online' },
        ],
      }),
    );
    const [store, away] = [join(test.home, 'blobs'), join(test.home, 'away')];
    await rename(store, away);
    const without = await get('/ui/api/v1/system/status');
    await rename(away, store);
    expect(without).toEqual(
      good({
        status: 'degraded',
        services: [
          { name: 'access', status: 'online' },
          { name: 'artifactory', status: 'offline' },
        ],
      }),
    );
    expect(await get('/ui/api/v1/system/status')).toMatchObject(good({ status: 'ok' }));
  });

  it('SHELL-031 footer names logo, visitors and build', async () => {
    expect(await get('/ui/api/v1/ui/footer', 'anonymous')).toEqual(
      good({ logoUrl: null, userLogo: false, anonymousAccess: false, buildLine: 'Packhouse 0.0.0-test', message: '' }),
    );
  });

  it('ADMIN-025 name, logo, footer and address of the general settings reach sign-in, shell and set-up texts at once', async () => {
    const none = { serverName: '', baseUrl: '', logoUrl: '', footerMessage: '' };
    const body = { serverName: 'Shop', baseUrl: 'https://shop.example.org', logoUrl: 'https://example.org/a.png', footerMessage: 'Ask Ann' };
    await test.call(updateGeneralSettings, { body });
    const { baseUrl } = body;
    expect(await get('/ui/api/v1/ui/footer', 'anonymous')).toMatchObject({ body: { logoUrl: body.logoUrl, userLogo: false, message: 'Ask Ann' } });
    expect(await get('/ui/api/v1/ui/platformConfig', 'anonymous')).toMatchObject({ body: { serverName: 'Shop', baseUrl } });
    expect(await get('/ui/api/v1/ui/generalConfig', 'anonymous')).toMatchObject({ body: { domainName: 'shop.example.org', baseUrl } });
    expect(await get('/ui/api/v1/ui/setMeUp')).toEqual(good({ baseUrl }));
    await test.call(updateGeneralSettings, { body: none });
    expect(await get('/ui/api/v1/ui/setMeUp')).toEqual(good({ baseUrl: test.baseUrl }));
  });

  it('SHELL-032 platformConfig names the platform', async () => {
    expect(await get('/ui/api/v1/ui/platformConfig', 'anonymous')).toEqual(good({ serverName: '127.0.0.1', baseUrl: test.baseUrl, anonymousUiBlocked: false }));
  });

  it('SHELL-034 SHELL-035 SHELL-036 answer peers, entitlements and first steps as objects', async () => {
    expect(await get('/ui/api/v1/pdn/tracker')).toMatchObject(good({ present: false, peers: [{ status: 'Online' }] }));
    expect(await get('/ui/api/v1/entitlements')).toEqual(good({ product: true, distribution: true }));
    expect(await get('/ui/api/v1/system/onboarding')).toMatchObject(good({ firstLogin: expect.any(Boolean), showPersonalization: expect.any(Boolean) }));
  });

  it('SHELL-037 the calls for scans say that there is no scanner', async () => {
    expect(await get('/ui/api/v1/xray/ui/permissions')).toEqual(good({ available: false, view: false, manage: false }));
    expect(await get('/ui/api/v1/xray/ui/indexStatus')).toEqual(good({ available: false, indexed: 0, total: 0 }));
  });

  it('SHELL-038 SHELL-040 microservices names the present ones with versions, ismicroserviceenabled each by itself', async () => {
    expect(await get('/ui/api/v1/system/microservices', 'anonymous')).toEqual(
      good([
        { name: 'access', version: '0.0.0-test' },
        { name: 'artifactory', version: interfaceVersions.artifactory },
      ]),
    );
    expect(await get('/ui/api/v1/system/ismicroserviceenabled/mc')).toEqual(good({ enabled: false }));
    expect(await get('/ui/api/v1/system/ismicroserviceenabled/artifactory')).toEqual(good({ enabled: true }));
  });

  it('SHELL-039 analytics, formats, repositories and the cloud widget have their calls', async () => {
    expect(await get('/ui/api/v1/ui/analytics/state')).toEqual(good({ enabled: false }));
    expect(await get('/ui/api/v1/ui/availablePackages')).toEqual(good(expect.arrayContaining(['npm', 'maven', 'docker'])));
    expect(await get('/ui/api/v1/ui/repositoryData')).toEqual(good(expect.any(Array)));
    expect(await get('/ui/api/v1/ui/cloudInfo')).toEqual(good({ cloud: false, trial: false, dedicated: false }));
  });

  it('SHELL-041 calls lie under the API base, and what services answer under bases of their own', () => {
    const urls = Object.values(shellRoutes).flatMap((one) => (typeof one === 'object' && 'url' in one ? [one.url] : []));
    expect(urls.length).toBeGreaterThan(15);
    for (const url of urls) expect(url.startsWith('/ui/api/v1/'), url).toBe(true);
    const { consoleApi, consoleUi, consoleInsight, consoleInsight2, consoleMissionControl } = prefixes;
    expect([consoleUi, consoleInsight, consoleInsight2, consoleMissionControl]).toEqual(
      ['/ui', '/insight/api/v1', '/insight/api/v2', '/mc/api/ui/v1'].map((base) => consoleApi + base),
    );
  });

  it('SHELL-042 a refusal is JSON with a list of errors that have messages', async () => {
    expect(await get('/ui/api/v1/system/nothing')).toMatchObject({ status: 404, body: { errors: [{ message: expect.any(String) }] } });
    expect(await get('/ui/api/v1/ui/repositoryData', 'anonymous')).toMatchObject({ status: 401, body: { errors: [{ message: expect.any(String) }] } });
  });

  it('SHELL-003 anonymous visitors are answered only while anonymous access is on', async () => {
    expect((await get('/ui/api/v1/ui/availablePackages', 'anonymous')).status).toBe(401);
    await test.call(updateAccessSettings, { body: { anonymousAccess: true } });
    expect((await get('/ui/api/v1/ui/availablePackages', 'anonymous')).status).toBe(200);
    expect(await get('/ui/api/v1/ui/footer', 'anonymous')).toMatchObject({ body: { anonymousAccess: true } });
    await test.call(updateAccessSettings, { body: { anonymousAccess: false } });
    expect((await get('/ui/api/v1/ui/availablePackages', 'anonymous')).status).toBe(401);
  });
});

it('SHELL-024 the configuration turns switches on and off and says what the installation is', async () => {
  const other = await startTestPlatform({
    services: [],
    jobs: false,
    config: { features: ['testing', '-helpLinks'], installation: ['cloud', 'trial', 'containers'] },
    extend: (app, platform, peers) => registerConsole(app, platform, peers, nothingBuilt),
  });
  try {
    const read = async (name: string) => (await fetch(`${other.baseUrl}/ui/api/v1/ui/${name}`)).json();
    expect(await read('featuresConfig')).toMatchObject({ testing: true, helpLinks: false, commonTested: false, navigationSwitch: true, scanPolicies: true });
    expect(await read('generalConfig')).toMatchObject({ cloud: true, trial: true, dedicated: false, flavour: 'JCR', lightweight: false });
  } finally {
    await other.stop();
  }
});
