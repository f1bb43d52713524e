import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../repository-test-platform.ts';
import { startTestUpstream, type TestUpstream } from './test-upstream.ts';

describe('remote repositories', () => {
  let test: RepositoryTestPlatform;
  let second: RepositoryTestPlatform;
  let upstream: TestUpstream;
  let number = 0;
  let key: string;
  const bytes = randomBytes(200_000);
  const settings = { metadataSeconds: 0, missedSeconds: 0, assumedOfflineSeconds: 0, allowPrivate: true };

  async function makeRemote(more: object = {}): Promise<string> {
    const made = `remote-${++number}`;
    await test.create({ class: 'remote', key: made, format: 'generic', settings: { ...settings, url: `${upstream.url}/${made}`, ...more } });
    return made;
  }
  const getBody = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

  beforeAll(async () => {
    upstream = await startTestUpstream();
    test = await startRepositoryPlatform();
    second = await startRepositoryPlatform({ joins: test, jobs: false });
  });
  afterAll(async () => {
    await second?.stop();
    await test?.stop();
    await upstream?.stop();
  });
  beforeEach(async () => {
    key = await makeRemote();
  });

  it('CORE-006 fetches once, then serves what is stored and asks whether it still holds', async () => {
    upstream.on(`/${key}/a/file.bin`, (request, response) => {
      if (request.headers['if-none-match'] === '"one"') response.writeHead(304).end();
      else response.writeHead(200, { etag: '"one"', 'content-length': bytes.length }).end(bytes);
    });
    expect((await getBody(await test.ask(`${key}/a/file.bin`))).equals(bytes)).toBe(true);
    // Whoever comes while the first transfer is not quite over yet is served by it, and the upstream not asked.
    const askedAgain = async () => {
      const again = await test.ask(`${key}/a/file.bin`);
      expect((await getBody(again)).equals(bytes)).toBe(true);
      return [again.headers.get('x-checksum-sha256')?.length, upstream.count(`/${key}/a/file.bin`)];
    };
    await expect.poll(askedAgain).toEqual([64, 2]);
    expect(upstream.lastHeaders['if-none-match']).toBe('"one"');
  });

  it('asks for the very path it judged, question marks and number signs included', async () => {
    const strict = await makeRemote({ excludePatterns: ['pool/bad.deb'] });
    for (const path of ['pool/bad.deb', 'pool/bad.deb?x', 'pool/bad.deb?x/y'])
      upstream.on(`/${strict}/${path}`, (_request, response) => void response.end('bad'));
    upstream.on(`/${strict}/pool/odd%3Fname%23one`, (_request, response) => void response.end('odd'));
    expect((await test.ask(`${strict}/pool/bad.deb`)).status).toBe(404);
    expect((await test.ask(`${strict}/pool/bad.deb%3Fx`)).status).toBe(404);
    expect((await test.ask(`${strict}/pool/bad.deb%3Fx/y`)).status).toBe(404);
    expect(await (await test.ask(`${strict}/pool/odd%3Fname%23one`)).text()).toBe('odd');
  });

  it('gives the upstream of other packages than the ones asked for no query either', async () => {
    await test.create({ class: 'remote', key: 'pypi-query', format: 'pypi', settings: { ...settings, url: `${upstream.url}/pypi-query` } });
    await test.create({ class: 'remote', key: 'npm-query', format: 'npm', settings: { ...settings, url: `${upstream.url}/npm-query` } });
    await test.ask('pypi-query/packages/bad%3Fx/1.0/bad-1.0.whl');
    await test.ask('api/npm/npm-query/-/npm/v1/attestations/@a%2Fb@1.0.0%3Fx');
    const asked = upstream.asked.filter((one) => one.includes('-query/'));
    expect(asked.length).toBeGreaterThan(1);
    expect(asked.filter((one) => one.includes('?'))).toEqual([]);
  });

  it('CORE-006 replaces what changed at the upstream', async () => {
    let version = 'one';
    upstream.on(`/${key}/f`, (_request, response) => void response.writeHead(200, { etag: `"${version}"` }).end(version));
    expect(await (await test.ask(`${key}/f`)).text()).toBe('one');
    version = 'two';
    // Whoever comes while the first transfer is not quite over yet is served by it.
    await expect.poll(async () => (await test.ask(`${key}/f`)).text()).toBe('two');
  });

  it('CORE-006 asks again only when the time of the repository is over', async () => {
    const slow = await makeRemote({ metadataSeconds: 600, missedSeconds: 600 });
    upstream.on(`/${slow}/f`, (_request, response) => void response.end('content'));
    for (let turn = 0; turn < 3; turn++) expect(await (await test.ask(`${slow}/f`)).text()).toBe('content');
    expect(upstream.count(`/${slow}/f`)).toBe(1);
    for (let turn = 0; turn < 3; turn++) expect((await test.ask(`${slow}/none`)).status).toBe(404);
    expect(upstream.count(`/${slow}/none`)).toBe(1);
  });

  it.each([401, 403, 429, 500, 503])('CORE-006 serves the stale copy when the upstream answers %i, and never keeps that as missing', async (status) => {
    let failing = false;
    upstream.on(`/${key}/f`, (_request, response) => void (failing ? response.writeHead(status).end('no') : response.end('good')));
    upstream.on(`/${key}/other`, (_request, response) => void (failing ? response.writeHead(status).end('no') : response.end('came later')));
    expect(await (await test.ask(`${key}/f`)).text()).toBe('good');
    failing = true;
    const stale = await test.ask(`${key}/f`);
    expect(stale.status).toBe(200);
    expect(await stale.text()).toBe('good');
    expect((await test.ask(`${key}/other`)).status).toBeGreaterThanOrEqual(502);
    failing = false;
    expect(await (await test.ask(`${key}/other`)).text()).toBe('came later');
  });

  it('CORE-006 fetches a file once for many who ask at once, in two processes', async () => {
    let [underWay, most] = [0, 0];
    upstream.on(`/${key}/big`, (_request, response) => {
      most = Math.max(most, ++underWay);
      response.writeHead(200, { 'content-length': bytes.length });
      response.write(bytes.subarray(0, 1000));
      setTimeout(() => {
        underWay--;
        response.end(bytes.subarray(1000));
      }, 300);
    });
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => (at % 2 ? test : second).ask(`${key}/big`).then(getBody)));
    expect(answers.every((answer) => answer.equals(bytes))).toBe(true);
    // It is fresh for no time at all, so whoever comes later has it fetched once more; but never while it is being fetched.
    expect(most).toBe(1);
  });

  it('CORE-006 fetches exactly once across processes while it is fresh', async () => {
    const shared = await makeRemote({ metadataSeconds: 600 });
    upstream.on(`/${shared}/big`, (_request, response) => {
      response.write(bytes.subarray(0, 1000));
      setTimeout(() => response.end(bytes.subarray(1000)), 300);
    });
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => (at % 2 ? test : second).ask(`${shared}/big`).then(getBody)));
    expect(answers.every((answer) => answer.equals(bytes))).toBe(true);
    expect(upstream.count(`/${shared}/big`)).toBe(1);
  });

  it('CORE-006 keeps nothing of a body that breaks off, and breaks off the answer too', async () => {
    let whole = false;
    upstream.on(`/${key}/f`, (_request, response) => {
      response.writeHead(200, { 'content-length': bytes.length });
      if (whole) response.end(bytes);
      else {
        response.write(bytes.subarray(0, 100_000));
        setTimeout(() => response.destroy(), 50);
      }
    });
    const answered = test.ask(`${key}/f`).then(async (answer) => (await getBody(answer)) && answer.status);
    // Refused in words only if it broke off before the first byte had gone out.
    expect(await answered.catch(() => 'broken off')).toBeOneOf(['broken off', 502]);
    expect((await test.ask(`${key}-cache/f`)).status).toBe(404);
    whole = true;
    // Whoever comes while the transfer that broke off is not quite over yet shares its end.
    await expect.poll(async () => (await test.ask(`${key}/f`)).arrayBuffer().then((body) => bytes.equals(Buffer.from(body)))).toBe(true);
  });

  it('CORE-006 serves what is stored while offline and contacts nobody', async () => {
    upstream.on(`/${key}/f`, (_request, response) => void response.end('stored'));
    await (await test.ask(`${key}/f`)).text();
    const before = upstream.asked.length;
    const { updateRepository } = await import('@packhouse/contract/repositories/repository-routes.ts');
    await test.call(updateRepository, { params: { key }, body: { settings: { offline: true } } });
    expect(await (await test.ask(`${key}/f`)).text()).toBe('stored');
    expect((await test.ask(`${key}/unknown`)).status).toBe(404);
    expect(upstream.asked.length).toBe(before);
  });

  it('CORE-006 gives up on an upstream that does not answer, and leaves it alone after several failures', async () => {
    const resting = await makeRemote({ timeoutSeconds: 1, assumedOfflineSeconds: 60 });
    upstream.on(`/${resting}/slow`, () => undefined);
    for (let turn = 0; turn < 3; turn++) expect((await test.ask(`${resting}/slow`)).status).toBe(503);
    const before = upstream.asked.length;
    expect((await test.ask(`${resting}/slow`)).status).toBe(503);
    expect(upstream.asked.length).toBe(before);
  });

  it('CORE-006 sends its credentials, but not to another host', async () => {
    const other = await startTestUpstream();
    const secret = `remote-${++number}`;
    await test.create({
      class: 'remote',
      key: secret,
      format: 'generic',
      settings: { ...settings, url: `${upstream.url}/${secret}`, username: 'ci' },
      password: 'secret',
    });
    upstream.on(
      `/${secret}/f`,
      (_request, response) => void response.writeHead(302, { location: `${other.url.replace('127.0.0.1', 'localhost')}/elsewhere` }).end(),
    );
    other.on('/elsewhere', (_request, response) => void response.end('from elsewhere'));
    expect(await (await test.ask(`${secret}/f`)).text()).toBe('from elsewhere');
    expect(upstream.lastHeaders.authorization).toBe(`Basic ${Buffer.from('ci:secret').toString('base64')}`);
    expect(other.lastHeaders.authorization).toBeUndefined();
    await other.stop();
  });

  it('CORE-006 refuses private addresses unless the repository allows them', async () => {
    const careful = await startRepositoryPlatform({ config: { outgoing: { allow: [], noProxy: [] } } });
    try {
      await careful.create({ class: 'remote', key: 'inner', format: 'generic', settings: { url: `${upstream.url}/inner` } });
      await careful.create({ class: 'remote', key: 'inner-allowed', format: 'generic', settings: { url: `${upstream.url}/inner`, allowPrivate: true } });
      upstream.on('/inner/f', (_request, response) => void response.end('inside'));
      const refused = await careful.ask('inner/f');
      expect(refused.status).toBe(400);
      expect(await (await careful.ask('inner-allowed/f')).text()).toBe('inside');
    } finally {
      await careful.stop();
    }
  });

  it('CORE-006 goes on storing when the first client leaves', async () => {
    const fresh = await makeRemote({ metadataSeconds: 600 });
    upstream.on(`/${fresh}/f`, (_request, response) => {
      response.write(bytes.subarray(0, 1000));
      setTimeout(() => response.end(bytes.subarray(1000)), 400);
    });
    const leaving = new AbortController();
    const answer = await test.ask(`${fresh}/f`, { signal: leaving.signal });
    expect(answer.status).toBe(200);
    leaving.abort();
    await expect.poll(async () => (await test.ask(`${fresh}-cache/f`)).status).toBe(200);
    expect((await getBody(await test.ask(`${fresh}/f`))).equals(bytes)).toBe(true);
    expect(upstream.count(`/${fresh}/f`)).toBe(1);
  });

  it('keeps nothing when the repository is set so', async () => {
    const passing = await makeRemote({ storeLocally: false });
    upstream.on(`/${passing}/f`, (_request, response) => void response.end(bytes));
    for (let turn = 0; turn < 2; turn++) expect((await getBody(await test.ask(`${passing}/f`))).equals(bytes)).toBe(true);
    expect((await test.ask(`${passing}-cache/f`)).status).toBe(404);
    expect(await (await test.ask(`${passing}/f.sha1`)).text()).toHaveLength(40);
    expect(upstream.count(`/${passing}/f`)).toBe(3);
  });

  it('answers HEAD and ranges of what is not stored yet', async () => {
    upstream.on(
      `/${key}/f`,
      (request, response) => void response.writeHead(200, { 'content-length': bytes.length }).end(request.method === 'HEAD' ? undefined : bytes),
    );
    const head = await test.ask(`${key}/f`, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '200000']);
    expect(upstream.asked.at(-1)).toBe(`HEAD /${key}/f`);
    const range = await test.ask(`${key}/f`, { headers: { range: 'bytes=10-19' } });
    expect(range.status).toBe(206);
    expect((await getBody(range)).equals(bytes.subarray(10, 20))).toBe(true);
  });
});
