import { formats } from '@packhouse/formats/formats.ts';
import type { Component } from '../component/component.ts';
import { libraryComponent, plainComponent } from '../component/ecosystem.ts';
import { findEvidence, type KnownFiles } from './known-files.ts';
import { foreignEvidence, type Library, makeLibraries, type OwnedEvidence } from './library.ts';

export function makeComponent({ ecosystem, name, version, format }: Library): Component {
  return format === undefined ? libraryComponent(ecosystem, name, version) : plainComponent(format, name, version);
}

/** All libraries are known by this. */
export const evidence: readonly OwnedEvidence[] = [
  ...formats.flatMap(({ id, evidence: known = [] }) => known.map((one) => ({ ...one, format: id }))),
  ...foreignEvidence,
];

/** What is known of files, for whoever reads them elsewhere. */
export const knownFiles: KnownFiles = {
  evidence: [
    ...formats.flatMap(({ id, evidence: known = [] }) =>
      known.map(({ path, onlyAtTop = false, ofArchive = false }, at) => ({ format: id, at, path, onlyAtTop, ofArchive, isForeign: false })),
    ),
    ...foreignEvidence.map(({ format, path, onlyAtTop = false }, at) => ({ format, at, path, onlyAtTop, ofArchive: false, isForeign: true })),
  ],
  databases: formats.flatMap(({ id, installed = [] }) => installed.map(({ path }, at) => ({ format: id, at, path }))),
  programs: formats.flatMap(({ id, programs = [] }) => (programs.length > 0 ? [id] : [])),
};

/** How to read a file that says which libraries are here; undefined for all others. */
export function libraryReader(path: string, options: { atTop: boolean }): ((text: string) => Library[]) | undefined {
  const found = findEvidence(evidence, path, options);
  return found && ((text) => makeLibraries(found.format, found.read(text, path)));
}
