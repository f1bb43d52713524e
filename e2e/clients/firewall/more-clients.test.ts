import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { createFirewallRule, listFirewallRecords } from '@packhouse/contract/repositories/firewall-routes.ts';
import type { FormatId } from '@packhouse/contract/repositories/format-ids.ts';
import { createRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { type DatedUpstream, daysAgo, startDatedUpstream } from '@packhouse/testkit/dated-upstream.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { client } from '../../../tools/clients.ts';
import { type ClientServer, startClientServer, workFolder } from '../client-platform.ts';
import { mustRun, type ProgramResult, runProgram, shortLived } from '../run-client.ts';
import { startTlsFront, type TlsFront } from '../tls-front.ts';

let server: ClientServer;
let upstream: DatedUpstream;
let front: TlsFront;
let work: Awaited<ReturnType<typeof workFolder>>;

/** An old version, and one that is too young to come in. */
const versions = (one: string, other: string) => [
  { version: one, published: daysAgo(400) },
  { version: other, published: daysAgo(1) },
];
/** Maven keeps what it has resolved among what is this machine's, so no two runs resolve the same. */
const group = `com.packhouse.firewall${process.pid}`;

beforeAll(async () => {
  [server, upstream, work] = await Promise.all([startClientServer(), startDatedUpstream(), workFolder()]);
  front = await startTlsFront(server, work.path);
  await upstream.go('example.com/rested', versions('v1.0.0', 'v1.1.0'));
  await upstream.maven(`${group}:rested`, versions('1.0', '1.1'));
  await upstream.gems('rested', versions('1.0.0', '1.1.0'));
  for (const version of ['1.0.0', '1.1.0']) await putSpecification(version);
  await upstream.images('rested', versions('1.0', '1.1'));
  await upstream.helm('rested', versions('1.0.0', '1.1.0'));
  for (const [format, path] of [
    ['go', '/go'],
    ['maven', '/maven'],
    ['gems', '/gems'],
    ['docker', ''],
    ['helm', '/helm'],
  ] as const satisfies readonly (readonly [FormatId, string])[]) {
    const settings = { url: `${upstream.url}${path}`, allowPrivate: true, metadataSeconds: 0, pointerSeconds: 0, missedSeconds: 0 };
    const official = format === 'docker' ? { officialNamespace: '' } : {};
    await server.call(createRepository, { body: { class: 'remote', key: `${format}-remote`, format, settings: { ...settings, ...official } } });
    await server.call(createRepository, { body: { class: 'virtual', key: `${format}-all`, format, members: [`${format}-remote`] } });
  }
  await server.call(createFirewallRule, { body: { name: 'Three days', mode: 'enforce', condition: { kind: 'age', days: 3 } } });
});
afterAll(async () => {
  if (work) await runProgram('go', ['clean', '-modcache'], { cwd: work.path, env: goEnvironment() });
  await rm(join(homedir(), '.m2/repository', group.replaceAll('.', '/')), { recursive: true, force: true });
  await front?.stop();
  await server?.remove();
  await upstream?.stop();
  await work?.remove();
});

/** Gems of this client's age ask for the specification by itself, as Ruby writes it. */
async function putSpecification(version: string): Promise<void> {
  // The client takes what lies in its own folder before all else.
  const folder = join(work.path, 'specifications');
  await mkdir(folder, { recursive: true });
  const gem = `rested-${version}.gem`;
  await writeFile(join(folder, gem), Buffer.from(await (await fetch(`${upstream.url}/gems/gems/${gem}`)).arrayBuffer()));
  const program = `require "rubygems/package"; File.binwrite("${gem}.rz", Gem.deflate(Marshal.dump(Gem::Package.new("${gem}").spec)))`;
  await mustRun('ruby', ['-e', program], { cwd: folder, env: { HOME: work.path } });
  upstream.put(`/gems/quick/Marshal.4.8/rested-${version}.gemspec.rz`, await readFile(join(folder, `${gem}.rz`)));
}

/** The client was told the rule and, where a listing says it, what to take instead. */
function expectReason({ code, output }: ProgramResult, ...words: string[]): void {
  expect(code, output).not.toBe(0);
  for (const word of ['is held back by the rule', 'Three days', ...words]) expect(output).toContain(word);
}

function goEnvironment(): Record<string, string> {
  return {
    HOME: work.path,
    SSL_CERT_FILE: front?.caFile ?? '',
    GOPATH: join(work.path, 'go'),
    GOCACHE: join(work.path, 'cache'),
    GOPROXY: front?.server.protocol('go-all', 'go').replace('://', `://admin:${server.token}@`) ?? 'off',
    GONOSUMDB: 'example.com/*',
    GOFLAGS: '-mod=mod',
    GOTOOLCHAIN: 'local',
    GONOPROXY: 'none',
  };
}

describe('clients of upstreams whose listings do not tell an age', () => {
  it('LEAD-006 go gets the newest module that is old enough, and shows why another is refused', async () => {
    await work.write({ 'go-project/go.mod': 'module consumer\n\ngo 1.20\n', 'go-project/main.go': 'package main\n\nfunc main() {}\n' });
    const options = { cwd: join(work.path, 'go-project'), env: goEnvironment() };
    await mustRun('go', ['get', 'example.com/rested@latest'], options);
    expect(await readFile(join(work.path, 'go-project/go.mod'), 'utf8')).toContain('example.com/rested v1.0.0');
    expectReason(await runProgram('go', ['get', 'example.com/rested@v1.1.0'], options), '403', 'The newest version that is let in is v1.0.0');
  });

  it('LEAD-006 mvn resolves the newest release that is old enough, and is refused another', async () => {
    await work.write({
      'settings.xml': `<settings><servers><server><id>packhouse</id><username>admin</username><password>${server.token}</password></server></servers></settings>`,
    });
    const from = `-DremoteRepositories=packhouse::default::${server.protocol('maven-all')}`;
    const get = (version: string) =>
      runProgram(client('mvn'), ['-B', '-ntp', '-s', 'settings.xml', 'dependency:get', `-Dartifact=${group}:rested:${version}`, '-Dtransitive=false', from], {
        cwd: work.path,
        env: { HOME: process.env.HOME ?? work.path, MAVEN_OPTS: `-Xmx512m ${shortLived}` },
      });
    const taken = await get('LATEST');
    expect(taken.code, taken.output).toBe(0);
    const place = join(homedir(), '.m2/repository', group.replaceAll('.', '/'), 'rested');
    expect([existsSync(join(place, '1.0/rested-1.0.jar')), existsSync(join(place, '1.1/rested-1.1.jar'))]).toEqual([true, false]);
    const refused = await get('1.1');
    expect(refused.code, refused.output).not.toBe(0);
    expect(refused.output).toMatch(/403|authorization failed/i);
  });

  it('LEAD-006 gradle resolves the newest release that is old enough, and is refused another', async () => {
    const resolve = async (version: string) => {
      const cwd = join(work.path, `gradle-${version.replace(/\W/g, '-')}`);
      await mkdir(cwd);
      await writeFile(join(cwd, 'settings.gradle'), "rootProject.name = 'consumer'\n");
      await writeFile(
        join(cwd, 'build.gradle'),
        `configurations { wanted }
repositories {
    maven {
        url = uri("${server.protocol('maven-all')}")
        credentials {
            username = "admin"
            password = System.getenv("PACKHOUSE_TOKEN")
        }
    }
}
dependencies { wanted "${group}:rested:${version}" }
task fetch(type: Copy) { from configurations.wanted; into 'got' }
`,
      );
      const env = { HOME: work.path, GRADLE_USER_HOME: join(cwd, 'home'), PACKHOUSE_TOKEN: server.token, JAVA_TOOL_OPTIONS: `-Xmx256m ${shortLived}` };
      const result = await runProgram(client('gradle'), ['--no-daemon', '-q', 'fetch'], { cwd, env });
      return { ...result, got: await readdir(join(cwd, 'got')).catch(() => []) };
    };
    const taken = await resolve('1.+');
    expect(taken.got, taken.output).toEqual(['rested-1.0.jar']);
    const refused = await resolve('1.1');
    expect([refused.code === 0, refused.got], refused.output).toEqual([false, []]);
    expect(refused.output).toContain('403');
  });

  it('LEAD-006 gem installs the newest gem that is old enough, and is not given another', async () => {
    const env = { HOME: work.path, GEM_HOME: join(work.path, 'gems'), GEM_PATH: join(work.path, 'gems'), GEM_SPEC_CACHE: join(work.path, 'specs') };
    const source = `${server.protocol('gems-all', 'gems')}/`.replace('://', `://admin:${server.token}@`);
    const install = (...more: string[]) =>
      runProgram(client('gem'), ['install', 'rested', ...more, '--clear-sources', '--source', source, '--no-document'], { cwd: work.path, env });
    const taken = await install();
    expect([taken.code, taken.output], taken.output).toEqual([0, expect.stringContaining('rested-1.0.0')]);
    const missing = await install('--version', '1.1.0');
    expect(missing.code, missing.output).not.toBe(0);
    const fetched = await server.ask('gems-all/gems/rested-1.1.0.gem');
    expect([fetched.status, await fetched.text()]).toEqual([403, expect.stringContaining('The newest version that is let in is 1.0.0')]);
  });

  it('LEAD-006 helm pulls the newest chart that is old enough, and is not given another', async () => {
    const url = server.protocol('helm-all', 'helm');
    const credentials = ['--username', 'admin', '--password', server.token];
    const helm = (...parameters: string[]) => runProgram(client('helm'), parameters, { cwd: work.path, env: { HOME: work.path } });
    const added = await helm('repo', 'add', 'guarded', url, ...credentials);
    expect(added.code, added.output).toBe(0);
    const taken = await helm('pull', 'guarded/rested');
    expect(taken.code, taken.output).toBe(0);
    expect(existsSync(join(work.path, 'rested-1.0.0.tgz'))).toBe(true);
    const missing = await helm('pull', 'guarded/rested', '--version', '1.1.0');
    expect(missing.code, missing.output).not.toBe(0);
    const refused = await helm('pull', `${url}/rested-1.1.0.tgz`, ...credentials);
    expect([refused.code === 0, refused.output]).toEqual([false, expect.stringContaining('403')]);
  });

  it('LEAD-006 skopeo copies an image that is old enough, and is told why it does not get another', async () => {
    const credentials = ['--src-tls-verify=false', '--src-creds', `admin:${server.token}`];
    const copy = (tag: string) =>
      runProgram('skopeo', ['copy', ...credentials, `docker://${server.host}/docker-all/rested:${tag}`, `dir:${join(work.path, `image-${tag}`)}`], {
        cwd: work.path,
        env: { HOME: work.path, XDG_RUNTIME_DIR: work.path },
      });
    const taken = await copy('1.0');
    expect(taken.code, taken.output).toBe(0);
    expectReason(await copy('1.1'));
    const { items } = await server.call(listFirewallRecords, { query: { outcome: 'refused' } });
    expect(items.map(({ repository }) => repository)).toEqual(expect.arrayContaining(['go-remote', 'maven-remote', 'gems-remote', 'docker-remote']));
  });
});
