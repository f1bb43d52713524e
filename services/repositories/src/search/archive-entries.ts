import { type Entry, fromRandomAccessReaderPromise } from 'yauzl';
import { type Seekable, SeekableReader } from '../storage/unpack.ts';

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
export async function archiveEntries(archive: Seekable, limits: EntryLimits = entryLimits): Promise<string[]> {
  const zip = await fromRandomAccessReaderPromise(new SeekableReader(archive), archive.size, { lazyEntries: true, autoClose: false });
  const paths = new Set<string>();
  try {
    for await (const { fileName } of zip.eachEntry() as AsyncIterable<Entry>) {
      if (paths.size >= limits.entries) break;
      // PostgreSQL keeps no text with a zero byte.
      if (!fileName.endsWith('/') && fileName.length <= limits.path && !fileName.includes('\0')) paths.add(fileName);
    }
  } finally {
    zip.close();
  }
  return [...paths];
}
