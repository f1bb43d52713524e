import { AppError } from '@packhouse/contract/errors.ts';
import { sharedWords } from '@packhouse/contract/shared-words.ts';
import { documentRefusals } from '../document-refusals.ts';
import type { RangedBytes } from './archive-entry.ts';
import { checkEntryName, checkExpansion, collect, type Keep, maximumEntries, maximumKept, spend } from './archive-limits.ts';
import { openZip } from './walk-zip.ts';

/**
 * Reads the table of a zip archive and gives the entries that `wanted` asks for; nothing is unpacked to disk.
 * @throws AppError `invalid_package` when it is truncated, damaged, a bomb, has names that lead outside, or more is wanted of it than `maximumKept`
 */
export async function readZip(file: RangedBytes, wanted: (name: string) => Keep | undefined): Promise<Map<string, Buffer>> {
  const found = new Map<string, Buffer>();
  try {
    const zip = await openZip(file);
    if (zip.count > maximumEntries) throw new AppError(documentRefusals.too_many_archive_entries);
    if (zip.count === 0) throw new AppError(documentRefusals.archive_empty);
    let packed = 0;
    let size = 0;
    const budget = { left: maximumKept };
    for await (const entry of zip.entries()) {
      const name = checkEntryName(entry.name);
      packed += entry.packed;
      size += entry.size;
      if (packed > file.size) throw new AppError(documentRefusals.archive_entries_overlap);
      checkExpansion(file.size, size);
      const keep = name.endsWith('/') ? undefined : wanted(name);
      if (!keep) continue;
      spend(budget, name.length);
      found.set(name, await collect(await entry.open(), keep, name, budget));
    }
    return found;
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError(sharedWords.archive_unreadable, { reason: (error as Error).message }, { cause: error });
  }
}
