import { z } from 'zod';
import { Timestamp } from '../paging.ts';
import { prefixes } from '../prefixes.ts';
import { route } from '../route.ts';
import { Said } from '../said.ts';
import { formatIds } from './format-ids.ts';
import { ProjectFilter } from './project-filter.ts';
import { SearchModelInput, UnusedFilters } from './search-routes.ts';

const base = `${prefixes.consoleApi}/ui/artifactoryRetention`;

/** A file that retention put away; of several times one path the last. */
const ArchivedFile = z.object({
  id: z.int(),
  repoKey: z.string(),
  path: z.string(),
  name: z.string(),
  /** Null where the repository is gone: it can be brought back only into one of that name. */
  format: z.enum(formatIds).nullable(),
  /** What it stands for; both or neither. */
  package: z.string().nullable(),
  version: z.string().nullable(),
  /** Bytes. */
  size: z.int(),
  sha256: z.string(),
  archivedAt: Timestamp,
  /** The policy, as it is named in the log. */
  archivedBy: z.string(),
});
export type ArchivedFile = z.output<typeof ArchivedFile>;

export const listArchived = route('listArchived', {
  summary: 'Files in the archive that fit a search and that the caller may read, the last archived first; `before` and `after` say when they were archived',
  method: 'POST',
  url: `${base}/search`,
  access: 'user',
  query: z.object({
    after: z
      .string()
      .regex(/^\d{1,18}$/)
      .optional(),
    limit: z.coerce.number().int().min(1).max(500).default(50),
    projectKey: ProjectFilter,
  }),
  body: SearchModelInput,
  reply: z.object({ items: z.array(ArchivedFile), next: z.string().nullable(), unused: UnusedFilters }),
  status: 200,
});

const ArchivedOf = z.object({
  repoKey: z.string(),
  /** Null where the repository is gone. */
  format: z.enum(formatIds).nullable(),
  files: z.int(),
  /** Each file counts, whether or not its content is shared. */
  bytes: z.int(),
});
export type ArchivedOf = z.output<typeof ArchivedOf>;

export const sumArchived = route('sumArchived', {
  summary: 'How much is in the archive, in all and of the repositories that have the most bytes there',
  method: 'GET',
  url: `${base}/sums`,
  access: 'administrator',
  query: z.object({ limit: z.coerce.number().int().min(1).max(100).default(5) }),
  reply: z.object({ repositories: z.int(), files: z.int(), bytes: z.int(), most: z.array(ArchivedOf) }),
});

const Chosen = z.object({ repoKey: z.string().min(1).max(80), paths: z.array(z.string().min(1).max(1100)).min(1).max(100) });

/** A file that stayed in the archive, and why. */
const LeftFile = z.object({ path: z.string(), said: Said });
export type LeftFile = z.output<typeof LeftFile>;

export const restoreArchived = route('restoreArchived', {
  summary: 'Bring files back to where they were, with all files of the version that each stands for, and what an image consists of',
  method: 'POST',
  url: `${base}/restore`,
  access: 'resource',
  body: Chosen,
  /** When none of them comes back, that is a refusal, for what is said of the first. */
  reply: z.object({ files: z.int(), left: z.array(LeftFile) }),
  status: 200,
});

export const deleteArchived = route('deleteArchived', {
  summary: 'Delete files in the archive for good; for those who manage the repository',
  method: 'POST',
  url: `${base}/delete`,
  access: 'resource',
  body: Chosen,
  reply: z.object({ files: z.int() }),
  status: 200,
});
