import { z } from 'zod';
import { getPage } from '../paging.ts';
import { route } from '../route.ts';
import { Said } from '../said.ts';
import { cleanupWords } from './cleanup-words.ts';
import { findFormatId, formatIds } from './format-ids.ts';
import { repositoryRules } from './repository-words.ts';

const base = '/ui/api/v1/ui/admin/retention';
const params = z.object({ id: z.coerce.number().int() });
/** Who administers projects and not the platform is told of what belongs to these, whatever they ask for. */
const query = z.object({ ofProject: z.string().max(64).optional() });

const Days = z.int().min(1, repositoryRules.give_one_day.en).max(36_500);
const Property = z.strictObject({ key: z.string().min(1).max(255), value: z.string().max(2400).optional() });
const Patterns = z.array(z.string().min(1).max(512)).max(100);

const Keys = z.array(z.string().min(1).max(255)).max(500);

/** A name under which existing clients make repositories of a format; several can mean the same format. */
const PackageTypeName = z
  .string()
  .max(64)
  .refine((name) => findFormatId(name) !== undefined, repositoryRules.name_package_type.en);

/** Projects are named so when repositories that belong to none are meant. */
export const noProjectKey = 'default';

/** A policy looks at this: repositories, whole formats, or, with neither, every local repository and every remote cache. */
const scope = {
  /** Keys, and patterns of them. */
  repositoryKeys: Keys.default([]),
  excludeRepositoryKeys: Keys.default([]),
  /** Repositories of these projects only; `default` stands for those of none. All of them when it is empty. */
  projectKeys: z.array(z.string().min(1).max(64)).max(500).default([]),
  formats: z.array(z.enum(formatIds)).default([]),
  /** Of formats that clients know under several names, only repositories that were made under one of these. All of them when it is empty. */
  packageTypes: z.array(PackageTypeName).max(100).default([]),
  /** Ant patterns over the name of the package; a file that belongs to none counts by its path. */
  includePackages: Patterns.default(['**']),
  excludePackages: Patterns.default([]),
  /** Ant patterns over the path of the file that stands for a version. */
  includePatterns: Patterns.default(['**']),
  excludePatterns: Patterns.default([]),
};

/** When something goes: all that are given must hold, and none of `keepProperties`. */
const criteria = {
  /** Stored more than so many days ago. */
  olderThanDays: Days.optional(),
  /** Not downloaded for so many days; what never was downloaded counts from when it was stored. */
  unusedForDays: Days.optional(),
  /** Not among the newest versions of its package. Files that belong to no package stay then. */
  keepVersions: z.int().min(1, repositoryRules.keep_one_version.en).max(100_000).optional(),
  /** It has all of these; without a value, any value. */
  withProperties: z.array(Property).max(20).default([]),
  /** It stays when it has any of these. */
  keepProperties: z.array(Property).max(20).default([]),
};

const selection = { ...scope, ...criteria };

/** A policy that matches everything would empty the repositories. */
const hasReason = (one: {
  olderThanDays?: number | undefined;
  unusedForDays?: number | undefined;
  keepVersions?: number | undefined;
  withProperties: unknown[];
}) => one.olderThanDays !== undefined || one.unusedForDays !== undefined || one.keepVersions !== undefined || one.withProperties.length > 0;
const reason = { error: repositoryRules.say_when_something_goes.en, path: ['olderThanDays'] };

/** Which package versions and files go. */
export const RetentionSelection = z.strictObject(selection).refine(hasReason, reason);
export type RetentionSelection = z.output<typeof RetentionSelection>;

const policy = {
  name: z.string().trim().min(1, repositoryRules.name_policy.en).max(100),
  description: z.string().max(1000).default(''),
  /** It belongs to this project: it looks at repositories of that alone, and those who administer the project keep it. */
  projectKey: z.string().min(1).max(64).optional(),
  enabled: z.boolean().default(true),
  /** When it runs by itself: at night, or by its schedule. */
  every: z.enum(['never', 'day', 'week', 'month', 'schedule']).default('never'),
  /** Its schedule, in UTC: five fields, or six or seven that begin with the seconds. */
  cron: z.string().trim().max(120).default(''),
  /** A run ends after so many minutes, whatever is left; the next one goes on there. */
  mostMinutes: z.int().min(1, repositoryRules.give_one_minute.en).max(10_080).optional(),
  /** Skip the trash; what goes cannot be restored then. */
  permanently: z.boolean().default(false),
  /** Put what goes away in the archive, where it stays and can be searched for and brought back; of remote repositories it goes. */
  archive: z.boolean().default(false),
  ...selection,
};

export const RetentionPolicyInput = z
  .strictObject(policy)
  .refine(hasReason, reason)
  .refine(({ permanently, archive }) => !(permanently && archive), { error: repositoryRules.archive_or_delete.en, path: ['archive'] })
  .refine(({ projectKey, projectKeys }) => projectKey === undefined || projectKeys.every((key) => key === projectKey), {
    error: cleanupWords.policy_of_project_alone.en,
    path: ['projectKeys'],
  })
  .refine(({ every, cron }) => (every === 'schedule') === (cron !== ''), { error: repositoryRules.give_schedule.en, path: ['cron'] });
export type RetentionPolicyInput = z.output<typeof RetentionPolicyInput>;

/** One run of a policy with its report. */
export const RetentionRun = z.object({
  id: z.int(),
  policyId: z.int().optional(),
  policyName: z.string(),
  /** Of the policy, when it ran. */
  projectKey: z.string().optional(),
  status: z.enum(['waiting', 'running', 'finished', 'failed']),
  requestedBy: z.string(),
  /** It only counted what would go. */
  dryRun: z.boolean().optional(),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().optional(),
  /** Versions, and files that belong to no package, which went so far. */
  items: z.int(),
  files: z.int(),
  bytes: z.int(),
  ...Said.partial().shape,
});
export type RetentionRun = z.output<typeof RetentionRun>;

export const RetentionPolicy = z.object({
  id: z.int(),
  ...policy,
  modifiedAt: z.iso.datetime(),
  modifiedBy: z.string(),
  lastRun: RetentionRun.optional(),
});
export type RetentionPolicy = z.output<typeof RetentionPolicy>;

/** A version of a package, or a file that belongs to none, which a policy would take away. */
export const RetentionItem = z.object({
  repositoryKey: z.string(),
  format: z.enum(formatIds),
  path: z.string(),
  package: z.string().optional(),
  version: z.string().optional(),
  files: z.int(),
  bytes: z.int(),
  storedAt: z.iso.datetime(),
  lastDownloadedAt: z.iso.datetime().optional(),
});
export type RetentionItem = z.output<typeof RetentionItem>;

export const listRetentionPolicies = route('listRetentionPolicies', {
  summary: 'The retention policies by name, each with its last run; to administrators of projects those of their projects',
  method: 'GET',
  url: `${base}/policies`,
  access: 'user',
  query,
  reply: z.object({ items: z.array(RetentionPolicy) }),
});

export const readRetentionPolicy = route('readRetentionPolicy', {
  summary: 'One retention policy',
  method: 'GET',
  url: `${base}/policies/:id`,
  access: 'user',
  params,
  reply: RetentionPolicy,
});

export const createRetentionPolicy = route('createRetentionPolicy', {
  summary: 'Create a retention policy; administrators of projects make them for these alone',
  method: 'POST',
  url: `${base}/policies`,
  access: 'user',
  body: RetentionPolicyInput,
  reply: RetentionPolicy,
  status: 201,
});

export const changeRetentionPolicy = route('changeRetentionPolicy', {
  summary: 'Replace a retention policy',
  method: 'PUT',
  url: `${base}/policies/:id`,
  access: 'user',
  params,
  body: RetentionPolicyInput,
  reply: RetentionPolicy,
});

export const deleteRetentionPolicy = route('deleteRetentionPolicy', {
  summary: 'Delete a retention policy; the reports of its runs stay',
  method: 'DELETE',
  url: `${base}/policies/:id`,
  access: 'user',
  params,
  reply: z.void(),
});

export const previewRetention = route('previewRetention', {
  summary: 'What a policy would take away now, with the totals; nothing is changed',
  method: 'POST',
  url: `${base}/preview`,
  access: 'user',
  body: z.strictObject({ selection: RetentionSelection, after: z.string().max(5000).optional(), limit: z.int().min(1).max(500).default(50) }),
  reply: getPage(RetentionItem).extend({ files: z.int(), bytes: z.int() }),
});

export const runRetentionPolicy = route('runRetentionPolicy', {
  summary: 'Run a retention policy now',
  method: 'POST',
  url: `${base}/policies/:id/runs`,
  access: 'user',
  params,
  reply: RetentionRun,
  status: 202,
});

export const cancelRetentionRun = route('cancelRetentionRun', {
  summary: 'End a run of a retention policy that has not ended by itself; what has gone by then stays away',
  method: 'POST',
  url: `${base}/runs/:id/cancel`,
  access: 'user',
  params,
  reply: RetentionRun,
  status: 200,
});

export const listRetentionRuns = route('listRetentionRuns', {
  summary: 'The latest runs of retention policies with their reports, newest first',
  method: 'GET',
  url: `${base}/runs`,
  access: 'user',
  query,
  reply: z.object({ items: z.array(RetentionRun) }),
});
