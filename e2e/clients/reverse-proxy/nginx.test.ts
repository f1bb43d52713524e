import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { getRepositorySetup } from '@packhouse/contract/repositories/package-routes.ts';
import { createRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { updateWebServer, webServerConfiguration } from '@packhouse/contract/repositories/web-server-routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { client } from '../../../tools/clients.ts';
import { type ClientServer, startClientServer, workFolder } from '../client-platform.ts';
import { mustRun, runProgram } from '../run-client.ts';
import { freePorts, startNameTunnel } from './name-tunnel.ts';

const name = 'packages.example.test';
let server: ClientServer;
let work: Awaited<ReturnType<typeof workFolder>>;
let tunnel: Awaited<ReturnType<typeof startNameTunnel>>;
let nginx: ChildProcess | undefined;
let ports: number[];
let env: Record<string, string>;

beforeAll(async () => {
  [server, work, tunnel, ports] = await Promise.all([startClientServer(), workFolder(), startNameTunnel(), freePorts(2)]);
  for (const [key, format] of [
    ['docker-local', 'docker'],
    ['npm-local', 'npm'],
  ] as const)
    await server.call(createRepository, { body: { class: 'local', key, format } });
  const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name},DNS:*.${name}`];
  const files = ['-keyout', join(work.path, 'key.pem'), '-out', join(work.path, 'cert.pem')];
  await mustRun(client('openssl'), ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject, ...files], { cwd: work.path, env: {} });
  const ca = join(work.path, 'cert.pem');
  env = {
    HOME: work.path,
    HTTPS_PROXY: tunnel.url,
    https_proxy: tunnel.url,
    SSL_CERT_FILE: ca,
    NODE_EXTRA_CA_CERTS: ca,
    REGISTRY_AUTH_FILE: join(work.path, 'auth.json'),
  };
});
afterAll(async () => {
  await stopNginx();
  await tunnel?.stop();
  await server?.remove();
  await work?.remove();
});

async function stopNginx(): Promise<void> {
  if (!nginx || nginx.exitCode !== null) return;
  nginx.kill('SIGTERM');
  await once(nginx, 'exit');
}

const listens = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket.end() !== undefined));
    socket.once('error', () => resolve(false));
  });

/** Starts nginx with the configuration that the platform generates for these settings, and with nothing else that matters. */
async function front(settings: object): Promise<void> {
  await stopNginx();
  const { hostname, port } = new URL(server.url);
  const certificate = { sslCertificate: join(work.path, 'cert.pem'), sslKey: join(work.path, 'key.pem') };
  const body = { serverName: name, httpsPort: ports[0], internalHost: hostname, internalPort: Number(port), ...certificate, ...settings };
  await server.call(updateWebServer, { body });
  const { text, fileName } = await server.call(webServerConfiguration, { query: { type: 'nginx' } });
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${join(work.path, `nginx-${kind}`)};`);
  const whole = `user root; daemon off; worker_processes 1; pid ${join(work.path, 'nginx.pid')}; error_log stderr;
events {}
http { access_log off; ${temporary.join(' ')} include ${join(work.path, fileName)}; }`;
  await work.write({ [fileName]: text, 'nginx.conf': whole });
  await mustRun(client('nginx'), ['-t', '-c', join(work.path, 'nginx.conf')], { cwd: work.path, env: {} });
  nginx = spawn(client('nginx'), ['-c', join(work.path, 'nginx.conf')], { stdio: 'ignore' });
  await expect.poll(() => listens(ports[0]!)).toBe(true);
}

const skopeo = (...parameters: string[]) => mustRun(client('skopeo'), parameters, { cwd: work.path, env });

async function makeImage(tag: string): Promise<string> {
  const layout = join(work.path, `image-${tag}`);
  await work.write({ [`content-${tag}`]: tag });
  const umoci = (...parameters: string[]) => mustRun(client('umoci'), parameters, { cwd: work.path, env });
  await umoci('init', '--layout', layout);
  await umoci('new', '--image', `${layout}:${tag}`);
  await umoci('insert', '--image', `${layout}:${tag}`, join(work.path, `content-${tag}`), '/content.txt');
  return `oci:${layout}:${tag}`;
}

/** Signs in, pushes, lists and pulls as Set Me Up tells container clients to name the repository; answers whether the image is there then. */
async function pushAndPull(tag: string, expected: string): Promise<number> {
  const { snippets } = await server.call(getRepositorySetup, { params: { repoKey: 'docker-local' } });
  const pull = /docker pull (\S+)/.exec(snippets.map(({ text }) => text).join('\n'))?.[1] ?? '';
  const image = pull.replace('<IMAGE>:<TAG>', 'team/app');
  expect(image).toBe(expected);
  await skopeo('login', '--username', 'admin', '--password', server.token, image.split('/')[0]!);
  await skopeo('copy', await makeImage(tag), `docker://${image}:${tag}`);
  expect((await skopeo('list-tags', `docker://${image}`)).stdout).toContain(`"${tag}"`);
  await skopeo('copy', `docker://${image}:${tag}`, `dir:${join(work.path, `pulled-${tag}`)}`);
  return (await server.ask(`docker-local/team/app/${tag}/manifest.json`)).status;
}

describe('the platform behind nginx as generated', () => {
  it('PROXY-009 gives container repositories sub-domains that clients can use', async () => {
    await front({ dockerReverseProxyMethod: 'SUBDOMAIN' });
    expect(await pushAndPull('sub', `docker-local.${name}:${ports[0]}/team/app`)).toBe(200);
    const elsewhere = await runProgram(client('skopeo'), ['list-tags', `docker://unknown.${name}:${ports[0]}/team/app`], { cwd: work.path, env });
    expect(elsewhere.code).not.toBe(0);
  });

  it('PROXY-009 gives container repositories ports that clients can use', async () => {
    await front({ dockerReverseProxyMethod: 'PORTPERREPO', reverseProxyRepositories: [{ repoKey: 'docker-local', port: ports[1] }] });
    expect(await pushAndPull('port', `${name}:${ports[1]}/team/app`)).toBe(200);
  });

  it('PROXY-009 serves container repositories by their path, and npm', async () => {
    await front({});
    expect(await pushAndPull('path', `${name}:${ports[0]}/docker-local/team/app`)).toBe(200);
    const registry = (await server.call(getRepositorySetup, { params: { repoKey: 'npm-local' } })).url;
    expect(registry).toBe(`https://${name}:${ports[0]}/artifactory/api/npm/npm-local`);
    const npmEnv = {
      ...env,
      npm_config_registry: `${registry}/`,
      [`npm_config_${registry.replace(/^https?:/, '')}/:_authToken`]: server.token,
      npm_config_cache: join(work.path, '.cache'),
      npm_config_audit: 'false',
      npm_config_update_notifier: 'false',
    };
    const manifest = (packageName: string) => JSON.stringify({ name: packageName, version: '1.0.0', license: 'MIT' });
    await work.write({ 'lib/package.json': manifest('@acme/lib'), 'lib/index.js': '', 'app/package.json': manifest('app') });
    await mustRun('npm', ['publish', '--access=public'], { cwd: join(work.path, 'lib'), env: npmEnv });
    const installed = await mustRun('npm', ['install', '@acme/lib'], { cwd: join(work.path, 'app'), env: npmEnv });
    expect(installed.output).toContain('added 1 package');
  });
});
