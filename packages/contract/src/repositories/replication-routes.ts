import { z } from 'zod';
import { route } from '../route.ts';
import { Said } from '../said.ts';
import { UpstreamUrl } from './repository-settings.ts';

const base = '/ui/api/v1/ui/admin/repositories/:key/replications';
const Key = z.object({ key: z.string().max(200) });
const Place = Key.extend({ id: z.coerce.number().int() });

const settings = {
  enabled: z.boolean().default(true),
  /** When it runs by itself, in UTC: five fields, or six or seven that begin with the seconds; empty for never. */
  cron: z.string().trim().max(200).default(''),
  /** Changes follow soon after they were made. */
  events: z.boolean().default(false),
  syncDeletes: z.boolean().default(false),
  syncProperties: z.boolean().default(true),
  /** Paths or Ant patterns, separated by commas; a path stands for everything below it. Empty for everything. */
  includePrefix: z.string().trim().max(2000).default(''),
  excludePrefix: z.string().trim().max(2000).default(''),
  /** Ask for each file first whether the other side has its content, and do not send it again then. */
  checkBinaries: z.boolean().default(false),
  /** Key of an outgoing proxy; empty for the usual way. */
  proxy: z.string().max(64).default(''),
  disableProxy: z.boolean().default(false),
  timeoutMilliseconds: z.int().min(0).max(3_600_000).default(15_000),
  /** The other side may be at a private address. */
  allowPrivate: z.boolean().default(false),
};

/**
 * A replication to be made, or the whole of one as it is to be. Its password stays when none is given, and an empty one removes it. A remote repository says
 * itself how its upstream is reached.
 */
export const ReplicationInput = z.strictObject({
  /** Address of the repository that receives: `https://host/artifactory/key`. A remote repository is filled from its own upstream, so that none is given for it. */
  url: UpstreamUrl.optional(),
  username: z.string().trim().max(256).default(''),
  /** Written only; never answered. Without a user name it is an access token. */
  password: z.string().max(8000).optional(),
  ...settings,
});
export type ReplicationInput = z.output<typeof ReplicationInput>;

/** One run and its report. */
export const ReplicationRun = z.object({
  id: z.int(),
  status: z.enum(['waiting', 'running', 'finished', 'failed', 'cancelled']),
  /** A user name; `schedule` when it began by itself. */
  requestedBy: z.string(),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().optional(),
  attempts: z.int(),
  /** Files that the receiving side did not have, or had otherwise. */
  total: z.int(),
  /** Files that arrived. */
  sent: z.int(),
  /** Of these, those whose content was there already. */
  known: z.int(),
  bytes: z.int(),
  properties: z.int(),
  deleted: z.int(),
  refused: z.int(),
  /** What is on its way. */
  current: z.string().optional(),
  ...Said.partial().shape,
});
export type ReplicationRun = z.output<typeof ReplicationRun>;

export const Replication = z.object({
  id: z.int(),
  repository: z.string(),
  /** A local repository is sent there (push); a remote one is filled from there (pull). */
  direction: z.enum(['push', 'pull']),
  url: z.string(),
  username: z.string(),
  hasPassword: z.boolean(),
  ...settings,
  nextRunAt: z.iso.datetime().optional(),
  /** Changes that wait for being sent; none where a repository is filled. */
  waitingChanges: z.int(),
  /** Nothing is tried before. */
  retryAt: z.iso.datetime().optional(),
  /** Why the last change could not be sent. */
  problem: Said.optional(),
  lastRun: ReplicationRun.optional(),
  /** When a run last went well. */
  lastCompletedAt: z.iso.datetime().optional(),
});
export type Replication = z.output<typeof Replication>;

export const listRepositoryReplications = route('listRepositoryReplications', {
  summary: 'The replications of a repository, each with its last run',
  method: 'GET',
  url: base,
  access: 'resource',
  params: Key,
  reply: z.object({ items: z.array(Replication) }),
});

export const readReplication = route('readReplication', {
  summary: 'One replication of a repository with its last run',
  method: 'GET',
  url: `${base}/:id`,
  access: 'resource',
  params: Place,
  reply: Replication,
});

export const createReplication = route('createReplication', {
  summary: 'Replicate a local repository to another installation, or fill a remote one from its upstream',
  method: 'POST',
  url: base,
  access: 'resource',
  params: Key,
  body: ReplicationInput,
  reply: Replication,
  status: 201,
});

export const updateReplication = route('updateReplication', {
  summary: 'Change a replication',
  method: 'PUT',
  url: `${base}/:id`,
  access: 'resource',
  params: Place,
  body: ReplicationInput,
  reply: Replication,
});

export const deleteReplication = route('deleteReplication', {
  summary: 'End a replication; what has arrived stays',
  method: 'DELETE',
  url: `${base}/:id`,
  access: 'resource',
  params: Place,
  reply: z.void(),
});

export const runReplication = route('runReplication', {
  summary: 'Run a replication now',
  method: 'POST',
  url: `${base}/:id/runs`,
  access: 'resource',
  params: Place,
  reply: ReplicationRun,
  status: 202,
});

export const cancelReplication = route('cancelReplication', {
  summary: 'Cancel the run of a replication that waits or is under way',
  method: 'POST',
  url: `${base}/:id/cancel`,
  access: 'resource',
  params: Place,
  reply: ReplicationRun,
});

export const listReplicationRuns = route('listReplicationRuns', {
  summary: 'The latest runs of a replication, newest first',
  method: 'GET',
  url: `${base}/:id/runs`,
  access: 'resource',
  params: Place,
  reply: z.object({ items: z.array(ReplicationRun) }),
});
