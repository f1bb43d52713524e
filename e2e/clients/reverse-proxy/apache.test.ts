import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { updateWebServer, webServerConfiguration } from '@packhouse/contract/repositories/web-server-routes.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { client } from '../../../tools/clients.ts';
import { type ClientServer, startClientServer, workFolder } from '../client-platform.ts';
import { mustRun } from '../run-client.ts';
import { freePorts } from './name-tunnel.ts';

const name = 'packages.example.test';
const modules = ['mpm_event', 'authz_core', 'socache_shmcb', 'ssl', 'headers', 'proxy', 'proxy_http'];
let server: ClientServer;
let work: Awaited<ReturnType<typeof workFolder>>;
let apache: ChildProcess | undefined;
let port: number;

const isUp = () =>
  new Promise<void>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.end();
      resolve();
    });
    socket.once('error', reject);
  });

beforeAll(async () => {
  [server, work, [port = 0]] = await Promise.all([startClientServer(), workFolder(), freePorts(1)]);
  await server.call(createRepository, { body: { class: 'local', key: 'docker-local', format: 'docker' } });
  await server.call(createRepository, { body: { class: 'local', key: 'files', format: 'generic' } });
  const [sslCertificate, sslKey] = [join(work.path, 'cert.pem'), join(work.path, 'key.pem')];
  const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name},DNS:*.${name}`];
  const files = ['-keyout', sslKey, '-out', sslCertificate];
  await mustRun(client('openssl'), ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject, ...files], { cwd: work.path, env: {} });
  const { hostname, port: own } = new URL(server.url);
  const place = { internalHost: hostname, internalPort: Number(own), sslCertificate, sslKey };
  await server.call(updateWebServer, { body: { serverName: name, httpsPort: port, dockerReverseProxyMethod: 'SUBDOMAIN', ...place } });
  const { text, fileName } = await server.call(webServerConfiguration, { query: { type: 'apache' } });
  const load = modules.map((one) => `LoadModule ${one}_module /usr/lib/apache2/modules/mod_${one}.so`);
  const whole = [...load, `ServerName ${name}`, `PidFile ${join(work.path, 'apache.pid')}`, 'ErrorLog /dev/null', `DefaultRuntimeDir ${work.path}`];
  await work.write({ [fileName]: text, 'apache.conf': `${whole.join('\n')}\nInclude ${join(work.path, fileName)}\n` });
  const parameters = ['-f', join(work.path, 'apache.conf')];
  await mustRun(client('apache2'), [...parameters, '-t'], { cwd: work.path, env: {} });
  apache = spawn(client('apache2'), [...parameters, '-DFOREGROUND'], { stdio: 'ignore' });
  await vi.waitFor(isUp, { timeout: 60_000 });
});
afterAll(async () => {
  if (apache && apache.exitCode === null) {
    apache.kill('SIGTERM');
    await once(apache, 'exit');
  }
  await server?.remove();
  await work?.remove();
});

const curl = async (host: string, path: string, ...parameters: string[]) => {
  const found = ['--resolve', `${host}:${port}:127.0.0.1`, '--cacert', join(work.path, 'cert.pem')];
  return (await mustRun(client('curl'), ['-sS', ...found, ...parameters, `https://${host}:${port}${path}`], { cwd: work.path, env: {} })).stdout;
};

describe('the platform behind Apache as generated', () => {
  it('PROXY-009 lets a sub-domain stand for its container repository', async () => {
    const host = `docker-local.${name}`;
    expect(await curl(host, '/v2/', '-D', '-')).toContain(`realm="https://${host}:${port}/artifactory/api/docker/docker-local/v2/token"`);
    expect(await curl(name, '/v2/', '-D', '-')).toContain(`realm="https://${name}:${port}/v2/token"`);
  });

  it('takes files and gives them back under names that need encoding', async () => {
    await work.write({ 'file.txt': 'through Apache' });
    const path = '/artifactory/files/with%20space/%C3%A4%2B1.txt';
    const authorization = ['-H', `Authorization: Bearer ${server.token}`];
    await curl(name, path, '-f', '-T', 'file.txt', ...authorization);
    expect(await curl(name, path, '-f', ...authorization)).toBe('through Apache');
  });
});
