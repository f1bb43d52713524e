import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeLocal, password, type RegistryServer, startRegistryServer } from './registry-server.ts';

let registry: RegistryServer;
beforeAll(async () => {
  registry = await startRegistryServer({ workers: 2 });
  await makeLocal(registry, 'docker-local');
});
afterAll(() => registry?.stop());

const send = (method: string, path: string, body?: Buffer, headers: Record<string, string> = {}) =>
  fetch(`${registry.server.url}${path}`, {
    method,
    // Each request on a connection of its own, so that any worker may get it.
    headers: { authorization: `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`, connection: 'close', ...headers },
    ...(body ? { body: new Uint8Array(body) } : {}),
  });

it('goes on with an upload at any worker and after a restart', async () => {
  const content = randomBytes(3 * 1024 * 1024);
  const digest = `sha256:${createHash('sha256').update(content).digest('hex')}`;
  const location = (await send('POST', '/v2/docker-local/resumed/blobs/uploads/')).headers.get('location') as string;
  const step = 256 * 1024;
  for (let at = 0; at < content.length; at += step) {
    if (at === 4 * step) await registry.restart();
    const chunk = content.subarray(at, at + step);
    const answer = await send('PATCH', location, chunk, { 'content-range': `${at}-${at + chunk.length - 1}` });
    expect([answer.status, answer.headers.get('range')]).toEqual([202, `0-${at + chunk.length - 1}`]);
  }
  expect((await send('PUT', `${location}?digest=${digest}`)).status).toBe(201);
  const back = Buffer.from(await (await send('GET', `/v2/docker-local/resumed/blobs/${digest}`)).arrayBuffer());
  expect(back.equals(content)).toBe(true);
});

it('shows a pushed tag to every worker at once', async () => {
  const config = Buffer.from('{}');
  const digest = `sha256:${createHash('sha256').update(config).digest('hex')}`;
  await send('POST', `/v2/docker-local/moving/blobs/uploads/?digest=${digest}`, config);
  for (let round = 0; round < 20; round++) {
    const manifest = Buffer.from(
      JSON.stringify({
        schemaVersion: 2,
        config: { mediaType: 'application/vnd.oci.empty.v1+json', digest, size: 2 },
        layers: [],
        annotations: { round: String(round) },
      }),
    );
    const type = { 'content-type': 'application/vnd.oci.image.manifest.v1+json' };
    expect((await send('PUT', '/v2/docker-local/moving/manifests/latest', manifest, type)).status).toBe(201);
    const answers = await Promise.all(Array.from({ length: 4 }, () => send('GET', '/v2/docker-local/moving/manifests/latest')));
    for (const answer of answers) expect(await answer.text()).toBe(manifest.toString());
  }
});
