import { z } from 'zod';
import { proofs } from '../compatible-proofs.ts';
import { prefixes } from '../prefixes.ts';
import { route } from '../route.ts';
import { DistributionStatus, notesSyntaxes, ReleaseBundleName, ReleaseBundleVersion } from './release-bundle-routes.ts';

const compatible = { provenBy: [proofs.distribution] };

const api = `${prefixes.distribution}/api/v1`;
const Place = z.object({ name: ReleaseBundleName, version: ReleaseBundleVersion });

export const pingDistribution = route('pingDistribution', {
  summary: 'Whether the distribution service answers',
  method: 'GET',
  url: `${api}/system/ping`,
  tellsHealth: true,
  access: 'public',
  reply: z.object({ status: z.literal('OK') }),
  compatible,
});

export const getDistributionInfo = route('getDistributionInfo', {
  summary: 'The version that existing clients ask for before they use a call',
  method: 'GET',
  url: `${api}/system/info`,
  access: 'visitor',
  reply: z.object({ status: z.literal('STABLE'), version: z.string(), service_id: z.string() }),
  compatible: { ...compatible, note: 'the version says which calls a client makes' },
});

const Notes = z.object({ syntax: z.enum(notesSyntaxes).nullish(), content: z.string().max(100_000).nullish() });
const Spec = z.object({
  queries: z
    .array(
      z.object({
        aql: z.string().max(100_000),
        query_name: z.string().nullish(),
        mappings: z
          .array(z.object({ input: z.string().min(1).max(500), output: z.string().min(1).max(500) }))
          .max(20)
          .nullish(),
        added_props: z
          .array(z.object({ key: z.string().min(1).max(255), values: z.array(z.string().max(2000)).min(1).max(100) }))
          .max(50)
          .nullish(),
      }),
    )
    .min(1)
    .max(20),
});

const BundleBody = z.object({
  dry_run: z.boolean().nullish(),
  sign_immediately: z.boolean().nullish(),
  storing_repository: z.string().max(64).nullish(),
  description: z.string().max(4000).nullish(),
  release_notes: Notes.nullish(),
  spec: Spec,
});
export type CompatibleReleaseBundleBody = z.output<typeof BundleBody>;

const BundleReply = z.object({
  name: z.string(),
  version: z.string(),
  type: z.enum(['source', 'target']),
  state: z.enum(['OPEN', 'SIGNED']),
  status: DistributionStatus,
  description: z.string(),
  /** In lists these, the source and the files are left out. */
  release_notes: z.object({ syntax: z.enum(notesSyntaxes), content: z.string() }).optional(),
  storing_repository: z.string(),
  created: z.string(),
  created_by: z.string(),
  spec: z.object({ queries: z.array(z.unknown()) }).optional(),
  artifacts: z
    .array(
      z.object({
        checksum: z.string(),
        sourceRepoPath: z.string(),
        targetRepoPath: z.string(),
        size: z.number(),
        props: z.array(z.object({ key: z.string(), values: z.array(z.string()) })),
      }),
    )
    .optional(),
});
export type CompatibleReleaseBundle = z.output<typeof BundleReply>;

export const createCompatibleReleaseBundle = route('createCompatibleBundle', {
  summary: 'Create a version of a release bundle; a dry run answers 200 and keeps nothing',
  method: 'POST',
  url: `${api}/release_bundle`,
  access: 'resource',
  body: BundleBody.extend(Place.shape),
  reply: BundleReply,
  status: 201,
  compatible: { ...compatible, note: '201 with `X-Checksum-Sha256` once it is signed; 200 for a dry run; 409 when the version is there' },
});

export const updateCompatibleReleaseBundle = route('updateCompatibleBundle', {
  summary: 'Put an open version together anew',
  method: 'PUT',
  url: `${api}/release_bundle/:name/:version`,
  access: 'resource',
  params: Place,
  body: BundleBody,
  reply: BundleReply,
  compatible: { ...compatible, note: '409 for a signed version' },
});

export const signCompatibleReleaseBundle = route('signCompatibleBundle', {
  summary: 'Sign a version',
  method: 'POST',
  url: `${api}/release_bundle/:name/:version/sign`,
  access: 'resource',
  params: Place,
  body: z.object({ storing_repository: z.string().max(64).nullish() }),
  reply: BundleReply,
  compatible: { ...compatible, note: '409 for a signed version; `X-GPG-PASSPHRASE` is not needed, since keys are kept opened and encrypted' },
});

export const deleteCompatibleReleaseBundle = route('deleteCompatibleBundle', {
  summary: 'Delete a version here',
  method: 'DELETE',
  url: `${api}/release_bundle/:name/:version`,
  access: 'resource',
  params: Place,
  reply: z.void(),
  compatible: { ...compatible, note: '204' },
});

export const listCompatibleReleaseBundles = route('listCompatibleBundles', {
  summary: 'Versions of release bundles put together here, newest first, a thousand at most',
  method: 'GET',
  url: `${api}/release_bundle`,
  access: 'visitor',
  reply: z.array(BundleReply),
  compatible,
});

export const listCompatibleVersions = route('listCompatibleVersions', {
  summary: 'Versions of one release bundle',
  method: 'GET',
  url: `${api}/release_bundle/:name`,
  access: 'visitor',
  params: z.object({ name: ReleaseBundleName }),
  reply: z.array(BundleReply),
  compatible,
});

export const getCompatibleReleaseBundle = route('getCompatibleBundle', {
  summary: 'One version with its files',
  method: 'GET',
  url: `${api}/release_bundle/:name/:version`,
  access: 'resource',
  params: Place,
  reply: BundleReply,
  compatible,
});

export const CompatibleRule = z.object({
  site_name: z.string().max(200).nullish(),
  city_name: z.string().max(200).nullish(),
  country_codes: z.array(z.string().max(10)).max(300).nullish(),
});
export type CompatibleRule = z.output<typeof CompatibleRule>;
const RunBody = z.object({ dry_run: z.boolean().nullish(), distribution_rules: z.array(CompatibleRule).min(1).max(100) });
const RunReply = z.object({
  id: z.number(),
  sites: z.array(z.object({ service_id: z.string(), name: z.string(), type: z.string(), error: z.string().optional() })),
});

export const distributeCompatibleReleaseBundle = route('distributeCompatibleBundle', {
  summary: 'Send a signed version to the targets that the rules name; a dry run answers 200',
  method: 'POST',
  url: `${api}/distribution/:name/:version`,
  access: 'resource',
  params: Place,
  body: RunBody.extend({ auto_create_missing_repositories: z.boolean().nullish() }),
  reply: RunReply,
  status: 202,
  compatible: { ...compatible, note: '202; 200 for a dry run; 400 when no target fits the rules' },
});

export const deleteCompatibleRemote = route('deleteCompatibleRemote', {
  summary: 'Delete a version from the targets that the rules name, and here too with `on_success: delete`',
  method: 'POST',
  url: `${api}/distribution/:name/:version/delete`,
  access: 'resource',
  params: Place,
  body: RunBody.extend({ on_success: z.enum(['keep', 'delete']).nullish() }),
  reply: RunReply,
  status: 202,
  compatible: { ...compatible, note: 'with `on_success`' },
});

const Count = z.number();
export const CompatibleRunStatus = z.object({
  distribution_id: Count,
  distribution_friendly_id: Count,
  type: z.enum(['distribute', 'delete_release_bundle_version']),
  release_bundle_name: z.string(),
  release_bundle_version: z.string(),
  storing_repository: z.string(),
  status: DistributionStatus,
  distribution_rules: z.array(z.record(z.string(), z.unknown())),
  sites: z.array(
    z.object({
      status: DistributionStatus,
      general_error: z.string(),
      target_artifactory: z.object({ service_id: z.string(), name: z.string(), type: z.string() }),
      total_files: Count,
      total_bytes: Count,
      distributed_bytes: Count,
      distributed_files: Count,
      file_errors: z.array(z.string()),
      files_in_progress: z.array(z.string()),
    }),
  ),
});
export type CompatibleRunStatus = z.output<typeof CompatibleRunStatus>;

const bundleUrl = `${api}/release_bundle`;
export const listCompatibleRuns = route('listCompatibleRuns', {
  summary: 'How far all distributions are, newest first',
  method: 'GET',
  url: `${bundleUrl}/distribution`,
  access: 'visitor',
  reply: z.array(CompatibleRunStatus),
  compatible,
});

export const listCompatibleRunsOfName = route('listCompatibleRunsOfName', {
  summary: 'How far the distributions of one release bundle are',
  method: 'GET',
  url: `${bundleUrl}/:name/distribution`,
  access: 'visitor',
  params: z.object({ name: ReleaseBundleName }),
  reply: z.array(CompatibleRunStatus),
  compatible,
});

export const listCompatibleRunsOfVersion = route('listCompatibleRunsOfVersion', {
  summary: 'How far the distributions of one version are',
  method: 'GET',
  url: `${bundleUrl}/:name/:version/distribution`,
  access: 'resource',
  params: Place,
  reply: z.array(CompatibleRunStatus),
  compatible: { ...compatible, note: '404 once the version is deleted here too' },
});

export const getCompatibleRun = route('getCompatibleRun', {
  summary: 'How far one distribution is',
  method: 'GET',
  url: `${bundleUrl}/:name/:version/distribution/:tracker`,
  access: 'resource',
  params: Place.extend({ tracker: z.string().regex(/^\d{1,15}$/) }),
  reply: CompatibleRunStatus,
  compatible: { ...compatible, note: '404 once the version is deleted here too' },
});

const KeyBody = z.object({ public_key: z.string().max(100_000).nullish(), private_key: z.string().min(1).max(100_000) });
const keyCall = {
  summary: 'Bring the key pair that signs release bundles; the passphrase comes in the header X-GPG-PASSPHRASE',
  method: 'PUT',
  access: 'administrator',
  body: KeyBody,
  reply: z.object({ fingerprint: z.string() }),
} as const;

export const bringSigningKey = route('bringSigningKey', {
  ...keyCall,
  url: `${api}/keys/gpg`,
  compatible: { ...compatible, note: 'the passphrase in `X-GPG-PASSPHRASE`' },
});
export const bringSigningKey2 = route('bringSigningKey2', {
  ...keyCall,
  url: `${api}/keys/pgp`,
  compatible: { ...compatible, note: 'the passphrase in `X-GPG-PASSPHRASE`' },
});
