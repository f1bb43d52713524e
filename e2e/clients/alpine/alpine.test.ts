import { join } from 'node:path';
import { deleteArtifact } from '@packhouse/contract/repositories/artifact-routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { client } from '../../../tools/clients.ts';
import { type ClientServer, followSetup, type GoldenRepositories, startGoldenRepositories, workFolder } from '../client-platform.ts';
import { type MountedRoom, openMountedRoom } from '../mounted-room.ts';
import { mustRun } from '../run-client.ts';

/*
 * Debian has no apk. What apk does with a listing is done here with openssl, tar and gzip instead:
 * cut off the first gzip member, verify the signature in it over the rest, and read the rest.
 */

let golden: GoldenRepositories;
let work: Awaited<ReturnType<typeof workFolder>>;
let room: MountedRoom;
const branch = 'v3.22/main/x86_64';

beforeAll(async () => {
  [golden, work] = await Promise.all([startGoldenRepositories('alpine'), workFolder()]);
  room = await openMountedRoom(join(work.path, 'room'), ['etc/apk'], ['etc/apk/keys']);
});
afterAll(async () => {
  await golden?.stop();
  await work?.remove();
});

const sh = (lines: string) => mustRun('bash', ['-c', `set -e\n${lines}`], { cwd: work.path, env: {} });

/** A package as its builder makes it: signature, control and data, three gzip members one after the other. */
async function apk(name: string, version: string, { architecture = 'x86_64', body = 'text' } = {}): Promise<string> {
  const folder = `build/${name}-${version}`;
  const info = `pkgname = ${name}\npkgver = ${version}\npkgdesc = A package\nurl = https://example.org\nsize = 4096\narch = ${architecture}\nlicense = MIT\ndepend = so:libc.musl-x86_64.so.1\ndepend = other>1.0\nprovides = cmd:${name}=${version}\n`;
  await work.write({ [`${folder}/.PKGINFO`]: info, [`${folder}/usr/share/${name}/text`]: body });
  const file = `${name}-${version}.apk`;
  await sh(`cd ${folder}
    [ -f ../builder.pem ] || openssl genrsa -out ../builder.pem 2048 2>/dev/null
    tar --format=ustar -cf - .PKGINFO | gzip -n > ../control.gz
    openssl dgst -sha1 -sign ../builder.pem -out .SIGN.RSA.builder.rsa.pub ../control.gz
    tar --format=ustar -cf - .SIGN.RSA.builder.rsa.pub | gzip -n > ../signature.gz
    tar --format=ustar -cf - usr | gzip -n > ../data.gz
    cat ../signature.gz ../control.gz ../data.gz > ../../${file}; cp ../control.gz ../../${name}.control`);
  return file;
}

async function upload(server: ClientServer, key: string, file: string, folder = branch): Promise<number> {
  const parameters = ['-sS', '-o', '/dev/null', '-w', '%{http_code}', '-u', `admin:${server.token}`, '-T', file, `${server.protocol(key)}/${folder}/${file}`];
  return Number((await mustRun(client('curl'), parameters, { cwd: work.path, env: {} })).stdout);
}

interface Listed {
  [letter: string]: string;
}

/** Fetches, verifies against the key of `trusted`, and reads a listing. */
async function listing(server: ClientServer, key: string, trusted: { server: ClientServer; key: string } = { server, key }): Promise<Listed[]> {
  await sh(`rm -rf apk && mkdir -p apk/keys && cd apk
    curl -fsS -u "admin:${server.token}" -o APKINDEX.tar.gz "${server.protocol(key)}/${branch}/APKINDEX.tar.gz"
    (cd keys && curl -fsSOJ -u "admin:${trusted.server.token}" "${trusted.server.protocol(trusted.key)}/repository.rsa.pub")
    tar -xzf APKINDEX.tar.gz
    # The second gzip member starts where the next magic number lets gzip read to the end.
    for start in $(grep -abo $'\\x1f\\x8b\\x08' APKINDEX.tar.gz | cut -d: -f1 | tail -n +2); do
      tail -c +$((start + 1)) APKINDEX.tar.gz > signed.gz
      if gzip -t signed.gz 2>/dev/null; then break; fi
    done
    name=$(ls keys)
    openssl dgst -sha256 -verify "keys/$name" -signature ".SIGN.RSA256.$name" signed.gz
    openssl dgst -sha1 -verify "keys/$name" -signature ".SIGN.RSA.$name" signed.gz`);
  const { stdout } = await sh('cat apk/APKINDEX');
  return stdout
    .split('\n\n')
    .filter((stanza) => stanza.trim() !== '')
    .map((stanza) => Object.fromEntries(stanza.split('\n').map((line) => [line.slice(0, 1), line.slice(2)])));
}
const versions = (entries: Listed[], name: string) => entries.filter((entry) => entry.P === name).map((entry) => entry.V);

describe('FMT-016 alpine', () => {
  it('uploads, and sets a client up, exactly as Set Me Up shows', async () => {
    await apk('my-package', '1.0.0-r0');
    const { server, virtual } = golden;
    const choose = (title: string) => !title.startsWith('Install');
    const result = await followSetup({ server, key: virtual, home: work.path, folders: { publish: '.', resolve: '.' }, env: room.env, choose });
    expect(result, result.output).toMatchObject({ code: 0 });
    expect((await sh('ls room/etc/apk/keys; cat room/etc/apk/repositories')).stdout).toMatch(
      /^packhouse-[0-9a-f]{8}\.rsa\.pub\nhttp:\/\/admin:.*\/v3\.22\/main\n$/,
    );
    const [entry] = await listing(server, virtual);
    const { stdout } = await sh('openssl dgst -sha1 -binary my-package.control | base64; stat -c %s my-package-1.0.0-r0.apk');
    const [sum, size] = stdout.split('\n');
    expect(entry).toMatchObject({
      C: `Q1${sum}`,
      P: 'my-package',
      V: '1.0.0-r0',
      A: 'x86_64',
      S: size,
      L: 'MIT',
      D: 'so:libc.musl-x86_64.so.1 other>1.0',
      p: 'cmd:my-package=1.0.0-r0',
    });
  });

  it('lists what was just published in its folder, packages for every architecture too, and forgets what was deleted', async () => {
    const { server, local } = golden;
    expect(await upload(server, local, await apk('everywhere', '2.0-r1', { architecture: 'noarch' }))).toBe(201);
    expect(await upload(server, local, await apk('elsewhere', '2.0-r1'), 'v3.22/main/aarch64')).toBe(201);
    const entries = await listing(server, local);
    expect(entries.find((entry) => entry.P === 'everywhere')).toMatchObject({ V: '2.0-r1', A: 'x86_64' });
    expect(versions(entries, 'elsewhere')).toEqual([]);
    await server.call(deleteArtifact, { body: { repoKey: local, path: `${branch}/everywhere-2.0-r1.apk` } });
    expect(versions(await listing(server, local), 'everywhere')).toEqual([]);
  });

  it('passes an upstream on with its own signature, and merges it under ours', async () => {
    const { server, upstream, honest, remote, virtual } = golden;
    expect(await upload(upstream, honest, await apk('theirs', '0.9-r0'))).toBe(201);
    expect(versions(await listing(server, remote, { server: upstream, key: honest }), 'theirs')).toEqual(['0.9-r0']);
    const entries = await listing(server, virtual);
    expect(versions(entries, 'theirs')).toEqual(['0.9-r0']);
    expect(versions(entries, 'my-package')).toEqual(['1.0.0-r0']);
    const file = await server.ask(`${virtual}/${branch}/theirs-0.9-r0.apk`);
    expect(file.status).toBe(200);
    await expect(listing(server, virtual, { server: upstream, key: honest })).rejects.toThrow();
  });

  it('CORE-007 never shows what an upstream offers under a name of ours', async () => {
    const { server, upstream, hostile, virtual } = golden;
    for (const [name, version] of [
      ['my-package', '99.0.0-r0'],
      ['decoy', '1.0-r0'],
    ] as const)
      expect(await upload(upstream, hostile, await apk(name, version))).toBe(201);
    const entries = await listing(server, virtual);
    expect(versions(entries, 'decoy')).toEqual(['1.0-r0']);
    expect(versions(entries, 'my-package')).toEqual(['1.0.0-r0']);
    expect((await server.ask(`${virtual}/${branch}/my-package-99.0.0-r0.apk`)).status).toBe(404);
  });

  it('refuses what is no package, a wrong name, and other bytes under a published file', async () => {
    const { server, local } = golden;
    await work.write({ 'broken-1.0-r0.apk': 'no package' });
    expect(await upload(server, local, 'broken-1.0-r0.apk')).toBe(400);
    await sh(`cp ${await apk('twice', '1.0-r0')} thrice-1.0-r0.apk`);
    expect(await upload(server, local, 'thrice-1.0-r0.apk')).toBe(400);
    expect(await upload(server, local, 'twice-1.0-r0.apk')).toBe(201);
    expect(await upload(server, local, await apk('twice', '1.0-r0', { body: 'other' }))).toBe(409);
  });
});
