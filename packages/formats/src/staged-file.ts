import type { Readable } from 'node:stream';
import type { Said } from '@packhouse/contract/sentences.ts';
import type { PackageFacts } from './stored-package.ts';

/** The file at a storage path belongs to this. */
export interface Location {
  package: string;
  version: string;
  /** The file that stands for the version (the jar, the tarball, the manifest). */
  lead?: boolean;
}

/** A file that is about to be sent. */
export interface ServedFile {
  /** Storage path. */
  path: string;
  /** Absent: not known yet. */
  sha256?: string | undefined;
}

/** Bytes that have arrived and are not yet visible. */
export interface StagedFile {
  size: number;
  sha256: string;
  sha1: string;
  md5: string;
  sha512?: string;
  /** Reads the bytes again, from `start` to `end` inclusive when given (archives with their table at the end need that). */
  open(range?: { start: number; end: number }): Readable;
}

/** The whole of another file that the same repository holds; undefined when there is none, or one of more than `limit` bytes. Given when stored files are read again. */
export type ReadBeside = (path: string, limit: number) => Promise<Buffer | undefined>;

export interface Inspection extends Location {
  /** Absent: this file says nothing about its version; what is known of it stays. */
  facts?: PackageFacts;
  /** These of the facts are read from the file alone; of all others what is known of its version already stays when it is read again. Absent: nothing stays. */
  adds?: readonly (keyof PackageFacts)[];
  /** Properties to set on the artifact, e.g. `npm.name`. */
  properties?: Record<string, readonly string[]>;
  /** Listings need to know this of the file's content (see `Format.indexed`). Plain JSON, a function of the bytes alone. */
  listed?: unknown;
  /** Says what does not agree with the path where it lies; repositories refuse it unless they are told to take it. */
  misplaced?: Said;
}

/** A movable name of a package gets another version. */
export interface MovedPointer {
  package: string;
  name: string;
  version: string;
  /** It must still be there, with this version, or nowhere (null); else nothing is published, and the answer is `conflict`. */
  was?: string | null;
}
