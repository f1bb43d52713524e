import type { Program } from './program/program.ts';

/** A library as its own metadata names it; what is no text, or an empty one, counts as not there. */
export interface NamedLibrary {
  name: unknown;
  version: unknown;
  /** Its ecosystem, where that is another than the format's own; one of those that the format's card lists. */
  ecosystem?: string;
  /** As its author wrote them; what is no text is left out. */
  licences?: readonly unknown[];
  /** It is an image of a container registry: known, and matched by no name. */
  isImage?: true;
}

/** A kind of files that say which libraries of a format's ecosystem are in an image or an archive. */
export interface LibraryEvidence {
  readonly path: RegExp;
  read(text: string, path: string): readonly NamedLibrary[];
  /** Only at the top of a package's own archive: elsewhere it says what somebody might install, not what is there. */
  readonly onlyAtTop?: true;
  /** It says the licences of the one library that the archive is in which it lies, and not which that is. */
  readonly ofArchive?: true;
}

/** Compiled programs that say which libraries went into them. */
export interface ProgramEvidence {
  read(program: Program): Promise<readonly NamedLibrary[]>;
}

/** A package as the database of a distribution lists it. */
export interface InstalledPackage {
  name: string;
  version: string;
  sourceName?: string;
  sourceVersion?: string;
  /** As its packager wrote it. */
  licence?: string;
}

/** The database in which a distribution keeps what is installed. */
export interface InstalledDatabase {
  readonly path: RegExp;
  /** `own` is told of each file that belongs to a package. @throws Error when it is damaged */
  read(bytes: Buffer, own: (folder: string, name: string) => void): readonly InstalledPackage[];
}
