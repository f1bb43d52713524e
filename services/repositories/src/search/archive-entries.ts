import type { RangedBytes } from '@packhouse/formats/archive/archive-entry.ts';
import { openZip } from '@packhouse/formats/archive/walk-zip.ts';

interface EntryLimits {
  entries: number;
  /** Letters of one path; longer ones are left out. */
  path: number;
}

const entryLimits: EntryLimits = { entries: 100_000, path: 1000 };

/**
 * Paths of the files inside a zip archive, from its directory alone: nothing is unpacked, so that no archive can grow.
 * Entries beyond the limits are left out; an archive that lists more than it may is searched for what it lists first.
 * @throws Error when it is no readable archive
 */
export async function archiveEntries(archive: RangedBytes, limits: EntryLimits = entryLimits): Promise<string[]> {
  const zip = await openZip(archive);
  const paths = new Set<string>();
  for await (const { name, kind } of zip.entries()) {
    if (paths.size >= limits.entries) break;
    // PostgreSQL keeps no text with a zero byte.
    if (kind === 'file' && name.length <= limits.path && !name.includes('\0')) paths.add(name);
  }
  return [...paths];
}
