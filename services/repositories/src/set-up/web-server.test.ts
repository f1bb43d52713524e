import { getRepositorySetup, getSetMeUp } from '@packhouse/contract/repositories/package-routes.ts';
import { readRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import * as contract from '@packhouse/contract/repositories/web-server-routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../repository-test-platform.ts';
import { configurationText } from './configuration.ts';

let test: RepositoryTestPlatform;

beforeAll(async () => {
  test = await startRepositoryPlatform({ actors: { somebody: {} } });
  await test.create({ class: 'local', key: 'docker-local', format: 'docker' });
  await test.create({ class: 'local', key: 'js', format: 'npm' });
});
afterAll(() => test.stop());

const save = (body: object) => test.call(contract.updateWebServer, { body });
const defaults = contract.WebServer.parse({});
const name = 'packages.example.org';

/** Reads what the registry's root says to a stranger who calls it by this host. */
async function realmAt(host: string): Promise<string> {
  const answer = await test.app.inject({ url: '/v2/', headers: { host } });
  return /realm="([^"]+)"/.exec(String(answer.headers['www-authenticate']))?.[1] ?? '';
}

describe('the web server in front', () => {
  it('PROXY-010 is seen and changed by administrators only', async () => {
    for (const as of ['somebody', 'anonymous'] as const) {
      const refused = { status: as === 'somebody' ? 403 : 401 };
      await expect(test.call(contract.readWebServer, {}, { as })).rejects.toMatchObject(refused);
      await expect(test.call(contract.updateWebServer, { body: {} }, { as })).rejects.toMatchObject(refused);
      await expect(test.call(contract.webServerConfiguration, {}, { as })).rejects.toMatchObject(refused);
    }
  });

  it('PKG-044 PROXY-005 PROXY-006 answers its settings, with 80 and 443 as the ports that nobody set', async () => {
    expect(contract.readWebServer).toMatchObject({ method: 'GET', url: '/ui/api/v1/ui/webServer' });
    expect(await test.call(contract.readWebServer, {})).toEqual({
      serverName: '',
      dockerReverseProxyMethod: 'REPOPATHPREFIX',
      reverseProxyRepositories: [],
      useHttps: true,
      useHttp: false,
      httpsPort: 443,
      httpPort: 80,
      sslCertificate: '',
      sslKey: '',
      internalHost: '',
    });
    await expect(test.call(contract.webServerConfiguration, {})).rejects.toMatchObject({ code: 'not_found' });
  });

  it('PROXY-008 stores what is put there, and audits it', async () => {
    expect(contract.updateWebServer).toMatchObject({ method: 'PUT', url: '/ui/api/v1/ui/webServer' });
    const saved = await save({ serverName: name, useHttp: true });
    expect(await test.call(contract.readWebServer, {})).toEqual(saved);
    expect(test.audited.at(-1)).toMatchObject({ action: 'web-server.updated', actor: 'admin', after: { serverName: name } });
    const refuse = (body: object, path: string) => expect(save(body)).rejects.toMatchObject({ fields: [expect.objectContaining({ path })] });
    await refuse({ serverName: 'https://x' }, 'serverName');
    await refuse({ serverName: 'a; include /etc/passwd' }, 'serverName');
    await refuse({ serverName: name, sslKey: '/etc/x; }' }, 'sslKey');
    await refuse({ serverName: name, useHttps: false }, 'useHttps');
    await refuse({ serverName: name, useHttp: true, httpPort: 443 }, 'httpPort');
    await refuse({ serverName: '10.0.0.1', dockerReverseProxyMethod: 'SUBDOMAIN' }, 'serverName');
    await refuse({ serverName: name, reverseProxyRepositories: [{ repoKey: 'js', port: 5001 }] }, 'reverseProxyRepositories.0.repoKey');
    await refuse({ serverName: name, reverseProxyRepositories: [{ repoKey: 'docker-local', port: 443 }] }, 'reverseProxyRepositories.0.port');
  });

  it('PROXY-009 names the server in the commands for clients, without usual ports', async () => {
    const setup = async (repoKey: string) => (await test.call(getRepositorySetup, { params: { repoKey } })).snippets.map(({ text }) => text).join('\n');
    await save({ serverName: name });
    expect(await test.call(getSetMeUp, {})).toEqual({ baseUrl: `https://${name}` });
    expect(await setup('docker-local')).toContain(`docker login ${name} --username admin\ndocker pull ${name}/docker-local/<IMAGE>:<TAG>`);
    expect(await setup('js')).toContain(`https://${name}/artifactory/api/npm/js`);
    expect((await test.call(readRepository, { params: { key: 'js' } })).url).toBe(`https://${name}/artifactory/api/npm/js`);
    await save({ serverName: name, httpsPort: 8443, dockerReverseProxyMethod: 'SUBDOMAIN' });
    expect(await setup('docker-local')).toContain(
      `docker login docker-local.${name}:8443 --username admin\ndocker pull docker-local.${name}:8443/<IMAGE>:<TAG>`,
    );
    expect(await setup('js')).toContain(`https://${name}:8443/artifactory/api/npm/js`);
    expect((await test.call(getSetMeUp, { query: { repoKey: 'docker-local' } })).registry).toEqual({ host: `docker-local.${name}:8443`, prefix: '' });
    const ports = [{ repoKey: 'docker-local', port: 5001 }];
    await save({ serverName: name, useHttps: false, useHttp: true, dockerReverseProxyMethod: 'PORTPERREPO', reverseProxyRepositories: ports });
    expect(await setup('docker-local')).toContain(`docker pull ${name}:5001/<IMAGE>:<TAG>`);
    expect(await setup('js')).toContain(`http://${name}/artifactory/api/npm/js`);
    await save({});
    expect(await test.call(getSetMeUp, {})).toEqual({ baseUrl: test.baseUrl });
  });

  it('lets a host stand for a container repository only where the settings say so', async () => {
    const own = '/artifactory/api/docker/docker-local/v2/token';
    await save({ serverName: name, dockerReverseProxyMethod: 'SUBDOMAIN' });
    expect(await realmAt(`docker-local.${name}`)).toContain(own);
    for (const host of [name, `docker-local.elsewhere.org`, `docker-local.x${name}`, `a.docker-local.${name}`])
      expect(await realmAt(host)).toMatch(/[^/]\/v2\/token$/);
    await save({ serverName: name, dockerReverseProxyMethod: 'PORTPERREPO', reverseProxyRepositories: [{ repoKey: 'docker-local', port: 5001 }] });
    expect(await realmAt(`${name}:5001`)).toContain(own);
    for (const host of [name, `${name}:5002`, `elsewhere.org:5001`, `docker-local.${name}`]) expect(await realmAt(host)).toMatch(/[^/]\/v2\/token$/);
    await save({});
    expect(await realmAt(`docker-local.${name}`)).toMatch(/[^/]\/v2\/token$/);
  });

  it('generates a configuration for nginx and for Apache', async () => {
    await save({ serverName: name, useHttp: true });
    expect(await test.call(contract.webServerConfiguration, { query: { type: 'apache' } })).toMatchObject({ fileName: 'packhouse-apache.conf' });
    const settings = { ...defaults, serverName: name, useHttp: true, internalHost: 'inside', dockerReverseProxyMethod: 'SUBDOMAIN' as const };
    const nginx = configurationText('nginx', settings, 8082);
    for (const line of ['listen 443 ssl;', 'listen 80;', `server_name ${name} *.${name};`, 'server inside:8082;']) expect(nginx).toContain(line);
    const reverseProxyRepositories = [{ repoKey: 'docker-local', port: 5001 }];
    const apache = configurationText('apache', { ...settings, dockerReverseProxyMethod: 'PORTPERREPO', reverseProxyRepositories }, 8082);
    for (const line of [
      '<VirtualHost *:443>',
      '<VirtualHost *:80>',
      '<VirtualHost *:5001>',
      'Listen 5001',
      'ProxyPass / http://inside:8082/ nocanon flushpackets=on',
    ])
      expect(apache).toContain(line);
    expect(apache).not.toContain('ServerAlias');
  });
});
