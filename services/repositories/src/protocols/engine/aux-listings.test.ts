import { updateRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import type { AuxContext } from '@packhouse/formats/format.ts';
import { getFormat } from '@packhouse/formats/formats.ts';
import { json } from '@packhouse/formats/text/render-json.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../../repository-test-platform.ts';
import { startTestUpstream, type TestUpstream } from '../../upstream/test-upstream.ts';
import { npmPublishBody } from './npm-test-package.ts';

const settings = { metadataSeconds: 0, missedSeconds: 0, assumedOfflineSeconds: 0, allowPrivate: true, timeoutSeconds: 2 };

describe('what calls of clients learn of upstreams', () => {
  let test: RepositoryTestPlatform;
  let upstream: TestUpstream;

  beforeAll(async () => {
    upstream = await startTestUpstream();
    const read = { permission: 'p', resourceType: 'repository' as const, include: [], exclude: [], actions: ['read' as const], through: 'test' };
    test = await startRepositoryPlatform({ actors: { outer: { grants: [{ ...read, names: ['first', 'second'] }] } } });
    await test.create({ class: 'local', key: 'own', format: 'npm' });
    for (const [key, more] of Object.entries({ first: {}, second: { excludePatterns: ['hidden'] } }))
      await test.create({ class: 'remote', key, format: 'npm', settings: { ...settings, ...more, url: `${upstream.url}/${key}` } });
    await test.create({ class: 'virtual', key: 'all', format: 'npm', members: ['own', 'first', 'second'], settings: { defaultDeployment: 'own' } });
    await test.put('api/npm/all/ours', await npmPublishBody('ours', '1.0.0'), { 'content-type': 'application/json' });
    for (const key of ['first', 'second'])
      for (const name of ['theirs', 'ours', 'hidden'])
        upstream.on(`/${key}/${name}`, (_request, response) => void response.end(JSON.stringify({ name, readme: key, versions: {} })));
  });
  beforeEach(() => {
    // No format asks for all of this at once.
    vi.spyOn(getFormat('npm'), 'aux').mockImplementation(async (_want, context: AuxContext) => {
      const name = context.request.query.get('name') ?? '';
      const listings = (await context.listings({ kind: 'index', path: name, package: name, freshness: 'metadata' })) as { readme: string }[];
      return json({ from: listings.map(({ readme }) => readme), claimed: [...(await context.claimed(['ours', 'theirs']))] });
    });
  });
  afterAll(async () => {
    vi.restoreAllMocks();
    await test?.stop();
    await upstream?.stop();
  });

  const learned = async (key: string, name: string, as = 'admin') => (await test.ask(`api/npm/${key}/-/ping?name=${name}`, { as })).json();

  it('is what every one of them lists', async () => {
    expect(await learned('all', 'theirs')).toEqual({ from: ['first', 'second'], claimed: ['ours'] });
    expect(await learned('second', 'theirs')).toEqual({ from: ['second'], claimed: [] });
    expect(await learned('own', 'theirs')).toEqual({ from: [], claimed: [] });
    expect(await learned('all', 'nowhere')).toEqual({ from: [], claimed: ['ours'] });
  });

  it('is nothing about names of ours, for nobody asks, also when the caller may not know of them', async () => {
    const before = upstream.asked.length;
    for (const as of ['admin', 'outer']) expect(await learned('all', 'ours', as)).toEqual({ from: [], claimed: ['ours'] });
    expect(upstream.asked).toHaveLength(before);
    await test.create({ class: 'virtual', key: 'open', format: 'npm', members: ['own', 'first'], settings: { claims: false } });
    expect(await learned('open', 'ours')).toEqual({ from: ['first'], claimed: [] });
  });

  it('is nothing that patterns refuse, and what was learned before while an upstream is left alone', async () => {
    expect(await learned('all', 'hidden')).toMatchObject({ from: ['first'] });
    await test.call(updateRepository, { params: { key: 'first' }, body: { settings: { offline: true } } });
    expect(await learned('all', 'theirs')).toMatchObject({ from: ['first', 'second'] });
    await test.call(updateRepository, { params: { key: 'first' }, body: { settings: { offline: false } } });
  });
});
