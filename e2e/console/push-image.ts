import { createHash } from 'node:crypto';
import { adminPassword, expect } from './console-test.ts';

const authorization = `Basic ${Buffer.from(`admin:${adminPassword}`).toString('base64')}`;
export const computeDigest = (text: string) => createHash('sha256').update(text).digest('hex');

/** Sends something as the administrator. */
export async function send(url: string, method: 'PUT' | 'POST', body: string, type = 'application/octet-stream'): Promise<Response> {
  const answer = await fetch(url, { method, headers: { authorization, 'content-type': type }, body });
  expect(answer.ok, `${method} ${url}`).toBe(true);
  return answer;
}

/** Pushes an image that holds nothing; answers its digest. */
export async function pushImage(url: string, image: string, tag: string): Promise<string> {
  const config = JSON.stringify({ architecture: 'amd64', os: 'linux', config: { Labels: { image } } });
  const started = await send(`${url}/v2/${image}/blobs/uploads/`, 'POST', '');
  const location = new URL(started.headers.get('location') ?? '', url);
  location.searchParams.set('digest', `sha256:${computeDigest(config)}`);
  await send(String(location), 'PUT', config);
  const type = 'application/vnd.oci.image.manifest.v1+json';
  const described = { mediaType: 'application/vnd.oci.image.config.v1+json', digest: `sha256:${computeDigest(config)}`, size: config.length };
  const manifest = JSON.stringify({ schemaVersion: 2, mediaType: type, config: described, layers: [] });
  await send(`${url}/v2/${image}/manifests/${tag}`, 'PUT', manifest, type);
  return computeDigest(manifest);
}
