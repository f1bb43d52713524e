import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { followSetup, type GoldenRepositories, startGoldenRepositories, workFolder } from '../client-platform.ts';
import { mustRun, type ProgramResult, runProgram } from '../run-client.ts';

let golden: GoldenRepositories;
let work: Awaited<ReturnType<typeof workFolder>>;

beforeAll(async () => {
  [golden, work] = await Promise.all([startGoldenRepositories('vagrant', 'vagrant'), workFolder()]);
});
afterAll(async () => {
  await golden?.stop();
  await work?.remove();
});

type Side = 'server' | 'upstream';
let count = 0;

/** A box as `vagrant package` makes it, but for the disk of a machine. */
async function pack(said: string, provider: string): Promise<Buffer> {
  const folder = `made-${++count}`;
  await work.write({ [`${folder}/metadata.json`]: JSON.stringify({ provider }), [`${folder}/said.txt`]: said });
  await mustRun('tar', ['czf', '../made.box', '.'], { cwd: join(work.path, folder), env: {} });
  return readFile(join(work.path, 'made.box'));
}

async function publish(side: Side, key: string, name: string, version: string, provider = 'virtualbox', ending = ''): Promise<void> {
  const body = new Uint8Array(await pack(`${name} ${version}`, provider));
  const answer = await golden[side].ask(`api/vagrant/${key}/${name}/${version}/${provider}${ending}.box`, { method: 'PUT', body });
  expect(answer.status, await answer.text()).toBe(201);
}

/** Runs the client with a home of its own. */
async function run(home: string, key: string, parameters: readonly string[], program = mustRun, token = golden.server.token): Promise<ProgramResult> {
  const path = join(work.path, home);
  await mkdir(path, { recursive: true });
  const server = golden.server.protocol(key, 'vagrant');
  const env = {
    HOME: path,
    VAGRANT_HOME: join(path, '.vagrant.d'),
    VAGRANT_SERVER_URL: server,
    VAGRANT_CHECKPOINT_DISABLE: '1',
    ...(token ? { VAGRANT_CLOUD_TOKEN: token } : {}),
  };
  return program('vagrant', parameters, { cwd: path, env });
}

const add = (home: string, key: string, name: string, ...more: string[]) => run(home, key, ['box', 'add', name, '--provider', 'virtualbox', ...more]);
const read = (home: string, name: string, version: string) =>
  readFile(join(work.path, home, '.vagrant.d/boxes', name.replace('/', '-VAGRANTSLASH-'), version, 'virtualbox/said.txt'), 'utf8');

describe('vagrant', () => {
  it('FMT-101 publishes and adds exactly as Set Me Up shows', async () => {
    await work.write({ 'setup/box/metadata.json': '{"provider":"virtualbox"}', 'setup/box/said.txt': 'acme/hello 1.0.0' });
    const home = join(work.path, 'setup');
    await mustRun('tar', ['czf', 'package.box', 'metadata.json', 'said.txt'], { cwd: join(home, 'box'), env: {} });
    const env = { VAGRANT_HOME: join(home, '.vagrant.d'), VAGRANT_CHECKPOINT_DISABLE: '1' };
    const result = await followSetup({ server: golden.server, key: golden.virtual, home, folders: { publish: 'box', resolve: '.' }, env });
    expect(result, result.output).toMatchObject({ code: 0 });
    expect(await read('setup', 'acme/hello', '1.0.0')).toBe('acme/hello 1.0.0');
  });

  it('FMT-026 adds what an upstream has, beside our own', async () => {
    await publish('upstream', golden.honest, 'theirs/tool', '2.1.0');
    for (const key of [golden.remote, golden.virtual]) {
      await add(`with-${key}`, key, 'theirs/tool');
      expect(await read(`with-${key}`, 'theirs/tool', '2.1.0')).toBe('theirs/tool 2.1.0');
    }
  });

  it('FMT-026 takes boxes as existing scripts send them, under both addresses', async () => {
    for (const [address, version] of [
      [`${golden.local}/any.box`, '3.0.0'],
      [`api/vagrant/${golden.local}/folder/other.box`, '3.0.1'],
    ]) {
      const body = new Uint8Array(await pack(`script ${version}`, 'virtualbox'));
      const put = await golden.server.ask(`${address};box_name=scripted;box_provider=virtualbox;box_version=${version}`, { method: 'PUT', body });
      expect(put.status, await put.text()).toBe(201);
    }
    const url = `${golden.server.protocol(golden.local, 'vagrant')}/scripted`;
    await add('scripted', golden.local, url);
    expect(await readdir(join(work.path, 'scripted/.vagrant.d/boxes'))).toEqual(['scripted']);
    expect(await read('scripted', 'scripted', '3.0.1')).toBe('script 3.0.1');
  });

  it('FMT-026 has versions in the order of the client, which finds newer ones and takes the one that is asked for', async () => {
    for (const version of ['1.9.0', '1.10.0', '1.2.0']) await publish('server', golden.local, 'acme/moving', version);
    await add('moving', golden.virtual, 'acme/moving', '--box-version', '~> 1.2, < 1.10');
    expect(await read('moving', 'acme/moving', '1.9.0')).toBe('acme/moving 1.9.0');
    const outdated = await run('moving', golden.virtual, ['box', 'outdated', '--global']);
    expect(outdated.output).toMatch(/acme\/moving.*outdated.*1\.9\.0.*1\.10\.0/);
    await add('moving', golden.virtual, 'acme/moving');
    expect(await read('moving', 'acme/moving', '1.10.0')).toBe('acme/moving 1.10.0');
  });

  it('FMT-026 keeps the boxes of several providers and architectures apart', async () => {
    await publish('server', golden.local, 'acme/many', '1.0.0', 'libvirt');
    await publish('server', golden.local, 'acme/many', '1.0.0', 'virtualbox', '-arm64');
    const answer = await golden.server.ask(`api/vagrant/${golden.virtual}/api/v2/vagrant/acme/many`, { headers: { accept: 'application/json' } });
    const { versions } = (await answer.json()) as { versions: { providers: { name: string; architecture?: string; checksum_type: string }[] }[] };
    expect(versions[0]?.providers.map(({ name, architecture, checksum_type }) => [name, architecture, checksum_type])).toEqual([
      ['libvirt', undefined, 'sha256'],
      ['virtualbox', 'arm64', 'sha256'],
    ]);
    expect((await run('other', golden.local, ['box', 'add', 'acme/many', '--provider', 'docker'], runProgram)).code).not.toBe(0);
  });

  it('never shows what an upstream offers under a name of ours', async () => {
    await publish('upstream', golden.hostile, 'acme/hello', '99.0.0');
    await add('claimed', golden.virtual, 'acme/hello');
    expect(await read('claimed', 'acme/hello', '1.0.0')).toBe('acme/hello 1.0.0');
    expect((await golden.server.ask(`api/vagrant/${golden.virtual}/acme/hello/99.0.0/virtualbox.box`)).status).toBe(404);
  });

  it('FMT-026 refuses strangers, and removes a box', async () => {
    const refused = await run('stranger', golden.local, ['box', 'add', 'acme/moving', '--provider', 'virtualbox'], runProgram, '');
    expect(refused.code).not.toBe(0);
    expect(refused.output).toMatch(/401|403|404/);
    const path = `api/vagrant/${golden.local}/acme/moving/1.10.0/virtualbox.box`;
    expect((await golden.server.ask(path, { method: 'DELETE' })).status).toBe(204);
    await add('after', golden.virtual, 'acme/moving');
    expect(await read('after', 'acme/moving', '1.9.0')).toBe('acme/moving 1.9.0');
  });
});
