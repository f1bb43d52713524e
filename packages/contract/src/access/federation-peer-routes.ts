import { z } from 'zod';
import { prefixes } from '../prefixes.ts';
import { route } from '../route.ts';

/** What deployments share with each other. */
export const federatedTypes = ['USERS', 'GROUPS', 'PERMISSIONS', 'TOKENS'] as const;
export type FederatedType = (typeof federatedTypes)[number];

const Kind = z.enum(['user', 'group', 'permission', 'token']);
const Uid = z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);

/** One register on its way; its signature is its origin's. */
const WireRegister = z.object({
  kind: Kind,
  uid: Uid,
  register: z.string().min(1).max(200),
  value: z.json(),
  stamp: z.string().regex(/^[0-9a-f]{16}$/),
  origin: z.string().regex(/^[a-z0-9-]{1,100}\.[a-z0-9]{1,40}$/),
  number: z.int().min(1),
  replaced: z.string().max(200),
  signature: z.string().max(200),
});

/** No batch holds more registers. */
const mostRegisters = 1000;

/** A link as its source describes it to its target. */
export const LinkDescription = z.object({
  federation: z.uuid(),
  sourceName: z.string().max(200),
  mode: z.enum(['star', 'mesh']),
  types: z.array(z.enum(federatedTypes)).min(1),
  adopt: z.boolean(),
  adoptAdministrators: z.boolean(),
  /** Passwords come with users; where they do not, each target keeps passwords of its own for them. Deployments of versions before do not say. */
  passwords: z.boolean().default(true),
  /** Keys that the source signs access tokens with. */
  issuers: z.array(z.object({ kid: z.string().max(200), key: z.record(z.string(), z.json()) })).max(20),
  /** What becomes of copies of what is shared no more; deployments of versions before do not say, and have it deleted. */
  copies: z.enum(['keep', 'disable', 'delete']).optional(),
  /** Counts descriptions of the link: of two the later one holds, in whatever order they come. */
  generation: z.int().min(1).default(1),
});

export const FederationBatch = z.object({
  /** Place of the source's order that this begins behind. */
  from: z.int().min(0),
  to: z.int().min(0),
  generation: z.int().min(1),
  /** The last page of a snapshot: what it did not name is taken back. */
  completes: z.boolean(),
  entries: z.array(WireRegister).max(mostRegisters),
  /** Permissions that the filter holds back now. */
  withdrawn: z.array(z.object({ kind: Kind, uid: Uid })).max(mostRegisters),
});

const Refusal = z.object({ kind: Kind, name: z.string(), reason: z.enum(['name', 'administrator', 'type', 'protected', 'waits', 'signature']) });

export const FederationReceipt = z.object({
  /** The target has not had what comes before: it is to be sent a snapshot. */
  gap: z.boolean(),
  results: z.array(z.enum(['applied', 'known', 'older', 'conflict', 'parked', 'refused'])),
  refused: z.array(Refusal),
  /** Who waits at the target of all that came over the link, the first of them by name, and how many more; deployments of versions before do not say. */
  waiting: z.object({ first: z.array(Refusal), more: z.int() }).optional(),
  /** A clock is so far ahead that nothing was taken. */
  skew: z.object({ deployment: z.string(), milliseconds: z.number() }).nullable(),
  /** The highest number seen of each incarnation of the source, and which of all that may have been written under it; deployments of versions before send no mark. */
  seen: z.array(z.object({ origin: z.string(), number: z.int(), mark: z.string().max(100).nullable().default(null) })),
});

const base = `${prefixes.access}/api/v1/federation/peer`;
const Link = z.object({ link: z.uuid() });

export const configureLink = route('configureFederationLink', {
  summary: 'Sets a link up at its target, or changes it; a deployment calls it',
  method: 'PUT',
  url: `${base}/links/:link`,
  access: 'peer',
  purpose: 'federation',
  params: Link,
  body: LinkDescription,
  /** `generation` is of the description that holds: this one, or a later one that came before it. */
  reply: z.object({ issuers: LinkDescription.shape.issuers, name: z.string(), generation: z.int().default(1) }),
});

export const sendBatch = route('sendFederationBatch', {
  summary: 'Brings changes over a link; a deployment calls it',
  method: 'POST',
  url: `${base}/links/:link/batches`,
  access: 'peer',
  purpose: 'federation',
  params: Link,
  body: FederationBatch,
  reply: FederationReceipt,
});

/** Where what is here differs from what the source has, with the uids of the copies there; and how many copies were not as they had been sent. */
export const LinkComparison = z.object({
  repaired: z.int(),
  differing: z.array(z.object({ bucket: z.int(), uids: z.array(Uid) })),
});

export const compareLinkEnds = route('compareFederationLink', {
  summary: 'Compares what both ends of a link hold, by 256 digests a kind; a deployment calls it',
  method: 'POST',
  url: `${base}/links/:link/comparisons`,
  access: 'peer',
  purpose: 'federation',
  params: Link,
  body: z.object({ kind: Kind, digests: z.array(z.string().max(16)).length(256) }),
  reply: LinkComparison,
});

export const endLink = route('endFederationLink', {
  summary: 'Ends a link at its target, and says what becomes of what it brought; a deployment calls it',
  method: 'DELETE',
  url: `${base}/links/:link`,
  access: 'peer',
  purpose: 'federation',
  params: Link,
  query: z.object({ copies: z.enum(['keep', 'disable', 'delete']).default('keep') }),
  reply: z.void(),
});

const Named = z.object({ kind: Kind, uid: Uid, name: z.string().max(200), administrator: z.boolean() });

export const FederationForecast = z.object({
  created: z.array(z.string()),
  adopted: z.array(z.string()),
  overwritten: z.array(z.string()),
  parked: z.array(z.string()),
  refused: z.array(z.string()),
  /** These come without their right to administer, which is not accepted. */
  lowered: z.array(z.string()).default([]),
  /** Copies that are deleted, since they are shared no more, and users that are disabled for that. */
  takenBack: z.array(z.string()).default([]),
  disabled: z.array(z.string()).default([]),
});

export const forecastLink = route('forecastFederationLink', {
  summary: 'Tells what a link would do at its target, and writes nothing; a deployment calls it',
  method: 'POST',
  url: `${base}/forecasts`,
  access: 'peer',
  purpose: 'federation',
  body: z.object({
    mode: z.enum(['star', 'mesh']),
    adopt: z.boolean(),
    adoptAdministrators: z.boolean(),
    /** Everything that is to be shared; deployments of versions before do not say. */
    types: z.array(z.enum(federatedTypes)).default([]),
    things: z.array(Named).max(5000),
    federation: z.uuid().optional(),
    /** What was shared before, and is to be taken back. */
    withdrawn: z.array(Named).max(5000).default([]),
  }),
  reply: FederationForecast,
});

export const readOwnRegisters = route('readOwnFederationRegisters', {
  summary: 'Gives a deployment back what it wrote itself, after it was restored from a backup; a deployment calls it',
  method: 'GET',
  url: `${base}/own`,
  access: 'peer',
  purpose: 'federation',
  query: z.object({ after: z.coerce.number().int().min(0).default(0) }),
  reply: z.object({ entries: z.array(WireRegister), next: z.int().nullable() }),
});

export const readTokenRegisters = route('readFederationToken', {
  summary: 'Gives what is known of one access token, which was quicker than its row; a deployment calls it',
  method: 'GET',
  url: `${base}/tokens/:id`,
  access: 'peer',
  purpose: 'federation',
  params: z.object({ id: z.uuid() }),
  reply: z.object({ entries: z.array(WireRegister) }),
});
