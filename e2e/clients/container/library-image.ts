import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packTar } from '@packhouse/testkit/start-scanning-platform.ts';
import type { RegistryServer } from './registry-server.ts';

// https://github.com/opencontainers/image-spec/blob/main/image-layout.md

/** An image in an OCI layout that holds a library of npm, made without an engine; answers what skopeo calls it. */
export async function writeLibraryImage(registry: RegistryServer, name: string, library: string): Promise<string> {
  const layout = join(registry.home, `image-${name}`);
  const blobs = join(layout, 'blobs/sha256');
  await mkdir(blobs, { recursive: true });
  const store = async (mediaType: string, content: Buffer | string) => {
    const hex = createHash('sha256').update(content).digest('hex');
    await writeFile(join(blobs, hex), content);
    return { mediaType, digest: `sha256:${hex}`, size: Buffer.byteLength(content) };
  };
  const layer = await packTar({ [`app/node_modules/${library}/package.json`]: JSON.stringify({ name: library, version: '1.0.0' }) });
  const config = await store('application/vnd.oci.image.config.v1+json', '{"architecture":"amd64","os":"linux","rootfs":{"type":"layers","diff_ids":[]}}');
  const layers = [await store('application/vnd.oci.image.layer.v1.tar+gzip', layer)];
  const manifestType = 'application/vnd.oci.image.manifest.v1+json';
  const manifest = await store(manifestType, JSON.stringify({ schemaVersion: 2, mediaType: manifestType, config, layers }));
  const named = { ...manifest, annotations: { 'org.opencontainers.image.ref.name': name } };
  await writeFile(join(layout, 'index.json'), JSON.stringify({ schemaVersion: 2, manifests: [named] }));
  await writeFile(join(layout, 'oci-layout'), '{"imageLayoutVersion":"1.0.0"}');
  return `oci:${layout}:${name}`;
}
