import { z } from 'zod';
import { getPage, PageQuery, Timestamp } from '../paging.ts';
import { route } from '../route.ts';
import { distributionRules } from './distribution-rule-words.ts';

export const releaseBundleApi = '/ui/api/v1/distribution/api/ui';
const bundles = `${releaseBundleApi}/release_bundles`;
const bundle = `${releaseBundleApi}/release_bundle`;

/** `source`: put together here; `target`: received from another platform deployment. */
const bundleTypes = ['source', 'target'] as const;
export const ReleaseBundleType = z.enum(bundleTypes);
export type ReleaseBundleType = z.output<typeof ReleaseBundleType>;

/** An open version can be changed; a signed one never again. */
export const releaseBundleStates = ['OPEN', 'SIGNED'] as const;
export type ReleaseBundleState = (typeof releaseBundleStates)[number];

/** How far a version, or one run of it, has come; the words existing clients know. */
const distributionStatuses = ['Not distributed', 'In queue', 'In progress', 'Completed', 'Failed'] as const;
export const DistributionStatus = z.enum(distributionStatuses);
export type DistributionStatus = z.output<typeof DistributionStatus>;

const refusal = distributionRules.bundle_version_characters.en;
/** Both become parts of paths and addresses. */
const Part = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/, refusal);
export const ReleaseBundleName = Part;
export const ReleaseBundleVersion = Part;
const Place = z.object({ name: ReleaseBundleName, version: ReleaseBundleVersion });

export const notesSyntaxes = ['markdown', 'asciidoc', 'plain_text'] as const;
export const ReleaseNotes = z.object({ syntax: z.enum(notesSyntaxes).default('plain_text'), content: z.string().max(100_000).default('') });

/** A file that `input` (a regular expression over `repository/path`) matches goes to `output` on the targets; `$1` stands for the first group. */
const PathMapping = z.object({ input: z.string().min(1).max(500), output: z.string().min(1).max(500) });
/** Properties that the files carry on the targets besides their own. */
const AddedProperty = z.object({ key: z.string().trim().min(1).max(255), values: z.array(z.string().max(2000)).min(1).max(100) });

const addition = { mappings: z.array(PathMapping).max(20).default([]), addedProperties: z.array(AddedProperty).max(50).default([]) };

const BundleQuery = z.object({ aql: z.string().trim().min(1, distributionRules.enter_query.en).max(100_000), ...addition });

/** Where the files come from. */
export const ReleaseBundleSource = z.discriminatedUnion('from', [
  /** Queries over items, as existing clients write them: `items.find({…})`. */
  z.strictObject({ from: z.literal('queries'), queries: z.array(BundleQuery).min(1, distributionRules.enter_query.en).max(20) }),
  /** The artifacts of one run of a build. */
  z.strictObject({
    from: z.literal('build'),
    name: z.string().trim().min(1, distributionRules.enter_build_name.en).max(500),
    number: z.string().trim().min(1, distributionRules.enter_run_number.en).max(500),
    /** '' where the build belongs to no project. */
    projectKey: z.string().max(200).default(''),
    ...addition,
  }),
  /** Files named one by one, each as `repository/path`. */
  z.strictObject({
    from: z.literal('artifacts'),
    paths: z.array(z.string().trim().min(3, distributionRules.give_repository_path.en).max(2000)).min(1, distributionRules.name_artifact.en).max(5000),
    ...addition,
  }),
]);
export type ReleaseBundleSource = z.output<typeof ReleaseBundleSource>;

export const ReleaseBundleSummary = z.object({
  name: z.string(),
  version: z.string(),
  type: ReleaseBundleType,
  state: z.enum(releaseBundleStates),
  /** Of its newest distribution; a received one is `Completed`. */
  status: DistributionStatus,
  description: z.string(),
  /** A word that marks it. */
  tag: z.string().optional(),
  files: z.int(),
  /** Of all files together. */
  bytes: z.number(),
  createdAt: Timestamp,
  createdBy: z.string(),
  signedAt: Timestamp.optional(),
});
export type ReleaseBundleSummary = z.output<typeof ReleaseBundleSummary>;

export const ReleaseBundle = ReleaseBundleSummary.extend({
  releaseNotes: ReleaseNotes,
  /** Absent for received bundles, and where a client put it together from several sources. */
  source: ReleaseBundleSource.optional(),
  /** Repository that keeps its files once it is signed. */
  storingRepository: z.string(),
  signedBy: z.string().optional(),
  /** Fingerprint of the OpenPGP key that signed. */
  keyFingerprint: z.string().optional(),
  /** SHA-256 of the signed manifest. */
  manifestSha256: z.string().optional(),
  /** The caller may do this with it now; the console offers nothing else. */
  may: z.object({ change: z.boolean(), sign: z.boolean(), distribute: z.boolean(), recall: z.boolean(), promote: z.boolean(), delete: z.boolean() }),
});
export type ReleaseBundle = z.output<typeof ReleaseBundle>;

export const ReleaseBundleFile = z.object({
  /** Where it goes on the targets. */
  repository: z.string(),
  path: z.string(),
  /** Where it was found. */
  sourceRepository: z.string(),
  sourcePath: z.string(),
  sha256: z.string(),
  size: z.number(),
  properties: z.record(z.string(), z.array(z.string())),
});
export type ReleaseBundleFile = z.output<typeof ReleaseBundleFile>;

const OfType = z.object({ type: ReleaseBundleType.default('source') });

export const listReleaseBundles = route('listReleaseBundles', {
  summary: 'Versions of release bundles that the caller may read, newest first; `search` looks in their names',
  method: 'GET',
  url: bundles,
  access: 'visitor',
  query: PageQuery.extend(OfType.shape).extend({ name: z.string().max(128).optional() }),
  reply: getPage(ReleaseBundleSummary),
});

export const getReleaseBundle = route('getReleaseBundle', {
  summary: 'One version of a release bundle',
  method: 'GET',
  url: `${bundle}/:name/:version`,
  access: 'resource',
  params: Place,
  query: OfType,
  reply: ReleaseBundle,
});

export const readSignedReleaseBundle = route('readSignedBundle', {
  summary: 'What was signed of a version, to the letter, and its signature: OpenPGP, or as `ssh-keygen -Y verify` checks it',
  method: 'GET',
  url: `${bundle}/:name/:version/signed`,
  access: 'resource',
  params: Place,
  query: OfType,
  reply: z.object({ manifest: z.string(), signature: z.string() }),
});

export const listReleaseBundleFiles = route('listBundleFiles', {
  summary: 'The files of a version, in the order of their places; `search` looks in repository and path',
  method: 'GET',
  url: `${bundle}/:name/:version/files`,
  access: 'resource',
  params: Place,
  query: PageQuery.extend(OfType.shape),
  reply: getPage(ReleaseBundleFile),
});

const content = {
  description: z.string().max(4000).default(''),
  releaseNotes: ReleaseNotes.prefault({}),
  source: ReleaseBundleSource,
  /** Sign it at once. */
  sign: z.boolean().default(false),
  /** Distribution repository that is to keep its files; '' for the usual one. */
  storingRepository: z.string().max(64).default(''),
};
export const NewReleaseBundle = z.strictObject({ ...Place.shape, ...content });
export type NewReleaseBundle = z.output<typeof NewReleaseBundle>;
export const ReleaseBundleChange = z.strictObject(content);

export const createReleaseBundle = route('createReleaseBundle', {
  summary: 'Put a version of a release bundle together from files that the caller may read',
  method: 'POST',
  url: bundle,
  access: 'resource',
  body: NewReleaseBundle,
  reply: ReleaseBundle,
  status: 201,
});

export const updateReleaseBundle = route('updateReleaseBundle', {
  summary: 'Put an open version together anew',
  method: 'PUT',
  url: `${bundle}/:name/:version`,
  access: 'resource',
  params: Place,
  body: ReleaseBundleChange,
  reply: ReleaseBundle,
});

export const previewReleaseBundle = route('previewReleaseBundle', {
  summary: 'The files that a version would have, the first hundred of them; nothing is kept',
  method: 'POST',
  url: `${releaseBundleApi}/release_bundle_preview`,
  access: 'user',
  body: z.strictObject({ source: ReleaseBundleSource }),
  reply: z.object({ items: z.array(ReleaseBundleFile), total: z.int(), bytes: z.number() }),
});

export const signReleaseBundle = route('signReleaseBundle', {
  summary: 'Sign a version and keep its files; from then on it cannot change',
  method: 'POST',
  url: `${bundle}/:name/:version/sign`,
  access: 'resource',
  params: Place,
  body: z.strictObject({ storingRepository: z.string().max(64).default('') }),
  reply: ReleaseBundle,
});

export const deleteReleaseBundle = route('deleteReleaseBundle', {
  summary: 'Delete a version here, with the files kept for it; targets keep theirs',
  method: 'DELETE',
  url: `${bundle}/:name/:version`,
  access: 'resource',
  params: Place,
  query: OfType,
  reply: z.void(),
});

export const releaseBundlesOfChecksum = route('releaseBundlesOfChecksum', {
  summary: 'Release bundles that contain a file with this SHA-256, as far as the caller may read them',
  method: 'GET',
  url: `${bundle}/checksum/:checksum`,
  access: 'resource',
  params: z.object({ checksum: z.string().regex(/^[0-9a-f]{64}$/) }),
  query: z.object({ num_of_rows: z.coerce.number().int().min(1).max(100).default(20) }),
  reply: z.object({ data: z.object({ data: z.array(z.object({ name: z.string(), version: z.string() })) }) }),
});
