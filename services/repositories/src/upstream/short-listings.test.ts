import { createHash } from 'node:crypto';
import { packTar } from '@packhouse/formats/test-fixtures.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../repository-test-platform.ts';
import { startTestUpstream, type TestUpstream } from './test-upstream.ts';

const shortListing = 'application/vnd.npm.install-v1+json';
const installing = { headers: { accept: `${shortListing}; q=1.0, application/json; q=0.8, */*` } };
const settings = { allowPrivate: true, assumedOfflineSeconds: 0 };

describe('listings that an upstream also has in short', () => {
  let test: RepositoryTestPlatform;
  let upstream: TestUpstream;
  let tarball: Buffer;
  /** Kinds of listing that the upstream was asked for. */
  let asked: string[];
  let versions: string[];
  let isBroken: boolean;
  let key: string;
  let number = 0;

  beforeAll(async () => {
    upstream = await startTestUpstream();
    test = await startRepositoryPlatform();
    tarball = await packTar({ 'package/package.json': '{"name":"tool","version":"1.0.0"}' });
    upstream.on('/tool', ({ headers }, response) => {
      if (isBroken) return void response.writeHead(500).end();
      const short = headers.accept?.includes(shortListing) ?? false;
      asked.push(short ? 'short' : 'whole');
      const list = versions.map((version) => [version, { name: 'tool', version, dist: { tarball: `${upstream.url}/files/tool-${version}.tgz` } }]);
      const body = { name: 'tool', 'dist-tags': { latest: versions.at(-1) }, versions: Object.fromEntries(list), ...(short ? {} : { readme: 'All of it.' }) };
      response.writeHead(200, { 'content-type': short ? shortListing : 'application/json' }).end(JSON.stringify(body));
    });
    upstream.on('/files/tool-1.0.0.tgz', (_, response) => void response.end(tarball));
  });
  afterAll(async () => {
    await test?.stop();
    await upstream?.stop();
  });
  beforeEach(async () => {
    asked = [];
    versions = ['1.0.0'];
    isBroken = false;
    key = `tool-${++number}`;
    await test.create({ class: 'remote', key, format: 'npm', settings: { ...settings, url: upstream.url } });
  });

  const read = async (init?: RequestInit) => {
    const answer = await test.ask(`api/npm/${key}/tool`, init);
    expect(answer.status).toBe(200);
    return (await answer.json()) as { versions: Record<string, { dist: { tarball: string } }>; readme?: string };
  };

  it('are all that is fetched for who installs', async () => {
    const { versions: listed } = await read(installing);
    expect(listed['1.0.0']?.dist.tarball).toMatch(/\/tool\/-\/tool-1\.0\.0\.tgz$/);
    expect((await test.ask(`api/npm/${key}/tool/-/tool-1.0.0.tgz`)).status).toBe(200);
    expect(asked).toEqual(['short']);
    expect((await read()).readme).toBe('All of it.');
    expect(asked).toEqual(['short', 'whole']);
  });

  it('are kept where an upstream knows none and sends all of it, which is large', async () => {
    const version = {
      name: 'large',
      version: '1.0.0',
      description: 'x'.repeat(100_000),
      bin: { large: 'cli.js' },
      scripts: { postinstall: 'true' },
      dist: {
        tarball: `${upstream.url}/files/large-1.0.0.tgz`,
        integrity: 'sha512-AAAA',
        attestations: { url: `${upstream.url}/attested`, provenance: { predicateType: 'https://slsa.dev/provenance/v1' } },
      },
    };
    const body = JSON.stringify({ name: 'large', 'dist-tags': { latest: '1.0.0' }, modified: '2026-01-01T00:00:00.000Z', versions: { '1.0.0': version } });
    upstream.on('/large', (_, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end(body));
    upstream.on('/files/large-1.0.0.tgz', (_, response) => void response.end('other bytes than promised'));
    const kept = () => test.platform.blobs.size(createHash('sha256').update(body).digest('hex'));
    const shown = (await (await test.ask(`api/npm/${key}/large`, installing)).json()) as object;
    expect(shown).toEqual({
      name: 'large',
      modified: '2026-01-01T00:00:00.000Z',
      'dist-tags': { latest: '1.0.0' },
      versions: {
        '1.0.0': {
          name: 'large',
          version: '1.0.0',
          bin: { large: 'cli.js' },
          hasInstallScript: true,
          dist: {
            tarball: expect.stringMatching(/\/large\/-\/large-1\.0\.0\.tgz$/),
            integrity: 'sha512-AAAA',
            attestations: {
              url: expect.stringContaining(`/api/npm/${key}/-/npm/v1/attestations/large@1.0.0`),
              provenance: { predicateType: 'https://slsa.dev/provenance/v1' },
            },
          },
        },
      },
    });
    expect(await kept()).toBeUndefined();
    expect((await test.ask(`api/npm/${key}/large/-/large-1.0.0.tgz`)).status).toBe(502);
    expect(upstream.count('/files/large-1.0.0.tgz')).toBe(1);
    expect(((await (await test.ask(`api/npm/${key}/large`)).json()) as { versions: Record<string, object> }).versions['1.0.0']).toHaveProperty('description');
    expect(await kept()).toBe(body.length);
  });

  it('say no less than the whole one that somebody has just seen', async () => {
    await read(installing);
    versions.push('2.0.0');
    expect(Object.keys((await read()).versions)).toEqual(['1.0.0', '2.0.0']);
    expect(Object.keys((await read(installing)).versions)).toEqual(['1.0.0', '2.0.0']);
    expect(asked).toEqual(['short', 'whole']);
  });

  it('make the whole one be asked for again when they are newer', async () => {
    await read();
    versions.push('2.0.0');
    // A file that the listing does not know is reason to ask for a newer one, when it is no more than some seconds old.
    upstream.on('/files/tool-2.0.0.tgz', (_, response) => void response.end(tarball));
    await expect.poll(async () => (await test.ask(`api/npm/${key}/tool/-/tool-2.0.0.tgz`)).status, { timeout: 15_000 }).toBe(200);
    expect(Object.keys((await read()).versions)).toEqual(['1.0.0', '2.0.0']);
  });

  it('stand in for the whole one, and it for them, while the upstream fails', async () => {
    await read(installing);
    isBroken = true;
    expect(Object.keys((await read()).versions)).toEqual(['1.0.0']);
    isBroken = false;
    await test.create({ class: 'remote', key: `aged-${key}`, format: 'npm', settings: { ...settings, metadataSeconds: 0, url: upstream.url } });
    key = `aged-${key}`;
    await read();
    isBroken = true;
    expect(Object.keys((await read(installing)).versions)).toEqual(['1.0.0']);
  });
});
