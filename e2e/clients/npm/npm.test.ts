import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createToken } from '@packhouse/contract/access/access-token-routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { npmRegistry, readAddresses } from '../../../tools/clients/public-registries.ts';
import { client } from '../../../tools/clients.ts';
import { adminPassword, followSetup, type GoldenRepositories, startGoldenRepositories, workFolder } from '../client-platform.ts';
import { createPublicRemote } from '../public-registry.ts';
import { mustRun, runProgram } from '../run-client.ts';
import { logInToNpm } from './log-in-to-npm.ts';

let golden: GoldenRepositories;
let work: Awaited<ReturnType<typeof workFolder>>;

beforeAll(async () => {
  [golden, work] = await Promise.all([startGoldenRepositories('npm', 'npm', '', await readAddresses(await npmRegistry())), workFolder()]);
});
afterAll(async () => {
  await golden?.stop();
  await work?.remove();
});

/** Settings of npm, pnpm and yarn for one repository, apart from this machine's. */
function environment(url: string, token: string): Record<string, string> {
  const home = work.path;
  return {
    HOME: home,
    npm_config_registry: `${url}/`,
    [`npm_config_${url.replace(/^https?:/, '')}/:_authToken`]: token,
    npm_config_cache: join(home, '.cache'),
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_update_notifier: 'false',
  };
}
const at = (key: string) => environment(golden.server.protocol(key, 'npm'), golden.server.token);
const atUpstream = (key: string) => environment(golden.upstream.protocol(key, 'npm'), golden.upstream.token);

async function project(folder: string, manifest: object, files: Record<string, string> = {}): Promise<string> {
  await work.write({
    [`${folder}/package.json`]: JSON.stringify({ version: '1.0.0', ...manifest }),
    ...Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text])),
  });
  return join(work.path, folder);
}
const npm = (parameters: string[], cwd: string, env: Record<string, string>) => mustRun('npm', parameters, { cwd, env });

describe('npm', () => {
  it('FMT-101 publishes and installs exactly as Set Me Up shows', async () => {
    await project('mine', { name: 'your-package', description: 'Made here', license: 'MIT' }, { 'README.md': '# Mine\n', 'index.js': 'module.exports = 1;\n' });
    await project('consumer', { name: 'consumer', private: true });
    const { PATH: _, ...env } = { PATH: '', npm_config_cache: join(work.path, '.cache') };
    const result = await followSetup({ server: golden.server, key: golden.virtual, home: work.path, folders: { publish: 'mine', resolve: 'consumer' }, env });
    expect(result, result.output).toMatchObject({ code: 0 });
    expect(await import(join(work.path, 'consumer/node_modules/your-package/package.json'), { with: { type: 'json' } })).toMatchObject({
      default: { version: '1.0.0' },
    });
  });

  it('FMT-003 finds what an upstream has, through the remote and beside our own in the virtual repository', async () => {
    const lib = await project('lib', { name: '@acme/lib', version: '2.1.0' }, { 'index.js': '' });
    await npm(['publish', '--access=public'], lib, atUpstream(golden.honest));
    for (const key of [golden.remote, golden.virtual]) {
      const folder = await project(`from-${key}`, { name: 'consumer', private: true });
      await npm(['install', '@acme/lib@^2'], folder, at(key));
      expect((await npm(['ls', '@acme/lib', '--json'], folder, at(key))).stdout).toContain('"version": "2.1.0"');
    }
  });

  it('never shows what an upstream offers under a name of ours', async () => {
    const evil = await project('evil', { name: 'your-package', version: '99.0.0' }, { 'index.js': '' });
    await npm(['publish'], evil, atUpstream(golden.hostile));
    expect((await npm(['view', 'your-package', 'versions', '--json'], work.path, atUpstream(golden.hostile))).stdout).toContain('99.0.0');
    expect((await npm(['view', 'your-package', 'versions', '--json'], work.path, at(golden.virtual))).stdout).not.toContain('99.0.0');
    const refused = await runProgram('npm', ['install', 'your-package@99.0.0'], {
      cwd: await project('victim', { name: 'victim', private: true }),
      env: at(golden.virtual),
    });
    expect(refused.code, refused.output).not.toBe(0);
    const file = await golden.server.ask(`api/npm/${golden.virtual}/your-package/-/your-package-99.0.0.tgz`);
    expect(file.status).toBe(404);
  });

  it('FMT-003 moves tags, deprecates, unpublishes, searches and tells who is there', async () => {
    const env = at(golden.local);
    for (const version of ['1.0.0', '1.1.0', '2.0.0-rc.1']) {
      const folder = await project(`tools-${version}`, { name: '@acme/tools', version, description: 'Useful tools' }, { 'index.js': version });
      await npm(['publish', ...(version.includes('-') ? ['--tag', 'next'] : [])], folder, env);
    }
    const run = async (...parameters: string[]) => (await npm(parameters, work.path, env)).stdout;
    expect(await run('dist-tag', 'ls', '@acme/tools')).toContain('next: 2.0.0-rc.1');
    await run('dist-tag', 'add', '@acme/tools@1.0.0', 'stable');
    expect(await run('view', '@acme/tools@stable', 'version')).toContain('1.0.0');
    await run('dist-tag', 'rm', '@acme/tools', 'stable');
    expect(await run('dist-tag', 'ls', '@acme/tools')).not.toContain('stable');
    await run('deprecate', '@acme/tools@1.0.0', 'use 1.1');
    expect(await run('view', '@acme/tools@1.0.0', 'deprecated')).toContain('use 1.1');
    await run('deprecate', '@acme/tools@1.0.0', '');
    expect(await run('view', '@acme/tools@1.0.0', 'deprecated')).not.toContain('use 1.1');
    expect(await run('search', 'useful', '--json')).toContain('@acme/tools');
    expect(await run('whoami')).toContain('admin');
    await run('ping');
    await run('unpublish', '@acme/tools@1.1.0');
    expect(await run('view', '@acme/tools', 'versions', '--json')).not.toContain('1.1.0');
    await run('unpublish', '@acme/tools', '--force');
    expect((await runProgram('npm', ['view', '@acme/tools'], { cwd: work.path, env })).output).toContain('404');
  });

  it('FMT-003 refuses a version that is there with other bytes, and strangers', async () => {
    const folder = await project('again', { name: 'your-package', description: 'Other bytes' }, { 'index.js': 'changed' });
    const again = await runProgram('npm', ['publish'], { cwd: folder, env: at(golden.local) });
    expect(again.code, again.output).not.toBe(0);
    const stranger = { ...at(golden.local), [Object.keys(at(golden.local)).find((name) => name.endsWith(':_authToken'))!]: 'wrong' };
    const refused = await runProgram('npm', ['publish'], { cwd: await project('strange', { name: 'strange' }), env: stranger });
    expect(refused.output).toContain('E401');
  });

  it('FMT-003 logs in with a name and a password', async () => {
    const env = {
      HOME: join(work.path, 'elsewhere'),
      npm_config_registry: `${golden.server.protocol(golden.local, 'npm')}/`,
      npm_config_userconfig: join(work.path, 'login.npmrc'),
    };
    const login = await logInToNpm({ name: 'admin', secret: adminPassword }, { cwd: work.path, env });
    expect(login.code, login.output).toBe(0);
    expect((await mustRun('npm', ['whoami'], { cwd: work.path, env })).stdout).toContain('admin');
    const token = /_authToken=(\S+)/.exec(await readFile(join(work.path, 'login.npmrc'), 'utf8'))?.[1] ?? '';
    const asToken = () => golden.server.ask(`api/npm/${golden.local}/-/whoami`, { headers: { authorization: `Bearer ${token}` } });
    expect((await asToken()).status).toBe(200);
    await mustRun('npm', ['logout'], { cwd: work.path, env });
    expect((await asToken()).status).toBe(401);
  });

  it('takes an access token in the address of a logout, and ends it', async () => {
    const made = await golden.server.call(createToken, { body: { description: 'for npm', expiresIn: 3600 } });
    const asToken = () => golden.server.ask(`api/npm/${golden.local}/-/whoami`, { headers: { authorization: `Bearer ${made.accessToken}` } });
    expect((await asToken()).status).toBe(200);
    const ended = await golden.server.ask(`api/npm/${golden.local}/-/user/token/${made.accessToken}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${made.accessToken}` },
    });
    expect(ended.status).toBe(200);
    expect((await asToken()).status).toBe(401);
  });

  it('lists, makes and revokes access tokens, tells the profile, and says that there are no organisations', async () => {
    const env = { ...at(golden.local), npm_config_password: adminPassword };
    const run = (...parameters: string[]) => runProgram('npm', parameters, { cwd: work.path, env });
    const made = JSON.parse((await npm(['token', 'create', '--name', 'made by npm', '--expires', '7', '--json'], work.path, env)).stdout);
    expect(made).toMatchObject({ name: 'made by npm' });
    const asMade = () => golden.server.ask(`api/npm/${golden.local}/-/whoami`, { headers: { authorization: `Bearer ${made.token}` } });
    expect(await (await asMade()).json()).toEqual({ username: 'admin' });
    const list = async () => JSON.parse((await npm(['token', 'list', '--json'], work.path, env)).stdout) as { key: string; name: string }[];
    const { key } = (await list()).find(({ name }) => name === 'made by npm')!;
    await npm(['token', 'revoke', key], work.path, env);
    expect((await asMade()).status).toBe(401);
    expect((await list()).map(({ name }) => name)).not.toContain('made by npm');
    expect(await run('token', 'create', '--name', 'narrow', '--cidr', '10.0.0.0/8')).toMatchObject({
      code: 1,
      output: expect.stringContaining('cidr_whitelist'),
    });
    const wrong = await runProgram('npm', ['token', 'create', '--name', 'nobody'], { cwd: work.path, env: { ...env, npm_config_password: 'wrong' } });
    expect(wrong.code).toBe(1);
    expect((await npm(['profile', 'get', '--json'], work.path, env)).stdout).toContain('"name": "admin"');
    expect(await run('profile', 'set', 'fullname', 'Ann')).toMatchObject({ code: 1, output: expect.stringContaining('changed in the console') });
    expect(await run('org', 'ls', 'acme')).toMatchObject({ code: 1, output: expect.stringContaining('no organisations') });
  });

  it('FMT-003 audits against what is known', async () => {
    const folder = join(work.path, 'consumer');
    const audited = await runProgram('npm', ['audit', '--json'], { cwd: folder, env: { ...at(golden.local), npm_config_audit: 'true' } });
    expect(audited.stdout, audited.output).toContain('"vulnerabilities"');
  });

  it('FMT-003 installs from the public registry through a remote repository', async ({ skip }) => {
    const silent = await createPublicRemote(golden.server, 'npm', 'npm-public', await npmRegistry(), 'api/npm/npm-public/ms');
    if (silent) skip(silent);
    const folder = await project('public-consumer', { name: 'consumer', private: true });
    // Scoped and plain, with dependencies, every tarball checked against the integrity of its listing.
    await npm(['install', 'debug@4', '@types/semver'], folder, at('npm-public'));
    const lock = await readFile(join(folder, 'package-lock.json'), 'utf8');
    const addresses = [...lock.matchAll(/"resolved": "([^"]+)"/g)].map(([, address]) => address);
    expect(addresses.length).toBeGreaterThan(2);
    expect(addresses.filter((address) => !address?.startsWith(golden.server.protocol('npm-public', 'npm')))).toEqual([]);
  });

  it('FMT-003 serves pnpm', async () => {
    const published = await project('by-pnpm', { name: '@acme/by-pnpm' }, { 'index.js': '' });
    const npmrc = `registry=${golden.server.protocol(golden.virtual, 'npm')}/\n${golden.server.protocol(golden.virtual, 'npm').replace(/^https?:/, '')}/:_authToken=${golden.server.token}\n`;
    const consumer = await project('pnpm-consumer', { name: 'c', private: true }, { '.npmrc': npmrc });
    await work.write({ 'by-pnpm/.npmrc': npmrc });
    const env = { HOME: join(work.path, 'pnpm-home'), XDG_CACHE_HOME: join(work.path, 'pnpm-cache') };
    await mustRun(client('pnpm'), ['publish', '--no-git-checks'], { cwd: published, env });
    await mustRun(client('pnpm'), ['add', '@acme/by-pnpm', '@acme/lib', 'your-package'], { cwd: consumer, env });
    expect((await mustRun(client('pnpm'), ['ls'], { cwd: consumer, env })).stdout).toMatch(/your-package@?\s*1\.0\.0/);
  });

  it('FMT-003 serves yarn', async () => {
    const url = `${golden.server.protocol(golden.virtual, 'npm')}`;
    const yarnrc = `npmRegistryServer: "${url}"\nnpmAuthToken: "${golden.server.token}"\nunsafeHttpWhitelist: ["127.0.0.1"]\nenableTelemetry: false\nnpmAlwaysAuth: true\nnpmMinimalAgeGate: 0\nnodeLinker: node-modules\nenableGlobalCache: false\n`;
    const published = await project('by-yarn', { name: '@acme/by-yarn' }, { 'index.js': '', '.yarnrc.yml': yarnrc, 'yarn.lock': '' });
    const consumer = await project('yarn-consumer', { name: 'c', private: true }, { '.yarnrc.yml': yarnrc, 'yarn.lock': '' });
    const env = { HOME: join(work.path, 'yarn-home') };
    await mustRun(client('yarn'), ['install'], { cwd: published, env });
    await mustRun(client('yarn'), ['npm', 'publish'], { cwd: published, env });
    await mustRun(client('yarn'), ['add', '@acme/by-yarn', '@acme/lib', 'your-package'], { cwd: consumer, env });
    expect((await mustRun(client('yarn'), ['info', 'your-package', '--json'], { cwd: consumer, env })).stdout).toContain('1.0.0');
  });
});
