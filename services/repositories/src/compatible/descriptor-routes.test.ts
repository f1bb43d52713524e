import { listProxies, updateProxy } from '@packhouse/contract/repositories/proxy-routes.ts';
import { readTrashSettings } from '@packhouse/contract/repositories/trash-routes.ts';
import { readWebServer } from '@packhouse/contract/repositories/web-server-routes.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../repository-test-platform.ts';

let test: RepositoryTestPlatform;
beforeAll(async () => {
  test = await startRepositoryPlatform({ actors: { alice: {} } });
});
afterAll(() => test?.stop());

const api = 'api/system/configuration';
async function patch(body: string, as = 'admin') {
  const answer = await test.ask(api, { as, method: 'PATCH', headers: { 'content-type': 'application/yaml' }, body });
  return { status: answer.status, text: await answer.text() };
}
const read = async () => (await test.ask(api)).text();
const proxies = async () => (await test.call(listProxies, {})).items;

/** A proxy as the Terraform provider sends it. */
const proxy = (more: Record<string, string> = {}) => {
  const fields = {
    host: 'proxy.example',
    port: '3128',
    username: 'ann',
    password: 'secret',
    ntHost: '""',
    ntDomain: '""',
    domain: '""',
    platformDefault: 'false',
    redirectedToHosts: '""',
    services: '""',
    ...more,
  };
  return `proxies:\n    main:\n${Object.entries(fields)
    .map(([name, value]) => `        ${name}: ${value}\n`)
    .join('')}`;
};

it('API-002 makes, changes and removes proxies as the Terraform provider does, and tells them without passwords', async () => {
  expect((await patch(proxy())).status).toBe(200);
  const answer = await test.ask(api);
  expect(answer.headers.get('content-type')).toContain('application/xml');
  const told = '<proxy><key>main</key><host>proxy.example</host><port>3128</port><username>ann</username><platformDefault>false</platformDefault></proxy>';
  expect(await answer.text()).toContain(`<config><proxies>${told}</proxies>`);
  expect(await proxies()).toMatchObject([{ key: 'main', host: 'proxy.example', port: 3128, hasPassword: true, isDefault: false }]);
  expect(await read()).not.toContain('secret');

  const { key, hasPassword: _, usedBy: __, ...kept } = (await proxies())[0]!;
  await test.call(updateProxy, { params: { key }, body: { ...kept, noProxy: ['inside.example'] } });
  expect((await patch('proxies: {main: {platformDefault: true}}')).status).toBe(200);
  expect(await proxies()).toMatchObject([{ isDefault: true, noProxy: ['inside.example'], username: 'ann', hasPassword: true }]);
  expect((await patch(proxy({ password: '""', username: '""' }))).status).toBe(200);
  expect(await proxies()).toMatchObject([{ username: '', hasPassword: false }]);

  await test.create({ class: 'remote', key: 'through', format: 'generic', settings: { url: 'https://up.example', proxy: 'main' } });
  expect((await patch('proxies:\n    main: "~"\n')).status).toBe(409);
  await test.ask('api/repositories/through', { method: 'DELETE' });
  expect((await patch('proxies:\n    main: "~"\n')).status).toBe(200);
  expect((await patch('proxies: {main: ~}')).status).toBe(200);
  expect(await proxies()).toEqual([]);
  const actions = test.audited.filter(({ subject }) => subject === 'main').map(({ action }) => action);
  expect(actions).toEqual(['proxy.created', 'proxy.updated', 'proxy.updated', 'proxy.updated', 'proxy.deleted']);
  expect(JSON.stringify(test.audited)).not.toContain('"secret"');
});

it('API-002 says how long deleted files stay', async () => {
  expect((await patch('trashcanConfig:\n    enabled: true\n    retentionPeriodDays: 20\n')).status).toBe(200);
  expect(await test.call(readTrashSettings, {})).toEqual({ keepDays: 20 });
  expect(await read()).toContain('<trashcanConfig><enabled>true</enabled><retentionPeriodDays>20</retentionPeriodDays></trashcanConfig>');
});

it('API-002 says what stands in front of the platform, and that nothing does', async () => {
  const front =
    'reverseProxies: {nginx: {key: nginx, webServerType: NGINX, artifactoryAppContext: artifactory, publicAppContext: "", serverName: depot.example, ';
  const rest =
    'artifactoryServerName: inner.example, artifactoryPort: 8082, dockerReverseProxyMethod: SUBDOMAIN, useHttp: false, useHttps: true, httpsPort: 8443}}';
  expect(await patch(front + rest)).toEqual({ status: 200, text: '1 changes to config merged successfully' });
  const told = { serverName: 'depot.example', internalHost: 'inner.example', internalPort: 8082, dockerReverseProxyMethod: 'SUBDOMAIN', httpsPort: 8443 };
  expect(await test.call(readWebServer, {})).toMatchObject(told);
  expect(await read()).toContain('<reverseProxies><reverseProxy><key>nginx</key><webServerType>NGINX</webServerType>');
  expect(await read()).toContain('<serverName>depot.example</serverName><serverNameExpression>*.depot.example</serverNameExpression>');
  expect((await patch('reverseProxies: {nginx: {httpsPort: 443}}')).status).toBe(200);
  expect(await test.call(readWebServer, {})).toMatchObject({ ...told, httpsPort: 443 });
  for (const [body, word] of [
    ['reverseProxies: {nginx: {useHttps: often}}', 'reverseProxies.nginx.useHttps'],
    ['reverseProxies: {nginx: {upStreamName: inner}}', 'reverseProxies.nginx.upStreamName'],
    ['reverseProxies: {nginx: {publicAppContext: depot}}', 'publicAppContext'],
    ['reverseProxies: {nginx: {}, apache: {}}', 'reverseProxies.apache'],
    ['reverseProxies: {nginx: {useHttps: false}}', 'HTTP'],
    [`${front}${rest}\nbackups: {daily: {enabled: true}}`, 'backups'],
  ] as const)
    expect([body, await patch(body)]).toEqual([body, { status: 400, text: expect.stringContaining(word) }]);
  expect(await test.call(readWebServer, {})).toMatchObject({ ...told, httpsPort: 443 });
  expect((await patch('reverseProxies: {nginx: ~}')).status).toBe(200);
  expect(await test.call(readWebServer, {})).toMatchObject({ serverName: '' });
  expect(await read()).toContain('<webServerType>DIRECT</webServerType>');
});

it('API-002 refuses by name what it does not obey, changes nothing then, and is for administrators', async () => {
  const refused = async (body: string, word: string) => {
    const answer = await patch(body);
    expect([body, answer.status, answer.text]).toEqual([body, 400, expect.stringContaining(word)]);
  };
  await refused(`${proxy()}backups: {daily: {cronExp: "0 0 2 * * ?"}}\n`, 'backups');
  await refused(proxy({ ntHost: 'desk' }), 'proxies.main.ntHost');
  await refused(proxy({ services: 'jfrt' }), 'proxies.main.services');
  await refused(proxy({ speed: 'fast' }), 'proxies.main.speed');
  await refused(proxy({ port: '99999' }), 'port');
  await refused('trashcanConfig: {enabled: false}', 'trashcanConfig.enabled');
  await refused(`${proxy()}trashcanConfig: {retentionPeriodDays: 0}\n`, 'trashcanConfig.retentionPeriodDays');
  await refused('- proxies', 'names');
  await refused('proxies: [', 'YAML');
  expect(await proxies()).toEqual([]);
  // Those that are fine by themselves are not made either where another is not.
  await refused(`${proxy()}    other: {host: other.example}\n`, 'port');
  expect(await proxies()).toEqual([]);
  expect((await patch(proxy(), 'alice')).status).toBe(403);
  expect((await test.ask(api, { as: 'alice' })).status).toBe(403);
});
