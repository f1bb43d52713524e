import { z } from 'zod';
import { route } from '../route.ts';
import { Said } from '../said.ts';
import { repositoryRules } from './repository-words.ts';

const base = '/ui/api/v1/ui/admin/garbage';

/** One walk of the garbage collection over all blobs; its figures grow while it runs. */
export const GarbageRun = z.object({
  id: z.int(),
  status: z.enum(['waiting', 'running', 'finished', 'failed']),
  /** Counts only; marks and deletes nothing. */
  dryRun: z.boolean(),
  requestedBy: z.string(),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().optional(),
  /** Blobs looked at. */
  examined: z.int(),
  /** Newly found without any reference; they go after the grace period unless something refers to them again. */
  condemned: z.int(),
  condemnedBytes: z.int(),
  /** Marked by an earlier run, referred to again since, and kept. */
  spared: z.int(),
  freed: z.int(),
  freedBytes: z.int(),
  /** Left-over uploads that were removed. */
  staging: z.int(),
  ...Said.partial().shape,
});
export type GarbageRun = z.output<typeof GarbageRun>;

const Contents = z.object({ contents: z.int(), bytes: z.int() });

/** Where the collection stands: what it took, and what is on its way out. */
export const GarbageState = z.object({
  /** Nothing referred to these when they were looked at; they stay for the grace period. */
  condemned: Contents,
  /** Of these, what has been through the grace period: the next collection frees it unless something refers to it again. */
  due: Contents,
  /** In the last thirty days. */
  freed: Contents,
  graceHours: z.int(),
});
export type GarbageState = z.output<typeof GarbageState>;

export const readGarbageState = route('readGarbageState', {
  summary: 'How much content waits to be freed, and how much was',
  method: 'GET',
  url: `${base}/state`,
  access: 'administrator',
  reply: GarbageState,
});

export const listGarbageRuns = route('listGarbageRuns', {
  summary: 'The latest garbage collections with their reports, newest first',
  method: 'GET',
  url: `${base}/runs`,
  access: 'administrator',
  reply: z.object({ items: z.array(GarbageRun) }),
});

export const startGarbageRun = route('startGarbageRun', {
  summary: 'Start a garbage collection, or a dry run of one',
  method: 'POST',
  url: `${base}/runs`,
  access: 'administrator',
  body: z.strictObject({ dryRun: z.boolean().default(true) }),
  reply: GarbageRun,
  status: 202,
});

/** A content and the places that keep it. */
export const BlobReferences = z.object({
  sha256: z.string(),
  size: z.int(),
  condemnedAt: z.iso.datetime().optional(),
  /** Places that refer to it: at most 100. */
  references: z.array(z.object({ kind: z.enum(['artifact', 'trash', 'remote index', 'index']), repositoryKey: z.string(), path: z.string() })),
});
export type BlobReferences = z.output<typeof BlobReferences>;

export const readBlobReferences = route('readBlobReferences', {
  summary: 'What still refers to a blob, and whether it is marked for removal',
  method: 'GET',
  url: `${base}/blobs/:sha256`,
  access: 'administrator',
  params: z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/, repositoryRules.give_sha256.en) }),
  reply: BlobReferences,
});
