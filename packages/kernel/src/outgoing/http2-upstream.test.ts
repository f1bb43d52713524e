import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createSecureServer, type Http2SecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type UndiciOutgoing, undiciOutgoing } from './undici-outgoing.ts';

const large = Buffer.alloc(5 * 1024 * 1024, 'stored');
const known = getCACertificates('default');
let folder: string;
let server: Http2SecureServer;
let url: string;
let outgoing: UndiciOutgoing;
let versions: string[] = [];
let connections = 0;
let brokenOff = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packhouse-http2-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  await promisify(execFile)('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject, '-keyout', key, '-out', cert]);
  setDefaultCACertificates([...known, await readFile(cert, 'utf8')]);
  server = createSecureServer({ key: await readFile(key), cert: await readFile(cert), allowHTTP1: true, maxSessionMemory: 100 }, (request, response) => {
    versions.push(request.httpVersion);
    if (request.url === '/large') return void response.end(large);
    if (request.url === '/never') return void request.on('close', () => brokenOff++);
    if (request.url === '/elsewhere') return void response.writeHead(302, { location: 'https://10.1.2.3/secret' }).end();
    void text(request).then((body) => response.end(`${request.method} ${body}`));
  });
  server.on('secureConnection', () => connections++);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `https://localhost:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  [versions, connections, brokenOff] = [[], 0, 0];
  outgoing = undiciOutgoing({ allow: ['127.0.0.0/8'], userAgent: 'test' });
  return () => outgoing.close();
});
afterAll(async () => {
  setDefaultCACertificates(known);
  server.close();
  await rm(folder, { recursive: true });
});

it('asks an upstream that speaks HTTP/2 many things at once over one connection', async () => {
  const ask = async () => buffer((await outgoing.request(`${url}/large`)).body);
  const answers = await Promise.all(Array.from({ length: 12 }, ask));
  expect(answers.every((answer) => answer.equals(large))).toBe(true);
  expect(new Set(versions)).toEqual(new Set(['2.0']));
  expect(connections).toBe(1);
});

it('uploads over HTTP/2 in a stream', async () => {
  const answer = await outgoing.request(`${url}/put`, { method: 'PUT', body: Readable.from([Buffer.from('one '), Buffer.from('two')]) });
  expect(await text(answer.body)).toBe('PUT one two');
});

it('breaks one answer over HTTP/2 off and goes on with the others', async () => {
  const ended = new AbortController();
  const never = outgoing.request(`${url}/never`, { signal: ended.signal });
  await expect.poll(() => versions.length).toBe(1);
  ended.abort(new Error('enough'));
  await expect(never).rejects.toThrow('enough');
  await expect.poll(() => brokenOff).toBe(1);
  const answer = await outgoing.request(`${url}/large`);
  answer.body.destroy();
  expect(await text((await outgoing.request(`${url}/again`)).body)).toBe('GET ');
});

it('CORE-006 follows no redirect of theirs to a private address', async () => {
  await expect(outgoing.request(`${url}/elsewhere`)).rejects.toMatchObject({ code: 'address_refused' });
});
