import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { scanningWords } from '@packhouse/contract/scanning/scanning-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { sharedWords } from '@packhouse/contract/shared-words.ts';
import { type Packing, unpacked, walkTar } from '@packhouse/formats/archive/walk-tar.ts';
import { openZip } from '@packhouse/formats/archive/walk-zip.ts';
import { readUpTo } from '@packhouse/limits/read-up-to.ts';
import type { Content } from './content.ts';
import { type Meter, UnreadableError } from './limits.ts';

/** One entry of an archive. */
export interface ArchiveEntry {
  /** Without a leading slash or dot; never leads outside. */
  path: string;
  kind: 'file' | 'other';
  size: number;
  /** The whole file; may be called once. @throws UnreadableError when it is larger than the limit */
  bytes(): Promise<Buffer>;
}

type Visit = (entry: ArchiveEntry) => Promise<void> | void;

/** The entry's place in the archive's own root; undefined for names that lead outside, which no unpacking tool would follow either. */
export function entryPath(name: string): string | undefined {
  const plain = name.replaceAll('\\', '/').replace(/^(?:\.?\/)+/, '');
  if (plain === '' || plain.length > 4096 || plain.includes('\0') || plain.split('/').includes('..')) return undefined;
  return plain;
}

/** First bytes of content. */
export async function readHead(content: Content, length: number): Promise<Buffer> {
  return content.size === 0 ? Buffer.alloc(0) : buffer(content.open({ start: 0, end: Math.min(length, content.size) - 1 }));
}

const magic = {
  zip: Buffer.from('PK\x03\x04', 'latin1'),
  emptyZip: Buffer.from('PK\x05\x06', 'latin1'),
  gzip: Buffer.from([0x1f, 0x8b]),
  xz: Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a]),
  zstd: Buffer.from([0x28, 0xb5, 0x2f, 0xfd]),
};

export type ContentKind = 'zip' | 'gzip' | 'xz' | 'zstd' | 'tar' | 'unknown';

/** Tells what content is by its first bytes, never by its name. */
export function readKind(head: Buffer): ContentKind {
  const begins = (bytes: Buffer) => head.subarray(0, bytes.length).equals(bytes);
  if (begins(magic.zip) || begins(magic.emptyZip)) return 'zip';
  if (begins(magic.gzip)) return 'gzip';
  if (begins(magic.xz)) return 'xz';
  if (begins(magic.zstd)) return 'zstd';
  return head.subarray(257, 262).toString('latin1') === 'ustar' ? 'tar' : 'unknown';
}

/** Decompresses content and counts what comes out. */
export function decompressed(content: Content, kind: ContentKind, meter: Meter): { stream: Readable; done: Promise<void> } {
  return unpacked(content, getPacking(kind), (length) => meter.unpacked(length));
}

function getPacking(kind: ContentKind): Packing {
  return kind === 'gzip' || kind === 'xz' || kind === 'zstd' ? kind : 'none';
}

function unreadable(error: unknown): Error {
  if (error instanceof UnreadableError || (error as Error).name === 'AbortError') return error as Error;
  const said = error instanceof Error ? say(sharedWords.archive_unreadable, { reason: error.message }) : say(scanningWords.archive_damaged);
  return new UnreadableError(said, { cause: error });
}

/** The entries of a zip in the order of its table, of a tar in its own. */
async function* readEntries(content: Content, kind: ContentKind, meter: Meter) {
  if (kind === 'zip') yield* (await openZip(content)).entries();
  else yield* walkTar(content, getPacking(kind), (length) => meter.unpacked(length));
}

/**
 * Visits the entries of an archive: zip, or tar packed with gzip, xz, zstd or nothing. Nothing is written to disk.
 * @throws UnreadableError when it is damaged, cut off, or beyond a limit
 */
export async function walkArchive(content: Content, meter: Meter, visit: Visit): Promise<void> {
  const kind = readKind(await readHead(content, 512));
  if (kind === 'unknown') throw new UnreadableError(say(scanningWords.archive_kind_unknown));
  try {
    for await (const entry of readEntries(content, kind, meter)) {
      meter.entry();
      const path = entryPath(entry.name);
      if (path === undefined) continue;
      const bytes = async () => {
        // A tar is counted as it is unpacked; of a zip only what is wanted is.
        if (kind === 'zip') meter.unpacked(entry.size);
        const tooLarge = () => new UnreadableError(say(scanningWords.file_larger_than, { path, count: meter.limits.file }));
        return readUpTo(await entry.open(), meter.limits.file, tooLarge);
      };
      await visit({ path, kind: entry.kind === 'file' ? 'file' : 'other', size: entry.size, bytes });
    }
  } catch (error) {
    throw unreadable(error);
  }
}
