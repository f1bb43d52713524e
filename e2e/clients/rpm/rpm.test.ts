import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { deleteArtifact } from '@packhouse/contract/repositories/artifact-routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { client } from '../../../tools/clients.ts';
import { type ClientServer, followSetup, type GoldenRepositories, startGoldenRepositories, workFolder } from '../client-platform.ts';
import { type MountedRoom, openMountedRoom } from '../mounted-room.ts';
import { mustRun } from '../run-client.ts';

let golden: GoldenRepositories;
let work: Awaited<ReturnType<typeof workFolder>>;
let room: MountedRoom;

beforeAll(async () => {
  [golden, work] = await Promise.all([startGoldenRepositories('rpm'), workFolder()]);
  const path = join(work.path, 'room');
  room = await openMountedRoom(path, ['etc/dnf', 'etc/yum.repos.d', 'etc/pki', 'var/lib/dnf', 'var/cache/dnf', 'var/log'], ['installed']);
  await writeFile(
    join(path, 'etc/dnf/dnf.conf'),
    `[main]\ninstallroot=${join(path, 'installed')}\nreposdir=/etc/yum.repos.d\nreleasever=1\nplugins=0\nretries=1\nmetadata_expire=0\nignorearch=1\n`,
  );
});
afterAll(async () => {
  await golden?.stop();
  await work?.remove();
});

interface Made {
  epoch?: number;
  lines?: string;
  body?: string;
}

/** Makes a package with the real tool. */
async function rpm(name: string, version: string, { epoch, lines = '', body = 'text' }: Made = {}): Promise<string> {
  const spec = `Name: ${name}
Version: ${version}
Release: 1
Summary: A package & more
License: MIT
URL: https://example.org/${name}
BuildArch: noarch
${epoch === undefined ? '' : `Epoch: ${epoch}\n`}${lines}
%description
Says <more>.
%install
mkdir -p %{buildroot}/usr/bin %{buildroot}/usr/share/${name}
echo '${body}' > %{buildroot}/usr/share/${name}/text
echo '#!/bin/sh' > %{buildroot}/usr/bin/${name}
%files
/usr/share/${name}
%attr(755, root, root) /usr/bin/${name}
%changelog
* Thu Jan 01 2026 Tester <tester@example.org> - ${version}-1
- The first
`;
  await work.write({ [`specs/${name}.spec`]: spec });
  const settings = ['_topdir', work.path, '_rpmdir', work.path, '_rpmfilename', '%{NAME}-%{VERSION}-%{RELEASE}.%{ARCH}.rpm', '_dbpath', join(work.path, 'db')];
  const defines = [0, 2, 4, 6].flatMap((at) => ['--define', `${settings[at]} ${settings[at + 1]}`]);
  await mustRun(client('rpmbuild'), ['-bb', '--quiet', ...defines, `specs/${name}.spec`], { cwd: work.path, env: { HOME: work.path } });
  return `${name}-${version}-1.noarch.rpm`;
}

async function upload(server: ClientServer, key: string, file: string): Promise<number> {
  const parameters = ['-sS', '-o', '/dev/null', '-w', '%{http_code}', '-u', `admin:${server.token}`, '-T', file, `${server.protocol(key)}/Packages/${file}`];
  return Number((await mustRun(client('curl'), parameters, { cwd: work.path, env: {} })).stdout);
}

/** Points dnf at one repository and at nothing else, trusting only that repository's key. */
async function use(server: ClientServer, key: string): Promise<void> {
  const url = server.protocol(key);
  await room.shell(`rm -rf /etc/yum.repos.d/* installed/var/cache/dnf && curl -fsS -u "admin:${server.token}" -o /etc/pki/only.key "${url}/repository.key"`);
  const lines = ['[only]', 'name=only', `baseurl=${url}`, 'username=admin', `password=${server.token}`, 'repo_gpgcheck=1', 'gpgcheck=0'];
  await work.write({ 'room/etc/yum.repos.d/only.repo': `${[...lines, 'gpgkey=file:///etc/pki/only.key'].join('\n')}\n` });
}

const versions = async (name: string) =>
  (await room.shell(`dnf -q -y --refresh repoquery --showduplicates --qf '%{epoch}:%{version}-%{release}' ${name}`)).stdout
    .split('\n')
    .filter((row) => row !== '');

describe('rpm', () => {
  it('FMT-101 uploads and installs exactly as Set Me Up shows', async () => {
    await rpm('my-package', '1.0.0');
    const { server, virtual } = golden;
    const result = await followSetup({ server, key: virtual, home: work.path, folders: { publish: '.', resolve: 'room' }, env: room.env });
    expect(result, result.output).toMatchObject({ code: 0 });
    await mustRun('test', ['-f', 'room/installed/usr/share/my-package/text'], { cwd: work.path, env: {} });
  });

  it('FMT-010 shows what was just published, by a signed list', async () => {
    const { server, local } = golden;
    const lines = 'Requires: my-package >= 1.0, /usr/bin/my-package\nProvides: virtual-thing = 3:2.1-4\nRecommends: nothing-there\nConflicts: enemy < 2\n';
    expect(await upload(server, local, await rpm('second', '2.0', { epoch: 1, lines }))).toBe(201);
    await use(server, local);
    expect(await versions('second')).toEqual(['1:2.0-1']);
    expect((await room.shell('dnf -q repoquery --whatprovides "virtual-thing = 3:2.1"')).stdout).toContain('second-1:2.0-1.noarch');
    expect((await room.shell('dnf -q repoquery --list second')).stdout).toContain('/usr/share/second/text');
    await room.shell('dnf install -y second');
    expect((await room.shell(`rpm --root ${room.path}/installed -q second`)).stdout).toBe('second-2.0-1.noarch\n');
    await server.call(deleteArtifact, { body: { repoKey: local, path: 'Packages/second-2.0-1.noarch.rpm' } });
    expect(await versions('second')).toEqual([]);
  });

  it('FMT-010 says of a package what createrepo_c says', async () => {
    const { server, upstream, honest } = golden;
    const lines = 'Requires: a-thing >= 1:2.0-3, other\nRequires(pre): early\nProvides: odd = 2\nSuggests: maybe\nObsoletes: old < 1\nSupplements: extra\n';
    const file = await rpm('compared', '1.0~rc1', { lines });
    expect(await upload(upstream, honest, file)).toBe(201);
    await mustRun('bash', ['-c', `mkdir -p reference && cp ${file} reference/ && ${client('createrepo_c')} --quiet --compress-type gz reference`], {
      cwd: work.path,
      env: {},
    });
    const theirs = (list: string) =>
      mustRun('bash', ['-c', `zcat reference/repodata/*-${list}.xml.gz`], { cwd: work.path, env: {} }).then((result) => result.stdout);
    const repomd = await (await upstream.ask(`${honest}/repodata/repomd.xml`)).text();
    for (const list of ['primary', 'filelists', 'other']) {
      const href = new RegExp(`repodata/[0-9a-f]{64}-${list}\\.xml\\.gz`).exec(repomd)?.[0];
      const ours = gunzipSync(Buffer.from(await (await upstream.ask(`${honest}/${href}`)).arrayBuffer())).toString();
      expect(findElements(ours)).toEqual(findElements(await theirs(list)));
    }
    expect(server.url).not.toBe(upstream.url);
  });

  it('FMT-010 passes an upstream on with its own signature, and merges it under ours', async () => {
    const { server, upstream, honest, remote, virtual } = golden;
    for (const version of ['0.9', '0.10']) expect(await upload(upstream, honest, await rpm('theirs', version))).toBe(201);
    for (const key of [remote, virtual]) {
      await use(server, key);
      expect(await versions('theirs')).toEqual(['0:0.10-1', '0:0.9-1']);
    }
    expect(await versions('my-package')).toEqual(['0:1.0.0-1']);
    await room.shell('dnf install -y theirs-0.9');
  });

  it('CORE-007 never shows what an upstream offers under a name of ours', async () => {
    const { server, upstream, hostile, virtual } = golden;
    for (const [name, version] of [
      ['my-package', '99.0.0'],
      ['decoy', '1.0'],
    ] as const)
      expect(await upload(upstream, hostile, await rpm(name, version))).toBe(201);
    await use(server, virtual);
    expect(await versions('decoy')).toEqual(['0:1.0-1']);
    expect(await versions('my-package')).toEqual(['0:1.0.0-1']);
    expect((await server.ask(`${virtual}/Packages/my-package-99.0.0-1.noarch.rpm`)).status).toBe(404);
  });

  it('is refused by dnf when the list was not signed with the key it trusts', async () => {
    await use(golden.server, golden.local);
    const key = await (await golden.upstream.ask(`${golden.honest}/repository.key`)).text();
    await work.write({ 'room/etc/pki/only.key': key });
    const result = await room.tryShell('dnf -y --refresh makecache');
    expect(result.code, result.output).not.toBe(0);
  });

  it('refuses what is no package and other bytes under a published file', async () => {
    const { server, local } = golden;
    await work.write({ 'broken-1.0-1.noarch.rpm': 'no package' });
    expect(await upload(server, local, 'broken-1.0-1.noarch.rpm')).toBe(400);
    expect(await upload(server, local, await rpm('twice', '1.0'))).toBe(201);
    expect(await upload(server, local, await rpm('twice', '1.0', { body: 'other' }))).toBe(409);
  });
});

/** The tags and attributes of the one compared package, in a fixed order; times and places differ for good reason. */
function findElements(document: string): string[] {
  const fragment = document.split('</package>').find((piece) => piece.includes('compared'))!;
  return fragment
    .slice(fragment.indexOf('<package'))
    .replace(/\s+</g, '<')
    .split(/(?=<)/)
    .filter((element) => !/^<(?:\/|location|time)/.test(element))
    .map((element) => element.trim())
    .sort();
}
