import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { client } from '../../../tools/clients.ts';
import { followSetup, type GoldenRepositories, startGoldenRepositories, workFolder } from '../client-platform.ts';
import { mustRun, runProgram } from '../run-client.ts';

let golden: GoldenRepositories;
let work: Awaited<ReturnType<typeof workFolder>>;

beforeAll(async () => {
  [golden, work] = await Promise.all([startGoldenRepositories('helm', 'helm'), workFolder()]);
});
afterAll(async () => {
  await golden?.stop();
  await work?.remove();
});

const environment = () => ({ HOME: work.path, PATH: `${join(client('helm'), '..')}:${process.env.PATH ?? ''}` });
const helm = (parameters: string[], cwd = work.path) => mustRun(client('helm'), parameters, { cwd, env: environment() });

/** Makes a chart with the real client and packs it. */
async function chart(name: string, version: string, description = 'A chart'): Promise<string> {
  await work.write({
    [`${name}-${version}/${name}/Chart.yaml`]: `apiVersion: v2\nname: ${name}\nversion: ${version}\ndescription: ${description}\n`,
    [`${name}-${version}/${name}/templates/map.yaml`]: 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: x\n',
  });
  const folder = join(work.path, `${name}-${version}`);
  await helm(['package', name], folder);
  return join(folder, `${name}-${version}.tgz`);
}
const upload = (url: string, token: string, file: string) =>
  mustRun('curl', ['-sSf', '-u', `admin:${token}`, '-T', file, `${url}/`], { cwd: work.path, env: {} });
const add = (name: string, key: string) =>
  helm(['repo', 'add', name, golden.server.protocol(key, 'helm'), '--username', 'admin', '--password', golden.server.token, '--force-update']);
const versions = async (name: string, of: string) =>
  (JSON.parse((await helm(['search', 'repo', `${name}/${of}`, '--versions', '--devel', '-o', 'json'])).stdout) as { name: string; version: string }[])
    .filter((found) => found.name === `${name}/${of}`)
    .map(({ version }) => version);

describe('helm', () => {
  it('FMT-101 publishes and pulls exactly as Set Me Up shows', async () => {
    const file = await chart('my-chart', '1.0.0');
    await work.write({ 'out/.keep': '' });
    const result = await followSetup({
      server: golden.server,
      key: golden.virtual,
      home: work.path,
      folders: { publish: join(file, '..').slice(work.path.length + 1), resolve: 'out' },
      env: environment(),
    });
    expect(result, result.output).toMatchObject({ code: 0 });
    await mustRun('tar', ['tzf', 'out/my-chart-1.0.0.tgz'], { cwd: work.path, env: {} });
  });

  it('FMT-007 shows what an upstream has, beside our own, in the order of versions', async () => {
    for (const version of ['0.9.0', '0.10.0'])
      await upload(golden.upstream.protocol(golden.honest, 'helm'), golden.upstream.token, await chart('theirs', version));
    for (const [name, key] of [
      ['remote', golden.remote],
      ['all', golden.virtual],
    ] as const) {
      await add(name, key);
      expect(await versions(name, 'theirs')).toEqual(['0.10.0', '0.9.0']);
      await helm(['pull', `${name}/theirs`, '--version', '0.9.0', '-d', work.path]);
    }
    expect(await versions('all', 'my-chart')).toEqual(['1.0.0']);
  });

  it('never shows what an upstream offers under a name of ours', async () => {
    await upload(golden.upstream.protocol(golden.hostile, 'helm'), golden.upstream.token, await chart('my-chart', '99.0.0'));
    await add('all', golden.virtual);
    await helm(['repo', 'update', 'all']);
    expect(await versions('all', 'my-chart')).toEqual(['1.0.0']);
    const file = await golden.server.ask(`api/helm/${golden.virtual}/my-chart-99.0.0.tgz`);
    expect(file.status).toBe(404);
  });

  it('FMT-007 refuses a chart under a wrong name and other bytes under a published version', async () => {
    const file = await chart('other', '2.0.0');
    const url = golden.server.protocol(golden.local, 'helm');
    const wrong = await runProgram(
      'curl',
      ['-sS', '-o', '/dev/null', '-w', '%{http_code}', '-u', `admin:${golden.server.token}`, '-T', file, `${url}/wrong-2.0.0.tgz`],
      { cwd: work.path, env: {} },
    );
    expect(wrong.stdout).toBe('400');
    await upload(url, golden.server.token, file);
    const changed = await chart('other', '2.0.0', 'Other bytes');
    const again = await runProgram(
      'curl',
      ['-sS', '-o', '/dev/null', '-w', '%{http_code}', '-u', `admin:${golden.server.token}`, '-T', changed, `${url}/other-2.0.0.tgz`],
      { cwd: work.path, env: {} },
    );
    expect(again.stdout).toBe('409');
  });
});
