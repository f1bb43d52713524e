import { AppError } from '@packhouse/contract/errors.ts';
import { readingLimits } from '@packhouse/contract/repositories/limits.ts';
import { documentRefusals } from '../document-refusals.ts';

/** More entries than any honest package has. */
export const maximumEntries = 200_000;
const alwaysAllowed = 256 * 1024 * 1024;
const maximumUnpacked = 16 * 1024 * 1024 * 1024;
const maximumRatio = 150;

/** Bytes kept of one archive, names included: entries that are each within their limit must not fill the memory together. */
export const maximumKept = readingLimits.archive.most;

/** How many bytes of an archive may still be kept. */
export interface Budget {
  left: number;
}

/** Takes from the budget. @throws AppError `invalid_package` when it is used up */
export function spend(budget: Budget, bytes: number): void {
  budget.left -= bytes;
  if (budget.left < 0) throw new AppError(documentRefusals.archive_parts_too_large);
}

/** Says what to keep of an entry: up to `limit` bytes; a longer entry is cut when `cut` is set, else the archive is refused. */
export interface Keep {
  limit: number;
  cut?: boolean;
}

/** Refuses archives that grow out of all proportion when they are unpacked. */
export function checkExpansion(packed: number, unpacked: number): void {
  if (unpacked <= alwaysAllowed) return;
  if (unpacked > maximumUnpacked || unpacked > packed * maximumRatio) throw new AppError(documentRefusals.archive_expands);
}

/** Refuses names that lead out of the folder an archive is unpacked into. */
export function checkEntryName(name: string): string {
  const plain = name.replaceAll('\\', '/');
  if (plain.includes('\0') || plain.startsWith('/') || /^[a-z]:/i.test(plain) || plain.split('/').includes('..')) {
    throw new AppError(documentRefusals.archive_leads_outside, { name: JSON.stringify(name.slice(0, 200)) });
  }
  return plain.replace(/^(?:\.\/)+/, '');
}

/** Collects a stream up to what `keep` allows; the rest is read and dropped so that the archive is seen to its end. */
export async function collect(body: AsyncIterable<Buffer>, keep: Keep, name: string, budget: Budget = { left: keep.limit }): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    if (length + chunk.length > keep.limit && !keep.cut) throw new AppError(documentRefusals.archive_entry_too_large, { name, limit: keep.limit });
    const kept = chunk.subarray(0, keep.limit - length);
    if (kept.length > 0) chunks.push(kept);
    length += kept.length;
    spend(budget, kept.length);
  }
  return Buffer.concat(chunks);
}
