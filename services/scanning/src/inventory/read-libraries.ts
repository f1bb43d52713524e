import { type Content, memoryContent } from './content.ts';
import { isNestedArchive, type Library, libraryReader } from './libraries.ts';
import { type Meter, UnreadableError } from './limits.ts';
import { type ArchiveEntry, walkArchive } from './walk-archive.ts';

/** Libraries that one file tells of. */
export interface LibraryFile {
  /** Where it is; inside an archive in the content, after that archive's path and `!/`. */
  path: string;
  libraries: Library[];
}

/** This could not be read, in words for people, each once. */
export type Notes = Set<string>;

interface Reading {
  meter: Meter;
  notes: Notes;
  found: LibraryFile[];
}

/** Begins the record of what is being read of one content. */
export function newReading(meter: Meter, notes: Notes = new Set()): Reading {
  return { meter, notes, found: [] };
}

function keep(reading: Reading, path: string, libraries: Library[]): void {
  if (libraries.length === 0) return;
  reading.meter.components(libraries.length);
  reading.meter.keep(path);
  for (const { name, version } of libraries) reading.meter.keep(name, version);
  reading.found.push({ path, libraries });
}

/** Reads one entry of an archive, and what is inside it when it is an archive itself. */
export async function readEntry(reading: Reading, entry: ArchiveEntry, place: { prefix: string; depth: number; atTop: boolean }): Promise<void> {
  if (entry.kind !== 'file') return;
  const path = `${place.prefix}${entry.path}`;
  const read = libraryReader(entry.path, place);
  if (read) {
    keep(reading, path, read((await entry.bytes()).toString('utf8')));
    return;
  }
  if (!isNestedArchive(entry.path)) return;
  if (place.depth >= reading.meter.limits.depth) {
    reading.notes.add(`Archives nested deeper than ${reading.meter.limits.depth} levels were not read`);
    return;
  }
  if (entry.size > reading.meter.limits.file) {
    reading.notes.add(`Archives larger than ${Math.round(reading.meter.limits.file / 1024 ** 2)} MB inside this one were not read`);
    return;
  }
  const inner = memoryContent(await entry.bytes());
  // A file that only calls itself an archive is nothing to wonder at; one that breaks a limit ends the scan.
  await walkArchive(inner, reading.meter, (one) => readEntry(reading, one, { prefix: `${path}!/`, depth: place.depth + 1, atTop: false })).catch((error) => {
    if (!(error instanceof UnreadableError) || !/cannot be read|no archive/.test(error.message)) throw error;
    reading.notes.add('Some archives inside this one cannot be read');
  });
}

/**
 * Libraries inside an archive and the archives in it.
 * @throws UnreadableError
 */
export async function readLibraries(content: Content, meter: Meter, notes: Notes): Promise<LibraryFile[]> {
  const reading = newReading(meter, notes);
  await walkArchive(content, meter, (entry) => readEntry(reading, entry, { prefix: '', depth: 1, atTop: true }));
  return reading.found;
}
