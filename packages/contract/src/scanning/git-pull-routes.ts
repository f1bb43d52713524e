// Pull requests of repositories of source code: how they stand, and what their lock files bring and mend.
import { z } from 'zod';
import { JudgedBy } from '../judged-by.ts';
import { getPage, PageQuery, Timestamp } from '../paging.ts';
import { route } from '../route.ts';
import { severities } from '../severities.ts';
import { vcsIntegrations } from './integration-routes.ts';

const repository = `${vcsIntegrations}/:integrationId/repositories/:id/pull-requests`;
const params = z.object({ integrationId: z.string().min(1).max(200), id: z.coerce.number().int() });
export const pullStates = ['open', 'merged', 'closed'] as const;

export const GitPullRequest = z.object({
  number: z.int(),
  title: z.string(),
  /** As the vendor said when it was last asked. */
  state: z.enum(pullStates),
  /** Its page at the vendor; null where that names none. */
  url: z.string().nullable(),
  seenAt: Timestamp,
  /** Null while its commit was not scanned. */
  scan: z
    .object({
      at: Timestamp,
      commit: z.string(),
      base: z.string(),
      files: z.int(),
      filesRead: z.int(),
      /** Kinds of components in its lock files that no source of advisories stands for: that nothing is found of them says nothing. */
      notJudged: z.array(z.string()),
      judgedBy: JudgedBy,
      /** Known vulnerabilities that the base does not have, by severity; and how many of the base's are gone, and stay. */
      fresh: z.partialRecord(z.enum(severities), z.int()),
      fixed: z.int(),
      unchanged: z.int(),
    })
    .nullable(),
});
export type GitPullRequest = z.output<typeof GitPullRequest>;

const PullFinding = z.object({
  advisory: z.string(),
  severity: z.enum(severities),
  component: z.string(),
  version: z.string(),
  path: z.string(),
  /** From 1; null where nobody can say. */
  line: z.int().nullable(),
  fixedVersions: z.array(z.string()),
});
export type PullFinding = z.output<typeof PullFinding>;

export const listGitPullRequests = route('listGitPullRequests', {
  summary: 'Pull requests of a repository, the newest first, with what their lock files bring and mend',
  method: 'GET',
  url: repository,
  access: 'administrator',
  params,
  query: PageQuery.omit({ search: true }).extend({ state: z.enum(pullStates).optional(), limit: z.coerce.number().int().min(1).max(100).default(25) }),
  reply: getPage(GitPullRequest),
});

export const readGitPullRequest = route('readGitPullRequest', {
  summary: 'A pull request with all that is new, mended and unchanged against its base',
  method: 'GET',
  url: `${repository}/:number`,
  access: 'administrator',
  params: params.extend({ number: z.coerce.number().int() }),
  reply: GitPullRequest.extend({
    repository: z.object({ id: z.int(), fullName: z.string() }),
    findings: z.object({ fresh: z.array(PullFinding), fixed: z.array(PullFinding), unchanged: z.array(PullFinding) }),
    /** There is more than an answer holds. */
    cut: z.boolean(),
  }),
});
