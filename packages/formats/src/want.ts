/**
 * Tells what a URL asks for.
 * - `file`: immutable bytes at the storage path `path`
 * - `index`: a generated listing; `path` is the name under which a remote's copy of it is cached
 * - `document`: part of a listing that is built and signed as a whole (see `Format.indexed`)
 * - `publish`, `remove`: a change; `aux`: anything else the client calls (ping, login, search, tags)
 */
export interface Want {
  kind: 'file' | 'index' | 'document' | 'publish' | 'remove' | 'aux';
  path: string;
  /** Canonical package name: the key for claims and merging. */
  package?: string;
  version?: string;
  /** Spelling of a listing (json or html, full or abbreviated) or name of an aux call. */
  variant?: string;
  /** For files that stand for the newest of others: the index that knows which (see `Format.newestPath`). */
  newest?: Want;
  /** For files: the index whose model says where a remote keeps the file and which checksums it promises. */
  listing?: Want;
  /** For a listing that an upstream also has in short: the one that says all, which rules are judged by. */
  whole?: Want;
  /** The name under which a copy of a listing is cached that says of the same package what is needed to install it, good where there is no copy of this one. */
  standIn?: string;
  /** Says only how the repository is reached: where a virtual one holds repositories of its own, no upstream is asked. */
  own?: true;
  /** How long a remote's copy is good: for ever, for the repository's metadata period, or the short one of movable names. Files are 'forever' unless said. */
  freshness?: 'forever' | 'metadata' | 'pointer';
  /** Scope of a document's listing. */
  scope?: string;
  /** Checksums that the path itself promises. */
  sha256?: string;
  sha512?: string;
  sha1?: string;
  /**
   * For listings that link to files, or are signed, for clients that follow links without their credentials: the folder those files are in.
   * They are made for each caller (see `SigningContext`) and never kept.
   */
  signs?: string;
  /** Permission an aux call needs; 'read' unless said. */
  needs?: 'none' | 'read' | 'deploy' | 'delete' | 'annotate';
}
