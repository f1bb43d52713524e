import { z } from 'zod';
import { getPage, PageQuery, Timestamp } from '../paging.ts';
import { prefixes } from '../prefixes.ts';
import { UpstreamUrl } from '../repositories/repository-settings.ts';
import { route } from '../route.ts';
import { Said } from '../said.ts';
import { Connection } from './connections.ts';
import { deploymentStatuses } from './deployment-statuses.ts';
import { missionRules } from './mission-words.ts';

const units = `${prefixes.consoleMissionControl}/units`;
const Identified = z.object({ id: z.string().max(200) });

/** Where a deployment is: a point, and what people call the place. */
export const Location = z.strictObject({
  city: z.string().trim().max(100).default(''),
  /** Of two letters, as in ISO 3166. */
  country: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^(?:[A-Z]{2})?$/, missionRules.two_letter_country.en)
    .default(''),
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
});
export type Location = z.output<typeof Location>;

const DeploymentName = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .refine((name) => !/[\p{Cc}/\\]/u.test(name), missionRules.deployment_name_characters.en);
const Tags = z.array(z.string().trim().min(1).max(50)).max(20);

/** A platform deployment that mission control knows: this one, called home, or another. */
export const Unit = z.object({
  id: z.string(),
  name: z.string(),
  /** Empty for a home that was never told. */
  url: z.string(),
  home: z.boolean(),
  /** A single instance that is known by user name and password, and no platform deployment. */
  single: z.boolean(),
  status: z.enum(deploymentStatuses),
  /** Why it is like this; absent while all is well. */
  reason: Said.optional(),
  /** It has been like this since then. */
  since: Timestamp,
  /** It last answered, and was last asked, then. */
  seenAt: Timestamp.optional(),
  askedAt: Timestamp.optional(),
  /** It was not asked: it said of itself how it is. */
  reports: z.boolean(),
  /** Answers that speak for another status, which it takes on when there are enough of them. */
  pending: z.object({ status: z.enum(deploymentStatuses), answers: z.int(), needed: z.int() }).optional(),
  /** Both clocks, when they were last seen to differ by more than a minute. */
  clocks: z.object({ ours: Timestamp, theirs: Timestamp, offsetMs: z.number() }).optional(),
  /** Types of services that no node runs at the moment. */
  missing: z.array(z.string()),
  location: Location.optional(),
  tags: z.array(z.string()),
  version: z.string().optional(),
  services: z.array(z.object({ type: z.string(), nodes: z.int(), online: z.int() })),
  storage: z.object({ writable: z.boolean(), used: z.number().nullable(), total: z.number().nullable(), free: z.number().nullable() }).optional(),
  /** A licence can be attached to it now. */
  takesLicences: z.boolean(),
});
export type Unit = z.output<typeof Unit>;

export const listUnits = route('listUnits', {
  summary: 'The platform deployments that mission control knows, home first',
  method: 'GET',
  url: units,
  access: 'administrator',
  reply: z.object({ items: z.array(Unit), connections: z.array(Connection) }),
});

/** What people say of a deployment; the rest it says itself. */
const described = { location: Location.nullable().default(null), tags: Tags.default([]) };

const NewUnitFields = z.strictObject({
  /** Made by an administrator of the other deployment; '' where `peer` names one that is trusted already. */
  token: z.string().trim().max(20_000).default(''),
  peer: z.string().max(200).default(''),
  /** Of a single instance, which is asked with user name and password, which is never answered. */
  url: z.union([z.literal(''), UpstreamUrl]).default(''),
  userName: z.string().trim().max(256).default(''),
  password: z.string().max(1000).default(''),
  /** What it calls itself, where absent. */
  name: z.union([z.literal(''), DeploymentName]).default(''),
  /** It may be at a private address. */
  allowPrivate: z.boolean().default(false),
  ...described,
});
export const NewUnit = NewUnitFields.refine(({ token, peer, url }) => token !== '' || peer !== '' || url !== '', {
  path: ['token'],
  message: missionRules.paste_deployment_token.en,
})
  .refine(({ url, userName }) => url === '' || userName !== '', { path: ['userName'], message: missionRules.enter_instance_user.en })
  .refine(({ url, password }) => url === '' || password !== '', { path: ['password'], message: missionRules.enter_instance_password.en });
export const registerUnit = route('registerUnit', {
  summary: 'Know another deployment, by a pairing token that it made; or a single instance, by user name and password',
  method: 'POST',
  url: units,
  access: 'administrator',
  body: NewUnit,
  reply: Unit,
  status: 201,
});

export const UnitChange = z.strictObject({ name: DeploymentName, ...described });
export const updateUnit = route('updateUnit', {
  summary: 'Change what a deployment is called here, where it is, and its tags',
  method: 'PUT',
  url: `${units}/:id`,
  access: 'administrator',
  params: Identified,
  body: UnitChange,
  reply: Unit,
});

export const removeUnit = route('removeUnit', {
  summary: 'Know a deployment no more; trust that was for nothing else ends',
  method: 'DELETE',
  url: `${units}/:id`,
  access: 'administrator',
  params: Identified,
  reply: z.void(),
});

export const askUnit = route('askUnit', {
  summary: 'Ask a deployment now how it is',
  method: 'POST',
  url: `${units}/:id/ask`,
  access: 'administrator',
  params: Identified,
  reply: Unit,
});

/** A deployment that is trusted for mission control and not listed here: one that cannot be reached pairs by itself, from its side. */
const Candidate = z.object({ id: z.string(), name: z.string(), url: z.string() });
export const listUnitCandidates = route('listUnitCandidates', {
  summary: 'Deployments that are trusted for mission control already and could be listed',
  method: 'GET',
  url: `${prefixes.consoleMissionControl}/unit-candidates`,
  access: 'administrator',
  reply: z.object({ items: z.array(Candidate) }),
});

const StatusChange = z.object({ id: z.int(), at: Timestamp, status: z.enum(deploymentStatuses), reason: Said.optional() });
export type StatusChange = z.output<typeof StatusChange>;

export const listStatusChanges = route('listStatusChanges', {
  summary: 'When a deployment took on which status, and why; the last change first',
  method: 'GET',
  url: `${units}/:id/changes`,
  access: 'administrator',
  params: Identified,
  query: PageQuery.omit({ search: true }),
  reply: getPage(StatusChange),
});
