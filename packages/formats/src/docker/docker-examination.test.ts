import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { examineFormat } from '@packhouse/testkit/examine-format.ts';

const computeDigest = (bytes: Buffer | string) => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

const layer = gzipSync('the content of a layer, long enough for ranges and for an upload that breaks off');
const settings = Buffer.from(JSON.stringify({ architecture: 'amd64', os: 'linux', rootfs: { type: 'layers', diff_ids: [] }, history: [] }));
const imageType = 'application/vnd.oci.image.manifest.v1+json';
const descriptor = (mediaType: string, bytes: Buffer) => ({ mediaType, digest: computeDigest(bytes), size: bytes.length });
const manifest = JSON.stringify({
  schemaVersion: 2,
  mediaType: imageType,
  config: descriptor('application/vnd.oci.image.config.v1+json', settings),
  layers: [descriptor('application/vnd.oci.image.layer.v1.tar+gzip', layer)],
});

// https://github.com/opencontainers/distribution-spec/blob/main/spec.md#push
const blob = (title: string, body: Buffer, digest = computeDigest(body), image = 'shop/page') => ({
  title,
  method: 'POST' as const,
  path: `${image}/blobs/uploads/?digest=${digest}`,
  headers: { 'content-type': 'application/octet-stream' },
  body,
});
const tag = (title: string, body: string, name = '1.0') => ({
  title,
  method: 'PUT' as const,
  path: `shop/page/manifests/${name}`,
  headers: { 'content-type': imageType },
  body,
});

examineFormat({
  format: 'docker',
  prefix: '/v2',
  good: {
    upload: blob('a layer', layer),
    after: [blob('the settings', settings), tag('the manifest', manifest)],
    file: `shop/page/blobs/${computeDigest(layer)}`,
    bytes: layer,
    storage: `shop/page/_layers/${computeDigest(layer).replace(':', '__')}`,
    package: { name: 'shop/page', version: '1.0', facts: { display: { Digest: computeDigest(manifest), Platform: 'linux/amd64' } } },
  },
  bad: [
    blob('a digest that is none', layer, 'sha256:short'),
    blob('an image name in upper case', layer, computeDigest(layer), 'Shop/Page'),
    tag('a manifest that is no JSON', '{'),
    tag('a manifest that names what is not there', manifest),
    tag('a manifest of nothing', '{}'),
    tag('a tag that would hide other files', manifest, '_layers'),
  ],
  truncated: blob('a layer that is cut off', layer.subarray(0, 20), computeDigest(layer)),
  wrongChecksum: blob('a wrong digest', layer, computeDigest('other')),
  order: ['1.0', '1.9', '1.10', 'latest'],
});
