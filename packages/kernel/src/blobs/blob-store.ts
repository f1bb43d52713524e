import type { Readable, Writable } from 'node:stream';

export interface Checksums {
  sha256: string;
  sha1: string;
  md5: string;
}

/** Bytes written once and not yet part of the store: `promote` keeps them, `discard` forgets them. Both may be called twice. */
export interface StagedBlob extends Checksums {
  /** SHA-512, computed only when it was asked for. */
  sha512?: string;
  size: number;
  /** Reads the staged bytes again, from `start` to `end` inclusive when given. */
  open(range?: ByteRange): Readable;
  /** Brings the bytes to the disk ahead of `promote`, which is then quick. Drivers whose bytes lie safely already have none. */
  sync?(): Promise<void>;
  /** Makes the bytes durable under their SHA-256. Resolves after they are safe from a power cut. Idempotent. */
  promote(): Promise<void>;
  discard(): Promise<void>;
}

export interface ByteRange {
  start: number;
  /** Inclusive. */
  end: number;
}

export interface StageOptions {
  sha512?: boolean;
  /** Refuse with `too_large` once this many bytes have arrived. */
  limit?: number;
  signal?: AbortSignal;
  /** The platform itself needs this to go on, a listing for instance: it may use a part of the room that is kept free from what clients send. */
  isOwn?: boolean;
}

/** A body that grows over several requests (container upload sessions). It survives restarts; its key may be used by any node. */
export interface Appendable {
  readonly key: string;
  /** Appends `body` at `offset`; resolves with the new length. When the body breaks off, what arrived is kept and counted. */
  append(offset: number, body: Readable): Promise<number>;
  /** Turns what was appended into a staged blob; the appendable is gone once that is promoted or discarded. */
  finish(options?: StageOptions): Promise<StagedBlob>;
  discard(): Promise<void>;
}

/**
 * Writes the opened bytes to a destination and ends it; called once. Resolves when they are on their way or the destination has gone.
 * When they cannot be read to their end, the destination is destroyed.
 */
export type Sender = (destination: Writable) => Promise<void>;

/**
 * Where bytes live, by their SHA-256. Drivers: filesystem and S3; both sit the same examination.
 * A blob is immutable: it is there whole, or not there.
 */
export interface BlobStore {
  readonly kind: 'filesystem' | 's3';
  /**
   * Streams `body` once into staging, hashing on the way; memory stays flat. A broken body leaves nothing behind.
   * @throws AppError `too_large`, `storage_full`; the latter before the body is read, when its announced length does not fit.
   */
  stage(body: Readable, options?: StageOptions): Promise<StagedBlob>;
  /** Whether so many bytes more would fit. Stores that cannot tell have none. @throws AppError `storage_full` */
  requireRoom?(bytes: number): Promise<void>;
  /** Opens a new appendable, or the one with this key. */
  appendable(key?: string): Promise<Appendable>;
  /** The size in bytes, or undefined when there is no such blob. */
  size(sha256: string): Promise<number | undefined>;
  /** Streams a blob or a part of it. Rejects with code `ENOENT` when there is no such blob. */
  open(sha256: string, range?: ByteRange): Promise<Readable>;
  /**
   * Opens exactly these bytes for sending, faster than a stream where the driver can. Rejects with code `ENOENT` when there is no such blob.
   * The sender must be called, or what is open stays open.
   */
  sender?(sha256: string, range: ByteRange): Promise<Sender>;
  /** The file that holds the blob, when the driver keeps it as one, so that it can be handed off. */
  localPath?(sha256: string): string;
  /** A URL that serves the blob for a while, where the driver can sign one. */
  signedUrl?(sha256: string, options: { expiresIn: number; fileName: string; contentType: string }): Promise<string>;
  delete(sha256: string): Promise<void>;
  /** Every blob, in no particular order. */
  list(): AsyncIterable<{ sha256: string; size: number; modified: Date }>;
  /** The mark by which the database knows this store (`store-mark.ts`); undefined before it was first used. */
  readMark(): Promise<string | undefined>;
  writeMark(mark: string): Promise<void>;
  /** Removes staging leftovers older than the given age; returns how many. */
  sweepStaging(olderThan: Date): Promise<number>;
}
