import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { ZipFile } from 'yazl';

export type Entries = Readonly<Record<string, string>>;

/** A tar archive of files in memory. */
export async function packTar(files: readonly { readonly name: string; readonly content: Buffer }[]): Promise<Buffer> {
  const tar = pack();
  for (const { name, content } of files) tar.entry({ name }, content);
  tar.finalize();
  return buffer(tar);
}

/** A gzipped tar archive of small files. */
export async function packTarGz(entries: Entries): Promise<Buffer> {
  const tar = pack();
  for (const [name, content] of Object.entries(entries)) tar.entry({ name }, content);
  tar.finalize();
  return gzipSync(await buffer(tar));
}

/** A zip archive of small files. */
export async function packZip(entries: Entries): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(entries)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return buffer(zip.outputStream);
}

/** A Debian package. https://manpages.debian.org/deb.5 */
export async function packDeb(control: string, files: Entries, besideControl: Entries = {}): Promise<Buffer> {
  const members: [string, Buffer][] = [
    ['debian-binary', Buffer.from('2.0\n')],
    ['control.tar.gz', await packTarGz({ './control': control, ...besideControl })],
    ['data.tar.gz', await packTarGz(files)],
  ];
  const parts = members.flatMap(([name, content]) => [
    Buffer.from(`${name.padEnd(16)}${'0'.padEnd(12)}${'0'.padEnd(6)}${'0'.padEnd(6)}${'100644'.padEnd(8)}${String(content.length).padEnd(10)}\`\n`),
    content,
    Buffer.alloc(content.length % 2, '\n'),
  ]);
  return Buffer.concat([Buffer.from('!<arch>\n'), ...parts]);
}

/** The body of `cargo publish`. https://doc.rust-lang.org/cargo/reference/registry-web-api.html#publish */
export function cargoBody(metadata: object, crate: Buffer): Buffer {
  const json = Buffer.from(JSON.stringify(metadata));
  const length = (bytes: Buffer) => {
    const size = Buffer.alloc(4);
    size.writeUInt32LE(bytes.length);
    return size;
  };
  return Buffer.concat([length(json), json, length(crate), crate]);
}
