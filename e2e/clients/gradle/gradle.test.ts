import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { client } from '../../../tools/clients.ts';
import { type ClientServer, type GoldenRepositories, startGoldenRepositories, workFolder } from '../client-platform.ts';
import { mustRun, runProgram, shortLived } from '../run-client.ts';

let golden: GoldenRepositories;
let work: Awaited<ReturnType<typeof workFolder>>;

beforeAll(async () => {
  [golden, work] = await Promise.all([startGoldenRepositories('gradle'), workFolder()]);
  await mkdir(join(work.path, 'jar'), { recursive: true });
  await writeFile(join(work.path, 'jar/hello.txt'), 'hello');
  await mustRun('jar', ['cf', 'hello.jar', '-C', 'jar', 'hello.txt'], { cwd: work.path, env: {} });
});
afterAll(async () => {
  await golden?.stop();
  await work?.remove();
});

const pom = (name: string, version: string) =>
  `<project><modelVersion>4.0.0</modelVersion><groupId>org.acme</groupId><artifactId>${name}</artifactId><version>${version}</version></project>`;

/** Puts a jar with its pom there as a build would; the distribution's gradle has no transport for publishing over HTTP. */
async function deploy(server: ClientServer, key: string, name: string, version: string): Promise<number[]> {
  const base = `${key}/org/acme/${name}/${version}/${name}-${version}`;
  await writeFile(join(work.path, 'a.pom'), pom(name, version));
  const put = async (file: string, ending: string) =>
    Number(
      (
        await mustRun(
          'curl',
          ['-s', '-o', '/dev/null', '-w', '%{http_code}', '-u', `admin:${server.token}`, '-T', file, `${server.url}/artifactory/${base}.${ending}`],
          {
            cwd: work.path,
            env: {},
          },
        )
      ).stdout,
    );
  return [await put('hello.jar', 'jar'), await put('a.pom', 'pom')];
}

/** Lets gradle resolve into an empty home and copy what it got. */
async function resolve(key: string, dependencies: readonly string[], folder: string) {
  await work.write({
    [`${folder}/settings.gradle`]: "rootProject.name = 'consumer'\n",
    [`${folder}/build.gradle`]: `configurations { wanted }
repositories {
    maven {
        url = uri("${golden.server.protocol(key)}")
        credentials {
            username = "admin"
            password = System.getenv("PACKHOUSE_TOKEN")
        }
    }
}
dependencies {
${dependencies.map((one) => `    wanted "${one}"`).join('\n')}
}
task fetch(type: Copy) { from configurations.wanted; into 'got' }
`,
  });
  const cwd = join(work.path, folder);
  const env = { HOME: work.path, GRADLE_USER_HOME: join(cwd, 'home'), PACKHOUSE_TOKEN: golden.server.token, JAVA_TOOL_OPTIONS: `-Xmx256m ${shortLived}` };
  const result = await runProgram(client('gradle'), ['--no-daemon', '-q', 'fetch'], { cwd, env });
  const got = await readdir(join(cwd, 'got')).catch(() => []);
  return { ...result, got };
}

describe('gradle', () => {
  it('FMT-005 resolves theirs through the remote repository, and both from the virtual one', async () => {
    expect(await deploy(golden.server, golden.local, 'ours', '1.0.0')).toEqual([201, 201]);
    expect(await deploy(golden.upstream, golden.honest, 'theirs', '2.1.0')).toEqual([201, 201]);
    const remote = await resolve(golden.remote, ['org.acme:theirs:2.+'], 'from-remote');
    expect(remote.got, remote.output).toEqual(['theirs-2.1.0.jar']);
    const both = await resolve(golden.virtual, ['org.acme:ours:latest.release', 'org.acme:theirs:2.1.0'], 'from-virtual');
    expect(both.got.sort(), both.output).toEqual(['ours-1.0.0.jar', 'theirs-2.1.0.jar']);
  });

  it('never resolves what an upstream offers under a name of ours', async () => {
    expect(await deploy(golden.upstream, golden.hostile, 'ours', '99.0.0')).toEqual([201, 201]);
    const newest = await resolve(golden.virtual, ['org.acme:ours:+'], 'newest');
    expect(newest.got, newest.output).toEqual(['ours-1.0.0.jar']);
    const hostile = await golden.server.ask(`${golden.virtual}/org/acme/ours/99.0.0/ours-99.0.0.jar`);
    expect(hostile.status).toBe(404);
  });
});
