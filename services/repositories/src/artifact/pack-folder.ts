import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack as tarPack } from 'tar-stream';
import { ZipFile } from 'yazl';

export const archiveTypes = ['zip', 'tar', 'tar.gz'] as const;
export type ArchiveType = (typeof archiveTypes)[number];

export const archiveMediaTypes: Record<ArchiveType, string> = { zip: 'application/zip', tar: 'application/x-tar', 'tar.gz': 'application/gzip' };

/** A file to put into an archive; its bytes are asked for when its turn comes. */
export interface PackEntry {
  path: string;
  size: number;
  modified: Date;
  open(): Promise<Readable>;
}

/** The archive type that a client's word means (`tgz` is `tar.gz`). */
export function findArchiveType(word: string): ArchiveType | undefined {
  const lower = word.toLowerCase();
  return lower === 'tgz' ? 'tar.gz' : archiveTypes.find((type) => type === lower);
}

/** Packs entries one after another while they are read; nothing is held in memory. A failing entry breaks the stream, so that no client takes half an archive for a whole one. */
export function packFolder(type: ArchiveType, entries: AsyncIterable<PackEntry>): Readable {
  return type === 'zip' ? packZip(entries) : packTar(entries, type === 'tar.gz');
}

function packTar(entries: AsyncIterable<PackEntry>, gzip: boolean): Readable {
  const pack = tarPack();
  const write = async () => {
    for await (const { path, size, modified, open } of entries) {
      // Opened before the entry is announced: an entry that fails with nobody attached would end the process.
      const body = await open();
      await pipeline(body, pack.entry({ name: path, size, mtime: modified }));
    }
    pack.finalize();
  };
  write().catch((error: Error) => pack.destroy(error));
  const output = gzip ? createGzip({ level: 1 }) : new PassThrough();
  // Whoever reads the output sees the failure there; nobody needs to be told twice.
  output.on('error', () => undefined);
  pipeline(pack, output).catch(() => undefined);
  return output;
}

function packZip(entries: AsyncIterable<PackEntry>): Readable {
  const zip = new ZipFile();
  const output = new PassThrough();
  output.on('error', () => undefined);
  const source = zip.outputStream as Readable;
  pipeline(source, output).catch(() => undefined);
  zip.on('error', (error: Error) => output.destroy(error));
  const write = async () => {
    for await (const { path, size, modified, open } of entries) {
      const body = await open();
      const done = once(body, 'close');
      const stop = () => void body.destroy();
      output.once('close', stop);
      body.on('error', (error) => output.destroy(error));
      zip.addReadStream(body, path, { size, mtime: modified, compressionLevel: 1 });
      // One entry at a time, or every file of the folder would be open at once.
      await done;
      output.off('close', stop);
      if (output.destroyed) return;
    }
    zip.end();
  };
  write().catch((error: Error) => output.destroy(error));
  return output;
}
