import type { FormatId } from '@packhouse/contract/repositories/format-ids.ts';

/** One request of a publishing client, below the repository's protocol address. */
export interface Upload {
  /** Says what it is, for the test's name. */
  title: string;
  method: 'PUT' | 'POST';
  path: string;
  headers?: Record<string, string>;
  body: Buffer | string;
}

/** A format brings this to the examination that every format sits. */
export interface FormatExamination {
  format: FormatId;
  /** Set when its protocol lives under `/artifactory/api/<apiName>/`. */
  apiName?: string;
  /** This stands before the repository's key, for a protocol that lives elsewhere. */
  prefix?: string;
  good: {
    upload: Upload;
    /** Its client sends this after the file, until the package is there. */
    after?: readonly Upload[];
    /** Path of the published file below the protocol address, its bytes, and where it is stored. */
    file: string;
    bytes: Buffer;
    storage: string;
    /** Listing in which it appears afterwards, and a word of it. */
    listing?: { path: string; contains: string; headers?: Record<string, string> };
    /** Package and version it makes, and some of the facts read from it. */
    package?: { name: string; version: string; facts: Record<string, unknown> };
  };
  /** Each is refused as the client's fault and leaves nothing behind. */
  bad: readonly Upload[];
  /** The good file cut off; formats that look into no file have none. */
  truncated?: Upload;
  /** A small file that unpacks to an enormous one. */
  bomb?: Upload;
  /** Good bytes, but the client says they have another checksum. */
  wrongChecksum: Upload;
  /** Other good bytes at the same place; formats that let files be replaced have none. */
  otherBytes?: Upload;
  /** Versions, oldest first. */
  order: readonly string[];
}
