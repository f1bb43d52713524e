import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import * as contract from '@packhouse/contract/repositories/firewall-routes.ts';
import { createTrustedKey, deleteTrustedKey } from '@packhouse/contract/repositories/key-routes.ts';
import { mediaTypes } from '@packhouse/formats/container/media-types.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { computeDigest, pushBlob, putManifest, startTestRegistry, type TestRegistry } from './test-registry.ts';

let origin: TestRegistry;
let registry: TestRegistry;
const ours = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const others = generateKeyPairSync('ec', { namedCurve: 'P-256' });

beforeAll(async () => {
  [origin, registry] = await Promise.all([startTestRegistry(), startTestRegistry()]);
  await origin.local('hub');
  const upstream = `${origin.baseUrl}/artifactory/api/docker/hub`;
  await registry.remote('docker-remote', upstream, { username: 'admin', pointerSeconds: 0, missedSeconds: 0 }, origin.adminPassword);
  await registry.call(createTrustedKey, { body: { name: 'ours', publicKey: ours.publicKey.export({ type: 'spki', format: 'pem' }).toString() } });
});
afterAll(() => Promise.all([origin?.stop(), registry?.stop()]));

const image = 'hub/app';
const config = JSON.stringify({ architecture: 'amd64', os: 'linux' });

interface PushedLayer {
  content: string;
  mediaType: string;
  annotations?: Record<string, string>;
}

/** Pushes an image, or something that is stored like one; answers its digest. */
async function push(tag: string, layers: readonly PushedLayer[], more: object = {}): Promise<string> {
  const pushed = [];
  for (const { content, mediaType, annotations } of layers)
    pushed.push({ mediaType, digest: await pushBlob(origin, image, content), size: Buffer.byteLength(content), ...(annotations ? { annotations } : {}) });
  const manifest = {
    schemaVersion: 2,
    mediaType: mediaTypes.ociManifest,
    config: { mediaType: mediaTypes.ociConfig, digest: await pushBlob(origin, image, config), size: config.length },
    layers: pushed,
    ...more,
  };
  const answer = await putManifest(origin, image, tag, JSON.stringify(manifest));
  expect(answer.status).toBe(201);
  return answer.headers.get('docker-content-digest') ?? '';
}

const pushImage = (tag: string) => push(tag, [{ content: `layer of ${tag}`, mediaType: 'application/vnd.oci.image.layer.v1.tar' }]);

/** A signature as cosign keeps it: beside the image, over a text that names its digest. */
const simple = (digest: string, key: KeyObject, about = digest) => {
  const content = JSON.stringify({
    critical: { identity: { 'docker-reference': '' }, image: { 'docker-manifest-digest': about }, type: 'cosign container image signature' },
    optional: null,
  });
  const annotations = { 'dev.cosignproject.cosign/signature': sign('sha256', Buffer.from(content), key).toString('base64') };
  return push(`${digest.replace(':', '-')}.sig`, [{ content, mediaType: 'application/vnd.dev.cosign.simplesigning.v1+json', annotations }]);
};

/** A signed statement about an image. */
function makeEnvelope(digest: string, key: KeyObject): string {
  const statement = {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name: image, digest: { sha256: digest.slice('sha256:'.length) } }],
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {},
  };
  const payload = Buffer.from(JSON.stringify(statement));
  const payloadType = 'application/vnd.in-toto+json';
  const signed = Buffer.concat([Buffer.from(`DSSEv1 ${payloadType.length} ${payloadType} ${payload.length} `), payload]);
  return JSON.stringify({ payloadType, payload: payload.toString('base64'), signatures: [{ sig: sign('sha256', signed, key).toString('base64') }] });
}
const attest = (digest: string, key: KeyObject) =>
  push(`${digest.replace(':', '-')}.att`, [{ content: makeEnvelope(digest, key), mediaType: 'application/vnd.dsse.envelope.v1+json' }]);

const pull = async (tag: string) =>
  (await registry.send('GET', `/v2/docker-remote/app/manifests/${tag}`, { headers: { accept: Object.values(mediaTypes).join() } })).status;
async function withRule(condition: contract.FirewallCondition, work: () => Promise<void>, unknown: 'allow' | 'refuse' = 'allow') {
  const { id } = await registry.call(contract.createFirewallRule, { body: { name: 'Signed', mode: 'enforce', condition, unknown } });
  try {
    await work();
  } finally {
    await registry.call(contract.deleteFirewallRule, { params: { id } });
  }
}

describe('signatures of images', () => {
  it('LEAD-006 an image that nobody signed is held back until somebody has', async () => {
    const digest = await pushImage('plain');
    await withRule({ kind: 'provenance' }, async () => {
      expect(await pull('plain')).toBe(403);
      await simple(digest, others.privateKey);
      expect(await pull('plain')).toBe(200);
      const { items } = await registry.call(contract.listFirewallRules, {});
      expect(items[0]?.reach).toEqual([{ repository: 'docker-remote', format: 'docker', how: 'downloads' }]);
    });
  });

  it('LEAD-006 a rule that asks for a trusted key checks the signature, and what it is about', async () => {
    const [signed, foreign, moved, attested, foreignAttested] = await Promise.all(
      ['signed', 'foreign', 'moved', 'attested', 'foreign-attested'].map(pushImage),
    );
    await simple(signed!, ours.privateKey);
    await simple(foreign!, others.privateKey);
    // What was signed for another image says nothing of this one.
    await simple(moved!, ours.privateKey, signed);
    await attest(attested!, ours.privateKey);
    await attest(foreignAttested!, others.privateKey);
    const statuses = () => Promise.all(['signed', 'foreign', 'moved', 'attested', 'foreign-attested'].map(pull));
    await withRule({ kind: 'provenance', trusted: true }, async () => expect(await statuses()).toEqual([200, 403, 403, 200, 403]));
    await withRule({ kind: 'provenance' }, async () => expect(await statuses()).toEqual([200, 200, 200, 200, 200]));
    const added = { name: 'others', publicKey: others.publicKey.export({ type: 'spki', format: 'pem' }).toString() };
    await registry.call(createTrustedKey, { body: added });
    await withRule({ kind: 'provenance', trusted: true }, async () => expect(await statuses()).toEqual([200, 200, 403, 200, 200]));
    await registry.call(deleteTrustedKey, { params: { name: 'others' } });
  });

  it('LEAD-006 bundles that refer to an image count, and are checked, too', async () => {
    const [bundled, stranger] = await Promise.all([pushImage('bundled'), pushImage('stranger')]);
    const refer = async (digest: string, key: KeyObject) => {
      const content = JSON.stringify({
        mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json',
        verificationMaterial: { publicKey: { hint: 'x' } },
        dsseEnvelope: JSON.parse(makeEnvelope(digest, key)) as unknown,
      });
      const mediaType = 'application/vnd.dev.sigstore.bundle.v0.3+json';
      const head = await registrySize(digest);
      await push(computeDigest(content).slice(7, 40), [{ content, mediaType }], {
        artifactType: mediaType,
        subject: { mediaType: mediaTypes.ociManifest, digest, size: head },
      });
    };
    await refer(bundled, ours.privateKey);
    await refer(stranger, others.privateKey);
    await withRule({ kind: 'provenance' }, async () => expect([await pull('bundled'), await pull('stranger')]).toEqual([200, 200]));
    await withRule({ kind: 'provenance', trusted: true }, async () => expect([await pull('bundled'), await pull('stranger')]).toEqual([200, 403]));
  });
});

async function registrySize(digest: string): Promise<number> {
  const answer = await origin.send('HEAD', `/v2/${image}/manifests/${digest}`, { headers: { accept: Object.values(mediaTypes).join() } });
  return Number(answer.headers.get('content-length'));
}
