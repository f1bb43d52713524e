import { AppError, saidBy } from '@packhouse/contract/errors.ts';
import type { FormatId } from '@packhouse/contract/repositories/format-ids.ts';
import { loadFormat } from '@packhouse/formats/load-format.ts';
import type { Content } from './content.ts';
import { type Meter, UnreadableError } from './limits.ts';
import { type LibraryFile, type Notes, readLibraries } from './read-libraries.ts';

/** What a package holds; plain JSON, a function of its bytes alone. */
export interface PackageContent {
  files: LibraryFile[];
  /** This could not be read, in words for people. */
  notes: string[];
}

/** Bytes from somewhere inside other bytes. */
function getPart(content: Content, start: number, end: number): Content {
  return {
    size: end - start + 1,
    open: (range) => content.open(range ? { start: start + range.start, end: start + range.end } : { start, end }),
  };
}

/**
 * Reads what is inside a package of a format.
 * @throws UnreadableError
 */
export async function readPackage(content: Content, id: FormatId, meter: Meter): Promise<PackageContent> {
  const notes: Notes = new Set();
  const format = await loadFormat(id);
  try {
    const payload = await format.payload?.(content);
    const files = payload
      ? await readLibraries(getPart(content, payload.start, payload.end), meter, notes, payload)
      : await readLibraries(content, meter, notes);
    return { files, notes: [...notes] };
  } catch (error) {
    if (error instanceof AppError) throw new UnreadableError(saidBy(error), { cause: error });
    throw error;
  }
}
