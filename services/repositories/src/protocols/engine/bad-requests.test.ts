import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../../repository-test-platform.ts';

let test: RepositoryTestPlatform;
beforeAll(async () => {
  test = await startRepositoryPlatform();
  await test.create({ class: 'local', key: 'files', format: 'generic' });
  await test.create({ class: 'virtual', key: 'nothing', format: 'generic', members: [] });
});
afterAll(() => test?.stop());

describe('what is wrong with a request is said, and nothing is stored', () => {
  it('a part of a file', async () => {
    const answer = await test.put('files/part.bin', Buffer.from('part'), { 'content-range': 'bytes 0-3/100' });
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('Content-Range')]);
    expect((await test.ask('files/part.bin')).status).toBe(404);
  });

  it('an archive to explode that ends in the middle of a file', async () => {
    const header = Buffer.alloc(512);
    header.write('long.txt');
    header.write('0000644\0', 100);
    header.write('00000100000\0', 124);
    header.write('ustar\0', 257);
    header.write('0', 156);
    header.fill(' ', 148, 156);
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    const tar = Buffer.concat([header, Buffer.alloc(1000, 'x')]);
    const whole = gzipSync(Buffer.concat([header, Buffer.alloc(8192, 'x')]));
    for (const [name, bytes] of [
      ['cut.tar', tar],
      ['cut.tar.gz', whole.subarray(0, whole.length - 20)],
    ] as const) {
      const answer = await test.put(`files/${name}`, bytes, { 'x-explode-archive': 'true' });
      expect([name, answer.status]).toEqual([name, 400]);
    }
    expect((await test.ask('files/long.txt')).status).toBe(404);
  });

  it('a build whose document is nested beyond all measure', async () => {
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    const body = `{"name":"deep","number":"1","started":"2026-01-01T00:00:00.000+0000","modules":[],"properties":{"x":${deep}}}`;
    const answer = await test.ask('api/build', { method: 'PUT', body, headers: { 'content-type': 'application/json' } });
    expect(answer.status).toBe(400);
  });

  it('two hosts', async () => {
    const { hostname, port } = new URL(test.baseUrl);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    socket.write('GET /artifactory/api/system/ping HTTP/1.1\r\nhost: one.example\r\nHost: two.example\r\nconnection: close\r\n\r\n');
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /);
  });
});

it('answers what is asked of the storage of a virtual repository without members', async () => {
  const asked = ['', '?list&deep=1', '?lastModified', '?stats', '?properties', '/some/file', '/some/file?stats'];
  for (const query of asked) expect([query, (await test.ask(`api/storage/nothing${query}`)).status < 500]).toEqual([query, true]);
  expect(await (await test.ask('api/storage/nothing')).json()).toMatchObject({ repo: 'nothing', path: '/', children: [] });
});
