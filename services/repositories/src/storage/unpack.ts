import { Readable } from 'node:stream';
import { AppError } from '@packhouse/contract/errors.ts';
import { storageWords } from '@packhouse/contract/repositories/storage-words.ts';
import { sharedWords } from '@packhouse/contract/shared-words.ts';
import type { RangedBytes } from '@packhouse/formats/archive/archive-entry.ts';
import { walkTar } from '@packhouse/formats/archive/walk-tar.ts';
import { openZip } from '@packhouse/formats/archive/walk-zip.ts';
import { storagePath } from '../storage/path.ts';

export interface UnpackedEntry {
  /** A safe storage path. */
  path: string;
  /** To be read to its end before the next entry is asked for. */
  body: Readable;
}

export interface UnpackLimits {
  entries: number;
  /** Bytes of all entries together. */
  size: number;
  /** Unpacked bytes for each packed byte, over the whole archive. */
  ratio: number;
}

const defaultLimits: UnpackLimits = { entries: 100_000, size: 64 * 1024 ** 3, ratio: 1000 };

/** Can `unpack` read a file of this name? */
export function isUnpackable(name: string): boolean {
  return /\.(zip|tar|tar\.gz|tgz)$/i.test(name);
}

/**
 * The files inside an archive, in order. Links and devices are passed over.
 * @throws AppError `invalid_package` for a broken archive, a name that leads outside, or an archive that unpacks to more than the limits allow.
 */
export async function* unpack(name: string, archive: RangedBytes, limits: UnpackLimits = defaultLimits): AsyncGenerator<UnpackedEntry> {
  const guard = new UnpackGuard(archive.size, limits);
  try {
    const entries = /\.zip$/i.test(name) ? (await openZip(archive)).entries() : walkTar(archive, /gz$/i.test(name) ? 'gzip' : 'none');
    for await (const entry of entries) {
      if (entry.kind !== 'file') continue;
      const path = guard.admit(entry.name);
      yield { path, body: Readable.from(guard.count(await entry.open()), { objectMode: false }) };
    }
  } catch (error) {
    throw asUnreadable(error);
  }
}

function asUnreadable(error: unknown): AppError {
  if (error instanceof AppError) return error;
  return new AppError(sharedWords.archive_unreadable, { reason: (error as Error).message }, { cause: error });
}

class UnpackGuard {
  private entries = 0;
  private bytes = 0;
  private readonly most: number;
  private readonly limits: UnpackLimits;
  constructor(packed: number, limits: UnpackLimits) {
    this.limits = limits;
    this.most = Math.min(limits.size, Math.max(packed, 4096) * limits.ratio);
  }
  /** The entry's storage path. */
  admit(name: string): string {
    if (++this.entries > this.limits.entries) throw new AppError(storageWords.archive_has_too_many_entries, { count: this.limits.entries });
    try {
      return storagePath(name.replace(/^(\.\/)+/, ''));
    } catch {
      throw new AppError(storageWords.archive_entry_name_refused, { name: name.slice(0, 200) });
    }
  }
  /** Counts what really comes out, whatever the archive's own headers say. */
  async *count(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of body) {
        this.bytes += chunk.length;
        if (this.bytes > this.most) throw new AppError(storageWords.archive_unpacks_to_too_much);
        yield chunk;
      }
    } catch (error) {
      throw asUnreadable(error);
    }
  }
}
