import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mavenCentral, readAddresses } from '../../../tools/clients/public-registries.ts';
import { client } from '../../../tools/clients.ts';
import { type ClientServer, followSetup, type GoldenRepositories, startGoldenRepositories, workFolder } from '../client-platform.ts';
import { createPublicRemote } from '../public-registry.ts';
import { mustRun, runProgram, shortLived } from '../run-client.ts';

let golden: GoldenRepositories;
let work: Awaited<ReturnType<typeof workFolder>>;

beforeAll(async () => {
  [golden, work] = await Promise.all([startGoldenRepositories('maven', undefined, '', await readAddresses(await mavenCentral())), workFolder()]);
  await mkdir(join(work.path, 'jar/META-INF'), { recursive: true });
  await writeFile(join(work.path, 'jar/hello.txt'), 'hello');
  await mustRun('jar', ['cf', 'hello.jar', '-C', 'jar', 'hello.txt'], { cwd: work.path, env: {} });
});
afterAll(async () => {
  await golden?.stop();
  await work?.remove();
});

const mvn = (...parameters: string[]) =>
  runProgram(client('mvn'), ['-B', '-ntp', ...parameters], {
    cwd: work.path,
    env: { HOME: process.env.HOME ?? work.path, MAVEN_OPTS: `-Xmx512m ${shortLived}` },
  });

/** Settings that know one repository, for plugins stay with the machine's own. */
async function settings(server: ClientServer, key: string): Promise<string> {
  const name = `settings-${server.host.replace(':', '-')}-${key}.xml`;
  await work.write({
    [name]: `<settings><servers><server><id>packhouse</id><username>admin</username><password>${server.token}</password></server></servers></settings>`,
  });
  return name;
}

async function deploy(server: ClientServer, key: string, artifact: string, version: string) {
  const file = await settings(server, key);
  return mvn(
    '-s',
    file,
    'deploy:deploy-file',
    `-Durl=${server.protocol(key)}`,
    '-DrepositoryId=packhouse',
    '-Dfile=hello.jar',
    '-DgroupId=org.acme',
    `-DartifactId=${artifact}`,
    `-Dversion=${version}`,
    '-Dpackaging=jar',
  );
}

/** Where plugins are since somebody resolved for the first time. */
let filled: string | undefined;

/** Names a local repository for Maven, which has nothing of ours at first: only its plugins, as soon as they have come once from where the machine gets them. */
async function makeLocal(name: string): Promise<string> {
  const path = join(work.path, name);
  if (filled !== undefined && !existsSync(path)) {
    await cp(filled, path, { recursive: true });
    await rm(join(path, 'org/acme'), { recursive: true, force: true });
  }
  filled ??= path;
  return path;
}

/** Resolves into a local repository without anything of ours, with nothing but ours as a source of the artifact. */
async function resolve(key: string, coordinates: string, into: string) {
  const file = await settings(golden.server, key);
  return mvn(
    '-s',
    file,
    'dependency:get',
    `-Dartifact=${coordinates}`,
    `-DremoteRepositories=packhouse::default::${golden.server.protocol(key)}`,
    '-Dtransitive=false',
    `-Dmaven.repo.local=${await makeLocal(into)}`,
  );
}

const pom = `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
  <groupId>com.example</groupId><artifactId>your-artifact</artifactId><version>1.0.0</version>
  <description>Made here</description><properties><project.build.sourceEncoding>UTF-8</project.build.sourceEncoding></properties></project>`;

describe('maven', () => {
  it('FMT-101 FMT-004 deploys and fetches exactly as Set Me Up shows, everything else from the public repository through us', async ({ skip }) => {
    const silent = await createPublicRemote(golden.server, 'maven', 'maven-public', await mavenCentral(), 'maven-public/junit/junit/maven-metadata.xml');
    if (silent) skip(silent);
    const settings = { defaultDeployment: golden.local };
    await golden.server.call(createRepository, {
      body: { class: 'virtual', key: 'maven-complete', format: 'maven', members: [golden.local, 'maven-public'], settings },
    });
    await work.write({ 'home/mine/pom.xml': pom, 'home/mine/src/main/resources/hello.txt': 'hello', 'home/in/.keep': '' });
    const home = join(work.path, 'home');
    // Java finds the home folder in the user's entry, not in the environment.
    const env = { MAVEN_OPTS: `-Xmx512m ${shortLived} -Duser.home=${home}`, MAVEN_ARGS: '-B -ntp' };
    const result = await followSetup({ server: golden.server, key: 'maven-complete', home, folders: { publish: 'mine', resolve: 'in' }, env });
    expect(result, result.output.slice(-6000)).toMatchObject({ code: 0 });
    const stored = await golden.server.ask(`${golden.local}/com/example/your-artifact/1.0.0/your-artifact-1.0.0.jar`, { method: 'HEAD' });
    expect(stored.status).toBe(200);
  });

  it('FMT-004 deploys a release and refuses another one at its place', async () => {
    const first = await deploy(golden.server, golden.virtual, 'own', '1.0.0');
    expect(first.code, first.output).toBe(0);
    const listed = await (await golden.server.ask(`${golden.local}/org/acme/own/maven-metadata.xml`)).text();
    expect(listed).toContain('<release>1.0.0</release>');
    await writeFile(join(work.path, 'jar/hello.txt'), 'changed');
    await mustRun('jar', ['cf', 'hello.jar', '-C', 'jar', 'hello.txt'], { cwd: work.path, env: {} });
    const second = await deploy(golden.server, golden.local, 'own', '1.0.0');
    expect(second.code, second.output).not.toBe(0);
  });

  it('FMT-004 deploys snapshots with builds of their own', async () => {
    for (let build = 1; build <= 2; build++) {
      const deployed = await deploy(golden.server, golden.local, 'moving', '1.0-SNAPSHOT');
      expect(deployed.code, deployed.output).toBe(0);
    }
    const listed = await (await golden.server.ask(`${golden.local}/org/acme/moving/1.0-SNAPSHOT/maven-metadata.xml`)).text();
    expect(listed).toContain('<buildNumber>2</buildNumber>');
    const resolved = await resolve(golden.virtual, 'org.acme:moving:1.0-SNAPSHOT', 'm2-snapshot');
    expect(resolved.code, resolved.output).toBe(0);
  });

  it('FMT-004 finds what an upstream has, through the remote and beside our own in the virtual repository', async () => {
    expect(await deploy(golden.upstream, golden.honest, 'lib', '2.1.0')).toMatchObject({ code: 0 });
    for (const key of [golden.remote, golden.virtual]) {
      const resolved = await resolve(key, 'org.acme:lib:2.1.0', `m2-${key}`);
      expect(resolved.code, resolved.output).toBe(0);
      const jar = join(work.path, `m2-${key}/org/acme/lib/2.1.0/lib-2.1.0.jar`);
      expect(existsSync(jar) && (await readFile(jar)).length > 0).toBe(true);
    }
  });

  it('never shows what an upstream offers under a name of ours', async () => {
    expect(await deploy(golden.upstream, golden.hostile, 'own', '99.0.0')).toMatchObject({ code: 0 });
    const latest = await resolve(golden.virtual, 'org.acme:own:LATEST', 'm2-victim');
    expect(latest.code, latest.output).toBe(0);
    expect(existsSync(join(work.path, 'm2-victim/org/acme/own/1.0.0/own-1.0.0.jar'))).toBe(true);
    expect((await resolve(golden.virtual, 'org.acme:own:99.0.0', 'm2-victim')).code).not.toBe(0);
    expect((await golden.server.ask(`${golden.virtual}/org/acme/own/99.0.0/own-99.0.0.jar`)).status).toBe(404);
  });
});
