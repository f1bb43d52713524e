import { z } from 'zod';
import { PageQuery, pageOf, Timestamp } from './paging.ts';
import { route } from './route.ts';

const base = '/ui/api/v1/ui/admin/trash';

/** A deleted file that can be put back; of several deletions of one path the last. */
export const TrashedFile = z.object({
  id: z.int(),
  repoKey: z.string(),
  path: z.string(),
  /** Bytes. */
  size: z.int(),
  sha256: z.string(),
  deletedAt: Timestamp,
  deletedBy: z.string(),
});
export type TrashedFile = z.output<typeof TrashedFile>;

export const listTrash = route('listTrash', {
  summary: 'Deleted files, the last deleted first; `search` looks for a part of their paths',
  method: 'GET',
  url: base,
  access: 'administrator',
  query: PageQuery.extend({ repoKey: z.string().max(80).optional() }),
  reply: pageOf(TrashedFile),
});

export const listTrashRepositories = route('listTrashRepositories', {
  summary: 'The repositories that deleted files came from, with their number and bytes',
  method: 'GET',
  url: `${base}/repositories`,
  access: 'administrator',
  reply: z.object({ items: z.array(z.object({ repoKey: z.string(), files: z.int(), bytes: z.int() })) }),
});
