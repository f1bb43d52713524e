import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { httpRequest } from './http-request.ts';

export interface NpmRegistry {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface NpmVersion {
  readonly name: string;
  readonly version: string;
  readonly manifest: Readonly<Record<string, unknown>>;
  readonly tarball: Buffer;
}

/** A package with one small file, and as much description as asked. */
export async function npmVersion(name: string, version: string, padding = ''): Promise<NpmVersion> {
  const manifest = { name, version, description: `Package ${name}`, license: 'Apache-2.0', main: 'main.js', keywords: padding === '' ? [] : [padding] };
  const archive = pack();
  archive.entry({ name: 'package/package.json' }, JSON.stringify(manifest));
  archive.entry({ name: 'package/main.js' }, `module.exports = ${JSON.stringify(`${name}@${version}`)};\n`);
  archive.finalize();
  return { name, version, manifest, tarball: gzipSync(await buffer(archive)) };
}

/** The document `npm publish` sends. */
function publishDocument({ url }: NpmRegistry, { name, version, manifest, tarball }: NpmVersion): object {
  const file = `${name}-${version}.tgz`;
  return {
    _id: name,
    name,
    'dist-tags': { latest: version },
    versions: { [version]: { ...manifest, _id: `${name}@${version}`, dist: makeDist(`${url}/${name}/-/${file}`, tarball) } },
    _attachments: { [file]: { content_type: 'application/octet-stream', data: tarball.toString('base64'), length: tarball.length } },
  };
}

export function makeDist(address: string, tarball: Buffer): { integrity: string; shasum: string; tarball: string } {
  return {
    integrity: `sha512-${createHash('sha512').update(tarball).digest('base64')}`,
    shasum: createHash('sha1').update(tarball).digest('hex'),
    tarball: address,
  };
}

export async function npmPublish(registry: NpmRegistry, version: NpmVersion): Promise<void> {
  await httpRequest({
    method: 'PUT',
    url: `${registry.url}/${encodeURIComponent(version.name)}`,
    headers: { ...registry.headers, 'content-type': 'application/json' },
    body: JSON.stringify(publishDocument(registry, version)),
  });
}
