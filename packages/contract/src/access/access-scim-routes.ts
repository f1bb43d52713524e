// Users and groups for identity providers that push them: SCIM 2.0. https://www.rfc-editor.org/rfc/rfc7644
import { z } from 'zod';
import { proofs } from '../compatible-proofs.ts';
import { prefixes } from '../prefixes.ts';
import { type Method, route, type Stream } from '../route.ts';

/** Where SCIM lives, below the public address of the platform. */
export const scimBase = `${prefixes.access}/api/v1/scim/v2`;

export const scimUrns = {
  user: 'urn:ietf:params:scim:schemas:core:2.0:User',
  group: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  list: 'urn:ietf:params:scim:api:messages:2.0:ListResponse',
  patch: 'urn:ietf:params:scim:api:messages:2.0:PatchOp',
  error: 'urn:ietf:params:scim:api:messages:2.0:Error',
} as const;

/** Largest page a SCIM list answers with; who asks for more gets this many. */
export const scimPageSize = 200;

const attributes = { attributes: z.string().max(2000).optional(), excludedAttributes: z.string().max(2000).optional() };
const byId = z.object({ id: z.string().min(1).max(100) });
/** SCIM attribute names know no case, so that bodies are read by the service and not by their spelling here. */
const Resource = z.record(z.string(), z.unknown());

const ListQuery = z.object({
  filter: z.string().max(4000).optional(),
  /** Counts from 1; less means 1. */
  startIndex: z.coerce.number().int().default(1),
  /** Less than 0 means 0, which answers the total only. */
  count: z.coerce.number().int().default(100),
  ...attributes,
});
export type ScimListQuery = z.output<typeof ListQuery>;

const List = z.object({
  schemas: z.array(z.string()),
  totalResults: z.number().int(),
  startIndex: z.number().int(),
  itemsPerPage: z.number().int(),
  Resources: z.array(Resource),
});
export type ScimList = z.output<typeof List>;

export const ScimPatch = z.object({
  schemas: z.array(z.string()).optional(),
  Operations: z
    .array(
      z.object({
        // Some providers write the operation with a capital.
        op: z
          .string()
          .transform((op) => op.toLowerCase())
          .pipe(z.enum(['add', 'replace', 'remove'])),
        path: z.string().max(2000).optional(),
        value: z.unknown().optional(),
      }),
    )
    .min(1)
    .max(1000),
});
export type ScimOperation = z.output<typeof ScimPatch>['Operations'][number];

export const scimMedia = 'application/scim+json';
const ScimError = z.object({ schemas: z.array(z.string()), status: z.string(), scimType: z.string().optional(), detail: z.string() });
const refusal: Stream = { media: [scimMedia], holds: ScimError };
const inScimWords = { access: 'administrator', compatible: { provenBy: [proofs.scim] }, replyMedia: scimMedia, refusal } as const;

function resourceRoutes<Name extends 'User' | 'Group'>(name: Name) {
  const url = `${scimBase}/${name}s`;
  const call = (method: Method, url: string) => ({ method, url, ...inScimWords });
  const one = name === 'User' ? 'user' : 'group';
  return {
    list: route(`listScim${name}s`, { summary: `${name}s by filter, a page at a time`, ...call('GET', url), query: ListQuery, reply: List }),
    create: route(`createScim${name}`, { summary: `Create a ${one}`, ...call('POST', url), body: Resource, reply: Resource, status: 201 }),
    read: route(`readScim${name}`, { summary: `One ${one}`, ...call('GET', `${url}/:id`), params: byId, query: z.object(attributes), reply: Resource }),
    replace: route(`replaceScim${name}`, { summary: `Replace a ${one}`, ...call('PUT', `${url}/:id`), params: byId, body: Resource, reply: Resource }),
    patch: route(`patchScim${name}`, { summary: `Change parts of a ${one}`, ...call('PATCH', `${url}/:id`), params: byId, body: Resource, reply: Resource }),
    remove: route(`deleteScim${name}`, { summary: `Delete a ${one}`, ...call('DELETE', `${url}/:id`), params: byId, reply: z.void() }),
  };
}

export const scimUsers = resourceRoutes('User');
export const scimGroups = resourceRoutes('Group');

const describe = { method: 'GET', ...inScimWords } as const;

export const readScimServiceProviderConfig = route('readScimServiceProviderConfig', {
  summary: 'What of SCIM is spoken here',
  ...describe,
  url: `${scimBase}/ServiceProviderConfig`,
  reply: Resource,
});
export const listScimResourceTypes = route('listScimResourceTypes', {
  summary: 'Kinds of SCIM resources',
  ...describe,
  url: `${scimBase}/ResourceTypes`,
  reply: List,
});
export const readScimResourceType = route('readScimResourceType', {
  summary: 'One kind of SCIM resource',
  ...describe,
  url: `${scimBase}/ResourceTypes/:id`,
  params: byId,
  reply: Resource,
});
export const listScimSchemas = route('listScimSchemas', { summary: 'Schemas of SCIM resources', ...describe, url: `${scimBase}/Schemas`, reply: List });
export const readScimSchema = route('readScimSchema', {
  summary: 'One schema of SCIM resources',
  ...describe,
  url: `${scimBase}/Schemas/:id`,
  params: byId,
  reply: Resource,
});
