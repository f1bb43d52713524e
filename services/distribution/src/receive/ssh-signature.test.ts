import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { incomingManifestPath, offerReleaseBundle } from '@packhouse/contract/distribution/distribution-receive-routes.ts';
import { createDistributionRepository } from '@packhouse/contract/distribution/distribution-routes.ts';
import { getReleaseBundleSigning, setReleaseBundleSigner, setReleaseBundleSigning } from '@packhouse/contract/distribution/distribution-target-routes.ts';
import { getReleaseBundle, readSignedReleaseBundle } from '@packhouse/contract/distribution/release-bundle-routes.ts';
import { createKeyPair, deleteKeyPair, listKeyPairs } from '@packhouse/contract/repositories/key-routes.ts';
import { createSshSigner, deleteSshSigner, releaseBundleNamespace, writeAllowedSigner } from '@packhouse/contract/repositories/ssh-signer-routes.ts';
import { type DistributionTestPlatform, startDistributionPlatform } from '@packhouse/testkit/start-distribution-platforms.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const run = promisify(execFile);
let source: DistributionTestPlatform;
let target: DistributionTestPlatform;
let home: string;
const place = { params: { name: 'app', version: '1' }, query: {} };

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'packhouse-ssh-'));
  [source, target] = await Promise.all([startDistributionPlatform(), startDistributionPlatform()]);
  await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', 'a passphrase', '-f', 'key'], { cwd: home });
  const privateKey = await readFile(join(home, 'key'), 'utf8');
  await source.call(createKeyPair, { body: { from: 'imported', name: 'releases', kind: 'ssh', privateKey, passphrase: 'a passphrase' } });
  await source.call(setReleaseBundleSigning, { body: { keyPair: 'releases' } });
  await source.create('libs');
  await source.put('libs/a.txt', 'a');
  await source.bundle('app', '1', ['libs/a.txt']);
  await target.call(createDistributionRepository, { body: {} });
});
afterAll(async () => {
  await Promise.all([source?.stop(), target?.stop()]);
  await rm(home, { recursive: true, force: true });
});

/** As a person checks it who has nothing but the line of `allowed_signers` and OpenSSH. */
async function verify(manifest: string, signature: string, namespace = releaseBundleNamespace): Promise<string> {
  const { publicKey = '' } = await source.call(getReleaseBundleSigning, {});
  await writeFile(join(home, 'allowed_signers'), writeAllowedSigner({ principals: ['releases'], publicKey, namespace: releaseBundleNamespace }));
  await writeFile(join(home, 'signature'), signature);
  const options = ['-Y', 'verify', '-f', 'allowed_signers', '-I', 'releases', '-n', namespace, '-s', 'signature'];
  const checking = run('ssh-keygen', options, { cwd: home });
  checking.child.stdin?.end(manifest);
  return (await checking).stdout;
}

const send = async (manifest: string, signature: string) => {
  const answer = await fetch(target.baseUrl + incomingManifestPath('app', '1'), {
    method: 'POST',
    body: JSON.stringify({ manifest, signature }),
    headers: target.headersOf('admin'),
  });
  return ((await answer.json()) as { errors?: { code: string; message: string }[] }).errors?.[0];
};

describe('release bundles signed with an SSH key', () => {
  it('KEYS-001 are checked by ssh-keygen with a line of allowed_signers', async () => {
    const { manifest, signature } = await source.call(readSignedReleaseBundle, place);
    expect((await source.call(getReleaseBundle, place)).keyFingerprint).toMatch(/^SHA256:/);
    expect(await verify(manifest, signature)).toContain('Good "release-bundle" signature for releases');
    await expect(verify(`${manifest} `, signature)).rejects.toThrow();
    await expect(verify(manifest, signature, 'file')).rejects.toThrow();
  });

  it('keep the pair that signs', async () => {
    expect((await source.call(listKeyPairs, {})).items[0]?.usedBy).toEqual(['release-bundles']);
    await expect(source.call(deleteKeyPair, { body: { name: 'releases' } })).rejects.toMatchObject({ code: 'in_use' });
  });

  it('are taken by a target that trusts the key, and by no other', async () => {
    const { manifest, signature } = await source.call(readSignedReleaseBundle, place);
    const { publicKey = '', fingerprint = '' } = await source.call(getReleaseBundleSigning, {});
    const { manifestSha256 = '' } = await source.call(getReleaseBundle, place);
    const offer = () =>
      target.call(offerReleaseBundle, {
        body: {
          ...place.params,
          keyFingerprint: fingerprint,
          manifestSha256,
          repositories: [{ key: 'libs', format: 'generic' }],
          createRepositories: true,
          dryRun: false,
        },
      });
    await expect(offer()).rejects.toMatchObject({ code: 'forbidden' });
    expect(await send(manifest, signature)).toMatchObject({ code: 'forbidden' });

    await target.call(createSshSigner, { body: { name: 'source', principals: ['releases'], publicKey } });
    await offer();
    await target.call(setReleaseBundleSigner, { params: { fingerprint }, body: { maySign: false } });
    expect(await send(manifest, signature)).toMatchObject({ code: 'forbidden', message: expect.stringContaining(fingerprint) });
    await target.call(setReleaseBundleSigner, { params: { fingerprint }, body: { maySign: true } });
    // The signature is good, so it is the file that is missing now.
    expect(await send(manifest, signature)).toMatchObject({ code: 'conflict' });
    await target.call(deleteSshSigner, { params: { name: 'source' } });
    expect(await send(manifest, signature)).toMatchObject({ code: 'forbidden' });
  });

  it('are not taken with a signature that the same key made for something else', async () => {
    const { manifest } = await source.call(readSignedReleaseBundle, place);
    const { publicKey = '' } = await source.call(getReleaseBundleSigning, {});
    await target.call(createSshSigner, { body: { name: 'again', principals: ['releases'], publicKey } });
    await writeFile(join(home, 'manifest'), manifest);
    await run('ssh-keygen', ['-p', '-P', 'a passphrase', '-N', '', '-f', 'key'], { cwd: home });
    await run('ssh-keygen', ['-q', '-Y', 'sign', '-f', 'key', '-n', 'file', 'manifest'], { cwd: home });
    expect(await send(manifest, await readFile(join(home, 'manifest.sig'), 'utf8'))).toMatchObject({ code: 'forbidden' });
  });
});
