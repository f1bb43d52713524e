import { containerFormats, type FormatId, getCard, plainFormat } from '@packhouse/contract/repositories/format-ids.ts';
import { ecosystems } from '@packhouse/formats/ecosystem/ecosystems.ts';
import type { LibraryEvidence, NamedLibrary } from '@packhouse/formats/library-evidence.ts';

/** A library as its own metadata names it. */
export interface Library {
  /** Empty where there are no advisories about its kind. */
  ecosystem: string;
  name: string;
  version: string;
  /** Said where it has no ecosystem. */
  format?: FormatId;
  /** As its author wrote them. */
  licences?: string[];
}

const clean = (text: unknown, limit: number) => (typeof text === 'string' && text.length <= limit && !text.includes('\0') ? text.trim() : '');

/** So many licences nobody honest names. */
const mostLicences = 20;

/** Licences as somebody wrote them, each once. */
export function cleanLicences(given: readonly unknown[] = []): string[] {
  return [...new Set(given.slice(0, mostLicences).map((one) => clean(one, 300)))].filter((one) => one !== '');
}

/** Makes a library of what a file of a format names; none of what is no name or version. */
export function makeLibraries(format: FormatId, named: readonly NamedLibrary[]): Library[] {
  return named.flatMap((one) => {
    const [name, version] = [clean(one.name, 300), clean(one.version, 100)];
    if (name === '' || version === '') return [];
    const licences = cleanLicences(one.licences);
    const stated = licences.length > 0 ? { licences } : {};
    const ecosystem = one.isImage ? undefined : (one.ecosystem ?? getCard(format).scanning?.ecosystem);
    if (ecosystem !== undefined) return [{ ecosystem, name, version, ...stated }];
    return [{ ecosystem: '', name, version, format: one.isImage ? containerFormats[0]! : format, ...stated }];
  });
}

/** A kind of files, and the format whose packages they name. */
export type OwnedEvidence = LibraryEvidence & { format: FormatId };

/** Files of ecosystems that no format here is of. */
export const foreignEvidence: readonly OwnedEvidence[] = ecosystems.flatMap(({ id, evidence: known }) =>
  known.map((one) => ({
    ...one,
    format: plainFormat,
    read: (text: string, path: string) => one.read(text, path).map((library) => ({ ...library, ecosystem: id })),
  })),
);
