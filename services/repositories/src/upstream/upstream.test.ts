import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import type { RemoteRepository } from '../directory/directory.ts';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../repository-test-platform.ts';
import { startTestUpstream, type TestUpstream } from './test-upstream.ts';
import { credentialHeaders } from './upstream.ts';

describe('what an upstream is told and believed', () => {
  let test: RepositoryTestPlatform;
  let upstream: TestUpstream;
  let elsewhere: TestUpstream;
  beforeAll(async () => {
    [upstream, elsewhere] = await Promise.all([startTestUpstream(), startTestUpstream()]);
    test = await startRepositoryPlatform({ config: { outgoing: { allow: [], noProxy: [] } } });
  });
  afterAll(() => Promise.all([test, upstream, elsewhere].map((one) => one?.stop())));

  it('gives the password to the very server of the settings only, never to the same host without TLS', () => {
    const context = { platform: { secrets: { decrypt: (text: string) => text } } } as unknown as Context;
    const repository = { settings: { username: 'ann', url: 'https://files.test/base' }, password: 'secret' } as RemoteRepository;
    const headers = (url: string) => credentialHeaders(context, repository, url);
    expect(headers('https://files.test/other/file')).toHaveProperty('authorization');
    expect(headers('http://files.test/other/file')).toEqual({});
    expect(headers('https://files.test:8443/file')).toEqual({});
    expect(headers('https://other.test/file')).toEqual({});
  });

  it('fetches from private addresses at the host of the settings only, whatever else its listing names', async () => {
    const page = (at: string) => `<html><body><a href="${at}/inner-1.0-py3-none-any.whl">inner-1.0-py3-none-any.whl</a></body></html>`;
    const settings = { url: upstream.url, allowPrivate: true, metadataSeconds: 0, missedSeconds: 0 };
    await test.create({ class: 'remote', key: 'pypi', format: 'pypi', settings });
    const list = (at: string) => upstream.on('/simple/inner/', (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(page(at)));
    for (const one of [upstream, elsewhere]) one.on('/inner-1.0-py3-none-any.whl', (_, response) => response.end('inside'));
    const file = 'api/pypi/pypi/packages/inner/1.0/inner-1.0-py3-none-any.whl';
    list(elsewhere.url.replace('127.0.0.1', 'localhost'));
    expect((await test.ask(file)).status).toBe(400);
    expect(elsewhere.asked).toEqual([]);
    list(upstream.url);
    expect(await (await test.ask(file)).text()).toBe('inside');
  });
});
