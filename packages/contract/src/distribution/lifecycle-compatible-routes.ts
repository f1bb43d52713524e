// Release bundles in their second version, as existing clients make, read, distribute and delete them.
import { z } from 'zod';
import { proofs } from '../compatible-proofs.ts';
import { prefixes } from '../prefixes.ts';
import { route } from '../route.ts';
import { CompatibleRule, CompatibleRunStatus } from './distribution-compatible-routes.ts';
import { Content, LifecycleSource, SourceType } from './lifecycle-source.ts';
import { ReleaseBundleName, ReleaseBundleVersion } from './release-bundle-routes.ts';

const provenBy = [proofs.lifecycle];
const api = `${prefixes.lifecycle}/api/v2`;
const bundles = `${api}/release_bundle`;
const runs = `${api}/distribution`;

export const LifecyclePlace = z.object({ name: ReleaseBundleName, version: ReleaseBundleVersion });
const Words = z.string().max(2000);
const Flag = z.enum(['true', 'false']);
/** Writes are done when they are answered, whether or not the client would wait. */
export const LifecycleWriting = z.object({ async: Flag.default('false'), project: Words.optional(), repository_key: Words.optional() });

const Sources = z.array(LifecycleSource).min(1).max(20);

const Body = z.strictObject({
  release_bundle_name: ReleaseBundleName,
  release_bundle_version: ReleaseBundleVersion,
  source_type: SourceType.nullish(),
  source: Content.nullish(),
  sources: Sources.nullish(),
  /** It can be extended until it is closed. */
  draft: z.boolean().nullish(),
  skip_docker_manifest_resolution: z.boolean().nullish(),
});
export type LifecycleBody = z.output<typeof Body>;

const Made = z.object({ repository_key: z.string(), release_bundle_name: z.string(), release_bundle_version: z.string(), created: z.string() });
export type LifecycleMade = z.output<typeof Made>;

const refusing =
  'done when it is answered; sources are queries, files, packages, signed versions of other bundles and builds, whose dependencies are refused; so are projects, to which no bundle belongs, and names of other keys than the one that signs';

export const createLifecycleReleaseBundle = route('createLifecycleReleaseBundle', {
  summary: 'Create a version of a release bundle and sign it, or leave it open as a draft',
  method: 'POST',
  url: bundles,
  access: 'resource',
  query: LifecycleWriting,
  body: Body,
  reply: Made,
  status: 201,
  compatible: { provenBy, note: `201, with \`async=true\` 202; ${refusing}` },
});

export const extendLifecycleReleaseBundle = route('extendLifecycleReleaseBundle', {
  summary: 'Add sources to a draft',
  method: 'PATCH',
  url: bundles,
  access: 'resource',
  query: LifecycleWriting,
  body: z.strictObject({ release_bundle_name: ReleaseBundleName, release_bundle_version: ReleaseBundleVersion, add_sources: Sources }),
  reply: Made,
  compatible: { provenBy, note: '409 for what is no draft any more' },
});

export const closeLifecycleReleaseBundle = route('closeLifecycleReleaseBundle', {
  summary: 'Sign a draft',
  method: 'POST',
  url: `${bundles}/:name/:version/finalize`,
  access: 'resource',
  params: LifecyclePlace,
  query: LifecycleWriting,
  reply: Made,
  compatible: { provenBy, note: '409 for what is no draft any more' },
});

/** A draft, on its way in from another deployment, or complete. */
const Status = z.enum(['DRAFT', 'PROCESSING', 'COMPLETED']);
export type LifecycleStatus = z.output<typeof Status>;

export const readLifecycleStatus = route('readLifecycleStatus', {
  summary: 'How far the creation of a version is',
  method: 'GET',
  url: `${bundles}/statuses/:name/:version`,
  access: 'resource',
  params: LifecyclePlace,
  reply: z.object({ status: Status, messages: z.array(z.object({ source: z.string(), text: z.string(), created: z.string() })) }),
  compatible: { provenBy },
});

const Listed = Made.extend({ status: Status, created_by: z.string(), tag: z.string().optional() });

/** Clients print these beside each other: bundles belong to no project, which they know as the usual one, and all of them to this installation. */
export const LifecycleBelonging = z.object({ project_key: z.literal('default'), project_name: z.literal('default'), service_id: z.string() });
export type LifecycleBelonging = z.output<typeof LifecycleBelonging>;

/** Released is what was promoted to where things are in production. */
const ReleaseStatus = z.enum(['PRE_RELEASE', 'RELEASED']);

export const readLifecycleReleaseBundle = route('readLifecycleReleaseBundle', {
  summary: 'A version with its files',
  method: 'GET',
  url: `${bundles}/records/:name/:version`,
  access: 'resource',
  params: LifecyclePlace,
  reply: Listed.extend({
    created_millis: z.number(),
    artifacts: z.array(
      z.object({
        path: z.string(),
        checksum: z.string(),
        source_repository_key: z.string(),
        package_type: z.string(),
        size: z.number(),
        properties: z.array(z.object({ key: z.string(), values: z.array(z.string()) })),
      }),
    ),
  }),
  compatible: { provenBy },
});

const Rules = z.array(CompatibleRule).min(1).max(100);
const Ordered = z.object({ id: z.number() });

export const deleteLifecycleReleaseBundle = route('deleteLifecycleReleaseBundle', {
  summary: 'Delete a version here or, with rules of distribution in the body, from the targets that they name',
  method: 'DELETE',
  url: `${bundles}/records/:name/:version`,
  access: 'resource',
  params: LifecyclePlace,
  query: LifecycleWriting,
  body: z.strictObject({
    dry_run: z.boolean().nullish(),
    distribution_rules: Rules.nullish(),
    auto_create_missing_repositories: z.literal(false).nullish(),
  }),
  reply: Ordered.partial(),
  compatible: { provenBy, note: '204; 200 with `async=true` or with rules' },
});

export const LifecyclePage = z.object({
  offset: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(1000).default(25),
  filter_by: z.string().max(200).optional(),
  order_asc: Flag.default('false'),
  project: Words.optional(),
});
export type LifecyclePage = z.output<typeof LifecyclePage>;
const page = { total: z.number(), limit: z.number(), offset: z.number() };

export const listLifecycleVersions = route('listLifecycleVersions', {
  summary: 'Versions of a release bundle, newest first',
  method: 'GET',
  url: `${bundles}/records/:name`,
  access: 'visitor',
  params: z.object({ name: ReleaseBundleName }),
  query: LifecyclePage.extend({ order_by: z.enum(['created', 'release_bundle_version']).default('created') }),
  reply: z.object({ release_bundles: z.array(Listed.extend({ ...LifecycleBelonging.shape, release_status: ReleaseStatus })), ...page }),
  compatible: { provenBy },
});

const groups = {
  method: 'GET',
  access: 'visitor',
  query: LifecyclePage.extend({ order_by: z.enum(['created', 'release_bundle_name']).default('created') }),
  reply: z.object({
    release_bundles: z.array(
      z.object({
        repository_key: z.string(),
        ...LifecycleBelonging.shape,
        release_bundle_name: z.string(),
        release_bundle_version_latest: z.string(),
        release_bundle_versions_count: z.number(),
        created: z.string(),
      }),
    ),
    ...page,
  }),
  compatible: { provenBy, note: 'a project is refused' },
} as const;

export const listLifecycleGroups = route('listLifecycleGroups', {
  ...groups,
  summary: 'Release bundles by name, each with its latest version',
  url: `${bundles}/groups`,
});

export const listLifecycleNames = route('listLifecycleNames', { ...groups, summary: 'The names of release bundles', url: `${bundles}/names` });

export const askLifecycleReleaseBundle = route('askLifecycleReleaseBundle', {
  summary: 'Whether there is a version',
  method: 'GET',
  url: `${bundles}/existence/:name/:version`,
  access: 'resource',
  params: LifecyclePlace,
  reply: z.object({ exists: z.boolean() }),
  compatible: { provenBy },
});

export const distributeLifecycleReleaseBundle = route('distributeLifecycleReleaseBundle', {
  summary: 'Send a signed version to the targets that the rules name',
  method: 'POST',
  url: `${runs}/distribute/:name/:version`,
  access: 'resource',
  params: LifecyclePlace,
  query: LifecycleWriting,
  body: z.strictObject({
    dry_run: z.boolean().nullish(),
    distribution_rules: Rules,
    auto_create_missing_repositories: z.boolean().nullish(),
    /** Files go where the version says. */
    modifications: z.strictObject({ mappings: z.array(z.unknown()).nullish() }).nullish(),
    priority: Words.nullish(),
  }),
  reply: Ordered,
  status: 202,
  compatible: { provenBy, note: '202; 200 for a dry run; 400 when no target fits the rules; path mappings and a priority are refused' },
});

export const deleteLifecycleRemote = route('deleteLifecycleRemote', {
  summary: 'Delete a version from the targets that the rules name',
  method: 'POST',
  url: `${runs}/remote_delete/:name/:version`,
  access: 'resource',
  params: LifecyclePlace,
  query: LifecycleWriting,
  body: z.strictObject({ dry_run: z.boolean().nullish(), distribution_rules: Rules, auto_create_missing_repositories: z.literal(false).nullish() }),
  reply: Ordered,
  status: 202,
  compatible: { provenBy, note: '202, for a dry run, too' },
});

const Tracker = z.object({
  distribution_tracker_friendly_id: z.number(),
  type: z.string(),
  release_bundle_name: z.string(),
  release_bundle_version: z.string(),
  storing_repository: z.string(),
  status: z.enum(['IN_PROGRESS', 'COMPLETED', 'FAILED']),
  distributed_by: z.string(),
  created: z.string(),
  start_time: z.string(),
  finish_time: z.string().optional(),
  targets: z.array(z.string()),
});
export type LifecycleTracker = z.output<typeof Tracker>;

export const listLifecycleTrackers = route('listLifecycleTrackers', {
  summary: 'How far the distributions of a version are, the newest last, as clients expect it',
  method: 'GET',
  url: `${runs}/trackers/:name/:version`,
  access: 'resource',
  params: LifecyclePlace,
  reply: z.array(Tracker),
  compatible: { provenBy },
});

export const readLifecycleTracker = route('readLifecycleTracker', {
  summary: 'How far one distribution is at each target',
  method: 'GET',
  url: `${runs}/trackers/:name/:version/:tracker`,
  access: 'resource',
  params: LifecyclePlace.extend({ tracker: z.string().regex(/^\d{1,15}$/) }),
  reply: CompatibleRunStatus,
  compatible: { provenBy },
});
