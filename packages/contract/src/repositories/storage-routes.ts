import { z } from 'zod';
import { route } from '../route.ts';
import { formatIds, repositoryClasses } from './format-ids.ts';

/** One repository holds this; bytes count each file, whether or not its content is shared. */
export const RepositoryStorage = z.object({
  key: z.string(),
  class: z.enum(repositoryClasses),
  format: z.enum(formatIds),
  projectKey: z.string().optional(),
  files: z.int(),
  folders: z.int(),
  bytes: z.int(),
  /** Bytes it may hold. */
  quota: z.int().optional(),
});
export type RepositoryStorage = z.output<typeof RepositoryStorage>;

export const StorageSummary = z.object({
  /** Files of all repositories and their bytes. */
  files: z.int(),
  bytes: z.int(),
  /** Contents, each counted once, and their bytes: what the blob store keeps. */
  blobs: z.int(),
  blobBytes: z.int(),
  trash: z.object({ files: z.int(), bytes: z.int() }),
  store: z.object({
    kind: z.enum(['filesystem', 's3']),
    /** Of the disk that the blobs are on, in bytes; absent where the store is not a disk. */
    disk: z.object({ total: z.int(), free: z.int() }).optional(),
  }),
  /** Largest first. */
  repositories: z.array(RepositoryStorage),
});
export type StorageSummary = z.output<typeof StorageSummary>;

export const readStorageSummary = route('readStorageSummary', {
  summary: 'What the repositories hold, and what that takes on the disk',
  method: 'GET',
  url: '/ui/api/v1/ui/storageSummary',
  access: 'administrator',
  reply: StorageSummary,
});
