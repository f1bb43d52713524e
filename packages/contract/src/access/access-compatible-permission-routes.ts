// Permissions in the first and in the latest spelling of existing clients.
import { z } from 'zod';
import { proofs } from '../compatible-proofs.ts';
import { prefixes } from '../prefixes.ts';
import { route } from '../route.ts';
import { WirePage } from './access-compatible-user-routes.ts';

const compatible = { provenBy: [proofs.accessPrincipals] };

const byName = z.object({ name: z.string().min(1).max(200) });
const Principals = z.record(z.string().max(200), z.array(z.string().max(50)).max(20));
const Actions = z.object({ users: Principals.nullish(), groups: Principals.nullish() });
const Row = z.object({ name: z.string(), uri: z.string() });

const first = `${prefixes.repositories}/api/security/permissions`;

const FirstPermission = z.object({
  name: z.string().max(200).optional(),
  /** Patterns with commas between them. */
  includesPattern: z.string().max(10_000).nullish(),
  excludesPattern: z.string().max(10_000).nullish(),
  repositories: z.array(z.string().max(200)).max(1000).nullish(),
  principals: Actions.nullish(),
});
export type FirstPermission = z.output<typeof FirstPermission>;

export const listFirstPermissions = route('listFirstPermissions', {
  summary: 'All permissions on repositories',
  method: 'GET',
  url: first,
  access: 'administrator',
  reply: z.array(Row),
  compatible,
});
export const readFirstPermission = route('readFirstPermission', {
  summary: 'What a permission says about repositories',
  method: 'GET',
  url: `${first}/:name`,
  access: 'administrator',
  params: byName,
  reply: FirstPermission,
  compatible,
});
export const putFirstPermission = route('putFirstPermission', {
  summary: 'Create a permission, or replace what it says about repositories',
  method: 'PUT',
  url: `${first}/:name`,
  access: 'administrator',
  params: byName,
  body: FirstPermission,
  reply: z.void(),
  status: 201,
  compatible,
});
export const deleteFirstPermission = route('deleteFirstPermission', {
  summary: 'Delete a permission',
  method: 'DELETE',
  url: `${first}/:name`,
  access: 'administrator',
  params: byName,
  reply: z.string(),
  compatible,
});

const latest = `${prefixes.access}/api/v2/permissions`;

const Patterns = z.array(z.string().max(300)).max(100);
const Target = z.object({ include_patterns: Patterns.nullish(), exclude_patterns: Patterns.nullish() });
const WireResource = z.object({ actions: Actions.nullish(), targets: z.record(z.string().max(200), Target).nullish() });
export type WireResource = z.output<typeof WireResource>;

export const wireResourceTypes = ['artifact', 'build', 'release_bundle', 'destination', 'pipeline_source'] as const;
export type WireResourceType = (typeof wireResourceTypes)[number];

const Resources = z.object({
  artifact: WireResource.nullish(),
  build: WireResource.nullish(),
  release_bundle: WireResource.nullish(),
  /** Targets of release bundles. */
  destination: WireResource.nullish(),
  /** Pipelines. */
  pipeline_source: WireResource.nullish(),
});
export type WireResources = z.output<typeof Resources>;

const WirePermission = z.object({ name: z.string(), resources: Resources });
const byType = byName.extend({ type: z.enum(wireResourceTypes) });
const noted = {
  note:
    'of a `destination`, patterns look at site and city, and `MANAGE` is refused: administrators say who may what; who sends a release bundle needs `ANNOTATE` on it, too; ' +
    'a `pipeline_source` is a pipeline, by its name: its targets take no patterns',
  provenBy: [proofs.accessPrincipals, proofs.distributionRights, proofs.pipelineRights],
};

export const wireListPermissions = route('wireListPermissions', {
  summary: 'Permissions by name, a page at a time',
  method: 'GET',
  url: latest,
  access: 'administrator',
  query: WirePage,
  reply: z.object({ permissions: z.array(Row), cursor: z.string().optional() }),
  compatible,
});
export const wireCreatePermission = route('wireCreatePermission', {
  summary: 'Create a permission',
  method: 'POST',
  url: latest,
  access: 'administrator',
  body: z.object({ name: z.string().max(200), resources: Resources }),
  reply: WirePermission,
  status: 201,
  compatible: noted,
});
export const wireReadPermission = route('wireReadPermission', {
  summary: 'One permission',
  method: 'GET',
  url: `${latest}/:name`,
  access: 'administrator',
  params: byName,
  reply: WirePermission,
  compatible,
});
export const wireUpdatePermission = route('wireUpdatePermission', {
  summary: 'Replace what a permission says about the types that are named; the others stay',
  method: 'PATCH',
  url: `${latest}/:name`,
  access: 'administrator',
  params: byName,
  body: z.object({ name: z.string().max(200).optional(), resources: Resources }),
  reply: WirePermission,
  compatible: noted,
});
export const wireDeletePermission = route('wireDeletePermission', {
  summary: 'Delete a permission',
  method: 'DELETE',
  url: `${latest}/:name`,
  access: 'administrator',
  params: byName,
  reply: z.void(),
  compatible,
});
export const wireReadResource = route('wireReadResource', {
  summary: 'What a permission says about one type',
  method: 'GET',
  url: `${latest}/:name/:type`,
  access: 'administrator',
  params: byType,
  reply: WireResource,
  compatible,
});
export const wirePutResource = route('wirePutResource', {
  summary: 'Replace what a permission says about one type',
  method: 'PUT',
  url: `${latest}/:name/:type`,
  access: 'administrator',
  params: byType,
  body: WireResource,
  reply: WireResource,
  compatible: noted,
});
export const wireDeleteResource = route('wireDeleteResource', {
  summary: 'Take away what a permission says about one type',
  method: 'DELETE',
  url: `${latest}/:name/:type`,
  access: 'administrator',
  params: byType,
  reply: z.void(),
  compatible,
});
