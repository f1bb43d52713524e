import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { ZipFile } from 'yazl';

/** The same content gives the same bytes, so that filling a platform twice changes nothing. */
const made = new Date('2026-01-01T00:00:00Z');

export async function tar(entries: Record<string, string | Buffer>): Promise<Buffer> {
  const archive = pack();
  for (const [name, content] of Object.entries(entries)) archive.entry({ name, mtime: made }, content);
  archive.finalize();
  return buffer(archive);
}

/** A tar archive, packed with gzip. */
export const tarGz = async (entries: Record<string, string | Buffer>): Promise<Buffer> => gzipSync(await tar(entries));

/** A zip archive, which packs its entries unless they are packed already. */
export async function zip(entries: Record<string, string | Buffer>, { compress = true } = {}): Promise<Buffer> {
  const archive = new ZipFile();
  for (const [name, content] of Object.entries(entries)) archive.addBuffer(Buffer.from(content), name, { mtime: made, mode: 0o100644, compress });
  archive.end();
  return buffer(archive.outputStream);
}

/** An ar archive, as Debian packages are. https://manpages.debian.org/deb.5 */
export function ar(members: Record<string, Buffer>): Buffer {
  const parts = Object.entries(members).flatMap(([name, content]) => [
    Buffer.from(`${name.padEnd(16)}0           0     0     100644  ${String(content.length).padEnd(10)}\`\n`),
    content,
    Buffer.alloc(content.length % 2, '\n'),
  ]);
  return Buffer.concat([Buffer.from('!<arch>\n'), ...parts]);
}
