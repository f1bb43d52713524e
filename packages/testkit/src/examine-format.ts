import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { createRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { getFormat } from '@packhouse/formats/formats.ts';
import type { Grant } from '@packhouse/kernel/access/authorisation.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { repositoriesService } from '@packhouse/repositories-service/service.ts';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FormatExamination, Upload } from './format-examination.ts';
import { type Caller, startTestPlatform, type TestPlatform } from './start-test-platform.ts';

const grant = (...actions: Grant['actions'][number][]): Grant => ({
  permission: 'examined',
  resourceType: 'repository',
  names: ['ANY'],
  include: [],
  exclude: [],
  actions,
  through: 'examination',
});

interface Room {
  test: TestPlatform;
  db: Kysely<Record<string, never>>;
  url: string;
  /** Sends an upload; the answer's body is read. */
  send(upload: Upload, as?: Caller): Promise<{ status: number; text: string }>;
  get(path: string, options?: { as?: Caller; method?: string; headers?: Record<string, string> }): Promise<Response>;
  /** A request whose path goes out byte for byte, dots and all. */
  raw(method: string, path: string, body?: string): Promise<{ status: number; text: string }>;
  storedPaths(): Promise<string[]>;
}

async function openRoom({ format, apiName, prefix = apiName ? `/artifactory/api/${apiName}` : '/artifactory' }: FormatExamination): Promise<Room> {
  const actors = { reader: { grants: [grant('read')] }, nobody: {}, writer: { grants: [grant('read', 'deploy')] } };
  const test = await startTestPlatform({ services: [repositoriesService], actors, jobs: false });
  await test.call(createRepository, { body: { class: 'local', key: 'examined', format } });
  const db = openDatabase<Record<string, never>>(test.databaseUrl, 'repositories', { connections: 2 });
  const base = `${prefix}/examined`;
  const url = `${test.baseUrl}${base}`;
  return {
    test,
    db,
    url,
    async send({ method, path, headers = {}, body }, as = 'writer') {
      const init: RequestInit = {
        method,
        headers: { ...test.headersOf(as), ...headers },
        body: typeof body === 'string' ? body : new Uint8Array(body),
      };
      const answer = await fetch(`${url}/${path}`, init);
      return { status: answer.status, text: await answer.text() };
    },
    get: (path, { as = 'reader', method = 'GET', headers = {} } = {}) =>
      fetch(`${url}/${path}`, { method, headers: { ...test.headersOf(as), ...headers }, redirect: 'manual' }),
    raw: (method, path, body) => rawRequest(test, method, `${base}/${path}`, body),
    storedPaths: async () => (await sql<{ path: string }>`select path from artifact order by path`.execute(db)).rows.map(({ path }) => path),
  };
}

function rawRequest(test: TestPlatform, method: string, path: string, body: string | undefined): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(test.baseUrl);
  return new Promise((resolve, reject) => {
    const call = request({ hostname, port, method, path, headers: test.headersOf('writer') }, (answer) => {
      let text = '';
      answer.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
    });
    call.on('error', reject);
    call.end(body);
  });
}

/** Begins an upload and goes away in the middle of it. */
function breakOff(room: Room, { method, path, headers = {}, body }: Upload): Promise<void> {
  const { hostname, port, pathname, search } = new URL(`${room.url}/${path}`);
  const length = Buffer.byteLength(body);
  return new Promise((resolve) => {
    const sent = { ...room.test.headersOf('writer'), ...headers, 'content-length': length };
    const call = request({ hostname, port, method, path: `${pathname}${search}`, headers: sent });
    call.on('error', () => undefined);
    call.on('close', resolve);
    call.write(Buffer.from(body).subarray(0, Math.ceil(length * 0.7)), () => setTimeout(() => call.destroy(), 50));
  });
}

function isClientFault(status: number): boolean {
  return status >= 400 && status < 500;
}

/** The examination every format sits; passing it is what makes a format done. */
export function examineFormat(examination: FormatExamination): void {
  describe(`FMT-100 the format ${examination.format}`, () => {
    let room: Room;
    beforeAll(async () => {
      room = await openRoom(examination);
    });
    afterAll(async () => {
      await room?.db.destroy();
      await room?.test.stop();
    });
    const opened = (): Room => room;

    examineRefusals(examination, opened);
    examinePublishing(examination, opened);
    examineReading(examination, opened);
    examineHostility(examination, opened);
    examineRules(examination);
  });
}

function examineRefusals({ bad, truncated, bomb, wrongChecksum, good }: FormatExamination, room: () => Room): void {
  const refused = [...bad, ...(truncated ? [truncated] : []), ...(bomb ? [bomb] : []), wrongChecksum];
  it.each(refused)('refuses $title and keeps nothing of it', async (upload) => {
    const answer = await room().send(upload);
    expect(isClientFault(answer.status), `${answer.status} ${answer.text}`).toBe(true);
    expect(answer.text.length).toBeGreaterThan(0);
    expect(await room().storedPaths()).toEqual([]);
  });

  it('keeps nothing of an upload that breaks off, and goes on', async () => {
    await breakOff(room(), good.upload);
    expect((await room().get(good.file)).status).toBe(404);
    expect(await room().storedPaths()).toEqual([]);
  });

  it('refuses whoever may not publish, before anything is kept', async () => {
    expect((await room().send(good.upload, 'reader')).status).toBe(403);
    expect((await room().send(good.upload, 'anonymous')).status).toBe(401);
    expect(await room().storedPaths()).toEqual([]);
  });
}

function examinePublishing({ good, otherBytes }: FormatExamination, room: () => Room): void {
  it('takes a good package, and takes it again', async () => {
    for (let time = 1; time <= 2; time++)
      for (const upload of [good.upload, ...(good.after ?? [])]) {
        const answer = await room().send(upload);
        expect(answer.status < 300, `${answer.status} ${answer.text}`).toBe(true);
      }
    expect(await room().storedPaths()).toContain(good.storage);
  });

  it('FMT-101 reads package, version and facts from it', async () => {
    const { rows } = await sql<{ name: string; version: string; facts: unknown }>`
      select package.name, version.version, version.facts from version join package on package.id = version.package_id`.execute(room().db);
    expect(rows).toMatchObject(good.package ? [good.package] : []);
  });

  if (!otherBytes) return;
  it('refuses other bytes at the same place', async () => {
    const answer = await room().send(otherBytes);
    expect(isClientFault(answer.status), `${answer.status} ${answer.text}`).toBe(true);
    const kept = await room().get(good.file);
    expect(Buffer.from(await kept.arrayBuffer()).equals(good.bytes)).toBe(true);
  });
}

function examineReading({ good }: FormatExamination, room: () => Room): void {
  const { bytes, file } = good;
  it('serves the file with its checksums, and HEAD without it', async () => {
    const [whole, head] = await Promise.all([room().get(file), room().get(file, { method: 'HEAD' })]);
    expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true);
    expect(head.status).toBe(200);
    expect(await head.text()).toBe('');
    for (const name of ['content-length', 'etag', 'accept-ranges', 'x-checksum-sha256']) expect(head.headers.get(name)).toBe(whole.headers.get(name));
    expect(head.headers.get('x-checksum-sha256')).toBe(createHash('sha256').update(bytes).digest('hex'));
  });

  it('serves ranges', async () => {
    const last = bytes.length - 1;
    for (const [range, start, end] of [
      ['0-9', 0, 9],
      [`${last - 4}-`, last - 4, last],
      ['-5', last - 4, last],
    ] as const) {
      const part = await room().get(file, { headers: { range: `bytes=${range}` } });
      expect(part.status).toBe(206);
      expect(part.headers.get('content-range')).toBe(`bytes ${start}-${end}/${bytes.length}`);
      expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(start, end + 1))).toBe(true);
    }
    expect((await room().get(file, { headers: { range: `bytes=${bytes.length}-` } })).status).toBe(416);
  });

  it('answers conditions', async () => {
    const etag = (await room().get(file, { method: 'HEAD' })).headers.get('etag') ?? '';
    expect((await room().get(file, { headers: { 'if-none-match': etag } })).status).toBe(304);
    expect((await room().get(file, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
  });

  it('shows nothing to strangers', async () => {
    for (const path of [file, ...(good.listing ? [good.listing.path] : [])]) {
      const challenge = await room().get(path, { as: 'anonymous' });
      expect(challenge.status).toBe(401);
      expect(challenge.headers.get('www-authenticate')).toMatch(/^(?:Basic|Bearer) /);
      expect([403, 404]).toContain((await room().get(path, { as: 'nobody' })).status);
    }
  });

  const { listing: listed } = good;
  if (!listed) return;
  it('lists it, with a validator that holds until something changes', async () => {
    const { path, contains, headers = {} } = listed;
    const listing = await room().get(path, { headers });
    expect(await listing.text()).toContain(contains);
    const etag = listing.headers.get('etag') ?? '';
    expect((await room().get(path, { headers: { ...headers, 'if-none-match': etag } })).status).toBe(304);
    expect((await room().get(path, { method: 'HEAD', headers })).status).toBe(200);
  });
}

const outside = [
  '../outside',
  '..%2foutside',
  '%2e%2e/outside',
  'a/../../outside',
  'a/%2e%2e%2f%2e%2e%2foutside',
  'a%00b',
  '..%5coutside',
  '%252e%252e/outside',
];
const odd = [
  '__proto__',
  'constructor/prototype',
  '-/',
  '%',
  '%zz',
  'a'.repeat(5000),
  'a/'.repeat(500),
  '{}',
  '$(x)',
  "'; drop table artifact; --",
  '☃/☃',
  '@/@',
  '.',
  ' ',
];

function examineHostility({ good }: FormatExamination, room: () => Room): void {
  it('lets no path lead outside', async () => {
    const before = await room().storedPaths();
    for (const path of outside)
      for (const method of ['GET', 'PUT', 'DELETE']) {
        const answer = await room().raw(method, path, method === 'PUT' ? 'x' : undefined);
        expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(500);
        expect(answer.text).not.toContain('root:');
      }
    const strays = (await room().storedPaths()).filter((path) => !before.includes(path));
    // What is stored is stored under a plain name inside the repository, or not at all.
    expect(strays.filter((path) => path.split('/').includes('..') || path.startsWith('/') || /[\0\\]/.test(path))).toEqual([]);
  });

  it('answers odd paths without failing', async () => {
    for (const path of odd)
      for (const method of ['GET', 'HEAD', 'POST', 'DELETE']) {
        const answer = await room().raw(method, encodeURI(path).replaceAll('%25', '%'), method === 'POST' ? '{}' : undefined);
        expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(500);
      }
    expect((await room().get(good.file)).status).toBe(200);
  });
}

function examineRules({ format, order, good }: FormatExamination): void {
  const subject = getFormat(format);

  it('orders versions', () => {
    const shuffled = order.toSorted((a, b) => (createHash('md5').update(a).digest('hex') < createHash('md5').update(b).digest('hex') ? -1 : 1));
    expect(shuffled.toSorted(subject.compareVersions)).toEqual(order);
    for (const version of [...order, '', 'not a version', '0'.repeat(1000)]) expect(Math.abs(subject.compareVersions(version, version))).toBe(0);
  });

  it('never throws at an address', () => {
    for (const path of [...odd, ...outside, good.file, good.storage]) {
      for (const method of ['GET', 'HEAD', 'PUT', 'POST', 'DELETE', 'PATCH', 'OPTIONS'])
        subject.classify({ method, path, query: new URLSearchParams(), headers: {} });
      expect(() => subject.locate(path)).not.toThrow();
      expect(typeof subject.mayReplace(path)).toBe('boolean');
    }
  });

  it('FMT-101 says how to configure, publish and resolve', () => {
    const context = { url: 'https://host.test/artifactory/key', host: 'host.test', key: 'key', user: 'ci', class: 'local' as const };
    const steps = (canDeploy: boolean) => new Set(subject.setup({ ...context, canDeploy }).map(({ step }) => step));
    expect(steps(true)).toEqual(new Set(['configure', 'publish', 'resolve']));
    expect(steps(false)).not.toContain('publish');
  });
}
