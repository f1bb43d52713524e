import { createHash } from 'node:crypto';
import { httpRequest } from './http-request.ts';

/** A place that containers are pushed to: everything up to `/v2/<name>`. */
export interface ContainerRepository {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Content {
  readonly bytes: Buffer;
  readonly digest: string;
}

export const manifestType = 'application/vnd.oci.image.manifest.v1+json';

export function readContent(bytes: Buffer): Content {
  return { bytes, digest: `sha256:${createHash('sha256').update(bytes).digest('hex')}` };
}

/** Pushes one blob the way container clients do: open, one patch with the whole body, close. */
export async function pushBlob({ url, headers }: ContainerRepository, { bytes, digest }: Content): Promise<void> {
  const opened = await httpRequest({ method: 'POST', url: `${url}/blobs/uploads/`, headers });
  const patched = await httpRequest({
    method: 'PATCH',
    url: findLocation(url, opened.headers.location),
    headers: { ...headers, 'content-type': 'application/octet-stream' },
    body: bytes,
  });
  const closing = new URL(findLocation(url, patched.headers.location));
  closing.searchParams.set('digest', digest);
  await httpRequest({ method: 'PUT', url: closing.href, headers });
}

/** Pushes an image with these layers under a tag. */
export async function pushImage(repository: ContainerRepository, tag: string, layers: readonly Content[]): Promise<void> {
  const config = readContent(
    Buffer.from(JSON.stringify({ architecture: 'amd64', os: 'linux', rootfs: { type: 'layers', diff_ids: layers.map(({ digest }) => digest) } })),
  );
  for (const content of [config, ...layers]) await pushBlob(repository, content);
  const describe = (mediaType: string, { bytes, digest }: Content) => ({ mediaType, size: bytes.length, digest });
  const manifest = {
    schemaVersion: 2,
    mediaType: manifestType,
    config: describe('application/vnd.oci.image.config.v1+json', config),
    layers: layers.map((layer) => describe('application/vnd.oci.image.layer.v1.tar+gzip', layer)),
  };
  await httpRequest({
    method: 'PUT',
    url: `${repository.url}/manifests/${tag}`,
    headers: { ...repository.headers, 'content-type': manifestType },
    body: JSON.stringify(manifest),
  });
}

function findLocation(base: string, location: string | string[] | undefined): string {
  if (typeof location !== 'string') throw new Error('the registry named no place for the upload');
  return new URL(location, base).href;
}
