// Policies that clean up versions of release bundles, as existing clients declare and run them.
import { z } from 'zod';
import { proofs } from '../compatible-proofs.ts';
import { looseQuery } from '../loose-query.ts';
import { prefixes } from '../prefixes.ts';
import { route } from '../route.ts';

const url = `${prefixes.repositories}/api/cleanup/bundles/policies`;
const provenBy = [proofs.releaseBundleCleanup];
const shared = { access: 'administrator', compatible: { provenBy } } as const;
const Count = z.int().min(1).max(36_500);

/** Which versions go; patterns are those of Ant. */
const criteria = {
  includeAllProjects: z.boolean().nullish(),
  includedProjects: z.array(z.string().max(64)).max(500).nullish(),
  releaseBundles: z
    .array(z.strictObject({ name: z.string().min(1).max(512), projectKey: z.string().max(64).nullish() }))
    .min(1)
    .max(500),
  /** What was promoted to one of these stays; `**` for any. */
  excludePromotedEnvironments: z.array(z.string().min(1).max(200)).max(100).nullish(),
  createdBeforeInMonths: Count.nullish(),
  createdBeforeInDays: Count.nullish(),
};

export const ReleaseBundleCleanupInput = z.strictObject({
  key: z.string().nullish(),
  description: z.string().max(1000).nullish(),
  itemType: z.literal('releaseBundle').nullish(),
  cronExp: z.string().max(120).nullish(),
  durationInMinutes: z.int().min(0).max(10_080).nullish(),
  enabled: z.boolean().nullish(),
  /** Versions of bundles do not go through the trash. */
  skipTrashcan: z.boolean().nullish(),
  projectKey: z.literal('').nullish(),
  searchCriteria: z.strictObject(criteria),
});
export type ReleaseBundleCleanupInput = z.output<typeof ReleaseBundleCleanupInput>;

export const ReleaseBundleCleanup = z.object({
  key: z.string(),
  description: z.string(),
  itemType: z.literal('releaseBundle'),
  cronExp: z.string(),
  durationInMinutes: z.int(),
  enabled: z.boolean(),
  skipTrashcan: z.literal(true),
  projectKey: z.literal(''),
  searchCriteria: z.object({
    includeAllProjects: z.boolean(),
    includedProjects: z.array(z.string()),
    releaseBundles: z.array(z.object({ name: z.string(), projectKey: z.string() })),
    excludePromotedEnvironments: z.array(z.string()),
    createdBeforeInMonths: z.int().optional(),
    createdBeforeInDays: z.int().optional(),
  }),
});
export type ReleaseBundleCleanup = z.output<typeof ReleaseBundleCleanup>;

const named = { ...shared, url: `${url}/:key`, params: z.object({ key: z.string().max(100) }) };
const note =
  'bundles belong to no project, so that projects are refused but for `default`; 24 months unless said; versions that were made here go, received ones stay';

export const listReleaseBundleCleanups = route('listReleaseBundleCleanups', {
  ...shared,
  summary: 'The policies that clean up release bundles',
  method: 'GET',
  url,
  query: looseQuery('projectKey'),
  reply: z.array(ReleaseBundleCleanup),
});

export const readReleaseBundleCleanup = route('readReleaseBundleCleanup', {
  ...named,
  summary: 'One policy to clean up release bundles',
  method: 'GET',
  reply: ReleaseBundleCleanup,
});

export const createReleaseBundleCleanup = route('createReleaseBundleCleanup', {
  ...named,
  summary: 'Create a policy to clean up release bundles, disabled unless said',
  method: 'POST',
  body: ReleaseBundleCleanupInput,
  reply: ReleaseBundleCleanup,
  status: 201,
  compatible: { provenBy, note },
});

export const changeReleaseBundleCleanup = route('changeReleaseBundleCleanup', {
  ...named,
  summary: 'Change a policy to clean up release bundles',
  method: 'PUT',
  body: ReleaseBundleCleanupInput,
  reply: ReleaseBundleCleanup,
  compatible: { provenBy, note },
});

export const deleteReleaseBundleCleanup = route('deleteReleaseBundleCleanup', {
  ...named,
  summary: 'Delete a policy to clean up release bundles, with the reports of its runs',
  method: 'DELETE',
  reply: z.object({ message: z.string() }),
});

export const enableReleaseBundleCleanup = route('enableReleaseBundleCleanup', {
  ...named,
  summary: 'Enable or disable a policy to clean up release bundles',
  method: 'POST',
  url: `${url}/:key/enablement`,
  body: z.strictObject({ enabled: z.boolean() }),
  reply: ReleaseBundleCleanup,
});

export const runReleaseBundleCleanup = route('runReleaseBundleCleanup', {
  ...named,
  summary: 'Run a policy to clean up release bundles now',
  method: 'PUT',
  url: `${url}/:key/run`,
  query: looseQuery('dryRun'),
  body: z.strictObject({ dryRun: z.boolean().optional() }),
  reply: z.object({ runId: z.int() }),
  status: 201,
  compatible: { provenBy, note: 'with `dryRun` in the address or the body it is only counted what would go' },
});

export const listReleaseBundleCleanupRuns = route('listReleaseBundleCleanupRuns', {
  ...named,
  summary: 'The latest runs of a policy to clean up release bundles, newest first',
  method: 'GET',
  url: `${url}/:key/runs`,
  reply: z.array(
    z.object({
      runId: z.int(),
      status: z.enum(['WAITING', 'RUNNING', 'FINISHED', 'FAILED']),
      dryRun: z.boolean(),
      requestedBy: z.string(),
      started: z.string(),
      finished: z.string().optional(),
      /** Versions that went, or would go. */
      versions: z.int(),
      bytes: z.number(),
      message: z.string().optional(),
    }),
  ),
  compatible: { provenBy, note: 'a call of our own beside the others' },
});
