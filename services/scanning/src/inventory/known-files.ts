import type { FormatId } from '@packhouse/contract/repositories/format-ids.ts';
import type { Format } from '@packhouse/formats/format.ts';
import type { InstalledPackage, LibraryEvidence, ProgramEvidence } from '@packhouse/formats/library-evidence.ts';
import { loadFormat } from '@packhouse/formats/load-format.ts';
import { openProgram } from '@packhouse/formats/program/program.ts';
import { cleanLicences, foreignEvidence, type Library, makeLibraries } from './library.ts';

/** A kind of files whose reader a format has: whose it is, where in the format's list, and by which paths it is known. */
export interface KnownFile {
  format: FormatId;
  at: number;
  path: RegExp;
}

/** A kind of files that say which libraries are here; `isForeign` where no format here has such packages. */
export interface KnownEvidence extends KnownFile {
  isForeign: boolean;
  onlyAtTop: boolean;
  ofArchive: boolean;
}

/** Files that tell something, and who reads them: what a thread is told, so that of all formats it loads those alone whose files it meets. */
export interface KnownFiles {
  evidence: readonly KnownEvidence[];
  /** Databases in which distributions keep what is installed. */
  databases: readonly KnownFile[];
  /** Formats whose libraries go into programs. */
  programs: readonly FormatId[];
}

const loaded = new Map<FormatId, Promise<Format>>();

function load(id: FormatId): Promise<Format> {
  const known = loaded.get(id) ?? loadFormat(id);
  loaded.set(id, known);
  return known;
}

/** The kind of files that say which libraries are here; undefined for all others. */
export function findEvidence<Kind extends { path: RegExp; onlyAtTop?: boolean }>(
  evidence: readonly Kind[],
  path: string,
  options: { atTop: boolean },
): Kind | undefined {
  return evidence.find((one) => one.path.test(path) && (options.atTop || !one.onlyAtTop));
}

/** Reads a file that says which libraries are here. */
export async function readEvidence({ format, at, isForeign }: KnownEvidence, text: string, path: string): Promise<Library[]> {
  const known: readonly LibraryEvidence[] = isForeign ? foreignEvidence : ((await load(format)).evidence ?? []);
  return makeLibraries(format, known[at]!.read(text, path));
}

/** Licences that a file says of the archive in which it lies. */
export async function readArchiveLicences({ format, at }: KnownEvidence, text: string, path: string): Promise<string[]> {
  const named = ((await load(format)).evidence ?? [])[at]!.read(text, path);
  return cleanLicences(named.flatMap(({ licences = [] }) => licences));
}

/** Reads the database of what is installed. @throws Error when it is damaged */
export async function readDatabase({ format, at }: KnownFile, bytes: Buffer, own: (folder: string, name: string) => void): Promise<InstalledPackage[]> {
  return [...(await load(format)).installed![at]!.read(bytes, own)];
}

/** Libraries that went into a program, as its compiler wrote them down. */
export async function readProgram({ programs }: KnownFiles, bytes: Buffer): Promise<Library[]> {
  const program = openProgram(bytes);
  const found: Library[] = [];
  for (const format of programs) {
    const readers: readonly ProgramEvidence[] = (await load(format)).programs ?? [];
    for (const one of readers) found.push(...makeLibraries(format, await one.read(program)));
  }
  return found;
}

/** Names that programs have; whether one is, its first bytes say. */
export function mayBeProgram(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return /^[^.]+$|\.(?:exe|bin|elf|run)$|[-_.](?:amd64|arm64|x86_64|aarch64|linux|darwin|v?\d[\w.+-]{0,60})$/i.test(name.slice(-255));
}

/** Archives whose inside is looked at too. */
export const isNestedArchive = (path: string): boolean => /\.(?:jar|war|ear|sar|par|whl|nupkg)$/i.test(path);

/** The archive that a package keeps its files in, beside what is said about them. */
export const isContentArchive = (path: string, { atTop }: { atTop: boolean }): boolean => atTop && path === 'data.tar.gz';

/** Names of documents that list what something consists of. */
export const isBill = (path: string): boolean => /(?:^|\/)bom\.json$|\.(?:cdx|cyclonedx|spdx|sbom)\.json$/i.test(path);
