import { z } from 'zod';
import { prefixes } from '../prefixes.ts';
import { route } from '../route.ts';
import { Said } from '../said.ts';
import { FederationForecast, federatedTypes } from './federation-peer-routes.ts';

/** The part that one deployment has in a federation: what it sends, and to whom. */
export const FederationPart = z.object({
  federation: z.uuid(),
  mode: z.enum(['star', 'mesh']),
  targets: z.array(z.object({ id: z.string().min(1).max(100), name: z.string().max(200) })).max(100),
  types: z.array(z.enum(federatedTypes)).min(1),
  include: z.array(z.string().min(1).max(200)).max(100),
  exclude: z.array(z.string().min(1).max(200)).max(100),
  adopt: z.boolean(),
  adoptAdministrators: z.boolean(),
  /** Hands on what other federations brought here. */
  forward: z.boolean(),
  /** Passwords of users go with them; mission controls of versions before do not say. */
  passwords: z.boolean().default(true),
  /** What becomes of copies at targets that are left out now. */
  copies: z.enum(['keep', 'disable', 'delete']),
});

/** A step of bringing a federation about. */
export const FederationStep = z.object({
  label: z.enum(['reach', 'trust', 'accept', 'configure', 'first sync']),
  target: z.string(),
  status: z.enum(['done', 'running', 'waiting', 'failed']),
  /** Why it failed. */
  message: Said.nullable(),
});

/** A link as the deployment at its beginning or its end sees it. */
export const FederationLink = z.object({
  id: z.string(),
  federation: z.string(),
  peer: z.string(),
  peerName: z.string(),
  direction: z.enum(['in', 'out']),
  mode: z.enum(['star', 'mesh']),
  types: z.array(z.enum(federatedTypes)),
  /** Deployments of versions before do not say, and send them. */
  passwords: z.boolean().default(true),
  state: z.enum(['configuring', 'snapshot', 'live', 'failing', 'ending']),
  behind: z.int(),
  lagMs: z.number().nullable(),
  lastAt: z.string().nullable(),
  /** While tries fail: since when, and when the next one is. */
  failingSince: z.string().nullable().default(null),
  nextAt: z.string().nullable(),
  error: Said.nullable(),
  /** What the last comparison of both ends looked at, and how many entries differed and were brought to the same. */
  compared: z.object({ at: z.string(), entries: z.int(), healed: z.int() }).nullable(),
  refused: z.array(z.object({ kind: z.string(), name: z.string(), reason: z.string() })),
  /** So many more are not taken or wait. */
  refusedMore: z.int().default(0),
});

export const FederationConflict = z.object({
  id: z.int(),
  at: z.string(),
  kind: z.enum(['user', 'group', 'permission', 'token']),
  name: z.string(),
  /** Which part of it: of a membership `member/` and the name of its group. */
  register: z.string(),
  kept: z.json(),
  lost: z.json(),
  keptBy: z.string(),
  lostBy: z.string(),
});

/** Of the conflicts of a deployment, the newest first, those behind a place; deployments of versions before do not know of pages, and tell the newest 200. */
export const ConflictPage = z.object({
  before: z.iso.datetime().optional(),
  /** Of several at that very moment, those of lower numbers alone. */
  beforeId: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(501).default(200),
});

export const TargetForecast = z.object({ target: z.string(), error: Said.nullable(), forecast: FederationForecast });
export const BroadcastResult = z.object({ target: z.string(), started: z.boolean() });

const base = `${prefixes.access}/api/v1/federation/part`;
const common = { access: 'peer', purpose: 'mission-control' } as const;
/** What is changed, and not only looked at. */
const order = { ...common, accepted: 'federationOrders' } as const;
const Federation = z.object({ federation: z.uuid() });

export const applyPart = route('applyFederationPart', {
  ...order,
  summary: 'Gives a deployment its part in a federation; mission control calls it',
  method: 'PUT',
  url: base,
  body: FederationPart,
  reply: z.object({ steps: z.array(FederationStep) }),
});

export const forecastPart = route('forecastFederationPart', {
  ...common,
  summary: 'Tells what a part in a federation would do, and writes nothing; mission control calls it',
  method: 'POST',
  url: `${base}/forecast`,
  body: FederationPart,
  reply: z.object({ targets: z.array(TargetForecast) }),
});

export const broadcastPart = route('broadcastFederationPart', {
  ...order,
  summary: 'Sends everything again to all targets of a federation; mission control calls it',
  method: 'POST',
  url: `${base}/:federation/broadcast`,
  params: Federation,
  reply: z.object({ targets: z.array(BroadcastResult) }),
});

export const comparePart = route('compareFederationPart', {
  ...order,
  summary: 'Compares both ends of all links of a federation as soon as it can; mission control calls it',
  method: 'POST',
  url: `${base}/:federation/compare`,
  params: Federation,
  reply: z.void(),
});

export const listPartLinks = route('listFederationPartLinks', {
  ...common,
  summary: 'Tells how the links of a deployment are; mission control calls it',
  method: 'GET',
  url: `${base}/links`,
  reply: z.object({ links: z.array(FederationLink) }),
});

export const listPartConflicts = route('listFederationPartConflicts', {
  ...common,
  summary: 'Tells which values were lost to others written at the same time; mission control calls it',
  method: 'GET',
  url: `${base}/conflicts`,
  query: ConflictPage,
  reply: z.object({ conflicts: z.array(FederationConflict) }),
});

export const restorePartConflict = route('restoreFederationPartConflict', {
  ...order,
  summary: 'Puts a value back that was lost to another; mission control calls it',
  method: 'POST',
  url: `${base}/conflicts/:id/restore`,
  params: z.object({ id: z.coerce.number().int() }),
  reply: z.void(),
});
