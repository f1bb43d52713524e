import { z } from 'zod';
import { prefixes } from '../prefixes.ts';
import { route } from '../route.ts';
import { ProjectFilter } from './project-filter.ts';
import { repositoryRules } from './repository-words.ts';

/** One run of a build. */
export const BuildRun = z.object({
  name: z.string(),
  number: z.string(),
  started: z.iso.datetime(),
  /** The same moment as links to the run write it. */
  startedMillis: z.number(),
  /** The repository that holds its document. */
  repository: z.string(),
  /** The tool that ran it, with its version. */
  agent: z.string().optional(),
  /** The run on the server that ran it. */
  url: z.string().optional(),
  /** Where the last promotion has brought it. */
  status: z.string().optional(),
  createdBy: z.string(),
});
export type BuildRun = z.output<typeof BuildRun>;

/** A build with its last run. */
export const BuildSummary = z.object({
  name: z.string(),
  repository: z.string(),
  lastNumber: z.string(),
  lastStarted: z.iso.datetime(),
  lastStartedMillis: z.number(),
  runs: z.int(),
});
export type BuildSummary = z.output<typeof BuildSummary>;

const file = { name: z.string(), type: z.string().optional(), sha1: z.string().optional(), sha256: z.string().optional() };

/** A run with what it used and made. */
export const Build = BuildRun.extend({
  modules: z.array(
    z.object({
      name: z.string(),
      type: z.string().optional(),
      artifacts: z.array(z.object({ ...file, path: z.string().optional(), repository: z.string().optional() })),
      dependencies: z.array(z.object({ ...file, scopes: z.array(z.string()) })),
    }),
  ),
  /** Environment and settings of the run. */
  properties: z.array(z.object({ key: z.string(), value: z.string() })),
  /** The sources it was made from. */
  changes: z.array(z.object({ url: z.string().optional(), revision: z.string().optional(), branch: z.string().optional(), message: z.string().optional() })),
  promotions: z.array(
    z.object({ status: z.string(), comment: z.string().optional(), repository: z.string().optional(), at: z.string().optional(), user: z.string().optional() }),
  ),
});
export type Build = z.output<typeof Build>;

const Repository = z.string().max(64).optional();
const Name = z.string().min(1).max(255);

export const listBuilds = route('listBuilds', {
  summary: 'Builds the caller may read, the last to run first',
  method: 'GET',
  url: `${prefixes.consoleApi}/ui/builds`,
  access: 'visitor',
  query: z.object({
    /** Part of the name. */
    name: z.string().max(255).optional(),
    repository: Repository,
    /** Only builds whose documents this project keeps. */
    projectKey: ProjectFilter,
    after: z.string().max(1000).optional(),
    limit: z.coerce.number().int().min(1).max(500).default(50),
  }),
  reply: z.object({ items: z.array(BuildSummary), next: z.string().optional() }),
});

const Patterns = z.array(z.string().min(1).max(1000)).max(100).default([]);

export const findBuildNames = route('findBuildNames', {
  summary: 'Names of builds the caller may read, in alphabetical order; there may be more of them than are answered',
  method: 'GET',
  url: `${prefixes.consoleApi}/ui/builds/names`,
  access: 'visitor',
  /** Part of the name. */
  query: z.object({ name: z.string().max(255).optional() }),
  reply: z.object({ names: z.array(z.string()), isMore: z.boolean() }),
});

export const filterBuilds = route('filterBuilds', {
  summary: 'Names of builds that Ant patterns choose; all of them where none includes any',
  method: 'POST',
  url: `${prefixes.consoleApi}/ui/builds/patternFilter`,
  access: 'user',
  body: z.strictObject({ includePatterns: Patterns, excludePatterns: Patterns }),
  reply: z.object({ builds: z.array(z.string()), isMore: z.boolean() }),
});

export const listBuildRuns = route('listBuildRuns', {
  summary: 'Runs of one build, newest first',
  method: 'GET',
  url: `${prefixes.consoleApi}/ui/builds/runs`,
  access: 'resource',
  query: z.object({ name: Name, repository: Repository }),
  reply: z.object({ items: z.array(BuildRun) }),
});

export const readBuild = route('readBuild', {
  summary: 'One run of a build with what it used and made',
  method: 'GET',
  url: `${prefixes.consoleApi}/ui/builds/run`,
  access: 'resource',
  query: z.object({
    name: Name,
    number: Name,
    /** In milliseconds, as links write it; the newest run of the number unless said. */
    started: z.coerce.number().int().min(0).max(8_640_000_000_000).optional(),
    repository: Repository,
  }),
  reply: Build,
});

export const buildsOfArtifact = route('buildsOfArtifact', {
  summary: 'Runs of builds that produced a file',
  method: 'GET',
  url: `${prefixes.consoleApi}/builds`,
  access: 'resource',
  query: z.object({ repoKey: z.string().min(1).max(70), path: z.string().min(1).max(2000) }),
  reply: z.object({ builds: z.array(BuildRun.extend({ module: z.string() })) }),
});

const Days = z.int().min(1, repositoryRules.give_one_day.en).max(36_500);

/** Which runs of a build stay: no more than so many, and none older than so many days; null means no such limit. The newest always stays. */
export const BuildRetention = z.strictObject({
  keepRuns: z.int().min(1, repositoryRules.keep_one_run.en).max(100_000).nullable(),
  keepDays: Days.nullable(),
  /** What only these runs made goes too, to the trash can. */
  artifacts: z.boolean(),
});
export type BuildRetention = z.output<typeof BuildRetention>;

const RetentionReply = BuildRetention.extend({ modifiedBy: z.string().optional(), allowed: z.boolean() });

export const readBuildRetention = route('readBuildRetention', {
  summary: 'Which runs of a build stay, and whether the caller may say so',
  method: 'GET',
  url: `${prefixes.consoleApi}/ui/builds/retention`,
  access: 'resource',
  query: z.object({ name: Name, repository: z.string().max(64) }),
  reply: RetentionReply,
});

export const changeBuildRetention = route('changeBuildRetention', {
  summary: 'Say which runs of a build stay; those that are too many or too old go at once, and from then on after each publishing and every night',
  method: 'PUT',
  url: `${prefixes.consoleApi}/ui/builds/retention`,
  access: 'resource',
  body: BuildRetention.extend({ name: Name, repository: z.string().max(64) }),
  reply: z.object({ deleted: z.int() }),
});

export const deleteBuildRuns = route('deleteBuildRuns', {
  summary: 'Delete runs of a build, and what they made when asked',
  method: 'POST',
  url: `${prefixes.consoleApi}/ui/builds/delete`,
  access: 'resource',
  body: z.strictObject({
    name: Name,
    repository: z.string().max(64),
    runs: z
      .array(z.object({ number: Name, startedMillis: z.number() }))
      .min(1)
      .max(500),
    artifacts: z.boolean().default(false),
  }),
  reply: z.object({ deleted: z.int() }),
  status: 200,
});
