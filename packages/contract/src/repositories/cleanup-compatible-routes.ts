// Policies that clean up repositories or put away what they hold, as existing clients declare and run them.
import { z } from 'zod';
import { proofs } from '../compatible-proofs.ts';
import { looseQuery } from '../loose-query.ts';
import { prefixes } from '../prefixes.ts';
import { route } from '../route.ts';

const api = `${prefixes.repositories}/api`;
const cleanup = `${api}/cleanup/packages/policies`;
const archive = `${api}/archive/v2/packages/policies`;
const provenBy = [proofs.cleanup];
const shared = { access: 'administrator', compatible: { provenBy } } as const;

const Count = z.int().min(1);
const Names = z.array(z.string().min(1).max(512)).max(500);
const Properties = z.record(z.string().min(1).max(255), z.array(z.string().max(2400)).max(100));

/** What goes, and where, as clients say it; the last two are ours, and stay as they are where a client does not know them. */
export const cleanupCriteria = {
  packageTypes: z.array(z.string().max(64)).min(1).max(100),
  repos: Names.min(1),
  excludedRepos: Names.nullish(),
  includedPackages: Names.min(1),
  excludedPackages: Names.nullish(),
  includeAllProjects: z.boolean().nullish(),
  includedProjects: z.array(z.string().min(1).max(64)).max(500).nullish(),
  createdBeforeInDays: Count.nullish(),
  lastDownloadedBeforeInDays: Count.nullish(),
  keepLastNVersions: Count.nullish(),
  includedProperties: Properties.nullish(),
  excludedProperties: Properties.nullish(),
  includedPaths: Names.min(1).nullish(),
  excludedPaths: Names.nullish(),
};

const settings = {
  description: z.string().max(1000).nullish(),
  cronExp: z.string().max(120).nullish(),
  /** Ours: how often it runs at night where there is no `cronExp`. */
  every: z.enum(['never', 'day', 'week', 'month']).nullish(),
  durationInMinutes: z.int().min(0).nullish(),
  enabled: z.boolean().nullish(),
  skipTrashcan: z.boolean().nullish(),
};

/** These say nothing but what stands in the address, or cannot be said otherwise. */
const fixed = { key: z.string().nullish(), itemType: z.string().nullish(), projectKey: z.string().nullish() };

export const cleanupFields = { ...fixed, ...settings };

/** A policy as clients send it. */
export const CleanupPolicyInput = z.looseObject({ ...cleanupFields, searchCriteria: z.looseObject(cleanupCriteria) });
export type CleanupPolicyInput = z.output<typeof CleanupPolicyInput>;

/** A policy as clients are told of it. */
export const CleanupPolicy = z.object({
  key: z.string(),
  description: z.string(),
  itemType: z.literal('package'),
  cronExp: z.string(),
  every: z.string().optional(),
  durationInMinutes: z.int(),
  enabled: z.boolean(),
  skipTrashcan: z.boolean(),
  projectKey: z.string(),
  searchCriteria: z.object({
    packageTypes: z.array(z.string()),
    repos: z.array(z.string()),
    excludedRepos: z.array(z.string()).optional(),
    includedPackages: z.array(z.string()),
    excludedPackages: z.array(z.string()).optional(),
    includeAllProjects: z.boolean(),
    includedProjects: z.array(z.string()),
    createdBeforeInDays: z.int().optional(),
    lastDownloadedBeforeInDays: z.int().optional(),
    keepLastNVersions: z.int().optional(),
    includedProperties: z.record(z.string(), z.array(z.string())).optional(),
    excludedProperties: z.record(z.string(), z.array(z.string())).optional(),
    includedPaths: z.array(z.string()).optional(),
    excludedPaths: z.array(z.string()).optional(),
  }),
});
export type CleanupPolicy = z.output<typeof CleanupPolicy>;

const params = z.object({ key: z.string().max(100) });
const ofProject = looseQuery('projectKey');
const Run = z.object({ runId: z.int() });
const runBody = z.strictObject({ dryRun: z.boolean().optional() });
const Enablement = z.strictObject({ enabled: z.boolean() });

const lacks =
  'months (count in days), a `projectKey` (name it in `searchCriteria.includedProjects`), several values of one property and types of packages that there are not here are refused by name';
const writing = {
  provenBy,
  lacks,
  note: 'packages are named as in the console (`group:artifact` of Maven); a policy may also be enabled as it is created, and say `includedPaths`, `excludedPaths` and `every`',
};
const running = { provenBy, note: 'with `dryRun` in the address or the body it is only counted what would go; how a run went is shown in the console' };

export const listCleanupPolicies = route('listCleanupPolicies', {
  ...shared,
  summary: 'The policies that clean up packages; those that archive have calls of their own',
  method: 'GET',
  url: cleanup,
  query: ofProject,
  reply: z.array(CleanupPolicy),
});

export const readCleanupPolicy = route('readCleanupPolicy', {
  ...shared,
  summary: 'One policy that cleans up packages',
  method: 'GET',
  url: `${cleanup}/:key`,
  params,
  reply: CleanupPolicy,
});

export const createCleanupPolicy = route('createCleanupPolicy', {
  ...shared,
  summary: 'Create a policy that cleans up packages: a retention policy of this name, disabled unless said',
  method: 'POST',
  url: `${cleanup}/:key`,
  params,
  body: CleanupPolicyInput,
  reply: CleanupPolicy,
  status: 201,
  compatible: writing,
});

export const changeCleanupPolicy = route('changeCleanupPolicy', {
  ...shared,
  summary: 'Change a policy that cleans up packages',
  method: 'PUT',
  url: `${cleanup}/:key`,
  params,
  body: CleanupPolicyInput,
  reply: CleanupPolicy,
  compatible: writing,
});

export const deleteCleanupPolicy = route('deleteCleanupPolicy', {
  ...shared,
  summary: 'Delete a policy that cleans up packages; the reports of its runs stay',
  method: 'DELETE',
  url: `${cleanup}/:key`,
  params,
  reply: z.object({ message: z.string() }),
});

export const enableCleanupPolicy = route('enableCleanupPolicy', {
  ...shared,
  summary: 'Enable or disable a policy that cleans up packages',
  method: 'POST',
  url: `${cleanup}/:key/enablement`,
  params,
  body: Enablement,
  reply: CleanupPolicy,
});

export const runCleanupPolicy = route('runCleanupPolicy', {
  ...shared,
  summary: 'Run a policy that cleans up packages now',
  method: 'PUT',
  url: `${cleanup}/:key/run`,
  params,
  query: looseQuery('dryRun'),
  body: runBody,
  reply: Run,
  status: 201,
  compatible: running,
});

export const disableCleanupPolicies = route('disableCleanupPolicies', {
  ...shared,
  summary: 'Disable all policies that clean up',
  method: 'PUT',
  url: `${api}/cleanup/policies/forceDisableAll`,
  reply: z.object({ message: z.string() }),
});

export const listArchivePolicies = route('listArchivePolicies', {
  ...shared,
  summary: 'The policies that put packages away in the archive',
  method: 'GET',
  url: archive,
  query: ofProject,
  reply: z.array(CleanupPolicy),
});

export const readArchivePolicy = route('readArchivePolicy', {
  ...shared,
  summary: 'One policy that archives packages',
  method: 'GET',
  url: `${archive}/:key`,
  params,
  reply: CleanupPolicy,
});

export const createArchivePolicy = route('createArchivePolicy', {
  ...shared,
  summary: 'Create a policy that archives packages',
  method: 'POST',
  url: `${archive}/:key`,
  params,
  body: CleanupPolicyInput,
  reply: CleanupPolicy,
  status: 201,
  compatible: { ...writing, lacks: `${lacks}; so is \`skipTrashcan\`` },
});

export const changeArchivePolicy = route('changeArchivePolicy', {
  ...shared,
  summary: 'Change a policy that archives packages',
  method: 'PUT',
  url: `${archive}/:key`,
  params,
  body: CleanupPolicyInput,
  reply: CleanupPolicy,
  compatible: { ...writing, lacks: `${lacks}; so is \`skipTrashcan\`` },
});

export const deleteArchivePolicy = route('deleteArchivePolicy', {
  ...shared,
  summary: 'Delete a policy that archives packages',
  method: 'DELETE',
  url: `${archive}/:key`,
  params,
  reply: z.object({ message: z.string() }),
});

export const enableArchivePolicy = route('enableArchivePolicy', {
  ...shared,
  summary: 'Enable or disable a policy that archives packages',
  method: 'POST',
  url: `${archive}/:key/enablement`,
  params,
  body: Enablement,
  reply: CleanupPolicy,
});

export const runArchivePolicy = route('runArchivePolicy', {
  ...shared,
  summary: 'Run a policy that archives packages now',
  method: 'PUT',
  url: `${archive}/:key/run`,
  params,
  query: looseQuery('dryRun'),
  body: runBody,
  reply: Run,
  status: 201,
  compatible: running,
});
