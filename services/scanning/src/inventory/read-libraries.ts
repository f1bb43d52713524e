import { isProgram, programHead } from '@packhouse/formats/program/program.ts';
import { type Content, memoryContent } from './content.ts';
import {
  findEvidence,
  isContentArchive,
  isNestedArchive,
  type KnownFiles,
  mayBeProgram,
  readArchiveLicences,
  readEvidence,
  readProgram,
} from './known-files.ts';
import type { Library } from './library.ts';
import { type Meter, UnreadableError } from './limits.ts';
import { type ArchiveEntry, type ArchiveForm, walkArchive } from './walk-archive.ts';

/** Libraries that one file tells of. */
export interface LibraryFile {
  /** Where it is; inside an archive in the content, after that archive's path and `!/`. */
  path: string;
  libraries: Library[];
}

/** This could not be read, in words for people, each once. */
export type Notes = Set<string>;

interface Reading {
  known: KnownFiles;
  meter: Meter;
  notes: Notes;
  found: LibraryFile[];
  /** Licences that something says of the archive in which it lies, by what comes before the paths in that. */
  stated: Map<string, string[]>;
}

/** Begins the record of what is being read of one content. */
export function newReading(known: KnownFiles, meter: Meter, notes: Notes): Reading {
  return { known, meter, notes, found: [], stated: new Map() };
}

/** Keeps what a file tells of. @throws UnreadableError when that is too much */
function keep(reading: Reading, path: string, libraries: Library[]): void {
  if (libraries.length === 0) return;
  reading.meter.components(libraries.length);
  reading.meter.keep(path);
  for (const { name, version, licences = [] } of libraries) reading.meter.keep(name, version, ...licences);
  reading.found.push({ path, libraries });
}

/** Gives what an archive says of itself to the one library that it is, unless that says it, too. Of an archive of several nobody knows which of them is meant. */
function settleLicences({ found, stated }: Reading, prefix: string): void {
  const licences = stated.get(prefix);
  if (!licences) return;
  stated.delete(prefix);
  const own = found.filter(({ path }) => path.startsWith(prefix) && !path.includes('!/', prefix.length)).flatMap(({ libraries }) => libraries);
  const [first] = own;
  if (!first || own.some(({ name, version }) => name !== first.name || version !== first.version)) return;
  if (own.every(({ licences: told = [] }) => told.length === 0)) first.licences = licences;
}

const megabytes = (bytes: number) => Math.round(bytes / 1024 ** 2);

interface Place {
  prefix: string;
  depth: number;
  atTop: boolean;
}

async function readNested(reading: Reading, entry: ArchiveEntry, { prefix, depth }: Place, isContent: boolean): Promise<void> {
  const { limits } = reading.meter;
  if (depth >= limits.depth) {
    reading.notes.add(`Archives nested deeper than ${limits.depth} levels were not read`);
    return;
  }
  if (entry.size > (isContent ? limits.program : limits.file)) {
    reading.notes.add(`Archives larger than ${megabytes(limits.file)} MB inside this one were not read`);
    return;
  }
  const inner = memoryContent(await entry.bytes(isContent ? limits.program : limits.file));
  const place = { prefix: `${prefix}${entry.path}!/`, depth: depth + 1, atTop: isContent };
  // A file that only calls itself an archive is nothing to wonder at; one that breaks a limit ends the scan.
  await walkArchive(inner, reading.meter, (one) => readEntry(reading, one, place)).catch((error) => {
    if (!(error instanceof UnreadableError) || !/cannot be read|no archive/.test(error.message)) throw error;
    reading.notes.add('Some archives inside this one cannot be read');
  });
  settleLicences(reading, place.prefix);
}

async function readPossibleProgram(reading: Reading, entry: ArchiveEntry, path: string): Promise<void> {
  const { limits } = reading.meter;
  if (entry.size < programHead) return;
  if (entry.size > limits.program) {
    reading.notes.add(`Programs larger than ${megabytes(limits.program)} MB were not looked into`);
    return;
  }
  const bytes = await entry.bytesIf(programHead, isProgram);
  if (bytes) keep(reading, path, await readProgram(reading.known, bytes));
}

/** Reads one entry of an archive, and what is inside it when it is an archive itself. */
export async function readEntry(reading: Reading, entry: ArchiveEntry, place: Place): Promise<void> {
  if (entry.kind !== 'file') return;
  const path = `${place.prefix}${entry.path}`;
  const kind = findEvidence(reading.known.evidence, entry.path, place);
  if (kind) {
    const text = (await entry.bytes(reading.meter.limits.file)).toString('utf8');
    if (kind.ofArchive) {
      const licences = await readArchiveLicences(kind, text, entry.path);
      if (licences.length > 0) reading.stated.set(place.prefix, licences);
      reading.meter.keep(...licences);
      return;
    }
    return keep(reading, path, await readEvidence(kind, text, entry.path));
  }
  const isContent = isContentArchive(entry.path, place);
  if (isContent || isNestedArchive(entry.path)) return readNested(reading, entry, place, isContent);
  if (mayBeProgram(entry.path)) await readPossibleProgram(reading, entry, path);
}

/**
 * Libraries inside an archive and the archives in it.
 * @throws UnreadableError
 */
export async function readLibraries(content: Content, known: KnownFiles, meter: Meter, notes: Notes, form?: ArchiveForm): Promise<LibraryFile[]> {
  const reading = newReading(known, meter, notes);
  await walkArchive(content, meter, (entry) => readEntry(reading, entry, { prefix: '', depth: 1, atTop: true }), form);
  settleLicences(reading, '');
  return reading.found;
}
