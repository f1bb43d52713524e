import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import type { Content } from '../load/container-push.ts';
import { readContent } from '../load/container-push.ts';
import type { NpmVersion } from '../load/npm-publish.ts';

/** Packages that something brings along, and bytes that no two have in common. */
const brought = 20;
const padding = 16 * 1024;

async function packFiles(files: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const archive = pack();
  for (const [name, content] of Object.entries(files)) archive.entry({ name }, content);
  archive.finalize();
  return gzipSync(await buffer(archive));
}

const listBrought = (folder: string, of: string) =>
  Object.fromEntries(
    Array.from({ length: brought }, (_, number) => {
      const name = `${of.replace(/\W/g, '-')}-part-${number}`;
      return [`${folder}/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', license: 'MIT' })];
    }),
  );

/** A package for npm with others inside. */
export async function makePackage(name: string, version: string): Promise<NpmVersion> {
  const manifest = { name, version, license: 'MIT' };
  const files = { 'package/package.json': JSON.stringify(manifest), 'package/data.bin': randomBytes(padding), ...listBrought('package/node_modules', name) };
  return { name, version, manifest, tarball: await packFiles(files) };
}

/** A layer of an image with packages of npm and of Debian. */
export async function makeLayer(name: string): Promise<Content> {
  const status = Array.from(
    { length: brought },
    (_, number) => `Package: ${name.replace(/\W/g, '-')}-${number}\nStatus: install ok installed\nVersion: 1.0-1\nArchitecture: amd64\n`,
  );
  const files = {
    'etc/os-release': 'ID=debian\nVERSION_ID="12"\n',
    'var/lib/dpkg/status': status.join('\n'),
    'srv/data.bin': randomBytes(padding),
    ...listBrought('srv/node_modules', name),
  };
  return readContent(await packFiles(files));
}
