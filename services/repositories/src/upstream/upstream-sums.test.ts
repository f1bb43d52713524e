import { createHash } from 'node:crypto';
import { updateRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../repository-test-platform.ts';
import { startTestUpstream, type TestUpstream } from './test-upstream.ts';

describe('checksum files of an upstream', () => {
  let test: RepositoryTestPlatform;
  let upstream: TestUpstream;
  let number = 0;
  const sums = ['sha1', 'sha256', 'sha512', 'md5'] as const;
  const bytes = Buffer.from('the content of a library');
  const sum = (kind: string, of: string | Buffer = bytes) => createHash(kind).update(of).digest('hex');

  beforeAll(async () => {
    upstream = await startTestUpstream();
    test = await startRepositoryPlatform();
  });
  afterAll(async () => {
    await test?.stop();
    await upstream?.stop();
  });

  /** A remote repository whose upstream has one library, with these checksum files beside it. */
  async function remoteWith(settings: object, files: Record<string, string | number>): Promise<string> {
    const key = `sums-${++number}`;
    const url = `${upstream.url}/${key}`;
    await test.create({
      class: 'remote',
      key,
      format: 'maven',
      settings: { allowPrivate: true, timeoutSeconds: 2, assumedOfflineSeconds: 0, url, ...settings },
    });
    upstream.on(`/${key}/org/acme/lib/1.0/lib-1.0.jar`, (_request, response) => void response.end(bytes));
    for (const [ending, text] of Object.entries(files)) {
      upstream.on(`/${key}/org/acme/lib/1.0/lib-1.0.jar.${ending}`, (_request, response) =>
        typeof text === 'number' ? void response.writeHead(text).end() : void response.end(text),
      );
    }
    return key;
  }
  const jar = (key: string, ending = '') => test.ask(`${key}/org/acme/lib/1.0/lib-1.0.jar${ending}`);

  it.each([
    ['alone', (kind: string) => sum(kind)],
    ['in capitals with a line end', (kind: string) => `${sum(kind).toUpperCase()}\n`],
    ['with the name of the file', (kind: string) => `${sum(kind)}  lib-1.0.jar\n`],
    ['as BSD tools write it', (kind: string) => `HASH (lib-1.0.jar) = ${sum(kind)}\n`],
  ])('CORE-006 takes a file that fits its checksum %s, of each kind', async (_how, written) => {
    for (const kind of sums) {
      const key = await remoteWith({ checksumPolicy: 'fail' }, { [kind]: written(kind) });
      const answer = await jar(key);
      expect(answer.status).toBe(200);
      expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
      for (const asked of sums) expect(await (await jar(key, `.${asked}`)).text()).toBe(sum(asked));
    }
  });

  it('CORE-006 refuses a file that does not fit its checksum, and keeps nothing of it', async () => {
    for (const policy of ['generate', 'fail'])
      for (const storeLocally of [true, false])
        for (const kind of sums) {
          const key = await remoteWith({ checksumPolicy: policy, storeLocally }, { [kind]: sum(kind, 'other content') });
          const answer = await jar(key);
          expect(answer.status).toBe(502);
          expect(await answer.text()).toContain(`has another ${kind} than was promised`);
          expect((await jar(`${key}-cache`)).status).toBe(404);
          expect((await jar(key, '.sha1')).status).toBe(502);
        }
  });

  it('CORE-006 goes by the first checksum file there is', async () => {
    const key = await remoteWith({}, { sha1: sum('sha1'), md5: sum('md5', 'other content') });
    expect((await jar(key)).status).toBe(200);
    expect(upstream.asked.filter((one) => one.includes(`/${key}/`))).toEqual([
      `GET /${key}/org/acme/lib/1.0/lib-1.0.jar`,
      `GET /${key}/org/acme/lib/1.0/lib-1.0.jar.sha1`,
    ]);
  });

  it.each([
    ['there is none', {}],
    ['it is a page', { sha1: '<html>Please sign in</html>' }],
    ['they are forbidden', { sha1: 403, sha256: 403, sha512: 403, md5: 403 }],
  ])('CORE-006 makes the checksum itself where %s, unless the repository wants one', async (_why, files) => {
    const lenient = await remoteWith({}, files);
    expect((await jar(lenient)).status).toBe(200);
    expect(await (await jar(lenient, '.sha1')).text()).toBe(sum('sha1'));
    const strict = await remoteWith({ checksumPolicy: 'fail' }, files);
    const refused = await jar(strict);
    expect(refused.status).toBe(502);
    expect(await refused.text()).toContain('has no checksum of org/acme/lib/1.0/lib-1.0.jar');
  });

  it('CORE-006 keeps no unverified file while the checksum cannot be read', async () => {
    const key = await remoteWith({}, { sha1: 503 });
    expect((await jar(key)).status).toBe(503);
    upstream.on(`/${key}/org/acme/lib/1.0/lib-1.0.jar.sha1`, (_request, response) => void response.end(sum('sha1')));
    expect((await jar(key)).status).toBe(200);
  });

  it('CORE-006 does not ask for checksums where they are ignored', async () => {
    const key = await remoteWith({ checksumPolicy: 'ignore' }, { sha1: sum('sha1', 'other content') });
    expect((await jar(key)).status).toBe(200);
    expect(await (await jar(key, '.sha1')).text()).toBe(sum('sha1'));
    expect(upstream.count(`/${key}/org/acme/lib/1.0/lib-1.0.jar.sha1`)).toBe(0);
  });

  it('CORE-006 reads and writes the policy as existing clients name it', async () => {
    const key = await remoteWith({}, {});
    const config = async () => (await (await test.ask(`api/repositories/${key}`)).json()) as { remoteRepoChecksumPolicyType: string };
    expect(await config()).toMatchObject({ remoteRepoChecksumPolicyType: 'generate-if-absent' });
    const change = (policy: string) =>
      test.ask(`api/repositories/${key}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ remoteRepoChecksumPolicyType: policy }),
      });
    expect((await change('fail')).status).toBe(200);
    expect(await config()).toMatchObject({ remoteRepoChecksumPolicyType: 'fail' });
    expect((await change('ignore-and-generate')).status).toBe(200);
    expect(await config()).toMatchObject({ remoteRepoChecksumPolicyType: 'ignore-and-generate' });
    expect((await change('anything')).status).toBe(400);
    await expect(test.call(updateRepository, { params: { key }, body: { settings: { checksumPolicy: 'anything' } } })).rejects.toThrow();
  });
});
