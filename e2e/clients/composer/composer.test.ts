import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { followSetup, type GoldenRepositories, startGoldenRepositories, workFolder } from '../client-platform.ts';
import { mustRun, runProgram } from '../run-client.ts';

let golden: GoldenRepositories;
let work: Awaited<ReturnType<typeof workFolder>>;

beforeAll(async () => {
  [golden, work] = await Promise.all([startGoldenRepositories('composer', 'composer'), workFolder()]);
});
afterAll(async () => {
  await golden?.stop();
  await work?.remove();
});

type Side = 'server' | 'upstream';

const plain = { COMPOSER_ALLOW_SUPERUSER: '1', COMPOSER_NO_INTERACTION: '1', COMPOSER_DISABLE_XDEBUG_WARN: '1' };

/** A package that says its own version when it is asked. */
const source = (name: string, version: string, more: object = {}) => ({
  'composer.json': JSON.stringify({
    name,
    description: `Says ${version}`,
    license: 'MIT',
    autoload: { files: ['say.php'] },
    ...more,
  }),
  'say.php': `<?php\nfunction ${name.replaceAll(/\W/g, '_')}() { return '${version}'; }\n`,
});

async function archive(name: string, version: string, more: object = {}): Promise<Buffer> {
  const folder = `made-${name.replace('/', '-')}-${version}-${Math.random()}`;
  await work.write(Object.fromEntries(Object.entries(source(name, version, more)).map(([file, text]) => [`${folder}/${file}`, text])));
  const cwd = join(work.path, folder);
  await mustRun('composer', ['archive', '--format=zip', `--dir=${work.path}`, `--file=${folder}`], { cwd, env: { ...plain, HOME: cwd } });
  return readFile(join(work.path, `${folder}.zip`));
}

async function publish(side: Side, key: string, name: string, version: string, more: object = {}): Promise<void> {
  const path = `${name}/${name.slice(name.indexOf('/') + 1)}-${version}.zip`;
  const answer = await golden[side].ask(`api/composer/${key}/${path}`, { method: 'PUT', body: new Uint8Array(await archive(name, version, more)) });
  expect(answer.status, await answer.text()).toBe(201);
}

/** A project that knows one repository and no other, and has a cache of its own. */
async function project(key: string, require: Record<string, string>, more: object = {}): Promise<{ cwd: string; env: Record<string, string> }> {
  const folder = `project-${Math.random()}`;
  const { server } = golden;
  await work.write({
    [`${folder}/composer.json`]: JSON.stringify({
      repositories: [{ type: 'composer', url: server.protocol(key, 'composer') }, { 'packagist.org': false }],
      require,
      config: { 'secure-http': false },
      ...more,
    }),
  });
  const cwd = join(work.path, folder);
  const login = { 'http-basic': { [server.host]: { username: 'admin', password: server.token } } };
  return { cwd, env: { ...plain, HOME: cwd, COMPOSER_HOME: join(cwd, '.composer'), COMPOSER_AUTH: JSON.stringify(login) } };
}

/** What is installed says this. */
async function say(cwd: string, name: string): Promise<string> {
  const script = `require 'vendor/autoload.php'; echo ${name.replaceAll(/\W/g, '_')}();`;
  return (await mustRun('php', ['-r', script], { cwd, env: {} })).stdout;
}

async function install(key: string, require: Record<string, string>, more: object = {}): Promise<string> {
  const { cwd, env } = await project(key, require, more);
  await mustRun('composer', ['update', '--no-progress'], { cwd, env });
  return cwd;
}

describe('composer', () => {
  it('FMT-101 publishes and installs exactly as Set Me Up shows', async () => {
    const files = source('acme/my-package', '1.0.0');
    await work.write(Object.fromEntries(Object.entries(files).map(([file, text]) => [`setup/mine/${file}`, text])));
    await work.write({ 'setup/consumer/composer.json': '{"type": "project"}' });
    const result = await followSetup({
      server: golden.server,
      key: golden.virtual,
      home: join(work.path, 'setup'),
      folders: { publish: 'mine', resolve: 'consumer' },
      env: plain,
    });
    expect(result, result.output).toMatchObject({ code: 0 });
    expect(result.output).toContain('Installing acme/my-package (1.0.0)');
    expect(await say(join(work.path, 'setup/consumer'), 'acme/my-package')).toBe('1.0.0');
  });

  it('FMT-018 installs what an upstream has, beside our own, with its dependencies', async () => {
    await publish('upstream', golden.honest, 'theirs/base', '0.2.0');
    await publish('upstream', golden.honest, 'theirs/tool', '1.2.0', { require: { 'theirs/base': '^0.2' } });
    for (const key of [golden.remote, golden.virtual]) {
      const cwd = await install(key, { 'theirs/tool': '^1.0' });
      expect([await say(cwd, 'theirs/tool'), await say(cwd, 'theirs/base')]).toEqual(['1.2.0', '0.2.0']);
      const lock = await readFile(join(cwd, 'composer.lock'), 'utf8');
      expect(lock).toContain(`${golden.server.protocol(key, 'composer')}/theirs/tool/tool-1.2.0.zip`);
      expect(lock).not.toContain(golden.upstream.host);
    }
  });

  it('never shows what an upstream offers under a name of ours', async () => {
    await publish('upstream', golden.hostile, 'acme/my-package', '99.0.0');
    const cwd = await install(golden.virtual, { 'acme/my-package': '*' });
    expect(await say(cwd, 'acme/my-package')).toBe('1.0.0');
  });

  it('FMT-018 follows the head of a branch as it moves, ours and an upstream’s', async () => {
    for (const [side, key, asked] of [
      ['server', golden.local, golden.local],
      ['upstream', golden.honest, golden.remote],
    ] as const) {
      const name = `${side}/moving`;
      await publish(side, key, name, '1.0.0');
      await publish(side, key, name, 'dev-main', { description: 'first' });
      const { cwd, env } = await project(asked, { [name]: 'dev-main' });
      await mustRun('composer', ['update', '--no-progress'], { cwd, env });
      const first = await readFile(join(cwd, 'vendor', name, 'composer.json'), 'utf8');
      await publish(side, key, name, 'dev-main', { description: 'second' });
      await mustRun('composer', ['update', '--no-progress'], { cwd, env });
      const second = await readFile(join(cwd, 'vendor', name, 'composer.json'), 'utf8');
      expect([first, second]).toEqual([expect.stringContaining('first'), expect.stringContaining('second')]);
    }
  });

  it('FMT-018 finds packages, lists them, and tells what is known of them', async () => {
    await publish('server', golden.local, 'acme/tools', '1.0.0');
    await publish('server', golden.local, 'acme/tools', '1.10.0', { abandoned: 'acme/new-tools' });
    await publish('server', golden.local, 'acme/tools', '1.9.0');
    const { cwd, env } = await project(golden.virtual, {});
    const composer = async (...parameters: string[]) => (await mustRun('composer', parameters, { cwd, env })).output;
    expect(await composer('search', 'tool')).toMatch(/acme\/tools\s+Says 1\.10\.0[\s\S]*theirs\/tool/);
    expect(await composer('search', '--only-vendor', 'acme')).toContain('acme');
    const shown = await composer('show', '--all', 'acme/tools');
    expect(shown).toMatch(/versions : .*1\.10\.0.*1\.9\.0.*1\.0\.0/);
    expect(shown).toContain('MIT');
    await composer('require', 'acme/tools:^1.0');
    expect(await composer('audit')).toContain('No security vulnerability advisories found');
    expect(await say(cwd, 'acme/tools')).toBe('1.10.0');
  });

  it('FMT-018 refuses strangers, and another archive of a version that is there', async () => {
    const { cwd, env } = await project(golden.local, { 'acme/tools': '*' });
    const refused = await runProgram('composer', ['update', '--no-progress'], { cwd, env: { ...env, COMPOSER_AUTH: '{}' } });
    expect(refused.code, refused.output).not.toBe(0);
    expect(refused.output).toMatch(/credentials|401|403/i);
    const body = new Uint8Array(await archive('acme/tools', '1.0.0', { keywords: ['other'] }));
    const answer = await golden.server.ask(`api/composer/${golden.local}/acme/tools/tools-1.0.0.zip`, { method: 'PUT', body });
    expect([403, 409]).toContain(answer.status);
  });
});
