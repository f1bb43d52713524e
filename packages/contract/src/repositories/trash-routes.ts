import { z } from 'zod';
import { getPage, PageQuery, Timestamp } from '../paging.ts';
import { route } from '../route.ts';
import { Said } from '../said.ts';
import { repositoryRules } from './repository-words.ts';

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
  reply: getPage(TrashedFile),
});

export const listTrashRepositories = route('listTrashRepositories', {
  summary: 'The repositories that deleted files came from, with their number and bytes',
  method: 'GET',
  url: `${base}/repositories`,
  access: 'administrator',
  reply: z.object({ items: z.array(z.object({ repoKey: z.string(), files: z.int(), bytes: z.int() })) }),
});

/** How long deleted files stay; null: until somebody deletes them. */
export const TrashSettings = z.strictObject({
  keepDays: z.int().min(1, repositoryRules.give_one_day.en).max(3650, repositoryRules.give_fewer_days.en).nullable(),
});
export type TrashSettings = z.output<typeof TrashSettings>;

export const readTrashSettings = route('readTrashSettings', {
  summary: 'How long deleted files stay in the trash can',
  method: 'GET',
  url: `${base}/settings`,
  access: 'administrator',
  reply: TrashSettings,
});

export const changeTrashSettings = route('changeTrashSettings', {
  summary: 'Say how long deleted files stay in the trash can',
  method: 'PUT',
  url: `${base}/settings`,
  access: 'administrator',
  body: TrashSettings,
  reply: TrashSettings,
});

/** One emptying of the trash: by somebody, or of what has been there long enough. */
export const TrashRun = z.object({
  id: z.int(),
  kind: z.enum(['empty', 'expire']),
  /** Absent: of all repositories. */
  repoKey: z.string().optional(),
  status: z.enum(['waiting', 'running', 'finished', 'failed']),
  requestedBy: z.string(),
  startedAt: Timestamp,
  finishedAt: Timestamp.optional(),
  /** Deletions that were to go when it began, and what has gone so far. */
  total: z.int(),
  files: z.int(),
  bytes: z.int(),
  ...Said.partial().shape,
});
export type TrashRun = z.output<typeof TrashRun>;

export const listTrashRuns = route('listTrashRuns', {
  summary: 'The latest emptyings of the trash can, newest first',
  method: 'GET',
  url: `${base}/runs`,
  access: 'administrator',
  reply: z.object({ items: z.array(TrashRun) }),
});
