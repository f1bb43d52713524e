import { PassThrough, type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { AppError } from '@packhouse/contract/errors.ts';
import { extract } from 'tar-stream';
import type { StagedFile } from '../format.ts';
import { checkEntryName, checkExpansion, collect, type Keep, maximumEntries, maximumKept, refuse, spend } from './archive-limits.ts';
import { createXzDecompress } from './xz.ts';

/** Counts what comes out of the decompressor and stops a bomb while it goes off. */
function meter(packed: number): Transform {
  let unpacked = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      unpacked += chunk.length;
      try {
        checkExpansion(packed, unpacked);
        done(null, chunk);
      } catch (error) {
        done(error as Error);
      }
    },
  });
}

export type TarCompression = 'gzip' | 'xz' | 'zstd' | 'none';

function decompressor(compression: TarCompression) {
  switch (compression) {
    case 'gzip':
      return createGunzip();
    case 'xz':
      return createXzDecompress();
    case 'zstd':
      return createZstdDecompress();
    case 'none':
      return new PassThrough();
  }
}

/**
 * Reads a tar archive (compressed with gzip unless `compression` says otherwise) from end to end without unpacking it, and gives the entries that `wanted` asks for.
 * Of entries with the same name the last wins, as it does when unpacking.
 * @throws AppError `invalid_package` when it is truncated, empty (unless it may be), damaged, a bomb, has names that lead outside, or more is wanted of it than `largestKept` bytes
 */
export async function readTar(
  file: Pick<StagedFile, 'size' | 'open'>,
  wanted: (name: string) => Keep | undefined,
  compression: TarCompression = 'gzip',
  largestKept = maximumKept,
  mayBeEmpty = false,
): Promise<Map<string, Buffer>> {
  const found = new Map<string, Buffer>();
  const unpack = extract();
  const source: Readable = file.open();
  const feeding = pipeline(source, decompressor(compression), meter(file.size), unpack);
  // A failure of the feeding side also ends the loop below; the first reason is the one to tell.
  let reason: unknown;
  feeding.catch((error: unknown) => {
    reason ??= error;
  });
  try {
    let entries = 0;
    const budget = { left: largestKept };
    for await (const entry of unpack) {
      if (++entries > maximumEntries) refuse('The archive has too many entries');
      const name = checkEntryName(entry.header.name);
      const keep = entry.header.type === 'file' || entry.header.type === 'contiguous-file' ? wanted(name) : undefined;
      if (!keep) {
        entry.resume();
        continue;
      }
      spend(budget, name.length);
      found.set(name, await collect(entry as AsyncIterable<Buffer>, keep, name, budget));
    }
    await feeding;
    if (entries === 0 && !mayBeEmpty) refuse('The archive is empty');
    return found;
  } catch (error) {
    source.destroy();
    unpack.destroy();
    await feeding.catch(() => undefined);
    const known = [error, reason].find((one) => one instanceof AppError);
    if (known) throw known;
    throw new AppError('invalid_package', {
      message: `The archive cannot be read: ${(reason ?? error) instanceof Error ? ((reason ?? error) as Error).message : 'damaged'}`,
      cause: error,
    });
  }
}
