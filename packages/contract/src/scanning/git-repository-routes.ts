// Repositories that a connection shows, which of them are scanned, and what came of it.
import { z } from 'zod';
import { JudgedBy } from '../judged-by.ts';
import { getPage, PageQuery, Timestamp } from '../paging.ts';
import { route } from '../route.ts';
import { Said } from '../said.ts';
import { severities } from '../severities.ts';
import { Integration, vcsIntegrations } from './integration-routes.ts';
import { integrationRules } from './integration-words.ts';

const one = `${vcsIntegrations}/:integrationId`;
const params = z.object({ integrationId: z.string().min(1).max(200) });

/** So many repositories are picked one by one in a call, and so many patterns are kept. */
const mostPicked = 1000;
const mostPatterns = 50;

export const GitRepository = z.object({
  id: z.int(),
  /** With the group or the workspace before it. */
  fullName: z.string(),
  isPrivate: z.boolean(),
  defaultBranch: z.string().nullable(),
  /** It is scanned: picked, or chosen by a rule. */
  selected: z.boolean(),
  picked: z.boolean(),
  /** It is looked at right now, or is due. */
  activity: z.enum(['idle', 'waiting', 'looking']),
  /** Pull requests that hooks told of and that were open when they were last looked at. */
  openPullRequests: z.int(),
  lastHookAt: Timestamp.nullable(),
  lastLookAt: Timestamp.nullable(),
  /** Why the last look failed. */
  error: Said.nullable(),
  lastScan: z
    .object({
      at: Timestamp,
      ref: z.string(),
      commit: z.string(),
      state: z.string(),
      reason: Said.nullable(),
      /** Files that tell of packages: those that were found, and those that could be read. */
      files: z.int(),
      filesRead: z.int(),
      /** Some of those that could not be read, and why. */
      unread: z.array(z.object({ path: z.string(), reason: Said.nullable() })),
      components: z.int(),
      newFindings: z.partialRecord(z.enum(severities), z.int()),
      /** Ecosystems of what it names that no source of advisories stands for; absent where there are none. */
      notJudged: z.array(z.string()).optional(),
      judgedBy: JudgedBy,
    })
    .nullable(),
});
export type GitRepository = z.output<typeof GitRepository>;

export const GitConnectionView = Integration.extend({
  /** Every repository is scanned, or those whose full names fit a pattern; those to come as well. */
  selection: z.object({ all: z.boolean(), patterns: z.array(z.string()) }),
  repositories: z.object({ total: z.int(), selected: z.int(), waiting: z.int(), looking: z.int() }),
  lastHookAt: Timestamp.nullable(),
  lastLookAt: Timestamp.nullable(),
});
export type GitConnectionView = z.output<typeof GitConnectionView>;

export const readVcsIntegration = route('readVcsIntegration', {
  summary: 'A connection: how its vendor answers, and what of it is scanned',
  method: 'GET',
  url: one,
  access: 'administrator',
  params,
  reply: GitConnectionView,
});

export const readGitRepository = route('readGitRepository', {
  summary: 'A repository of a connection with its last scan',
  method: 'GET',
  url: `${one}/repositories/:id`,
  access: 'administrator',
  params: params.extend({ id: z.coerce.number().int() }),
  reply: GitRepository,
});

export const listGitRepositories = route('listGitRepositories', {
  summary: 'Repositories of a connection by name, with their last scans',
  method: 'GET',
  url: `${one}/repositories`,
  access: 'administrator',
  params,
  query: PageQuery.extend({ selected: z.enum(['true', 'false']).optional() }),
  reply: getPage(GitRepository),
});

const Pattern = z.string().trim().min(1, integrationRules.git_pattern_needed.en).max(300).regex(/^\S+$/, integrationRules.git_pattern_characters.en);

export const GitSelection = z.strictObject({
  all: z.boolean(),
  /** Ant patterns over full names. */
  patterns: z.array(Pattern).max(mostPatterns),
  /** Ids of repositories that are picked one by one from now on, and of those that are no more. */
  pick: z.array(z.int()).max(mostPicked).default([]),
  drop: z.array(z.int()).max(mostPicked).default([]),
});

export const selectGitRepositories = route('selectGitRepositories', {
  summary: 'Choose which repositories of a connection are scanned',
  method: 'PUT',
  url: `${one}/selection`,
  access: 'administrator',
  params,
  body: GitSelection,
  reply: z.object({ total: z.int(), selected: z.int() }),
});
