import { mediaTypes } from '@packhouse/formats/container/media-types.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestUpstream, type TestUpstream } from '../../upstream/test-upstream.ts';
import { isOwnRealm } from './remote/upstream-token.ts';
import { computeDigest, startTestRegistry, type TestRegistry } from './test-registry.ts';

let registry: TestRegistry;
let upstream: TestUpstream;
let tokens: TestUpstream;
let realm: string;
const manifest = JSON.stringify({ schemaVersion: 2, mediaType: mediaTypes.ociIndex, manifests: [] });

beforeAll(async () => {
  [registry, upstream, tokens] = await Promise.all([startTestRegistry(), startTestUpstream(), startTestUpstream()]);
});
afterAll(() => Promise.all([registry, upstream, tokens].map((one) => one?.stop())));

const scope = (image: string) => `/token?scope=${encodeURIComponent(`repository:${image}:pull`)}`;

/** A remote whose images want the token `good`, asked for at `realm`. */
async function remote(key: string, image: string): Promise<Response> {
  upstream.on(`/v2/${image}/manifests/1`, (request, response) => {
    if (request.headers.authorization === 'Bearer good') response.writeHead(200, { 'content-type': mediaTypes.ociIndex }).end(manifest);
    else response.writeHead(401, { 'www-authenticate': `Bearer realm="${realm}"` }).end();
  });
  await registry.remote(key, upstream.url, { username: 'ann' }, 'secret');
  return registry.send('GET', `/v2/${key}/${image}/manifests/1`);
}

describe('the token service of an upstream', () => {
  it.each([
    ['auth.example.com', 'registry-1.example.com', true],
    ['example.org', 'registry.example.org', true],
    ['api.example.net', 'registry.example.net', true],
    ['images.example.com', 'images.example.com', true],
    ['example.org', 'registry-1.example.com', false],
    ['mine.co.uk', 'registry.theirs.co.uk', false],
    ['one.github.io', 'two.github.io', false],
    ['example.com.evil.test', 'registry-1.example.com', false],
    ['10.0.0.2', '10.0.0.1', false],
    ['10.0.0.1', '10.0.0.1', true],
  ])('at %s is one of %s: %s', (realmHost, upstreamHost, own) => {
    expect(isOwnRealm(new URL(`https://${realmHost}/token`), new URL(`https://${upstreamHost}`))).toBe(own);
  });

  it('gets the password when it is on the own host', async () => {
    realm = `${tokens.url}/token`;
    tokens.on(scope('own'), (_, response) => response.end('{"token":"good"}'));
    expect((await remote('own', 'own')).status).toBe(200);
    expect(tokens.lastHeaders.authorization).toBe(`Basic ${Buffer.from('ann:secret').toString('base64')}`);
  });

  it('gets none elsewhere, but may give a token without', async () => {
    realm = `${tokens.url.replace('127.0.0.1', 'localhost')}/token`;
    tokens.on(scope('open'), (_, response) => response.end('{"token":"good"}'));
    expect((await remote('elsewhere', 'open')).status).toBe(200);
    expect(tokens.lastHeaders).not.toHaveProperty('authorization');
    tokens.on(scope('shut'), (_, response) => response.writeHead(401).end());
    const refused = await remote('elsewhere-shut', 'shut');
    expect(refused.status).toBe(502);
    expect(await refused.text()).toContain('none of its own hosts');
    expect(tokens.lastHeaders).not.toHaveProperty('authorization');
  });
});

it('says which private host an upstream names for its tokens or its blobs, and what opens it', async () => {
  const strict = await startTestRegistry({ config: { outgoing: { allow: [], noProxy: [] } } });
  try {
    const elsewhere = tokens.url.replace('127.0.0.1', 'localhost');
    const digest = computeDigest('layer');
    upstream.on('/v2/wanting/manifests/1', (_, response) => response.writeHead(401, { 'www-authenticate': `Bearer realm="${elsewhere}/token"` }).end());
    upstream.on(`/v2/sending/blobs/${digest}`, (_, response) => response.writeHead(307, { location: `${elsewhere}/blob` }).end());
    await strict.remote('private', upstream.url);
    for (const path of ['wanting/manifests/1', `sending/blobs/${digest}`]) {
      const answer = await strict.send('GET', `/v2/private/${path}`);
      const text = await answer.text();
      expect([path, text.includes(new URL(elsewhere).host), text.includes('outgoing.allow'), text.includes('PACKHOUSE_OUTGOING_ALLOW')]).toEqual([
        path,
        true,
        true,
        true,
      ]);
    }
  } finally {
    await strict.stop();
  }
});
