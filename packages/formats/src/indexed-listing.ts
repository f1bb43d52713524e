import type { Readable } from 'node:stream';
import type { Want } from './want.ts';

/** A stored file as the listings of its repository see it. */
export interface ListedFile {
  path: string;
  size: number;
  sha256: string;
  sha1: string;
  md5: string;
  createdAt: Date;
  properties: Readonly<Record<string, readonly string[]>>;
  /** `Inspection.listed`: what was read from the bytes. */
  content: unknown;
}

/** One file contributes this to a listing; it is rendered once, when the file arrives. */
export interface IndexEntry {
  /** This is built, signed and swapped as a whole: a suite, a branch, or `''` for the whole repository. */
  scope: string;
  /** Which of the scope's lists it belongs to. */
  list: string;
  package: string;
  /** The same for the same thing from several members: the first member's is listed. */
  key: string;
  /** Path of the file that it stands for. */
  path: string;
  text: string;
}

/** Bytes that a generation consists of. */
export interface IndexDocument {
  size: number;
  sha256: string;
  sha1: string;
  md5: string;
  /** Of a compressed document: what is inside. */
  raw: { size: number; sha256: string };
  open(): Readable;
}

export interface PackedOptions {
  /** Lists one after the other; unknown ones are empty. */
  lists: readonly string[];
  /** Gives what comes before and after, by the sum of the lists. */
  frame?(lists: { size: number; entries: number }): { head?: string | Buffer; tail?: string | Buffer };
}

/** The platform's own signatures. While an earlier key is still published, there is one of each. */
export interface Signer {
  /** OpenPGP, the text readable in it. */
  clear(text: string): Promise<string>;
  /** OpenPGP, armoured, beside the text. */
  detached(text: string): Promise<string>;
  /** RSA PKCS #1 v1.5, with the name of the public key's file. */
  rsa(body: Readable, hash: 'sha1' | 'sha256'): Promise<readonly { keyName: string; signature: Buffer }[]>;
}

export interface Generation {
  repositoryKey: string;
  scope: string;
  at: Date;
  /** How many entries each list has. */
  lists: ReadonlyMap<string, number>;
  signer: Signer;
  /** A gzip document of whole lists. What has not changed is not compressed again. */
  pack(options: PackedOptions): Promise<IndexDocument>;
  store(content: string | Buffer | Readable): Promise<IndexDocument>;
  /** Makes a document visible with this generation. `lasting` ones can be read for a day after: whoever holds the old listing still finds what it names. */
  publish(path: string, document: IndexDocument, options?: { lasting?: boolean }): void;
}

/** An upstream's documents, through its remote repository's cache. */
export type OpenUpstream = (want: Want) => Promise<Readable | undefined>;

/**
 * For formats whose listing covers many packages at once. The core keeps the entries, builds a generation after changes,
 * swaps it as a whole, and merges the members of virtual repositories; remote repositories pass theirs on untouched.
 */
export interface IndexedListing {
  /** Kind of the keys behind its signatures. */
  readonly signedBy: 'openpgp' | 'rsa';
  /** Where OpenPGP keys sign its head: how the file at a path of it proves itself, by itself or by a signature beside it; undefined where it does not. */
  signature?(path: string): { readonly beside?: string } | undefined;
  /** @throws AppError `bad_request` when the file's properties ask for more than one file may have */
  entries(file: ListedFile): readonly IndexEntry[];
  /** Publishes every document of a scope. */
  build(generation: Generation): Promise<void>;
  /** Has a listing even when there is nothing in it. */
  isAlwaysThere(scope: string): boolean;
  /** The document that tells whether an upstream's listing has changed; the first that there is counts. */
  heads(scope: string): readonly Want[];
  /** Tells what exactly a path of an upstream's listing means while `head` is its head; so that no document of another generation is given out. */
  pin?(want: Want, head: Buffer): Want;
  /** An upstream's listing, entry by entry. @throws AppError `upstream_failed` */
  read(scope: string, open: OpenUpstream): AsyncIterable<IndexEntry>;
}
