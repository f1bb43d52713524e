import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';

/** A package as `npm publish` sends it. */
export async function npmPublishBody(name: string, version: string, manifest: object = {}): Promise<string> {
  const tar = pack();
  tar.entry({ name: 'package/package.json' }, JSON.stringify({ name, version, ...manifest }));
  tar.finalize();
  const tarball = gzipSync(await buffer(tar));
  const file = `${name.split('/').at(-1)}-${version}.tgz`;
  const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
  const shasum = createHash('sha1').update(tarball).digest('hex');
  return JSON.stringify({
    _id: name,
    name,
    'dist-tags': { latest: version },
    versions: { [version]: { name, version, ...manifest, dist: { integrity, shasum, tarball: `http://localhost/${name}/-/${file}` } } },
    _attachments: { [`${name}-${version}.tgz`]: { content_type: 'application/octet-stream', data: tarball.toString('base64'), length: tarball.length } },
  });
}
