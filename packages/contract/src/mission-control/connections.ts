import { z } from 'zod';
import { Timestamp } from '../paging.ts';
import { Said } from '../said.ts';

/** What goes from one deployment to another: files, or users and what they may do. */
export const connectionKinds = ['REPLICATION', 'FEDERATION'] as const;
/** How that went last; `Failed` only where nobody tries any more. */
export const connectionStatuses = ['Succeeded', 'Not Run', 'Not Configured', 'Failed'] as const;

/** A way between two deployments, or between one and an address that is none of those known here. */
export const Connection = z.object({
  kind: z.enum(connectionKinds),
  /** What it is called there: a target, a repository, a link. */
  name: z.string(),
  /** Ids of deployments. */
  source: z.string(),
  target: z.string(),
  status: z.enum(connectionStatuses),
  lastAt: Timestamp.nullable(),
  /** So far it is behind. */
  lagMs: z.number().nullable(),
  error: Said.nullable(),
  /** While tries fail: since when, and when the next one is, where it says so. */
  failingSince: Timestamp.nullish(),
  nextAt: Timestamp.nullish(),
});
export type Connection = z.output<typeof Connection>;
