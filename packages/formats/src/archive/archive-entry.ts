/** Bytes that can be read from anywhere: a staged upload, a stored blob, an archive inside another. */
export interface RangedBytes {
  size: number;
  /** From `start` to `end` inclusive when given. */
  open(range?: { start: number; end: number }): AsyncIterable<Buffer>;
}

/** One entry of an archive of any kind, as its walker comes by. */
export interface ArchiveEntry {
  /** As the archive has it; who keeps or shows it judges it. */
  name: string;
  kind: 'file' | 'folder' | 'other';
  size: number;
  /** Bytes it takes in the archive; 0 where entries are packed together. */
  packed: number;
  /** May be called once. What is left of it when the next entry is asked for is passed over. */
  open(): Promise<AsyncIterable<Buffer>>;
}
