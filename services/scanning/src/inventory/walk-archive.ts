import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { scanningWords } from '@packhouse/contract/scanning/scanning-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { sharedWords } from '@packhouse/contract/shared-words.ts';
import { walkCpio } from '@packhouse/formats/archive/walk-cpio.ts';
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
  /** The whole file; this or `bytesIf` may be called once. @throws UnreadableError when it is larger than the limit */
  bytes(limit: number): Promise<Buffer>;
  /** The whole file, if its first bytes are such; else nothing of it is kept. */
  bytesIf(length: number, fits: (head: Buffer) => boolean): Promise<Buffer | undefined>;
}

/** How an archive is made, where its first bytes do not say it. */
export interface ArchiveForm {
  kind: 'tar' | 'cpio';
  packing: Packing;
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

/** The entries of a zip in the order of its table, of others in their own. */
async function* readEntries(content: Content, kind: ContentKind, meter: Meter, form: ArchiveForm | undefined) {
  const count = (length: number) => meter.unpacked(length);
  if (form?.kind === 'cpio') yield* walkCpio(content, form.packing, count);
  else if (kind === 'zip') yield* (await openZip(content)).entries();
  else yield* walkTar(content, form?.packing ?? getPacking(kind), count);
}

/** What a stream holds, if its first bytes are such. It is read to its end in any case. */
async function collectIf(stream: AsyncIterable<Buffer>, length: number, fits: (head: Buffer) => boolean): Promise<Buffer | undefined> {
  let kept: Buffer[] | undefined = [];
  let isSure = false;
  for await (const chunk of stream) {
    kept?.push(chunk);
    if (isSure || !kept || kept.reduce((sum, one) => sum + one.length, 0) < length) continue;
    isSure = fits(Buffer.concat(kept));
    if (!isSure) kept = undefined;
  }
  return isSure && kept ? Buffer.concat(kept) : undefined;
}

/**
 * Visits the entries of an archive: zip, or tar packed with gzip, xz, zstd or nothing. Nothing is written to disk.
 * @throws UnreadableError when it is damaged, cut off, or beyond a limit
 */
export async function walkArchive(content: Content, meter: Meter, visit: Visit, form?: ArchiveForm): Promise<void> {
  const kind = form ? 'tar' : readKind(await readHead(content, 512));
  if (kind === 'unknown') throw new UnreadableError(say(scanningWords.archive_kind_unknown));
  try {
    for await (const entry of readEntries(content, kind, meter, form)) {
      meter.entry();
      const path = entryPath(entry.name);
      if (path === undefined) continue;
      const open = () => {
        // A tar is counted as it is unpacked; of a zip only what is wanted is.
        if (kind === 'zip') meter.unpacked(entry.size);
        return entry.open();
      };
      await visit({
        path,
        kind: entry.kind === 'file' ? 'file' : 'other',
        size: entry.size,
        bytes: async (limit) => readUpTo(await open(), limit, () => new UnreadableError(say(scanningWords.file_larger_than, { path, count: limit }))),
        bytesIf: async (length, fits) => collectIf(await open(), length, fits),
      });
    }
  } catch (error) {
    throw unreadable(error);
  }
}
