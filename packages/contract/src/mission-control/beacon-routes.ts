import { z } from 'zod';
import { Timestamp } from '../paging.ts';
import { prefixes } from '../prefixes.ts';
import { route } from '../route.ts';
import { Said } from '../said.ts';
import { connectionStatuses } from './connections.ts';

/** Bytes of the largest beacon that is looked at. */
export const largestBeacon = 64 * 1024;

const Text = z.string().max(500);

/** Something that goes to or comes from another installation, as the deployment that does it knows it. */
const Copying = z.object({
  what: z.enum(['release-bundles', 'replication', 'remote']),
  name: Text,
  direction: z.enum(['push', 'pull']),
  url: z.string().max(2000),
  status: z.enum(connectionStatuses),
  lastAt: Timestamp.nullable(),
  error: Said.nullable(),
});
export type Copying = z.output<typeof Copying>;

/** A licence that a deployment holds. */
const HeldLicence = z.object({ jti: Text, type: Text, bucket: Text.optional(), expiresAt: z.string().max(50).nullable() });

/** A way by which users and what belongs to them go from one deployment to another. */
const FederationLink = z.object({
  /** Ids of deployments. */
  source: Text,
  target: Text,
  kind: z.enum(['star', 'mesh']),
  types: z.array(Text).max(20).readonly(),
  state: Text,
  lagMs: z.number().nullable(),
  lastAt: z.string().max(50).nullable(),
  /** While tries fail: since when, and when the next one is. Versions before do not say. */
  failingSince: z.string().max(50).nullable().optional(),
  nextAt: z.string().max(50).nullable().optional(),
  /** Words alone from versions that knew no better. */
  error: z
    .union([
      Said,
      z
        .string()
        .max(2000)
        .transform((message) => ({ message })),
    ])
    .nullable(),
});
export type FederationLink = z.output<typeof FederationLink>;

/** A deployment says this of itself: small, and from figures that are there already. */
export const Beacon = z.object({
  id: Text,
  name: Text,
  url: z.string().max(2000),
  version: Text,
  /** By its own clock. */
  at: Timestamp,
  /** The later its figures were gathered the higher, whichever process did: one that was overtaken on its way is told by it. Absent from versions that knew none. */
  sequence: z.int().min(0).optional(),
  /** By type, with the nodes that run them; where there are many, some of them, and how many there are and are online. */
  services: z
    .array(
      z.object({
        type: Text,
        nodes: z.array(z.object({ id: Text, online: z.boolean(), version: Text })).max(100),
        nodeCount: z.int().min(0).optional(),
        onlineCount: z.int().min(0).optional(),
      }),
    )
    .max(50),
  storage: z.object({
    writable: z.boolean(),
    /** Bytes: what the store keeps, and, where it is a disk, all of that and what is free. */
    used: z.number().nullable(),
    total: z.number().nullable(),
    free: z.number().nullable(),
  }),
  /** Where there are more, each beacon has the next ones, and after the last the first again. */
  licences: z.array(HeldLicence).max(200),
  /** All that it holds. Absent from versions that told the first ones alone. */
  licenceCount: z.int().min(0).optional(),
  copying: z.array(Copying).max(200),
  federation: z.array(FederationLink).max(200),
  /** Seconds that the slowest reader of events is behind. */
  eventsLag: z.number(),
  /** Repositories, files. */
  counts: z.record(Text, z.number()),
});
export type Beacon = z.output<typeof Beacon>;

export const readBeacon = route('readBeacon', {
  summary: 'What this deployment says of itself to a mission control that it trusts',
  method: 'GET',
  url: `${prefixes.missionControl}/api/v1/beacon`,
  access: 'peer',
  purpose: 'mission-control',
  accepted: 'watching',
  reply: Beacon,
});

export const reportBeacon = route('reportBeacon', {
  summary: 'Takes what a deployment says of itself that cannot be reached from here',
  method: 'POST',
  url: `${prefixes.missionControl}/api/v1/beacon`,
  access: 'peer',
  purpose: 'mission-control',
  largestBody: largestBeacon,
  body: Beacon,
  reply: z.object({ taken: z.literal(true) }),
});
