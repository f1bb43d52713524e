import { z } from 'zod';
import { Timestamp } from '../paging.ts';
import { route } from '../route.ts';
import { Said } from '../said.ts';
import { distributionRules } from './distribution-rule-words.ts';
import { DistributionStatus, ReleaseBundleName, ReleaseBundleVersion, releaseBundleApi } from './release-bundle-routes.ts';

const bundle = `${releaseBundleApi}/release_bundle`;
const Place = z.object({ name: ReleaseBundleName, version: ReleaseBundleVersion });
const TargetNames = z.array(z.string().max(64)).min(1, distributionRules.choose_target.en).max(100);

/** How far one target is. */
export const DistributionSite = z.object({
  target: z.string(),
  status: DistributionStatus,
  /** This keeps it from going on, in words; it is tried again unless the status is `Failed`. */
  error: z.string().optional(),
  said: Said.optional(),
  totalFiles: z.int(),
  totalBytes: z.number(),
  /** Those the target has. */
  distributedFiles: z.int(),
  distributedBytes: z.number(),
  /** `repository/path` of what is being sent. */
  fileInProgress: z.string().optional(),
  attempts: z.int(),
  finishedAt: Timestamp.optional(),
});
export type DistributionSite = z.output<typeof DistributionSite>;

/** One run: a version of a release bundle sent to targets, or deleted from them. */
export const Distribution = z.object({
  id: z.string(),
  type: z.enum(['distribute', 'delete']),
  name: z.string(),
  version: z.string(),
  status: DistributionStatus,
  createdAt: Timestamp,
  createdBy: z.string(),
  finishedAt: Timestamp.optional(),
  sites: z.array(DistributionSite),
});
export type Distribution = z.output<typeof Distribution>;

/**
 * The event `distribution.progress` tells of every step: `data` is `{ id, bundle, version, status, target, distributedFiles, totalFiles }`,
 * its subject the id of the run. `release-bundle.created`, `.updated`, `.signed`, `.received`, `.promoted` and `.deleted` have `data` `{ bundle, version, type, size, by }`.
 */
export const distributeReleaseBundle = route('distributeReleaseBundle', {
  summary: 'Send a signed version to targets, for the first time or again; `dryRun` only asks the targets whether they would take it',
  method: 'POST',
  url: `${bundle}/:name/:version/distribute`,
  access: 'resource',
  params: Place,
  body: z.strictObject({ targets: TargetNames, autoCreateMissingRepositories: z.boolean().default(false), dryRun: z.boolean().default(false) }),
  reply: Distribution,
});

export const deleteFromTargets = route('deleteFromTargets', {
  summary: 'Delete a version from targets; with `onSuccess: delete` here too, once all targets have',
  method: 'POST',
  url: `${bundle}/:name/:version/delete_from_targets`,
  access: 'resource',
  params: Place,
  body: z.strictObject({ targets: TargetNames, onSuccess: z.enum(['keep', 'delete']).default('keep'), dryRun: z.boolean().default(false) }),
  reply: Distribution,
});

export const listDistributions = route('listDistributions', {
  summary: 'The runs of a version, newest first, fifty at most',
  method: 'GET',
  url: `${bundle}/:name/:version/distributions`,
  access: 'resource',
  params: Place,
  reply: z.object({ items: z.array(Distribution) }),
});

export const getDistribution = route('getDistribution', {
  summary: 'One run',
  method: 'GET',
  url: `${releaseBundleApi}/distribution/:id`,
  access: 'resource',
  params: z.object({ id: z.string().regex(/^\d{1,15}$/) }),
  reply: Distribution,
});

/** A distribution repository: it keeps the files of release bundles, by `name/version/repository/path`, and nothing else can be put there. */
const DistributionRepository = z.object({
  repoKey: z.string(),
  repoType: z.literal('distribution'),
  /** Bundles may be signed into it when nothing else is said. */
  isDefault: z.boolean(),
});

export const createDistributionRepository = route('createDistributionRepository', {
  summary: "Create a distribution repository: 'release-bundles', or a key that ends in '-release-bundles'",
  method: 'POST',
  url: `${releaseBundleApi}/repositories`,
  access: 'administrator',
  body: z.strictObject({
    key: z
      .string()
      .trim()
      .regex(/^(?:[a-z0-9][a-z0-9._-]{0,46}-)?release-bundles$/, distributionRules.bundle_repository_key_characters.en)
      .default('release-bundles'),
  }),
  reply: DistributionRepository,
  status: 201,
});
