// The replication of repositories, as existing clients set it up and ask how it went.
import { z } from 'zod';
import { proofs } from '../compatible-proofs.ts';
import { looseQuery } from '../loose-query.ts';
import { prefixes } from '../prefixes.ts';
import { json, route } from '../route.ts';

const api = `${prefixes.repositories}/api`;
const provenBy = [proofs.replication];
const shared = { access: 'resource', compatible: { provenBy } } as const;
const url = `${api}/replications/:key`;

/** What existing clients are told of a replication; `proxyRef` is the proxy they named. */
export const ReplicationConfig = z.object({
  url: z.string().optional(),
  username: z.string().optional(),
  cronExp: z.string(),
  enabled: z.boolean(),
  enableEventReplication: z.boolean(),
  syncDeletes: z.boolean(),
  syncProperties: z.boolean(),
  syncStatistics: z.boolean(),
  repoKey: z.string(),
  replicationKey: z.string(),
  replicationType: z.enum(['PUSH', 'PULL']),
  socketTimeoutMillis: z.int(),
  pathPrefix: z.string(),
  includePathPrefixPattern: z.string(),
  excludePathPrefixPattern: z.string(),
  checkBinaryExistenceInFilestore: z.boolean(),
  proxyRef: z.string(),
  disableProxy: z.boolean(),
  allowPrivateAddresses: z.boolean(),
});
export type ReplicationConfig = z.output<typeof ReplicationConfig>;

export const listReplications = route('listReplications', {
  summary: 'All replications',
  access: 'administrator',
  method: 'GET',
  url: `${api}/replications`,
  reply: z.array(ReplicationConfig.extend({ status: z.string(), lastCompleted: z.string() })),
  compatible: { provenBy: [proofs.replication, proofs.monitoring] },
});

export const readReplicationConfig = route('readReplicationConfig', {
  ...shared,
  summary: 'The replications of a local repository, or the one that fills a remote repository',
  method: 'GET',
  url,
  reply: json(z.union([z.array(ReplicationConfig), ReplicationConfig])),
});

const refusing = {
  provenBy,
  note: '`syncStatistics` is refused; for remote repositories, so are an address and credentials that are not those of the repository, `enableEventReplication` and `checkBinaryExistenceInFilestore`',
};

export const createReplicationFromConfig = route('createReplicationFromConfig', {
  ...shared,
  summary: 'Replicate a local repository, or fill a remote one from its upstream; replications that it had give way',
  method: 'PUT',
  url,
  body: json(),
  reply: json(z.object({ message: z.string() })),
  status: 201,
  compatible: refusing,
});

export const changeReplicationFromConfig = route('changeReplicationFromConfig', {
  ...shared,
  summary: 'Change the replication of a repository, of several the one with the same address',
  method: 'POST',
  url,
  body: json(),
  reply: json(z.object({ message: z.string() })),
  compatible: refusing,
});

export const removeReplications = route('removeReplications', {
  ...shared,
  summary: 'End the replications of a repository, or the one to an address',
  method: 'DELETE',
  url,
  query: looseQuery('url'),
  reply: json(z.object({ message: z.string() })),
});

const multiple = `${api}/replications/multiple/:key`;
const several = {
  ...shared,
  url: multiple,
  body: json(),
  reply: json(z.object({ message: z.string() })),
  compatible: refusing,
} as const;

export const createReplicationsFromConfig = route('createReplicationsFromConfig', {
  ...several,
  summary: 'Replicate a local repository to several targets; those that are not named give way',
  method: 'PUT',
  status: 201,
});

export const changeReplicationsFromConfig = route('changeReplicationsFromConfig', {
  ...several,
  summary: 'Change the targets of a local repository; those that are not named give way',
  method: 'POST',
});

const Status = z.object({ status: z.string(), lastCompleted: z.string() });

export const readReplicationStatus = route('readReplicationStatus', {
  ...shared,
  summary: 'How the replication of a repository went',
  method: 'GET',
  url: `${api}/replication/:key`,
  reply: Status.extend({
    targets: z.array(Status.extend({ url: z.string(), repoKey: z.string() })),
    repositories: z.record(z.string(), Status),
  }),
});

export const executeReplication = route('executeReplication', {
  ...shared,
  summary: 'Replicate a repository now',
  method: 'POST',
  url: `${api}/replication/execute/:key`,
  body: json(),
  reply: json(z.object({ message: z.string() })),
  status: 202,
  compatible: { provenBy, note: 'what is set up runs; fields in the body are refused' },
});
