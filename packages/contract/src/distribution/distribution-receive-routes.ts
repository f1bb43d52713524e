import { z } from 'zod';
import { Timestamp } from '../paging.ts';
import { prefixes } from '../prefixes.ts';
import { formatIds } from '../repositories/format-ids.ts';
import { RepositoryKey } from '../repositories/repository-settings.ts';
import { json, route, stream } from '../route.ts';
import { distributionRules } from './distribution-rule-words.ts';
import { ReleaseBundleName, ReleaseBundleVersion, ReleaseNotes } from './release-bundle-routes.ts';

/** One platform deployment says this to another that is to take a release bundle. */
const incoming = `${prefixes.distribution}/api/v1/incoming`;
const Place = { name: ReleaseBundleName, version: ReleaseBundleVersion };
export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/, distributionRules.no_sha256.en);

/** Characters of a file's path, and repositories that one bundle can go to. */
export const longestPath = 1024;
export const mostRepositories = 1000;

export const manifestFormat = 'packhouse-release-bundle/1';

/** This is signed: JSON with the keys of every object in order and no blanks, in UTF-8. */
export const ReleaseBundleManifest = z.object({
  format: z.literal(manifestFormat),
  ...Place,
  description: z.string().max(4000),
  releaseNotes: ReleaseNotes,
  createdBy: z.string().max(500),
  createdAt: Timestamp,
  signedBy: z.string().max(500),
  signedAt: Timestamp,
  files: z
    .array(
      z.object({
        repository: RepositoryKey,
        path: z.string().min(1).max(longestPath),
        /** Of the repository it goes to. */
        format: z.enum(formatIds),
        sha256: Sha256,
        size: z.number().int().min(0),
        properties: z.record(z.string(), z.array(z.string())),
      }),
    )
    .max(20_000),
});
export type ReleaseBundleManifest = z.output<typeof ReleaseBundleManifest>;

/**
 * When the sender was told to send the bundle, or to have it deleted: microseconds since 1970 by its clock, later with every order about a bundle.
 * The later one decides, in whatever order calls arrive. 0 where it is not known.
 */
const OrderedAt = z.coerce.number().int().min(0).default(0);

export const greetReceiver = route('greetReceiver', {
  summary: 'Whether this deployment takes release bundles, from whom, and whether it trusts a key',
  method: 'GET',
  url: incoming,
  access: 'user',
  query: z.object({ fingerprint: z.string().max(128).optional() }),
  reply: z.object({ version: z.string(), user: z.string(), trustsKey: z.boolean() }),
});

/** A pass is good for addresses under this one, and nowhere else. */
export const passPlace = incoming;

export const givePass = route('giveDistributionPass', {
  summary: 'Gives a paired deployment a pass of a few minutes, with which it sends release bundles and recalls them',
  method: 'POST',
  url: `${incoming}/passes`,
  access: 'peer',
  purpose: 'distribution',
  body: z.object({}),
  reply: z.object({ token: z.string(), seconds: z.number().int() }),
});

export const offerReleaseBundle = route('offerBundle', {
  summary: 'Ask whether a release bundle would be taken, before anything of it is sent',
  method: 'POST',
  url: `${incoming}/offers`,
  access: 'resource',
  body: z.object({
    ...Place,
    manifestSha256: Sha256,
    keyFingerprint: z.string().max(128),
    repositories: z.array(z.object({ key: RepositoryKey, format: z.enum(formatIds) })).max(mostRepositories),
    createRepositories: z.boolean(),
    dryRun: z.boolean(),
    orderedAt: OrderedAt,
  }),
  /** `present`: all of it is here already. `have`: SHA-256 of the files that came in before. */
  reply: z.object({ state: z.enum(['wanted', 'present']), have: z.array(z.string()) }),
});

export const withdrawReleaseBundle = route('withdrawBundle', {
  summary: 'Delete a received release bundle, with the files that it alone brought',
  method: 'DELETE',
  url: `${incoming}/:name/:version`,
  access: 'resource',
  params: z.object(Place),
  query: z.object({
    dryRun: z.stringbool().default(false),
    /** Of the bundle that is meant; another one of that name and version stays. */
    manifestSha256: Sha256.optional(),
    /** Counts for the bundle that is meant. */
    orderedAt: OrderedAt,
  }),
  reply: z.void(),
});

/** Characters of the largest manifest: 20 000 files with long paths and properties. */
export const largestManifest = 16 * 1024 * 1024;

/** The signed manifest, sent last. Bodies of these two calls are read as they come: files are large, and so is a manifest. */
export const SignedManifest = z.object({ manifest: z.string().max(largestManifest), signature: z.string().max(4096), orderedAt: OrderedAt });
/** In an archive, a tar file, the signed list stands first, and then each content that it names once. */
export const archivedList = 'release-bundle.json';
export const archivedContent = (sha256: string) => `files/${sha256}`;
export const incomingFilePath = (name: string, version: string, sha256: string) => `${incoming}/${name}/${version}/files/${sha256}`;
export const incomingManifestPath = (name: string, version: string) => `${incoming}/${name}/${version}`;

export const receiveFile = route('receiveFile', {
  summary: 'Takes a file of a bundle; with X-Checksum-Deploy only what is here already',
  method: 'PUT',
  url: incomingFilePath(':name', ':version', ':sha256'),
  access: 'user',
  body: stream('application/octet-stream'),
  reply: z.void(),
  status: 201,
});

export const receiveManifest = route('receiveManifest', {
  summary: 'Takes the signed manifest of a bundle, which makes it whole',
  method: 'POST',
  url: incomingManifestPath(':name', ':version'),
  access: 'user',
  body: json(SignedManifest),
  reply: z.void(),
  status: 201,
});
