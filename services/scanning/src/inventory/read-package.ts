import { basename } from 'node:path/posix';
import { buffer } from 'node:stream/consumers';
import { AppError, saidBy } from '@packhouse/contract/errors.ts';
import { type FormatId, plainFormat } from '@packhouse/contract/repositories/format-ids.ts';
import { scanningWords } from '@packhouse/contract/scanning/scanning-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { loadFormat } from '@packhouse/formats/load-format.ts';
import { isProgram } from '@packhouse/formats/program/program.ts';
import type { Content } from './content.ts';
import { isBill, type KnownFiles, readProgram } from './known-files.ts';
import { type Meter, UnreadableError } from './limits.ts';
import { type LockKind, readLock } from './lock-kind.ts';
import type { ListedComponent } from './read-bill.ts';
import { type LibraryFile, type Notes, readLibraries } from './read-libraries.ts';
import { readHead, readKind } from './walk-archive.ts';

/** What a package holds; plain JSON, a function of its bytes alone. */
export interface PackageContent {
  files: LibraryFile[];
  /** A bill of materials lists these. */
  listed: ListedComponent[];
  /** This could not be read, in words for people. */
  notes: string[];
}

/** The file of a package; `lock` says which kind of lock file it is, where it is one that lies there by itself. */
export interface PackageFile {
  format: FormatId;
  path: string;
  lock?: LockKind | undefined;
}

/** Bytes from somewhere inside other bytes. */
function getPart(content: Content, start: number, end: number): Content {
  return {
    size: end - start + 1,
    open: (range) => content.open(range ? { start: start + range.start, end: start + range.end } : { start, end }),
  };
}

/** Reads a plain file: a bill of materials, an archive or a program. */
async function readPlainFile(content: Content, { path, lock }: PackageFile, known: KnownFiles, meter: Meter): Promise<PackageContent> {
  const notes: Notes = new Set();
  const whole = async (limit: number) => {
    if (content.size > limit) throw new UnreadableError(say(scanningWords.file_larger_than, { path: basename(path), count: limit }));
    return buffer(content.open());
  };
  if (isBill(path)) {
    // It may name packages of all formats: none but this reader loads them all.
    const { readBill } = await import('./read-bill.ts');
    return { files: [], listed: readBill(await whole(meter.limits.file), meter), notes: [] };
  }
  const head = await readHead(content, 512);
  if (isProgram(head)) {
    const libraries = await readProgram(known, await whole(meter.limits.program));
    meter.components(libraries.length);
    return { files: [{ path: basename(path), libraries }], listed: [], notes: [] };
  }
  if (lock) {
    const libraries = await readLock(lock, basename(path), (await whole(meter.limits.file)).toString('utf8'));
    meter.components(libraries.length);
    for (const { name, version } of libraries) meter.keep(name, version);
    return { files: [{ path: basename(path), libraries }], listed: [], notes: libraries.length === 0 ? ['It names no packages'] : [] };
  }
  // What has the name of a program alone is any file at all.
  if (readKind(head) === 'unknown') return { files: [], listed: [], notes: ['It is neither an archive nor a program of a known kind'] };
  return { files: await readLibraries(content, known, meter, notes), listed: [], notes: [...notes] };
}

/**
 * Reads what is inside a package of a format.
 * @throws UnreadableError
 */
export async function readPackage(content: Content, file: PackageFile, known: KnownFiles, meter: Meter): Promise<PackageContent> {
  if (file.format === plainFormat) return readPlainFile(content, file, known, meter);
  const notes: Notes = new Set();
  const format = await loadFormat(file.format);
  try {
    const payload = await format.payload?.(content);
    const files = payload
      ? await readLibraries(getPart(content, payload.start, payload.end), known, meter, notes, payload)
      : await readLibraries(content, known, meter, notes);
    return { files, listed: [], notes: [...notes] };
  } catch (error) {
    if (error instanceof AppError) throw new UnreadableError(saidBy(error), { cause: error });
    throw error;
  }
}
