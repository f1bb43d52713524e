// Policies that clean up repositories or put away what they hold, as existing clients declare and run them.
import { z } from 'zod';
import { proofs } from '../compatible-proofs.ts';
import { looseQuery } from '../loose-query.ts';
import { prefixes } from '../prefixes.ts';
import { route } from '../route.ts';

const api = `${prefixes.repositories}/api`;
const provenBy = [proofs.cleanup];
const shared = { access: 'user', compatible: { provenBy } } as const;

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
  projectKey: z.string().max(64).nullish(),
  description: z.string().max(1000).nullish(),
  cronExp: z.string().max(120).nullish(),
  /** Ours: how often it runs at night where there is no `cronExp`. */
  every: z.enum(['never', 'day', 'week', 'month']).nullish(),
  durationInMinutes: z.int().min(0).nullish(),
  enabled: z.boolean().nullish(),
  skipTrashcan: z.boolean().nullish(),
};

/** These say nothing but what stands in the address, or cannot be said otherwise. */
const fixed = { key: z.string().nullish(), itemType: z.string().nullish() };

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

const lacks = 'months (count in days), several values of one property and types of packages that there are not here are refused by name';
const note =
  'with a `projectKey` a policy looks at repositories of that project alone, and administrators of the project keep it; packages are named as in the console (`group:artifact` of Maven); a policy may also be enabled as it is created, and say `includedPaths`, `excludedPaths` and `every`';
const running = { provenBy, note: 'with `dryRun` in the address or the body it is only counted what would go; how a run went is shown in the console' };

/** The calls about policies that do one thing to packages; `does` says it in summaries. */
function policyRoutes(name: 'Cleanup' | 'Archive', does: string, url: string, lacks: string) {
  const named = { ...shared, url: `${url}/:key`, params };
  const written = { ...named, body: CleanupPolicyInput, reply: CleanupPolicy, compatible: { provenBy, lacks, note } };
  return {
    list: route(`list${name}Policies`, {
      ...shared,
      summary: `The policies that ${does} packages`,
      method: 'GET',
      url,
      query: looseQuery('projectKey'),
      reply: z.array(CleanupPolicy),
    }),
    read: route(`read${name}Policy`, { ...named, summary: `One policy to ${does} packages`, method: 'GET', reply: CleanupPolicy }),
    create: route(`create${name}Policy`, {
      ...written,
      summary: `Create a policy to ${does} packages: a retention policy of this name, disabled unless said`,
      method: 'POST',
      status: 201,
    }),
    change: route(`change${name}Policy`, { ...written, summary: `Change a policy to ${does} packages`, method: 'PUT' }),
    remove: route(`delete${name}Policy`, {
      ...named,
      summary: `Delete a policy to ${does} packages; the reports of its runs stay`,
      method: 'DELETE',
      reply: z.object({ message: z.string() }),
    }),
    enable: route(`enable${name}Policy`, {
      ...named,
      summary: `Enable or disable a policy to ${does} packages`,
      method: 'POST',
      url: `${url}/:key/enablement`,
      body: z.strictObject({ enabled: z.boolean() }),
      reply: CleanupPolicy,
    }),
    run: route(`run${name}Policy`, {
      ...named,
      summary: `Run a policy to ${does} packages now`,
      method: 'PUT',
      url: `${url}/:key/run`,
      query: looseQuery('dryRun'),
      body: z.strictObject({ dryRun: z.boolean().optional() }),
      reply: z.object({ runId: z.int() }),
      status: 201,
      compatible: running,
    }),
  };
}

export const cleanupPolicies = policyRoutes('Cleanup', 'clean up', `${api}/cleanup/packages/policies`, lacks);
export const archivePolicies = policyRoutes('Archive', 'archive', `${api}/archive/v2/packages/policies`, `${lacks}; so is \`skipTrashcan\``);

export const disableCleanupPolicies = route('disableCleanupPolicies', {
  ...shared,
  access: 'administrator',
  summary: 'Disable all policies to clean up, those for release bundles too',
  method: 'PUT',
  url: `${api}/cleanup/policies/forceDisableAll`,
  reply: z.object({ message: z.string() }),
});
