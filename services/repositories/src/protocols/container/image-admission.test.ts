import * as contract from '@packhouse/contract/repositories/firewall-routes.ts';
import { mediaTypes } from '@packhouse/formats/container/media-types.ts';
import { daysAgo } from '@packhouse/testkit/dated-upstream.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { pushBlob, putManifest, startTestRegistry, type TestRegistry } from './test-registry.ts';

let origin: TestRegistry;
let registry: TestRegistry;
beforeAll(async () => {
  [origin, registry] = await Promise.all([startTestRegistry(), startTestRegistry()]);
  await origin.local('hub');
  const upstream = `${origin.baseUrl}/artifactory/api/docker/hub`;
  await registry.local('docker-local');
  await registry.remote('docker-remote', upstream, { username: 'admin', pointerSeconds: 0 }, origin.adminPassword);
  await registry.virtual('docker', ['docker-local', 'docker-remote']);
});
afterAll(() => Promise.all([origin.stop(), registry.stop()]));

const get = (path: string) => registry.send('GET', path, { headers: { accept: Object.values(mediaTypes).join() } });

/** An image that was made at a moment; answers its digest. */
async function push(name: string, tag: string, created?: string, labels = {}): Promise<string> {
  const config = JSON.stringify({ architecture: 'amd64', os: 'linux', ...(created ? { created } : {}), config: { Labels: labels }, tag });
  const layer = await pushBlob(origin, name, `${name} ${tag}`);
  const manifest = JSON.stringify({
    schemaVersion: 2,
    mediaType: mediaTypes.ociManifest,
    config: { mediaType: mediaTypes.ociConfig, digest: await pushBlob(origin, name, config), size: config.length },
    layers: [{ mediaType: 'application/vnd.oci.image.layer.v1.tar', digest: layer, size: `${name} ${tag}`.length }],
  });
  const answer = await putManifest(origin, name, tag, manifest);
  return answer.headers.get('docker-content-digest') ?? '';
}

type Rule = z.input<typeof contract.FirewallRuleInput>;
async function withRule<Result>(input: Partial<Rule> & Pick<Rule, 'condition'>, work: () => Promise<Result>) {
  const { id } = await registry.call(contract.createFirewallRule, { body: { name: 'The rule', mode: 'enforce', ...input } });
  try {
    return await work();
  } finally {
    await registry.call(contract.deleteFirewallRule, { params: { id } });
  }
}
const threeDays = { kind: 'age', days: 3 } as const;

describe('images of upstreams', () => {
  it('LEAD-006 are held back while they are too young, by tag and by digest, and the client is told why', async () => {
    await push('hub/app', 'old', daysAgo(400));
    const digest = await push('hub/app', 'young', daysAgo(1));
    await withRule({ condition: threeDays }, async () => {
      expect((await get('/v2/docker/app/manifests/old')).status).toBe(200);
      for (const path of ['docker/app/manifests/young', `docker-remote/app/manifests/${digest}`, `docker-remote-cache/app/manifests/${digest}`]) {
        const refused = await get(`/v2/${path}`);
        const { errors } = (await refused.json()) as { errors: { code: string; message: string }[] };
        expect([path, refused.status, errors[0]?.code]).toEqual([path, 403, 'DENIED']);
        expect(errors[0]?.message).toMatch(
          /^app sha256:[0-9a-f]{64} is held back by the rule "The rule": published .* Other versions of it may be let in\. Ask/,
        );
      }
    });
    expect((await get('/v2/docker/app/manifests/young')).status).toBe(200);
  });

  it('LEAD-006 are judged by their settings by the plain path, too, whether a tag or a digest stands in it', async () => {
    const [old, young] = [await push('hub/plain', 'old', daysAgo(400)), await push('hub/plain', 'young', daysAgo(1))];
    for (const tag of ['old', 'young']) expect((await get(`/v2/docker-remote/plain/manifests/${tag}`)).status).toBe(200);
    for (const digest of [old, young]) {
      const manifest = (await (await get(`/v2/docker-remote/plain/manifests/${digest}`)).json()) as { config: { digest: string } };
      expect((await get(`/v2/docker-remote/plain/blobs/${manifest.config.digest}`)).status).toBe(200);
    }
    await withRule({ condition: threeDays, unknown: 'refuse' }, async () => {
      const status = async (place: string) => (await get(`/artifactory/docker-remote/plain/${place}/manifest.json`)).status;
      const places = ['old', 'young', old.replace(':', '__'), young.replace(':', '__')];
      expect(await Promise.all(places.map(status))).toEqual([200, 403, 200, 403]);
    });
  });

  it('are judged one by one where an index names several', async () => {
    const [one, other] = [await push('hub/multi', 'one', daysAgo(400)), await push('hub/multi', 'other', daysAgo(1))];
    const manifests = [one, other].map((digest) => ({ mediaType: mediaTypes.ociManifest, digest, size: 500 }));
    await putManifest(origin, 'hub/multi', 'latest', JSON.stringify({ schemaVersion: 2, mediaType: mediaTypes.ociIndex, manifests }), mediaTypes.ociIndex);
    await withRule({ condition: threeDays, unknown: 'refuse' }, async () => {
      const statuses = await Promise.all(['latest', one, other].map(async (reference) => (await get(`/v2/docker/multi/manifests/${reference}`)).status));
      expect(statuses).toEqual([200, 200, 403]);
    });
  });

  it('are judged by their licence, and as the rule says where nobody tells when they were made', async () => {
    await push('hub/copyleft', '1', daysAgo(400), { 'org.opencontainers.image.licenses': 'GPL-3.0-only' });
    await push('hub/copyleft', '2', '1970-01-01T00:00:00Z');
    const licence = { kind: 'licence' as const, allowed: false, licences: ['GPL-3.0-only'] };
    const statuses = () => Promise.all(['1', '2'].map(async (tag) => (await get(`/v2/docker/copyleft/manifests/${tag}`)).status));
    await withRule({ condition: licence }, async () => expect(await statuses()).toEqual([403, 200]));
    await withRule({ condition: threeDays, unknown: 'refuse' }, async () => expect(await statuses()).toEqual([200, 403]));
  });

  it('are judged anew once their settings are known, also where these tell nothing of their age', async () => {
    await push('hub/late', '1', undefined, { 'org.opencontainers.image.licenses': 'GPL-3.0-only' });
    expect((await get('/v2/docker-remote/late/manifests/1')).status).toBe(200);
    await withRule({ condition: { kind: 'licence', allowed: false, licences: ['GPL-3.0-only'] } }, async () => {
      expect((await get('/artifactory/docker-remote/late/1/manifest.json')).status).toBe(200);
      expect((await get('/v2/docker-remote/late/manifests/1')).status).toBe(403);
    });
  });

  it('are noted while a rule only observes, and let in by an exception for their digest', async () => {
    const digest = await push('hub/noted', '1', daysAgo(1));
    await withRule({ condition: threeDays, mode: 'observe' }, async () => {
      expect((await get('/v2/docker/noted/manifests/1')).status).toBe(200);
      const { items } = await registry.call(contract.listFirewallRecords, { query: { search: 'noted' } });
      expect(items).toEqual([expect.objectContaining({ package: 'noted', version: digest, repository: 'docker-remote', outcome: 'observed' })]);
    });
    await withRule({ condition: threeDays }, async () => {
      const { items } = await registry.call(contract.listFirewallRules, {});
      expect(items[0]?.reach).toEqual([{ repository: 'docker-remote', format: 'docker', how: 'downloads' }]);
      const body = { ruleId: items[0]!.id, repository: 'docker-remote', package: 'noted', version: digest, reason: 'It mends the outage of today' };
      const { id } = await registry.call(contract.askFirewallException, { body });
      await registry.call(contract.decideFirewallException, { params: { id }, body: { approved: true } });
      expect((await get('/v2/docker/noted/manifests/1')).status).toBe(200);
    });
  });
});
