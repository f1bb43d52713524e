import { z } from 'zod';
import { Timestamp } from '../paging.ts';
import { prefixes } from '../prefixes.ts';
import { route } from '../route.ts';
import { formatIds } from './format-ids.ts';
import { ProjectFilter } from './project-filter.ts';

/** A version that somebody published, by the file that stands for it; or a file that belongs to no package. */
const RecentPublish = z.object({
  repoKey: z.string(),
  path: z.string(),
  format: z.enum(formatIds),
  /** Both or neither. */
  package: z.string().nullable(),
  version: z.string().nullable(),
  at: Timestamp,
  by: z.string(),
});
export type RecentPublish = z.output<typeof RecentPublish>;

export const listRecentPublishes = route('listRecentPublishes', {
  summary: 'What was published last in local repositories and the caller may read, the latest first: by anybody, or by the caller alone',
  method: 'GET',
  url: `${prefixes.consoleApi}/ui/recentpublishes`,
  access: 'visitor',
  query: z.object({
    own: z.stringbool().default(false),
    limit: z.coerce.number().int().min(1).max(50).default(10),
    projectKey: ProjectFilter,
  }),
  reply: z.object({ items: z.array(RecentPublish) }),
});
