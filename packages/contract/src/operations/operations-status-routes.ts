import { z } from 'zod';
import { proofs } from '../compatible-proofs.ts';
import { Timestamp } from '../paging.ts';
import { prefixes } from '../prefixes.ts';
import { route } from '../route.ts';

const api = prefixes.consoleApi;

const nodeStates = ['Online', 'Offline'] as const;

/** One process of a node, as far as it runs one service. */
const MicroService = z.object({
  service_id: z.string(),
  last_heartbeat: Timestamp,
  /** Milliseconds since it started; absent when it does not run. */
  uptime: z.int().optional(),
});

const ServiceNode = z.object({
  node_id: z.string(),
  status: z.enum(nodeStates),
  /** Host and port under which the node listens. */
  address: z.string(),
  version: z.string(),
  micro_services: z.array(MicroService),
});

/** Something that a service does as events come, and how many seconds ago the oldest happened that it has not taken up. */
const LateFollower = z.object({ follower: z.string(), seconds: z.int() });

/** Services keyed by service type (`jfrt`, `jfac` …), each with the nodes that run it or did so lately, and what it does that is more than ten minutes late. */
const ServiceStatus = z.object({
  services: z.record(z.string(), z.object({ nodes: z.array(ServiceNode), late: z.array(LateFollower).optional() })),
});
export type ServiceStatus = z.output<typeof ServiceStatus>;

export const highAvailability = route('highAvailability', {
  summary: 'Every service with its nodes, and whether they are online',
  method: 'GET',
  url: `${api}/system/status/ha`,
  access: 'administrator',
  reply: ServiceStatus,
});

/** Tells what runs where: `service_id` is the service's type and its node, with an `@` between them. */
const NodeRecord = z.object({ service_id: z.string(), state: z.enum(['HEALTHY', 'UNHEALTHY']), node_id: z.string() });
export type NodeRecord = z.output<typeof NodeRecord>;

export const nodeStatus = route('nodeStatus', {
  summary: 'The same as one record for each service on each node',
  method: 'GET',
  url: `${api}/system/status/nodes`,
  access: 'administrator',
  reply: z.array(NodeRecord),
});

const removal = {
  summary: 'Forget a node that is offline, where it ran this service',
  method: 'DELETE',
  access: 'administrator',
  params: z.object({ service_id: z.string().max(300), node_id: z.string().max(200) }),
  reply: z.void(),
} as const;

export const removeTopologyNode = route('removeTopologyNode', {
  ...removal,
  url: `${prefixes.access}/api/v1/topology/:service_id/:node_id`,
  compatible: { provenBy: [proofs.deployments], note: '409 while the node is online' },
});
/** The same for the console. */
export const removeConsoleTopologyNode = route('removeConsoleTopologyNode', { ...removal, url: `${api}/access/api/v1/topology/:service_id/:node_id` });

const storageStates = ['Working', 'Full', 'Unusable', 'Unknown'] as const;

/** How the blob store is for one node that is online. */
const NodeStorage = z.object({
  node_id: z.string(),
  /** `Full`: uploads are refused until there is room; `Unusable`: nothing can be written; `Unknown`: the node did not say in time. */
  state: z.enum(storageStates),
  /** The disk or the store said this, in its words; only with `Unusable`. */
  reason: z.string().optional(),
  kind: z.enum(['filesystem', 's3']).optional(),
  /** Of the disk that the blobs are on, in bytes: all, what can be written, and what uploads leave free of that; absent where the store is not a disk. */
  disk: z.object({ total: z.int(), free: z.int(), kept: z.int() }).optional(),
});
export type NodeStorage = z.output<typeof NodeStorage>;

export const storageStatus = route('storageStatus', {
  summary: 'Whether each node that is online can write to the blob store, tried now or a few seconds ago',
  method: 'GET',
  url: `${api}/system/status/storage`,
  access: 'administrator',
  reply: z.object({ nodes: z.array(NodeStorage) }),
});

const Peer = z.object({ id: z.string(), address: z.string(), status: z.enum(nodeStates) });
export type Peer = z.output<typeof Peer>;

export const peerTracker = route('peerTracker', {
  summary: 'Whether several nodes share what they download, and which they are',
  method: 'GET',
  url: `${api}/pdn/tracker`,
  access: 'administrator',
  reply: z.object({ present: z.boolean(), peers: z.array(Peer) }),
});
