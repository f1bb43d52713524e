import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { orderDifferences, randomVersions, versionSeed } from '@packhouse/testkit/version-order.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { client } from '../../../tools/clients.ts';
import { type ClientServer, followSetup, type GoldenRepositories, startGoldenRepositories, workFolder } from '../client-platform.ts';
import { mustRun, type ProgramResult, runProgram } from '../run-client.ts';

let golden: GoldenRepositories;
let work: Awaited<ReturnType<typeof workFolder>>;

beforeAll(async () => {
  [golden, work] = await Promise.all([startGoldenRepositories('gems', 'gems'), workFolder()]);
});
afterAll(async () => {
  await golden?.stop();
  await work?.remove();
});

let homes = 0;
/** A home without gems; nothing of this machine's is used. */
function freshHome(): Record<string, string> {
  const home = join(work.path, `home-${++homes}`);
  return {
    HOME: home,
    GEM_HOME: join(home, 'gems'),
    GEM_PATH: join(home, 'gems'),
    GEM_SPEC_CACHE: join(home, 'specs'),
    BUNDLE_USER_HOME: join(home, 'bundle'),
  };
}

interface GemOptions {
  dependencies?: Record<string, string>;
  text?: string;
  platform?: string;
}

/** Builds a gem with the client itself; answers its file. */
async function build(name: string, version: string, { dependencies = {}, text = version, platform }: GemOptions = {}): Promise<string> {
  const folder = `${name}-${version}-${platform ?? 'ruby'}-${text}`;
  const lines = Object.entries(dependencies).map(([other, range]) => `  s.add_dependency "${other}", "${range}"`);
  await work.write({
    [`${folder}/lib/${name}.rb`]: `puts "${name} ${text}"\n`,
    [`${folder}/one.gemspec`]: `Gem::Specification.new do |s|
  s.name = "${name}"
  s.version = "${version}"
  s.summary = "Says hello"
  s.authors = ["Ada"]
  s.license = "MIT"
  s.required_ruby_version = ">= 2.7"
  s.files = ["lib/${name}.rb"]
${platform ? `  s.platform = "${platform}"\n` : ''}${lines.join('\n')}
end
`,
  });
  await mustRun(client('gem'), ['build', 'one.gemspec'], { cwd: join(work.path, folder), env: freshHome() });
  return join(work.path, folder, `${name}-${version}${platform ? `-${platform}` : ''}.gem`);
}

function push(server: ClientServer, key: string, file: string): Promise<ProgramResult> {
  return runProgram(client('gem'), ['push', file, '--host', server.protocol(key, 'gems')], {
    cwd: work.path,
    env: { ...freshHome(), GEM_HOST_API_KEY: server.token },
  });
}
async function publish(server: ClientServer, key: string, name: string, version: string, options: GemOptions = {}): Promise<void> {
  const result = await push(server, key, await build(name, version, options));
  expect(result, result.output).toMatchObject({ code: 0 });
}

const source = (key: string) => `${golden.server.protocol(key, 'gems')}/`.replace('://', `://admin:${golden.server.token}@`);
const install = (key: string, env: Record<string, string>, ...gem: string[]) =>
  runProgram(client('gem'), ['install', ...gem, '--clear-sources', '--source', source(key), '--no-document'], { cwd: work.path, env });
const run = async (name: string, env: Record<string, string>) => (await mustRun('ruby', ['-e', `require "${name}"`], { cwd: work.path, env })).stdout;

describe('rubygems', () => {
  it('FMT-101 pushes and installs exactly as Set Me Up shows', async () => {
    const gem = await readFile(await build('my-gem', '1.0.0'));
    await work.write({ 'mine/.keep': '', 'consumer/.keep': '' });
    const { writeFile } = await import('node:fs/promises');
    await writeFile(join(work.path, 'mine/my-gem-1.0.0.gem'), gem);
    const { HOME: _, ...env } = freshHome();
    const folders = { publish: 'mine', resolve: 'consumer' };
    const result = await followSetup({ server: golden.server, key: golden.virtual, home: work.path, folders, env });
    expect(result, result.output).toMatchObject({ code: 0 });
    expect(result.output).toContain('Successfully registered gem: my-gem (1.0.0)');
    expect(result.output).toContain('1 gem installed');
    expect(result.output).toContain('Bundle complete!');
    expect(await run('my-gem', env)).toBe('my-gem 1.0.0\n');
  });

  it('FMT-015 finds an upstream’s gems with their dependencies and platforms', async () => {
    const { upstream, honest } = golden;
    await publish(upstream, honest, 'deep', '2.1.0');
    for (const version of ['1.9.0', '1.10.0', '2.0.0.rc1']) await publish(upstream, honest, 'lib', version, { dependencies: { deep: '~> 2.0' } });
    await publish(upstream, honest, 'lib', '1.10.0', { platform: 'x86_64-linux', text: 'native', dependencies: { deep: '~> 2.0' } });
    await publish(upstream, honest, 'lib', '1.10.0', { platform: 'java', text: 'java' });
    for (const key of [golden.remote, golden.virtual]) {
      const env = freshHome();
      const installed = await install(key, env, 'lib');
      expect(installed, installed.output).toMatchObject({ code: 0 });
      expect(installed.output).toContain('Successfully installed deep-2.1.0');
      expect(await run('lib', env)).toBe(process.arch === 'x64' ? 'lib native\n' : 'lib 1.10.0\n');
      const older = freshHome();
      const plain = await install(key, older, 'lib', '-v', '1.9.0');
      expect(plain, plain.output).toMatchObject({ code: 0 });
      expect(await run('lib', older)).toBe('lib 1.9.0\n');
    }
  });

  it('FMT-015 resolves and locks with bundler', async () => {
    await work.write({ 'bundled/Gemfile': `source "${golden.server.protocol(golden.virtual, 'gems')}/"\ngem "lib", "< 1.10"\ngem "my-gem"\n` });
    const env = { ...freshHome(), BUNDLE_127__0__0__1: `admin:${golden.server.token}`, BUNDLE_LOCALHOST: `admin:${golden.server.token}` };
    const cwd = join(work.path, 'bundled');
    await mustRun(client('bundle'), ['install'], { cwd, env });
    expect(await readFile(join(cwd, 'Gemfile.lock'), 'utf8')).toContain('lib (1.9.0)\n      deep (~> 2.0)');
    expect((await mustRun(client('bundle'), ['exec', 'ruby', '-e', 'require "lib"'], { cwd, env })).stdout).toBe('lib 1.9.0\n');
  });

  it('FMT-015 lists what there is in the words of older clients', async () => {
    const list = (key: string, ...more: string[]) =>
      mustRun(client('gem'), ['list', '--remote', '--clear-sources', '--source', source(key), ...more], { cwd: work.path, env: freshHome() });
    const { stdout } = await list(golden.virtual);
    expect(stdout).toMatch(/^lib \(1\.10\.0.*\)$/m);
    expect(stdout).toMatch(/^my-gem \(1\.0\.0\)$/m);
    expect((await list(golden.remote, '--all', '--prerelease', 'lib')).stdout).toContain('2.0.0.rc1');
  });

  it('CORE-007 never shows what an upstream offers under a name of ours', async () => {
    await publish(golden.upstream, golden.hostile, 'my-gem', '99.0.0');
    const env = freshHome();
    expect(await install(golden.virtual, env, 'my-gem')).toMatchObject({ code: 0 });
    expect(await run('my-gem', env)).toBe('my-gem 1.0.0\n');
    const refused = await install(golden.virtual, freshHome(), 'my-gem', '-v', '99.0.0');
    expect(refused.code, refused.output).not.toBe(0);
    for (const path of ['versions', 'info/my-gem', 'gems/my-gem-99.0.0.gem', 'quick/Marshal.4.8/my-gem-99.0.0.gemspec.rz']) {
      const answer = await golden.server.ask(`api/gems/${golden.virtual}/${path}`);
      expect(await answer.text()).not.toContain('99.0.0');
      expect(answer.status).toBe(path.includes('99.0.0') ? 404 : 200);
    }
  });

  it('FMT-015 yanks, and takes the same gem back', async () => {
    const { server, local } = golden;
    await publish(server, local, 'gone', '1.0.0');
    const yank = await runProgram(client('gem'), ['yank', 'gone', '-v', '1.0.0', '--host', server.protocol(local, 'gems')], {
      cwd: work.path,
      env: { ...freshHome(), GEM_HOST_API_KEY: server.token },
    });
    expect(yank, yank.output).toMatchObject({ code: 0 });
    expect((await install(local, freshHome(), 'gone')).code).not.toBe(0);
    const again = await push(server, local, await build('gone', '1.0.0', { text: 'other' }));
    expect(again.code, again.output).not.toBe(0);
    expect((await fetch(`${server.protocol(local, 'gems')}/versions`)).status).toBe(401);
  });

  it('FMT-015 gives bundler only what is new in its lists', async () => {
    const { server, local } = golden;
    await publish(server, local, 'growing', '1.0.0');
    await work.write({ 'grown/Gemfile': `source "${server.protocol(local, 'gems')}/"\ngem "growing"\n` });
    const env = { ...freshHome(), BUNDLE_127__0__0__1: `admin:${server.token}`, BUNDLE_LOCALHOST: `admin:${server.token}` };
    /** Tells what the client was answered for each list; its cache is kept from one time to the next. */
    const answers = async (command: string) => {
      const { output } = await mustRun(client('bundle'), [command, '--verbose', ...(command === 'update' ? ['--all'] : [])], {
        cwd: join(work.path, 'grown'),
        env,
      });
      expect(output).not.toMatch(/checksum of .* does not match|specs\.4\.8/);
      return [...output.matchAll(/HTTP (\d+) [A-Z].*\/(versions|info\/growing)$/gm)].map(([, status, list]) => `${list} ${status}`);
    };
    expect(await answers('install')).toEqual(['versions 200', 'info/growing 200']);
    await publish(server, local, 'growing', '1.1.0');
    expect(await answers('update')).toEqual(['versions 206', 'info/growing 206']);
    expect(await answers('update')).toEqual(['versions 304']);
    expect(await readFile(join(work.path, 'grown/Gemfile.lock'), 'utf8')).toContain('growing (1.1.0)');
  });

  it('FMT-015 orders versions as Gem::Version does', async () => {
    const versions = randomVersions(
      10_001,
      ['0', '1', '1.0', '2.10', '0.0.0'],
      ['.'],
      ['0', '1', '2', '10', '00', 'a', 'b', 'rc1', 'pre', 'alpha2', 'Beta', '1a'],
    );
    const script = 'v = STDIN.read.split.map { |t| Gem::Version.new(t) }; puts v.each_cons(2).map { |a, b| a <=> b }.join(" ")';
    const { stdout } = await mustRun('ruby', ['-e', script], { cwd: work.path, env: freshHome(), input: versions.join('\n') });
    const told = stdout.trim().split(' ').map(Number);
    expect(orderDifferences('gems', versions, told), `seed ${versionSeed}`).toEqual([]);
  });
});
