import type { FormatId, RepositoryClass } from '@packhouse/contract/repositories/format-ids.ts';

/** What is stored, from sums that are kept: asking costs nothing that grows with it. */
export interface StoredUsage {
  repositories: readonly { key: string; class: RepositoryClass; format: FormatId; projectKey?: string | undefined; files: number; bytes: number }[];
  /** Contents, each once. */
  blobs: { count: number; bytes: number };
  trash: { files: number; bytes: number };
  /** Of the disk that the contents are on; absent where they are on none. */
  disk?: { total: number; free: number } | undefined;
}

/** The repositories service tells the others this. */
export interface StorageUsage {
  read(): Promise<StoredUsage>;
  countPackages(): Promise<number>;
}
