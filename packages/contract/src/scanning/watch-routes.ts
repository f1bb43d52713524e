import { z } from 'zod';
import { proofs } from '../compatible-proofs.ts';
import { prefixes } from '../prefixes.ts';
import { route } from '../route.ts';
import { severities } from '../severities.ts';
import { ByProject, GovernedName, PolicyInput } from './policy-routes.ts';
import { policyTypes } from './policy-types.ts';
import { policyRules } from './policy-words.ts';

const compatible = { provenBy: [proofs.governance] };
const base = `${prefixes.consoleApi}/xray/ui/watches`;

const pattern = z.string().trim().min(1).max(1000);
const WatchFilter = z.discriminatedUnion(
  'type',
  [
    z.strictObject({ type: z.literal('package-type'), value: z.string().trim().min(1).max(100) }),
    z.strictObject({ type: z.literal('mime-type'), value: z.string().trim().min(1).max(200) }),
    z.strictObject({
      type: z.literal('property'),
      value: z.strictObject({ key: z.string().trim().min(1).max(255), value: z.string().trim().min(1).max(2400) }),
    }),
    z.strictObject({ type: z.literal('regex'), value: z.string().min(1).max(1000) }),
    z.strictObject({ type: z.literal('path-regex'), value: z.string().min(1).max(1000) }),
    z.strictObject({
      type: z.literal('path-ant-patterns'),
      value: z.strictObject({ IncludePatterns: z.array(pattern).max(100).default([]), ExcludePatterns: z.array(pattern).max(100).default([]) }),
    }),
    z.strictObject({
      type: z.literal('ant-patterns'),
      value: z.strictObject({ IncludePatterns: z.array(pattern).max(100).default([]), ExcludePatterns: z.array(pattern).max(100).default([]) }),
    }),
  ],
  { error: policyRules.filter_not_here.en },
);

/** Builds, in the words of existing clients. */
export const buildResources = ['build', 'all-builds'] as const;
/** Release bundles, in the words of existing clients, who know two generations of them; here they are one kind. */
export const releaseBundleResources = ['releaseBundle', 'all-releaseBundles', 'releaseBundleV2', 'all-releaseBundlesV2'] as const;
/** Repositories of source code that integrations connect: what pull requests bring is judged there. */
export const gitResources = ['gitRepository', 'all-gitRepositories'] as const;
const composed: readonly string[] = [...buildResources, ...releaseBundleResources, ...gitResources];
const resourceTypes = ['repository', 'all-repos', 'project', 'all-projects', ...buildResources, ...releaseBundleResources, ...gitResources] as const;

/**
 * What a watch looks at. Filters of patterns look at paths, except `ant-patterns`, which look at names: of repositories, of builds, of release bundles.
 * Regular expressions are RE2's (https://github.com/google/re2/wiki/Syntax), found anywhere unless they say where: `regex` looks at names of files, of builds or
 * of release bundles, `path-regex` at paths in a repository.
 * `mime-type` looks at the media type that a file's name promises, `property` at properties of the file itself.
 * Builds, release bundles and repositories of source code have neither paths nor a kind of package.
 */
export const WatchResource = z
  .strictObject({
    type: z.enum(resourceTypes, { error: policyRules.resource_not_watched.en }),
    name: z.string().trim().max(200).optional(),
    bin_mgr_id: z.string().max(100).optional(),
    repo_type: z.enum(['local', 'remote']).optional(),
    /** Key of the repository that keeps the documents of a build: that of its project, or the common one unless it is given. */
    build_repo: z.string().trim().min(1).max(200).optional(),
    filters: z.array(WatchFilter).max(50).optional(),
  })
  .refine(({ type, name }) => type.startsWith('all-') || (name !== undefined && name !== ''), { error: policyRules.name_resource.en, path: ['name'] })
  .refine(({ type, repo_type }) => repo_type === undefined || !composed.includes(type), { error: policyRules.no_repo_type.en, path: ['repo_type'] })
  .refine(({ type, build_repo }) => build_repo === undefined || type === 'build', { error: policyRules.build_repo_of_builds.en, path: ['build_repo'] })
  .refine(({ type, filters = [] }) => !composed.includes(type) || filters.every((filter) => filter.type === 'ant-patterns' || filter.type === 'regex'), {
    error: policyRules.names_alone.en,
    path: ['filters'],
  });
export type WatchResource = z.output<typeof WatchResource>;

const AssignedPolicy = z.object({ name: z.string().min(1).max(128), type: z.enum(policyTypes).optional() });

export const WatchInput = z.object({
  general_data: z.object({
    id: z.string().max(100).optional(),
    name: GovernedName.optional(),
    description: z.string().max(2000).default(''),
    active: z.boolean().default(true),
  }),
  project_resources: z.object({ resources: z.array(WatchResource).min(1, policyRules.one_resource.en).max(500) }),
  assigned_policies: z.array(AssignedPolicy).min(1, policyRules.one_policy.en).max(100),
  watch_recipients: z.array(z.email().max(320)).max(100).default([]),
});
export type WatchInput = z.output<typeof WatchInput>;

export const Watch = z.object({
  general_data: z.object({ id: z.string(), name: z.string(), description: z.string(), active: z.boolean() }),
  project_resources: z.object({ resources: z.array(WatchResource) }),
  assigned_policies: z.array(z.object({ name: z.string(), type: z.enum(policyTypes) })),
  watch_recipients: z.array(z.string()),
  project_key: z.string().optional(),
});
export type Watch = z.output<typeof Watch>;

const CountedWatch = Watch.extend({
  author: z.string(),
  modified: z.iso.datetime(),
  /** Active violations by severity, worst first. */
  violations: z.array(z.object({ severity: z.enum(severities), active: z.int(), ignored: z.int() })),
});
export type CountedWatch = z.output<typeof CountedWatch>;

const WatchDetails = CountedWatch.extend({
  /** Names of its resources that are not there any more, or not yet. */
  missing: z.array(z.string()),
});
export type WatchDetails = z.output<typeof WatchDetails>;

const params = z.object({ name: z.string().min(1).max(128) });
const read = { summary: 'One watch', method: 'GET', access: 'user', params, query: ByProject } as const;
const create = {
  summary: 'Has policies judge some resources, from now on',
  method: 'POST',
  access: 'user',
  query: ByProject,
  body: WatchInput,
  status: 201,
} as const;
const update = { summary: 'Changes a watch', method: 'PUT', access: 'user', params, query: ByProject, body: WatchInput } as const;
const remove = { summary: 'Deletes a watch; its violations are closed', method: 'DELETE', access: 'user', params, query: ByProject } as const;
const list = { summary: 'Watches by name: all of them, or those of a project', method: 'GET', access: 'user', query: ByProject } as const;

export const listWatches = route('listWatches', {
  ...list,
  url: base,
  reply: z.object({
    data: z.array(CountedWatch),
    total_count: z.int(),
    /** Versions that wait to be judged. */
    waiting: z.int(),
  }),
});
export const readWatch = route('readWatch', { ...read, url: `${base}/:name`, reply: WatchDetails });
export const createWatch = route('createWatch', { ...create, url: base, reply: WatchDetails });
export const updateWatch = route('updateWatch', { ...update, url: `${base}/:name`, reply: WatchDetails });
export const listAssignablePolicies = route('listAssignablePolicies', {
  summary: 'Policies that watches of a project can use, or those of no project: by name',
  method: 'GET',
  url: `${prefixes.consoleApi}/xray/ui/assignable_policies`,
  access: 'user',
  query: ByProject,
  reply: z.object({ data: z.array(z.object({ name: z.string(), type: z.enum(policyTypes), description: z.string() })) }),
});
export const deleteWatch = route('deleteWatch', { ...remove, url: `${base}/:name`, reply: z.void() });

const wire = `${prefixes.scanning}/api/v2/watches`;
const Info = z.object({ info: z.string() });
export const listXrayWatches = route('listXrayWatches', { ...list, url: wire, reply: z.array(Watch), compatible });
export const readXrayWatch = route('readXrayWatch', { ...read, url: `${wire}/:name`, reply: Watch, compatible });
export const createXrayWatch = route('createXrayWatch', { ...create, url: wire, reply: Info, compatible });
export const updateXrayWatch = route('updateXrayWatch', { ...update, url: `${wire}/:name`, reply: Info, compatible });
export const deleteXrayWatch = route('deleteXrayWatch', { ...remove, url: `${wire}/:name`, reply: Info, compatible });

/** At most so many versions are judged for a preview, the newest first. */
export const mostPreviewed = 2000;
const Sample = z.object({
  repository: z.string(),
  path: z.string(),
  package: z.string(),
  version: z.string(),
  subject: z.string(),
  severity: z.enum(severities),
  /** It was pulled in the last seven days. */
  pulled: z.boolean(),
});
/** What saving would do. The lists hold the first of each. */
export const Preview = z.object({
  opens: z.int(),
  closes: z.int(),
  blocks: z.int(),
  /** How many of the blocked files were pulled in the last seven days. */
  pulled: z.int(),
  judged: z.int(),
  /** How many versions there are to judge; beyond `mostPreviewed` the older ones were left out. */
  total: z.int(),
  opening: z.array(Sample),
  closing: z.array(Sample),
  blocking: z.array(Sample),
});
export type Preview = z.output<typeof Preview>;

const preview = {
  summary: 'What saving would open, close and block; nothing is kept',
  method: 'POST',
  access: 'user',
  query: ByProject,
  reply: Preview,
  status: 200,
} as const;
export const previewPolicy = route('previewPolicy', { ...preview, url: `${prefixes.consoleApi}/xray/ui/policies/preview`, body: PolicyInput });
export const previewWatch = route('previewWatch', { ...preview, url: `${base}/preview`, body: WatchInput });

export const listWatchesOfIssue = route('listWatchesOfIssue', {
  summary: 'Watches in which an issue breaks a rule, in what the caller may read',
  method: 'GET',
  url: `${prefixes.consoleApi}/xray/ui/unified/watchesForUserIssue`,
  access: 'user',
  query: z.object({ user_issue_id: z.string().min(1).max(200) }),
  reply: z.object({ data: z.array(z.object({ name: z.string(), violations: z.int() })), total_count: z.int() }),
});
