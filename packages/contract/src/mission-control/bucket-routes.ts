// Licence buckets: sets of equal licences that are attached to deployments.
import { z } from 'zod';
import { Timestamp } from '../paging.ts';
import { prefixes } from '../prefixes.ts';
import { json, largeJson, route } from '../route.ts';
import { Said } from '../said.ts';
import { BucketName, NewBucket } from './bucket-rules.ts';

const buckets = `${prefixes.consoleApi}/buckets`;
const ById = z.object({ id: z.uuid() });

const DeploymentStatus = z.enum(['ONLINE', 'PARTIAL', 'OFFLINE', 'UNAUTHORIZED', 'UNAVAILABLE']);

export const Bucket = z.object({
  id: z.uuid(),
  name: z.string(),
  /** What its issuer calls it. */
  identifier: z.string(),
  /** The bucket that it was split from. */
  parent: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  licenseType: z.string(),
  customerName: z.string(),
  issueDate: Timestamp,
  /** Null for licences that never end. */
  expiryDate: Timestamp.nullable(),
  totalProjects: z.int(),
  /** Licences that it came with. */
  size: z.int(),
  /** Those that a deployment has, or may have. */
  used: z.int(),
  /** Those that can be attached. */
  available: z.int(),
  /** Those that are its own still: the rest went into split buckets. */
  licenses: z.int(),
  splitBuckets: z.int(),
  /** When a split bucket was downloaded: another mission control attaches its licences since then. */
  downloadedAt: Timestamp.nullable(),
});
export type Bucket = z.output<typeof Bucket>;

const orderStates = ['calling', 'unsettled', 'done', 'refused', 'returned', 'forgotten'] as const;

/** One line of the output: what came of attaching to a deployment, or of taking back from it. */
export const BucketOrder = z.object({
  id: z.uuid(),
  kind: z.enum(['attach', 'release']),
  deployment: z.string(),
  wanted: z.int(),
  done: z.int(),
  /** `calling` and `unsettled` become something else by themselves; the others stay. */
  state: z.enum(orderStates),
  ...Said.shape,
  requestedBy: z.string(),
  at: Timestamp,
});
export type BucketOrder = z.output<typeof BucketOrder>;

const Target = z.object({
  id: z.string(),
  name: z.string(),
  home: z.boolean(),
  status: DeploymentStatus,
  /** That run, as it last said; null when it has said nothing yet. */
  nodes: z.int().nullable(),
  attached: z.int(),
  reserved: z.int(),
});

const Holder = z.object({
  id: z.string(),
  name: z.string(),
  /** Null when it is known here no more. */
  status: DeploymentStatus.nullable(),
  attached: z.int(),
  reserved: z.int(),
  /** Of both, those that it has not reported for a day. */
  unknown: z.int(),
});

export const BucketStatus = z.object({
  bucket: Bucket,
  splits: z.array(Bucket),
  /** Where licences can be attached now: `ONLINE` and `PARTIAL` only. */
  targets: z.array(Target),
  /** Who has licences of it. */
  holders: z.array(Holder),
  /** Who reports licences of it that were not attached from here, since when. */
  strange: z.array(z.object({ name: z.string(), count: z.int(), since: Timestamp })),
  unknownUsage: z.int(),
  /** Nodes that run pipelines, at all who have licences of it together, as these last said. */
  pipelinesNodes: z.int(),
  /** Most that were used at once. */
  maxUsed: z.int(),
  days: z.array(z.object({ day: z.iso.date(), maxUsed: z.int(), unknown: z.int() })),
  /** The last fifty, newest first, with everything that was asked for together with one of them. */
  orders: z.array(BucketOrder),
});
export type BucketStatus = z.output<typeof BucketStatus>;

export const listBuckets = route('listBuckets', {
  summary: 'License buckets, each followed by those that were split from it',
  method: 'GET',
  url: buckets,
  access: 'administrator',
  reply: z.array(Bucket),
});

export const readBucketStatus = route('readBucketStatus', {
  summary: 'A license bucket with who has its licenses, how it was used, and where licenses can be attached',
  method: 'GET',
  url: `${buckets}/:id/status`,
  access: 'administrator',
  params: ById,
  reply: BucketStatus,
});

export const addBucket = route('addBucket', {
  summary: 'Add a license bucket from its file, or from a signed URL, with its key',
  method: 'POST',
  url: buckets,
  access: 'administrator',
  body: largeJson(NewBucket),
  reply: Bucket,
  status: 201,
});

export const deleteBucket = route('deleteBucket', {
  summary: 'Delete a bucket with its licenses and split buckets; of a split bucket all licenses go back. Tells which deployments keep licenses, and why',
  method: 'DELETE',
  url: `${buckets}/:id`,
  access: 'administrator',
  params: ById,
  reply: z.object({ kept: z.array(z.object({ deployment: z.string(), licenses: z.int(), why: Said })) }),
});

export const splitBucket = route('splitBucket', {
  summary: 'Move free licenses into a split bucket with a key of its own',
  method: 'POST',
  url: `${buckets}/:id/split`,
  access: 'administrator',
  params: ById,
  body: z.strictObject({ name: BucketName, licenses: z.number().nullish() }),
  reply: z.object({ bucket: Bucket, key: z.string() }),
  status: 201,
});

/** Which deployments get how many licences. */
const Attachment = z.strictObject({ deployment: z.string().max(200), licenses: z.number().nullish() });

export const attachLicenses = route('attachLicenses', {
  summary: 'Attach licenses of a bucket to deployments that are online or partly so; tells for each what came of it',
  method: 'POST',
  url: `${buckets}/:id/attach`,
  access: 'administrator',
  params: ById,
  body: z.strictObject({ bucketIdentifier: z.string().max(200), dto: z.array(Attachment).max(1000) }),
  reply: z.object({ results: z.array(BucketOrder) }),
});

export const downloadBucket = route('downloadBucket', {
  summary: 'The file of a bucket, sealed with its key, with the licenses that no deployment here has',
  method: 'GET',
  url: `${buckets}/:id/download`,
  access: 'administrator',
  params: ById,
  reply: json(),
});

export const readBucketKey = route('readBucketKey', {
  summary: 'The key of a bucket; that it was looked at is audited',
  method: 'POST',
  url: `${buckets}/:id/key`,
  access: 'administrator',
  params: ById,
  reply: z.object({ key: z.string() }),
});

export const releaseLicenses = route('releaseLicenses', {
  summary: 'Take every license of a bucket back from a deployment',
  method: 'POST',
  url: `${buckets}/:id/release`,
  access: 'administrator',
  params: ById,
  body: z.strictObject({ deployment: z.string().max(200) }),
  reply: z.object({ results: z.array(BucketOrder) }),
});

export const forgetDeployment = route('forgetDeployment', {
  summary: 'Count the licenses of a bucket as free that a deployment has which is gone for good',
  method: 'POST',
  url: `${buckets}/:id/forget`,
  access: 'administrator',
  params: ById,
  body: z.strictObject({ deployment: z.string().max(200) }),
  reply: z.object({ freed: z.int() }),
});

export const askHolders = route('askHolders', {
  summary: 'Ask every deployment that has licenses of a bucket which ones it has',
  method: 'POST',
  url: `${buckets}/:id/ask`,
  access: 'administrator',
  params: ById,
  reply: z.object({ unreachable: z.array(z.string()) }),
});
