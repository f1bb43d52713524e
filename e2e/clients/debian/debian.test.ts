import { join } from 'node:path';
import { deleteArtifact } from '@packhouse/contract/repositories/artifact-routes.ts';
import { createRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { listSigningKeys, rotateSigningKey } from '@packhouse/contract/repositories/signing-routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { client } from '../../../tools/clients.ts';
import { type ClientServer, followSetup, type GoldenRepositories, startGoldenRepositories, workFolder } from '../client-platform.ts';
import type { MountedRoom } from '../mounted-room.ts';
import { mustRun, runProgram } from '../run-client.ts';
import { openAptRoom } from './apt-room.ts';

let golden: GoldenRepositories;
let work: Awaited<ReturnType<typeof workFolder>>;
let room: MountedRoom;

beforeAll(async () => {
  [golden, work] = await Promise.all([startGoldenRepositories('debian'), workFolder()]);
  room = await openAptRoom(join(work.path, 'room'));
});
afterAll(async () => {
  await golden?.stop();
  await work?.remove();
});

/** Makes a package with the real tool. */
async function deb(name: string, version: string, { architecture = 'all', compression = 'xz', body = 'text' } = {}): Promise<string> {
  const folder = `build/${name}-${version}-${architecture}`;
  await work.write({
    [`${folder}/DEBIAN/control`]: `Package: ${name}\nVersion: ${version}\nArchitecture: ${architecture}\nMaintainer: Tester <tester@example.org>\nSection: misc\nDescription: A package\n With more to say.\n .\n And a paragraph.\n`,
    [`${folder}/usr/share/${name}/text`]: body,
  });
  const file = `${name}_${version.replace(/^\d+:/, '')}_${architecture}.deb`;
  await mustRun(client('dpkg-deb'), ['--root-owner-group', `-Z${compression}`, '--build', folder, file], { cwd: work.path, env: {} });
  return file;
}

async function upload(server: ClientServer, key: string, file: string, { suite = 'stable', component = 'main' } = {}): Promise<number> {
  const name = file.split('_')[0]!;
  const url = `${server.protocol(key)}/pool/${component}/${name}/${file};deb.distribution=${suite};deb.component=${component}`;
  const parameters = ['-sS', '-o', '/dev/null', '-w', '%{http_code}', '-u', `admin:${server.token}`, '-T', file, url];
  return Number((await mustRun(client('curl'), parameters, { cwd: work.path, env: {} })).stdout);
}

/** Points apt at one repository and at nothing else, trusting only that repository's key. */
async function use(server: ClientServer, key: string, { suite = 'stable', components = 'main' } = {}): Promise<void> {
  const url = server.protocol(key);
  await work.write({
    'room/etc/apt/sources.list.d/only.list': `deb [signed-by=/etc/apt/keyrings/only.asc] ${url} ${suite} ${components}\n`,
    'room/etc/apt/auth.conf.d/only.conf': `machine ${url} login admin password ${server.token}\n`,
  });
  await room.shell(`rm -rf /var/lib/apt/lists/* /etc/apt/sources.list.d/*-*.list
    curl -fsS -u "admin:${server.token}" -o /etc/apt/keyrings/only.asc "${url}/repository.key"`);
}
const update = () => room.shell('apt-get update -o APT::Update::Error-Mode=any');
const versions = async (name: string) =>
  (await room.shell(`apt-cache madison ${name}`)).stdout
    .split('\n')
    .map((row) => row.split('|')[1]?.trim())
    .filter((version) => version !== undefined);

describe('debian', () => {
  it('FMT-101 uploads and installs exactly as Set Me Up shows', async () => {
    await deb('my-package', '1.0.0');
    const result = await followSetup({
      server: golden.server,
      key: golden.virtual,
      home: work.path,
      folders: { publish: '.', resolve: 'room' },
      env: room.env,
    });
    expect(result, result.output).toMatchObject({ code: 0 });
    await mustRun('test', ['-f', 'room/installed/usr/share/my-package/text'], { cwd: work.path, env: {} });
  });

  it('FMT-009 shows what was just published, in every suite, component and compression, by signed lists', async () => {
    const { server, local } = golden;
    expect(await upload(server, local, await deb('zipped', '1:2.0-1', { compression: 'gzip' }))).toBe(201);
    expect(await upload(server, local, await deb('packed', '2.0-1', { compression: 'zstd', architecture: 'amd64' }), { component: 'contrib' })).toBe(201);
    expect(await upload(server, local, await deb('elsewhere', '1.0'), { suite: 'testing/updates' })).toBe(201);
    await use(server, local, { components: 'main contrib' });
    const { output } = await update();
    expect(output).not.toMatch(/^[WE]:/m);
    expect(await versions('zipped')).toEqual(['1:2.0-1']);
    expect(await versions('packed')).toEqual(['2.0-1']);
    expect(await versions('elsewhere')).toEqual([]);
    await room.shell('cd /tmp && apt-get install -y zipped packed');
    expect((await room.shell('dpkg-query -W zipped packed')).stdout).toBe('packed\t2.0-1\nzipped\t1:2.0-1\n');
    await use(server, local, { suite: 'testing/updates' });
    await update();
    expect(await versions('elsewhere')).toEqual(['1.0']);
  });

  it('FMT-009 keeps what a client with the old list asks for, and forgets what was deleted', async () => {
    const { server, local } = golden;
    await use(server, local);
    await update();
    const [listed] =
      /by-hash\S+|[0-9a-f]{64}(?=\s+\d+ main\/binary-all\/Packages\.gz)/.exec(await (await server.ask(`${local}/dists/stable/InRelease`)).text()) ?? [];
    expect(await upload(server, local, await deb('fleeting', '1.0'))).toBe(201);
    await update();
    expect(await versions('fleeting')).toEqual(['1.0']);
    expect((await server.ask(`${local}/dists/stable/main/binary-all/by-hash/SHA256/${listed}`)).status).toBe(200);
    await server.call(deleteArtifact, { body: { repoKey: local, path: 'pool/main/fleeting/fleeting_1.0_all.deb' } });
    await update();
    expect(await versions('fleeting')).toEqual([]);
    expect(await versions('zipped')).toEqual(['1:2.0-1']);
  });

  it('FMT-009 passes an upstream on with its own signature, and merges it under ours', async () => {
    const { server, upstream, honest, remote, virtual } = golden;
    for (const version of ['0.9', '0.10']) expect(await upload(upstream, honest, await deb('theirs', version))).toBe(201);
    await use(server, remote);
    await update();
    expect(await versions('theirs')).toEqual(['0.10', '0.9']);
    const [theirs, passed] = await Promise.all(
      [upstream.ask(`${honest}/repository.key`), server.ask(`${remote}/repository.key`)].map(async (answer) => (await answer).text()),
    );
    expect(passed).toBe(theirs);
    await use(server, virtual);
    await update();
    expect(await versions('theirs')).toEqual(['0.10', '0.9']);
    expect(await versions('my-package')).toEqual(['1.0.0']);
    await room.shell('apt-get install -y theirs=0.9');
    expect(await upload(upstream, honest, await deb('theirs', '0.11'))).toBe(201);
    await update();
    expect(await versions('theirs')).toEqual(['0.11', '0.10', '0.9']);
  });

  it('CORE-007 never shows what an upstream offers under a name of ours', async () => {
    const { server, upstream, hostile, virtual } = golden;
    expect(await upload(upstream, hostile, await deb('my-package', '99.0.0'))).toBe(201);
    expect(await upload(upstream, hostile, await deb('decoy', '1.0'))).toBe(201);
    await use(server, virtual);
    await update();
    expect(await versions('decoy')).toEqual(['1.0']);
    expect(await versions('my-package')).toEqual(['1.0.0']);
    expect((await server.ask(`${virtual}/pool/main/my-package/my-package_99.0.0_all.deb`)).status).toBe(404);
  });

  it('FMT-009 merges an upstream made by other tools, which has neither signature nor paths by checksum', async () => {
    const { server, upstream, local } = golden;
    await upstream.call(createRepository, { body: { class: 'local', key: 'plain', format: 'generic' } });
    const settings = { url: upstream.protocol('plain'), username: 'admin', allowPrivate: true, metadataSeconds: 600, pointerSeconds: 0, missedSeconds: 0 };
    await server.call(createRepository, { body: { class: 'remote', key: 'foreign', format: 'debian', settings, password: upstream.token } });
    await server.call(createRepository, { body: { class: 'virtual', key: 'with-foreign', format: 'debian', members: [local, 'foreign'] } });
    for (const version of ['1.0', '2.0']) {
      const file = await deb('foreign-tool', version);
      await mustRun(
        'bash',
        [
          '-c',
          `set -e; mkdir -p plain/pool plain/dists/stable/main/binary-all; cp ${file} plain/pool/; cd plain
          ftp=${client('apt-ftparchive')}; $ftp packages pool > dists/stable/main/binary-all/Packages; gzip -kf dists/stable/main/binary-all/Packages
          rm -f dists/stable/Release; $ftp -o APT::FTPArchive::Release::Architectures=all -o APT::FTPArchive::Release::Components=main release dists/stable > ../Release; mv ../Release dists/stable/
          for file in $(find . -type f); do curl -fsS -o /dev/null -u "admin:${upstream.token}" -T $file "${upstream.protocol('plain')}/$file"; done`,
        ],
        { cwd: work.path, env: {} },
      );
      await use(server, 'with-foreign');
      await update();
      expect((await versions('foreign-tool'))[0]).toBe(version);
      await room.shell(`echo "deb [trusted=yes] ${server.protocol('foreign')} stable main" > /etc/apt/sources.list.d/only.list
        echo "machine ${server.protocol('foreign')} login admin password ${server.token}" > /etc/apt/auth.conf.d/only.conf
        apt-get update -o APT::Update::Error-Mode=any --allow-insecure-repositories`);
      expect((await versions('foreign-tool'))[0]).toBe(version);
    }
    await room.shell('apt-get install -y foreign-tool=1.0');
  });

  it('CORE-011 is trusted by clients with the old key and by clients with the new one while both are published', async () => {
    const { server, local } = golden;
    await use(server, local);
    await server.call(rotateSigningKey, { body: { kind: 'openpgp', publishedDays: 30 } });
    const { items } = await server.call(listSigningKeys, {});
    const keys = items.filter(({ kind }) => kind === 'openpgp');
    expect(keys.map(({ retiredAt }) => retiredAt === undefined)).toEqual([true, false]);
    expect(JSON.stringify(items)).not.toContain('PRIVATE KEY');
    for (const { publicKey } of keys) {
      await work.write({ 'room/etc/apt/keyrings/only.asc': publicKey });
      await room.shell('rm -rf /var/lib/apt/lists/*');
      await update();
      expect(await versions('my-package')).toEqual(['1.0.0']);
    }
    await server.call(rotateSigningKey, { body: { kind: 'openpgp', publishedDays: 0 } });
    await room.shell('rm -rf /var/lib/apt/lists/*');
    expect((await room.tryShell('apt-get update -o APT::Update::Error-Mode=any')).code).toBe(0);
    await work.write({ 'room/etc/apt/keyrings/only.asc': keys[0]!.publicKey });
    await room.shell('rm -rf /var/lib/apt/lists/*');
    expect((await room.tryShell('apt-get update -o APT::Update::Error-Mode=any')).code).not.toBe(0);
  });

  it('is refused by apt when the list was not signed with the key it trusts', async () => {
    await use(golden.server, golden.local);
    const key = await (await golden.upstream.ask(`${golden.honest}/repository.key`)).text();
    await work.write({ 'room/etc/apt/keyrings/only.asc': key });
    const result = await room.tryShell('apt-get update -o APT::Update::Error-Mode=any');
    expect(result.code).not.toBe(0);
    expect(result.output).toMatch(/NO_PUBKEY|not signed|couldn't be verified/);
  });

  it('refuses what is no package and other bytes under a published file', async () => {
    await work.write({ 'broken_1.0_all.deb': 'no package' });
    expect(await upload(golden.server, golden.local, 'broken_1.0_all.deb')).toBe(400);
    const file = await deb('my-package', '1.0.0', { body: 'other' });
    const url = `${golden.server.protocol(golden.local)}/pool/main/m/my-package/${file}`;
    const again = await runProgram(client('curl'), ['-sS', '-o', '/dev/null', '-w', '%{http_code}', '-u', `admin:${golden.server.token}`, '-T', file, url], {
      cwd: work.path,
      env: {},
    });
    expect(again.stdout).toBe('409');
  });
});
