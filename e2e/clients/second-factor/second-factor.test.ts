import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { updateAccessSettings } from '@packhouse/contract/access/access-setting-routes.ts';
import { createToken } from '@packhouse/contract/access/access-token-routes.ts';
import { createUser } from '@packhouse/contract/access/access-user-routes.ts';
import { mfaEnroll, mfaVerify } from '@packhouse/contract/access/auth-mfa-routes.ts';
import { login } from '@packhouse/contract/access/auth-sign-in-routes.ts';
import { createClient } from '@packhouse/contract/client.ts';
import { consoleHeader } from '@packhouse/contract/prefixes.ts';
import { createRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { client } from '../../../tools/clients.ts';
import { type ClientServer, startClientServer, workFolder } from '../client-platform.ts';
import { logInToNpm } from '../npm/log-in-to-npm.ts';
import { mustRun, runProgram } from '../run-client.ts';

const person = { name: 'olga', password: 'Second-factor-1' };
/** A refusal that says what to do instead, however wide the client writes its lines. */
const refusal = { code: 1, output: expect.stringMatching(/make\s+an\s+identity\s+token\s+under\s+Edit\s+Profile/) };

let server: ClientServer;
let work: Awaited<ReturnType<typeof workFolder>>;
let token: string;

/** Signs in at the console with password and code, as the sign-in page does, and makes an identity token there. */
async function identityToken(): Promise<string> {
  const cookies = new Map<string, string>();
  const headers = () => ({ [consoleHeader]: '1', cookie: [...cookies].map((pair) => pair.join('=')).join('; ') });
  async function send(method: string, url: string, body?: object): Promise<Record<string, string>> {
    const answer = await fetch(`${server.url}${url}`, {
      method,
      headers: { ...headers(), ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(name, value);
    }
    return (await answer.json()) as Record<string, string>;
  }
  expect(await send('POST', login.url, { user: person.name, password: person.password })).toMatchObject({ mfaStatus: 'enroll' });
  const { secret = '' } = await send('GET', mfaEnroll.url);
  await send('POST', mfaVerify.url, { otp: new TOTP({ secret: Secret.fromBase32(secret) }).generate() });
  const { accessToken } = await createClient({ baseUrl: server.url, headers })(createToken, { body: { description: 'identity token' } });
  return accessToken;
}

beforeAll(async () => {
  [server, work] = await Promise.all([startClientServer(), workFolder()]);
  for (const format of ['npm', 'docker', 'pypi'] as const)
    await server.call(createRepository, { body: { class: 'local', key: `${format}-local`, format, settings: {} } });
  await server.call(createUser, { body: { ...person, administrator: true } });
  await server.call(updateAccessSettings, { body: { requireSecondFactor: true } });
  token = await identityToken();
});
afterAll(async () => {
  await server?.remove();
  await work?.remove();
});

describe('ACC-002 where everybody must have a second factor', () => {
  /** Settings of npm apart from this machine's. */
  const npmEnv = (settings: string, more: Record<string, string> = {}) => ({
    HOME: work.path,
    npm_config_registry: `${server.protocol('npm-local', 'npm')}/`,
    npm_config_userconfig: join(work.path, settings),
    npm_config_cache: join(work.path, '.cache'),
    npm_config_update_notifier: 'false',
    ...more,
  });
  const npmLogin = (secret: string, settings: string) => logInToNpm({ name: person.name, secret }, { cwd: work.path, env: npmEnv(settings) });

  it('ACC-002 npm logs in and publishes with an identity token, and says what to do about a password', async () => {
    await work.write({ 'pkg/package.json': JSON.stringify({ name: 'guarded', version: '1.0.0' }) });
    const refused = await npmLogin(person.password, 'refused.npmrc');
    expect(refused).toMatchObject(refusal);
    const inFile = `${npmEnv('').npm_config_registry.replace(/^http:/, '')}:_auth=${Buffer.from(`${person.name}:${person.password}`).toString('base64')}\n`;
    await work.write({ 'password.npmrc': inFile });
    const publish = (settings: string) => runProgram('npm', ['publish'], { cwd: join(work.path, 'pkg'), env: npmEnv(settings) });
    const alone = await publish('password.npmrc');
    expect(alone).toMatchObject(refusal);

    const loggedIn = await npmLogin(token, 'token.npmrc');
    expect(loggedIn.code, loggedIn.output).toBe(0);
    expect((await mustRun('npm', ['whoami'], { cwd: work.path, env: npmEnv('token.npmrc') })).stdout).toContain(person.name);
    const published = await publish('token.npmrc');
    expect(published.code, published.output).toBe(0);
    expect((await mustRun('npm', ['view', 'guarded', 'version'], { cwd: work.path, env: npmEnv('token.npmrc') })).stdout).toContain('1.0.0');
  });

  it('ACC-002 docker logs in with an identity token, and says what to do about a password', async () => {
    const env = { HOME: work.path, DOCKER_CONFIG: join(work.path, 'docker'), DOCKER_HOST: `unix://${join(work.path, 'no-engine.sock')}` };
    const dockerLogin = (secret: string) =>
      runProgram(client('docker'), ['login', server.host, '--username', person.name, '--password-stdin'], { cwd: work.path, env, input: secret });
    const refused = await dockerLogin(person.password);
    expect(refused).toMatchObject(refusal);
    const loggedIn = await dockerLogin(token);
    expect(loggedIn.output).toContain('Login Succeeded');
    expect(await readFile(join(work.path, 'docker', 'config.json'), 'utf8')).toContain(server.host);
  });

  it('ACC-002 twine uploads and pip installs with an identity token, and both say what to do about a password, pip where it is asked for details', async () => {
    await work.write({
      'lib/pyproject.toml':
        '[build-system]\nrequires = ["setuptools"]\nbuild-backend = "setuptools.build_meta"\n[project]\nname = "guarded"\nversion = "1.0.0"\n[tool.setuptools]\npy-modules = ["guarded"]\n',
      'lib/guarded.py': 'VALUE = 1\n',
    });
    const env = { HOME: work.path, PIP_CONFIG_FILE: '/dev/null', PIP_NO_CACHE_DIR: '1' };
    const cwd = join(work.path, 'lib');
    await mustRun(join(dirname(client('pip')), 'python3'), ['-m', 'build', '--no-isolation', '--wheel', '.'], { cwd, env });
    const address = server.protocol('pypi-local', 'pypi');
    const upload = (secret: string) =>
      runProgram(
        client('twine'),
        [
          'upload',
          '--non-interactive',
          '--disable-progress-bar',
          '--repository-url',
          `${address}/`,
          '-u',
          person.name,
          '-p',
          secret,
          'dist/guarded-1.0.0-py3-none-any.whl',
        ],
        { cwd, env },
      );
    // By itself this client only says that the credentials are not correct.
    const install = (secret: string) =>
      runProgram(
        client('pip'),
        [
          'install',
          '-vv',
          '--no-input',
          '--disable-pip-version-check',
          '--target',
          `in-${secret.length}`,
          '--index-url',
          `${address.replace('://', `://${person.name}:${secret}@`)}/simple`,
          'guarded',
        ],
        { cwd: work.path, env },
      );
    const refused = await upload(person.password);
    expect(refused).toMatchObject(refusal);
    const uploaded = await upload(token);
    expect(uploaded.code, uploaded.output).toBe(0);
    const notInstalled = await install(person.password);
    expect(notInstalled).toMatchObject(refusal);
    const installed = await install(token);
    expect(installed.code, installed.output).toBe(0);
  });
});
