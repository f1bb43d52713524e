import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseManifest } from '@packhouse/formats/container/manifest.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../../repository-test-platform.ts';

const mediaType = 'application/vnd.oci.image.index.v1+json';
const makeIndex = (more: Record<string, unknown>, manifests: readonly object[] = []) =>
  JSON.stringify({ schemaVersion: 2, mediaType, manifests, annotations: { 'org.opencontainers.image.description': 'large' }, ...more });

describe('large manifests', () => {
  let test: RepositoryTestPlatform;
  beforeAll(async () => {
    test = await startRepositoryPlatform();
    await test.create({ class: 'local', key: 'images', format: 'docker' });
  });
  afterAll(() => test?.stop());

  const call = (tag: string, init: RequestInit = {}) =>
    fetch(`${test.baseUrl}/v2/images/large/manifests/${tag}`, {
      ...init,
      headers: { ...test.headersOf('admin'), accept: mediaType, 'content-type': mediaType },
    });

  it('are stored and given out as they came, whatever is in them that registries do not read', async () => {
    const text = makeIndex({ more: Array.from({ length: 50_000 }, () => []) });
    expect((await call('extra', { method: 'PUT', body: text })).status).toBe(201);
    const answer = await call('extra');
    expect([answer.status, await answer.text()]).toEqual([200, text]);
  });

  it('are refused in words when they name more than can be taken up', async () => {
    const digest = `sha256:${'a'.repeat(64)}`;
    const text = makeIndex(
      {},
      Array.from({ length: 60_000 }, () => ({ digest, size: 1 })),
    );
    const answer = await call('many', { method: 'PUT', body: text });
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('names more than can be taken up')]);
  });

  it('are read where nobody waits for it', async () => {
    const text = makeIndex({ more: Array.from({ length: 2_000_000 }, () => []) });
    const began = performance.now();
    parseManifest(Buffer.from(text));
    const whole = performance.now() - began;
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const answer = await call('bomb', { method: 'PUT', body: text });
    delay.disable();
    expect(answer.status).toBe(201);
    expect(delay.max / 1e6, `a whole one takes ${whole} ms`).toBeLessThan(whole * 0.7);
  });
});
