import { containerFormats, type FormatId, getCard, plainFormat } from '@packhouse/contract/repositories/format-ids.ts';
import { ecosystems } from '@packhouse/formats/ecosystem/ecosystems.ts';
import { formats } from '@packhouse/formats/formats.ts';
import type { LibraryEvidence, NamedLibrary, ProgramEvidence } from '@packhouse/formats/library-evidence.ts';
import { openProgram } from '@packhouse/formats/program/program.ts';
import type { Component } from '../component/component.ts';
import { libraryComponent, plainComponent } from '../component/ecosystem.ts';

/** A library as its own metadata names it. */
export interface Library {
  /** Empty where there are no advisories about its kind. */
  ecosystem: string;
  name: string;
  version: string;
  /** Said where it has no ecosystem. */
  format?: FormatId;
}

const clean = (text: unknown, limit: number) => (typeof text === 'string' && text.length <= limit && !text.includes('\0') ? text.trim() : '');

/** Makes a library of what a file of a format names; none of what is no name or version. */
export function makeLibraries(format: FormatId, named: readonly NamedLibrary[]): Library[] {
  return named.flatMap((one) => {
    const [name, version] = [clean(one.name, 300), clean(one.version, 100)];
    if (name === '' || version === '') return [];
    const ecosystem = one.isImage ? undefined : (one.ecosystem ?? getCard(format).scanning?.ecosystem);
    if (ecosystem !== undefined) return [{ ecosystem, name, version }];
    return [{ ecosystem: '', name, version, format: one.isImage ? containerFormats[0]! : format }];
  });
}

export function makeComponent({ ecosystem, name, version, format }: Library): Component {
  return format === undefined ? libraryComponent(ecosystem, name, version) : plainComponent(format, name, version);
}

/** Files of ecosystems that no format here is of. */
const foreign = ecosystems.flatMap(({ id, evidence: known }) =>
  known.map((one) => ({
    ...one,
    format: plainFormat,
    read: (text: string, path: string) => one.read(text, path).map((library) => ({ ...library, ecosystem: id })),
  })),
);
/** All libraries are known by this. */
const evidence: readonly (LibraryEvidence & { format: FormatId })[] = [
  ...formats.flatMap(({ id, evidence: known = [] }) => known.map((one) => ({ ...one, format: id }))),
  ...foreign,
];
const programs: readonly (ProgramEvidence & { format: FormatId })[] = formats.flatMap(({ id, programs: known = [] }) =>
  known.map((one) => ({ ...one, format: id })),
);

/** How to read a file that says which libraries are here; undefined for all others. */
export function libraryReader(path: string, options: { atTop: boolean }): ((text: string) => Library[]) | undefined {
  const found = evidence.find((one) => one.path.test(path) && (options.atTop || !one.onlyAtTop));
  return found && ((text) => makeLibraries(found.format, found.read(text, path)));
}

/** Names that programs have; whether one is, its first bytes say. */
export function mayBeProgram(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return /^[^.]+$|\.(?:exe|bin|elf|run)$|[-_.](?:amd64|arm64|x86_64|aarch64|linux|darwin|v?\d[\w.+-]{0,60})$/i.test(name.slice(-255));
}

/** Libraries that went into a program, as its compiler wrote them down. */
export async function readProgram(bytes: Buffer): Promise<Library[]> {
  const program = openProgram(bytes);
  const found: Library[] = [];
  for (const one of programs) found.push(...makeLibraries(one.format, await one.read(program)));
  return found;
}

/** Archives whose inside is looked at too. */
export const isNestedArchive = (path: string) => /\.(?:jar|war|ear|sar|par|whl|nupkg)$/i.test(path);

/** The archive that a package keeps its files in, beside what is said about them. */
export const isContentArchive = (path: string, { atTop }: { atTop: boolean }) => atTop && path === 'data.tar.gz';
