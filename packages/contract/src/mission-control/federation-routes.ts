import { z } from 'zod';
import { BroadcastResult, FederationConflict, FederationLink, FederationStep, TargetForecast } from '../access/federation-part-routes.ts';
import { federatedTypes } from '../access/federation-peer-routes.ts';
import { PageQuery } from '../paging.ts';
import { prefixes } from '../prefixes.ts';
import { route } from '../route.ts';
import { federationRules } from './federation-rule-words.ts';

const base = `${prefixes.consoleApi}/federation`;

/** Patterns of a permissions filter: one where it is a single one, and otherwise so many of each level, of those that include and of those that exclude. */
export const patternLimits = { single: 1, firstLevel: 100, secondLevel: 100 } as const;
/** No federation has more targets. */
const mostTargets = 100;

const Pattern = z.string().trim().min(1, federationRules.federation_enter_pattern.en).max(200);

/** Which permissions travel, by patterns of their names: included are those of the first level, all where it is empty; what the second level excludes stays out. */
export const PermissionsFilter = z
  .object({
    /** It has one pattern alone. */
    single: z.boolean().default(false),
    include: z.array(Pattern).max(patternLimits.firstLevel, federationRules.federation_too_many_patterns.en).default([]),
    exclude: z.array(Pattern).max(patternLimits.secondLevel, federationRules.federation_too_many_patterns.en).default([]),
  })
  .refine(({ single, include, exclude }) => !single || include.length + exclude.length <= patternLimits.single, {
    path: ['include'],
    message: federationRules.federation_single_pattern.en,
  });
export type PermissionsFilter = z.output<typeof PermissionsFilter>;

const Id = z.string().min(1).max(200);

/** What is federated, from where, and to whom. */
export const FederationInput = z.object({
  /** Absent for a new one. */
  id: z.uuid().optional(),
  mode: z.enum(['star', 'mesh']),
  /** Of a mesh, any of its members. */
  source: z.string().min(1, federationRules.federation_choose_source.en).max(200),
  targets: z.array(Id).min(1, federationRules.federation_choose_target.en).max(mostTargets),
  entityTypes: z.array(z.enum(federatedTypes)).min(1, federationRules.federation_choose_entity.en),
  permissionsFilter: PermissionsFilter.default({ single: false, include: [], exclude: [] }),
  /** A name that is taken at a target stands for the same there; otherwise what comes waits until the name is free. */
  adopt: z.boolean().default(false),
  /** Names of administrators, too. */
  adoptAdministrators: z.boolean().default(false),
  /** Targets hand on what they are sent to targets of their own. */
  forward: z.boolean().default(false),
  /** Passwords of users go with them, as the hashes that they are kept as. */
  passwords: z.boolean().default(true),
  /** What becomes of the copies at targets that are left out now. */
  copies: z.enum(['keep', 'disable', 'delete']).default('keep'),
});
export type FederationInput = z.output<typeof FederationInput>;

/** A deployment that can take part. */
export const Candidate = z.object({ id: z.string(), name: z.string(), url: z.string() });
export type Candidate = z.output<typeof Candidate>;

export const Federation = z.object({
  id: z.string(),
  mode: z.enum(['star', 'mesh']),
  source: Candidate,
  targets: z.array(Candidate),
  entityTypes: z.array(z.enum(federatedTypes)),
  permissionsFilter: z.object({ include: z.array(z.string()), exclude: z.array(z.string()) }),
  adopt: z.boolean(),
  adoptAdministrators: z.boolean(),
  forward: z.boolean(),
  passwords: z.boolean(),
  steps: z.array(FederationStep.extend({ source: z.string() })),
  links: z.array(FederationLink.extend({ source: z.string() })),
  /** Deployments whose links could not be asked for just now. */
  unreachable: z.array(z.string()),
  /** It is being ended. */
  ending: z.boolean(),
});
export type Federation = z.output<typeof Federation>;

export const listFederations = route('listFederations', {
  summary: 'Everything that is federated between deployments, and how its links are',
  method: 'GET',
  url: base,
  access: 'administrator',
  reply: z.object({ items: z.array(Federation) }),
});

export const listFederationCandidates = route('listFederationCandidates', {
  summary: 'Deployments that can take part in a federation',
  method: 'GET',
  url: `${base}/candidates`,
  access: 'administrator',
  reply: z.array(Candidate),
});

export const readFederation = route('readFederation', {
  summary: 'What is federated from a source, or the federation of this id',
  method: 'GET',
  url: `${base}/:source`,
  access: 'administrator',
  params: z.object({ source: Id }),
  reply: Federation,
});

export const executeFederation = route('executeFederation', {
  summary: 'Store a federation and bring it about; what cannot be reached now follows by itself',
  method: 'POST',
  url: base,
  access: 'administrator',
  body: FederationInput,
  reply: Federation,
});

export const previewFederation = route('previewFederation', {
  summary: 'What a federation would create, take over, overwrite, hold back and refuse, by name; nothing is written',
  method: 'POST',
  url: `${base}/preview`,
  access: 'administrator',
  body: FederationInput,
  reply: z.object({ targets: z.array(TargetForecast.extend({ source: z.string() })) }),
});

export const removeFederation = route('removeFederation', {
  summary: 'End a federation; its copies are kept, disabled or deleted',
  method: 'DELETE',
  url: `${base}/:source`,
  access: 'administrator',
  params: z.object({ source: Id }),
  query: z.object({ copies: z.enum(['keep', 'disable', 'delete']).default('keep') }),
  reply: z.void(),
});

export const endFederationHere = route('endFederationHere', {
  summary: 'Forget a federation that is ending, though some deployments could not be told',
  method: 'POST',
  url: `${base}/:id/end-here`,
  access: 'administrator',
  params: z.object({ id: z.uuid() }),
  reply: z.void(),
});

export const broadcastFederation = route('broadcastFederation', {
  summary: 'Send everything that is federated again, from the source to all its targets',
  method: 'POST',
  url: `${prefixes.consoleApi}/access/system/broadcast`,
  access: 'administrator',
  body: z.object({ source: Id }),
  reply: z.object({ message: z.string(), failed: z.array(z.string()), targets: z.array(BroadcastResult) }),
});

const FilterEntry = z.object({
  id: z.string(),
  source: z.string(),
  permissionsFilter: z.object({ include: z.array(z.string()), exclude: z.array(z.string()) }),
});
export type FilterEntry = z.output<typeof FilterEntry>;

export const listFederationFilters = route('listFederationFilters', {
  summary: 'The permissions filters of federations, for those who manage permissions',
  method: 'GET',
  url: `${base}/filters`,
  access: 'user',
  reply: z.object({ items: z.array(FilterEntry) }),
});

export const updateFederationFilter = route('updateFederationFilter', {
  summary: 'Change the permissions filter of a federation',
  method: 'PUT',
  url: `${base}/filters/:id`,
  access: 'user',
  params: z.object({ id: z.uuid() }),
  body: PermissionsFilter,
  reply: FilterEntry,
});

export const compareFederation = route('compareFederation', {
  summary: 'Compare both ends of every link of a federation now, and bring them to the same where they differ',
  method: 'POST',
  url: `${base}/:source/compare`,
  access: 'administrator',
  params: z.object({ source: Id }),
  /** Names of deployments that could not be asked to: their links are not compared now. */
  reply: z.object({ failed: z.array(z.string()) }),
});

export const listFederationConflicts = route('listFederationConflicts', {
  summary: 'Values that were lost to others, written elsewhere at the same time',
  method: 'GET',
  url: `${base}/conflicts`,
  access: 'administrator',
  query: PageQuery.pick({ after: true, limit: true }),
  reply: z.object({
    /** Each once, though several deployments noted it; one that another page told of may be on this one, too. */
    items: z.array(FederationConflict.extend({ deployment: z.string(), deploymentName: z.string() })),
    next: z.string().nullable(),
    unreachable: z.array(z.string()),
  }),
});

export const restoreFederationConflict = route('restoreFederationConflict', {
  summary: 'Use the value that was lost',
  method: 'POST',
  url: `${base}/conflicts/:deployment/:id/restore`,
  access: 'administrator',
  params: z.object({ deployment: Id, id: z.coerce.number().int() }),
  reply: z.void(),
});
