import { AppError } from '@packhouse/contract/errors.ts';
import { sharedWords } from '@packhouse/contract/shared-words.ts';
import { documentRefusals } from '../document-refusals.ts';
import type { RangedBytes } from './archive-entry.ts';
import { checkEntryName, checkExpansion, collect, type Keep, maximumEntries, maximumKept, spend } from './archive-limits.ts';
import { type Packing, walkTar } from './walk-tar.ts';

interface TarReading {
  mayBeEmpty?: boolean;
  largestUnpacked?: number;
  /** Of an archive whose entries have an order: whether all that is wanted stands before this one, which nobody reads then, nor what follows. */
  isEnough?: ((name: string, found: ReadonlyMap<string, Buffer>) => boolean) | undefined;
}

/**
 * Reads a tar archive (compressed with gzip unless `packing` says otherwise) from end to end (unless something is enough) without unpacking it, and gives the entries that `wanted` asks for.
 * Of entries with the same name the last wins, as it does when unpacking.
 * @throws AppError `invalid_package` when it is truncated, empty (unless it may be), damaged, a bomb, has names that lead outside, or more is wanted of it than `largestKept` bytes
 */
export async function readTar(
  file: RangedBytes,
  wanted: (name: string) => Keep | undefined,
  packing: Packing = 'gzip',
  largestKept = maximumKept,
  { mayBeEmpty = false, largestUnpacked = Number.POSITIVE_INFINITY, isEnough }: TarReading = {},
): Promise<Map<string, Buffer>> {
  const found = new Map<string, Buffer>();
  const budget = { left: largestKept };
  let size = 0;
  let entries = 0;
  const count = (length: number) => {
    size += length;
    if (size > largestUnpacked) throw new AppError(documentRefusals.archive_expands);
    checkExpansion(file.size, size);
  };
  try {
    for await (const entry of walkTar(file, packing, count)) {
      if (++entries > maximumEntries) throw new AppError(documentRefusals.too_many_archive_entries);
      const name = checkEntryName(entry.name);
      if (isEnough?.(name, found)) break;
      const keep = entry.kind === 'file' ? wanted(name) : undefined;
      if (!keep) continue;
      spend(budget, name.length);
      found.set(name, await collect(await entry.open(), keep, name, budget));
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError(sharedWords.archive_unreadable, { reason: (error as Error).message }, { cause: error });
  }
  if (entries === 0 && !mayBeEmpty) throw new AppError(documentRefusals.archive_empty);
  return found;
}
