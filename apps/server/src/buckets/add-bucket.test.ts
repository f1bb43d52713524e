import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { addBucket } from '@packhouse/contract/mission-control/bucket-routes.ts';
import { makeKey } from '@packhouse/mission-control-service/bucket/bucket-file.ts';
import { CompactEncrypt } from 'jose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type BucketTestPlatform, makeBucket, makeIssuer, startBucketPlatform } from './bucket-test-platform.ts';

let test: BucketTestPlatform;
beforeAll(async () => {
  test = await startBucketPlatform();
});
afterAll(() => test.stop());

let added = 0;
const body = (file: string, key: string, more: object = {}) => ({
  source: 'file' as const,
  name: `bucket-${added++}`,
  fileName: 'bucket.json',
  file,
  key,
  ...more,
});
const add = (file: string, key: string, more: object = {}) => test.call(addBucket, { body: body(file, key, more) });
const saying = (path: string, message: string | RegExp) => ({
  status: 400,
  detail: expect.arrayContaining([expect.objectContaining({ path, message: typeof message === 'string' ? message : expect.stringMatching(message) })]),
});

/** Seals anything, in any way, as whoever knows how may do. */
async function seal(plain: string, key: string, header: object = {}): Promise<string> {
  const sealed = await new CompactEncrypt(new TextEncoder().encode(plain))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', ...header })
    .encrypt(Buffer.from(key, 'base64url'));
  return JSON.stringify({ format: 'packhouse-licence-bucket/1', identifier: 'made-up', sealed });
}

describe('adding a license bucket', () => {
  it('LIC-019 LIC-026 LIC-027 LIC-028 LIC-030 LIC-035 refuses in the words of the form', async () => {
    const { file, key } = await makeBucket(test.issuer, { count: 1 });
    await expect(test.call(addBucket, { body: { source: 'file', name: '', fileName: '', file: '', key: '' } })).rejects.toMatchObject({
      status: 400,
      detail: ['name', 'fileName', 'file', 'key'].map((path) => expect.objectContaining({ path, message: 'This field is mandatory' })),
    });
    await expect(test.call(addBucket, { body: { source: 'url', name: 'a', url: '', key } })).rejects.toMatchObject(saying('url', 'This field is mandatory'));
    for (const name of ['a b', 'ä', 'a/b', 'a:b'])
      await expect(add(file, key, { name })).rejects.toMatchObject(saying('name', 'Name can only contain alphanumeric characters, dashes and periods'));
    await expect(add(file, key, { fileName: 'bucket.txt' })).rejects.toMatchObject(saying('fileName', 'File should have an extension of .json'));
    await expect(test.call(addBucket, { body: { source: 'url', name: 'a', url: 'not a url', key } })).rejects.toMatchObject(saying('url', 'Enter a valid URL'));
    expect(await add(file, key, { name: 'Good_name-1.0' })).toMatchObject({ name: 'Good_name-1.0' });
    const other = await makeBucket(test.issuer, { count: 1 });
    await expect(add(other.file, other.key, { name: 'Good_name-1.0' })).rejects.toMatchObject(saying('name', 'There is a bucket Good_name-1.0 already'));
  });

  it('says at its field what is wrong with key, file and licenses', async () => {
    const good = await makeBucket(test.issuer, { count: 2 });
    await expect(add(good.file, makeKey())).rejects.toMatchObject(saying('key', 'This key does not open the bucket'));
    await expect(add(good.file, 'short')).rejects.toMatchObject(saying('key', /43 letters/));
    await expect(add(good.file.slice(0, -20), good.key)).rejects.toMatchObject(saying('file', /not whole/));
    await expect(add(good.file.replace(/\.[\w-]+"/, '"'), good.key)).rejects.toMatchObject(saying('file', /not whole/));
    await expect(add('{"format":"other"}', good.key)).rejects.toMatchObject(saying('file', 'This is not a license bucket'));
    const drafts = [
      [{ count: 2, change: (licences: string[]) => [licences[0]!, licences[0]!] }, /is in it twice/],
      [{ count: 2, says: { size: 3 } }, 'It says that it holds 3 licenses, and holds 2'],
      [{ count: 2, says: { type: 'EDGE' } }, 'Its licenses do not agree with it about the license type'],
      [{ count: 1, claims: { projects: 7 } }, /about the number of projects/],
      [{ count: 1, claims: { licensedTo: 'Somebody else' } }, /about the customer/],
      [{ count: 1, claims: { exp: 4_000_000_000 } }, /about the expiry date/],
      [{ count: 1, claims: { bkt: 'other' } }, /number 1 is not good: it was made for the bucket other/],
      [{ count: 1, claims: { jti: undefined } }, /number 1 is not good: its issuer gave it no name/],
      [{ count: 1, expires: Date.now() - 86_400_000 }, /Its licenses expired on/],
    ] as const;
    for (const [draft, message] of drafts) {
      const { file, key } = await makeBucket(test.issuer, draft);
      await expect(add(file, key)).rejects.toMatchObject(saying('file', message));
    }
    await add(good.file, good.key, { name: 'good' });
    await expect(add(good.file, good.key)).rejects.toMatchObject(saying('file', 'This bucket is there already, as good'));
    const again = await makeBucket(test.issuer, { count: 1, claims: { jti: good.jtis[0] } });
    await expect(add(again.file, again.key)).rejects.toMatchObject(saying('file', `License ${good.jtis[0]} is in the bucket good already`));
  });

  it('takes only what the configured issuer signed', async () => {
    const foreign = await makeBucket(makeIssuer(), { count: 1 });
    await expect(add(foreign.file, foreign.key)).rejects.toMatchObject(saying('file', /number 1 is not good: This is not a licence, or it was not signed/));
    const claims = { type: 'ENTERPRISE', licensedTo: 'Example Ltd', iat: 1, jti: 'unsigned' };
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.`;
    const none = await makeBucket(test.issuer, { count: 1, change: () => [unsigned] });
    await expect(add(none.file, none.key)).rejects.toMatchObject(saying('file', /number 1 is not good/));
  });

  it('refuses files that are made to do harm', async () => {
    const key = makeKey();
    const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
    await expect(add(deep, key)).rejects.toMatchObject(saying('file', /nested too deep/));
    await expect(add(await seal(deep, key), key)).rejects.toMatchObject(saying('file', /nested too deep/));
    const polluting = '{"__proto__":{"size":1},"format":"packhouse-licence-bucket/1","identifier":"a","sealed":"a.b.c.d.e"}';
    await expect(add(polluting, key)).rejects.toMatchObject(saying('file', 'This is not a license bucket'));
    expect(({} as { size?: number }).size).toBeUndefined();
    const header = (fields: object) => Buffer.from(JSON.stringify(fields)).toString('base64url');
    for (const fields of [
      { alg: 'dir', enc: 'A256GCM', zip: 'DEF' },
      { alg: 'none', enc: 'A256GCM' },
      { alg: 'PBES2-HS256+A128KW', enc: 'A256GCM', p2c: 1e9, p2s: 'a' },
      { alg: 'dir', enc: 'A128GCM' },
    ]) {
      const file = JSON.stringify({ format: 'packhouse-licence-bucket/1', identifier: 'a', sealed: `${header(fields)}.a.b.c.d` });
      await expect(add(file, key)).rejects.toMatchObject(saying('file', 'This bucket is sealed in a way that is not accepted'));
    }
  });

  it('LIC-029 takes a file of 13 MB less one byte, and refuses one of 13 MB', async () => {
    const { file, key } = await makeBucket(test.issuer, { count: 1 });
    const limit = 13 * 1024 * 1024;
    await expect(add(file + ' '.repeat(limit - file.length), key)).rejects.toMatchObject(saying('file', 'File size should be less than 13 MB'));
    expect(await add(file + ' '.repeat(limit - file.length - 1), key)).toMatchObject({ size: 1 });
  });

  it('reads the file from a signed URL, under the same rules', async () => {
    const { file, key } = await makeBucket(test.issuer, { count: 1 });
    const answers: Record<string, [status: number, body: string, headers?: Record<string, string>]> = {
      '/good?signature=abc': [200, file],
      '/large': [200, ' '.repeat(13 * 1024 * 1024)],
      '/gone': [403, 'expired'],
      '/elsewhere': [302, '', { location: '/good?signature=abc' }],
      '/inside': [302, '', { location: 'http://169.254.169.254/latest/meta-data/' }],
      '/short': [200, file, { 'content-length': String(file.length + 1) }],
      '/half': [200, file.slice(0, file.length / 2)],
    };
    const server = createServer(({ url = '' }, response) => {
      const [status, text, headers = {}] = answers[url] ?? [404, ''];
      response.on('error', () => undefined).writeHead(status, headers);
      // Of what is promised the end never comes.
      if (headers['content-length'] === undefined) response.end(text);
      else response.write(text, () => response.destroy());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const host = `http://localhost:${(server.address() as AddressInfo).port}`;
    const from = (path: string) => test.call(addBucket, { body: { source: 'url', name: `from-url-${added++}`, url: `${host}${path}`, key } });
    await expect(from('/large')).rejects.toMatchObject(saying('url', 'File size should be less than 13 MB'));
    await expect(from('/gone')).rejects.toMatchObject(saying('url', 'The file could not be read from there: The server answered 403'));
    for (const path of ['/elsewhere', '/inside']) await expect(from(path)).rejects.toMatchObject(saying('url', /The server answered 302/));
    await expect(from('/short')).rejects.toMatchObject(saying('url', /could not be read from there/));
    await expect(from('/half')).rejects.toMatchObject(saying('url', /not whole/));
    expect(await from('/good?signature=abc')).toMatchObject({ size: 1 });
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await expect(from('/good?signature=abc')).rejects.toMatchObject(saying('url', /could not be read from there/));
  });

  it('keeps neither key nor licenses readable, nor in the audit log', async () => {
    const bucket = await test.add('secret', { count: 1 });
    const row = await test.db.selectFrom('bucket').selectAll().where('id', '=', bucket.id).executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain(bucket.key);
  });

  it('refuses to attach and to split once its licenses are over', async () => {
    const { attachLicenses, splitBucket } = await import('@packhouse/contract/mission-control/bucket-routes.ts');
    const bucket = await test.add('short-lived', { count: 2, expires: Date.now() + 3_600_000 });
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 2 * 3_600_000);
    const params = { id: bucket.id };
    const [deployment] = (await test.peers.deployments?.list()) ?? [];
    const dto = [{ deployment: deployment!.name, licenses: 1 }];
    await expect(test.call(attachLicenses, { params, body: { bucketIdentifier: bucket.identifier, dto } })).rejects.toMatchObject({ status: 409 });
    await expect(test.call(splitBucket, { params, body: { name: 'part', licenses: 1 } })).rejects.toMatchObject({ status: 409 });
    vi.restoreAllMocks();
  });
});
