import { createHash, randomBytes } from 'node:crypto';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { artifactDetails } from '@packhouse/contract/repositories/artifact-routes.ts';
import { queryPackage } from '@packhouse/contract/repositories/package-routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { npmPublishBody } from '../protocols/engine/npm-test-package.ts';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../repository-test-platform.ts';

const sum = (algorithm: string, bytes: Buffer) => createHash(algorithm).update(bytes).digest('hex');

describe('download', () => {
  let test: RepositoryTestPlatform;
  const bytes = randomBytes(300_000);
  const url = `files/${encodeURIComponent('some folder')}/${encodeURIComponent('data (1).bin')}`;

  beforeAll(async () => {
    const reads = {
      permission: 'p',
      resourceType: 'repository' as const,
      names: ['files'],
      include: [],
      exclude: [],
      actions: ['read' as const],
      through: 'test',
    };
    test = await startRepositoryPlatform({ actors: { ann: { grants: [reads] } } });
    await test.create({ class: 'local', key: 'files', format: 'generic' });
    await test.put(url, bytes);
  });
  afterAll(() => test?.stop());

  it('ARTI-031 gives back the bytes that were uploaded, with their checksums', async () => {
    const answer = await test.ask(url);
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
    expect(answer.headers.get('x-checksum-sha256')).toBe(sum('sha256', bytes));
    expect(answer.headers.get('x-checksum-sha1')).toBe(sum('sha1', bytes));
    expect(answer.headers.get('x-checksum-md5')).toBe(sum('md5', bytes));
  });

  it('CORE-004 names the file, its length and its validators, and never encodes the bytes', async () => {
    const answer = await test.ask(url, { headers: { 'accept-encoding': 'gzip, br' } });
    await answer.arrayBuffer();
    expect(answer.headers.get('content-encoding')).toBeNull();
    expect(answer.headers.get('content-length')).toBe('300000');
    expect(answer.headers.get('accept-ranges')).toBe('bytes');
    expect(answer.headers.get('etag')).toBe(`"${sum('sha1', bytes)}"`);
    expect(answer.headers.get('content-disposition')).toContain('data (1).bin');
    expect(Date.parse(answer.headers.get('last-modified') ?? '')).toBeGreaterThan(Date.now() - 60_000);
  });

  it('CORE-004 answers HEAD with the headers of GET and no body', async () => {
    const answer = await test.ask(url, { method: 'HEAD' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-length')).toBe('300000');
    expect(answer.headers.get('x-checksum-sha256')).toBe(sum('sha256', bytes));
    expect((await answer.arrayBuffer()).byteLength).toBe(0);
  });

  it('CORE-004 answers 304 to a validator or a date that still holds', async () => {
    const etag = `"${sum('sha1', bytes)}"`;
    expect((await test.ask(url, { headers: { 'if-none-match': etag } })).status).toBe(304);
    expect((await test.ask(url, { headers: { 'if-none-match': `W/"x", ${etag}` } })).status).toBe(304);
    expect((await test.ask(url, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
    expect((await test.ask(url, { headers: { 'if-modified-since': new Date().toUTCString() } })).status).toBe(304);
    expect((await test.ask(url, { headers: { 'if-modified-since': new Date(0).toUTCString() } })).status).toBe(200);
  });

  it.each([
    ['bytes=0-9', 0, 9],
    ['bytes=299990-', 299_990, 299_999],
    ['bytes=-10', 299_990, 299_999],
    ['bytes=299990-999999', 299_990, 299_999],
  ])('CORE-004 answers the range %s with 206', async (range, from, to) => {
    const answer = await test.ask(url, { headers: { range } });
    expect(answer.status).toBe(206);
    expect(answer.headers.get('content-range')).toBe(`bytes ${from}-${to}/300000`);
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes.subarray(from, to + 1))).toBe(true);
  });

  it('CORE-004 answers several ranges as multipart/byteranges', async () => {
    const answer = await test.ask(url, { headers: { range: 'bytes=0-4,100-109' } });
    expect(answer.status).toBe(206);
    const boundary = /boundary=(.+)$/.exec(answer.headers.get('content-type') ?? '')?.[1];
    const body = Buffer.from(await answer.arrayBuffer());
    expect(body.length).toBe(Number(answer.headers.get('content-length')));
    const text = body.toString('latin1');
    expect(text).toContain(
      `--${boundary}\r\ncontent-type: application/octet-stream\r\ncontent-range: bytes 0-4/300000\r\n\r\n${bytes.subarray(0, 5).toString('latin1')}\r\n`,
    );
    expect(text).toContain(`content-range: bytes 100-109/300000\r\n\r\n${bytes.subarray(100, 110).toString('latin1')}\r\n--${boundary}--`);
  });

  it('CORE-004 answers 416 with the size to a range outside, and ignores what it cannot read', async () => {
    const outside = await test.ask(url, { headers: { range: 'bytes=300000-' } });
    expect(outside.status).toBe(416);
    expect(outside.headers.get('content-range')).toBe('bytes */300000');
    expect((await test.ask(url, { headers: { range: 'lines=1-2' } })).status).toBe(200);
    expect((await test.ask(url, { headers: { range: 'bytes=9-3' } })).status).toBe(200);
    expect((await test.ask(url, { headers: { range: 'bytes=0-9', 'if-range': '"other"' } })).status).toBe(200);
  });

  it.each(['sha1', 'md5', 'sha256'])('CORE-004 answers the %s beside the file', async (algorithm) => {
    const answer = await test.ask(`${url}.${algorithm}`);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe(sum(algorithm, bytes));
  });

  it('shows a folder as a plain page', async () => {
    const bare = await test.ask('files/some%20folder');
    expect(bare.status).toBe(302);
    const page = await test.ask('files/some%20folder/');
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(await page.text()).toContain('data%20(1).bin');
  });

  it('counts the downloads of a version by day', async () => {
    await test.create({ class: 'local', key: 'js', format: 'npm' });
    await test.put('api/npm/js/tool', await npmPublishBody('tool', '1.0.0'), { 'content-type': 'application/json' });
    for (const _ of [1, 2]) await (await test.ask('api/npm/js/tool/-/tool-1.0.0.tgz')).arrayBuffer();
    const text = '{ package(id: "npm://tool") { stats { downloads } downloadDays { day count } } }';
    const answer = async () => {
      const { data } = await test.call(queryPackage, { body: { query: text } });
      const found = data.package as { stats: { downloads: number }; downloadDays: { day: string; count: number }[] } | null;
      return found && [found.stats.downloads, found.downloadDays.length, found.downloadDays.at(-1)];
    };
    await expect.poll(answer).toEqual([2, 30, { day: new Date().toISOString().slice(0, 10), count: 2 }]);
  });

  it('SCALE-002 says honestly that the store is away, and goes on when it is back', async () => {
    const blobs = join(test.home, 'blobs');
    await rename(blobs, `${blobs}-away`);
    for (const refused of [await test.ask(url), await test.ask('files/more.bin', { method: 'PUT', body: 'more' })]) {
      expect(refused.status).toBe(503);
      expect(await refused.text()).toContain('"storage_unavailable"');
    }
    await rename(`${blobs}-away`, blobs);
    expect((await (await test.ask(url)).arrayBuffer()).byteLength).toBe(bytes.length);
  });

  it('says how often a file was downloaded and who did last, to existing clients too', async () => {
    const statistics = async (file: string) => (await test.ask(`api/storage/files/${file}?stats`)).json();
    const find = (query: string) => test.ask('api/search/aql', { method: 'POST', headers: { 'content-type': 'text/plain' }, body: query });
    await test.put('files/counted.bin', 'x');
    expect(await statistics('counted.bin')).toMatchObject({ downloadCount: 0, lastDownloaded: 0 });
    expect(await statistics('counted.bin')).not.toHaveProperty('lastDownloadedBy');
    for (const as of ['admin', 'ann', 'ann']) await (await test.ask('files/counted.bin', { as })).arrayBuffer();
    await expect.poll(() => statistics('counted.bin'), { timeout: 20_000, interval: 100 }).toMatchObject({ downloadCount: 3, lastDownloadedBy: 'ann' });
    const found = await find('items.find({"stat.downloaded_by":"ann"}).include("name","stat")');
    expect((await found.json()).results).toMatchObject([{ name: 'counted.bin', stats: [{ downloads: 3, downloaded_by: 'ann' }] }]);
    const details = await test.call(artifactDetails, { query: { repoKey: 'files', path: 'counted.bin' } });
    expect(details).toMatchObject({ downloads: 3, lastDownloadedBy: 'ann' });
  });
});
