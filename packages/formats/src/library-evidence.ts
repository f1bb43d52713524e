/** A library as its own metadata names it; what is no text, or an empty one, counts as not there. */
export interface NamedLibrary {
  name: unknown;
  version: unknown;
}

/** A kind of files that say which libraries of a format's ecosystem are in an image or an archive. */
export interface LibraryEvidence {
  readonly path: RegExp;
  read(text: string, path: string): readonly NamedLibrary[];
  /** Only at the top of a package's own archive: elsewhere it says what somebody might install, not what is there. */
  readonly onlyAtTop?: true;
}
