import type { FormatId } from '@packhouse/contract/repositories/format-ids.ts';
import { formats } from '@packhouse/formats/formats.ts';
import type { ProgramEvidence } from '@packhouse/formats/library-evidence.ts';
import { openProgram } from '@packhouse/formats/program/program.ts';
import type { Component } from '../component/component.ts';
import { libraryComponent, plainComponent } from '../component/ecosystem.ts';
import { foreignEvidence, type Library, makeLibraries, type OwnedEvidence } from './library.ts';

export function makeComponent({ ecosystem, name, version, format }: Library): Component {
  return format === undefined ? libraryComponent(ecosystem, name, version) : plainComponent(format, name, version);
}

/** All libraries are known by this. */
const evidence: readonly OwnedEvidence[] = [
  ...formats.flatMap(({ id, evidence: known = [] }) => known.map((one) => ({ ...one, format: id }))),
  ...foreignEvidence,
];
const programs: readonly (ProgramEvidence & { format: FormatId })[] = formats.flatMap(({ id, programs: known = [] }) =>
  known.map((one) => ({ ...one, format: id })),
);

/** The kind of files that say which libraries are here; undefined for all others. */
export function findEvidence(path: string, options: { atTop: boolean }): OwnedEvidence | undefined {
  return evidence.find((one) => one.path.test(path) && (options.atTop || !one.onlyAtTop));
}

/** How to read a file that says which libraries are here; undefined for all others. */
export function libraryReader(path: string, options: { atTop: boolean }): ((text: string) => Library[]) | undefined {
  const found = findEvidence(path, options);
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
