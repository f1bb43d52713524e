import { z } from 'zod';
import { accessRules } from '../access-rule-words.ts';
import { getPage, PageQuery, Timestamp } from '../paging.ts';
import { prefixes } from '../prefixes.ts';
import { route } from '../route.ts';
import { Said } from '../said.ts';
import { Description, GroupName, PermissionName, UserName } from './access-names.ts';
import { KeptActions, keptActions } from './kept-rights.ts';
import { ManagedBy } from './managed-by.ts';

const permissions = `${prefixes.consoleApi}/access/permissions`;

export const permissionActions = ['read', 'annotate', 'deploy', 'delete', 'manage'] as const;
export const resourceTypes = ['repository', 'build', 'releaseBundle', 'destination', 'pipeline'] as const;

/** What can be done with a resource of each type. To deploy to a destination is to send release bundles there; to deploy a pipeline is to run it. */
export const actionsOfType = {
  repository: permissionActions,
  build: permissionActions,
  releaseBundle: permissionActions,
  destination: ['read', 'deploy', 'delete'],
  pipeline: ['read', 'deploy', 'manage'],
} as const satisfies Record<(typeof resourceTypes)[number], readonly (typeof permissionActions)[number][]>;

const PermissionAction = z.enum(permissionActions);
const ResourceType = z.enum(resourceTypes);

/** Ant pattern over paths: `?` one character, `*` anything within a folder, `**` any folders. */
export const PathPattern = z
  .string()
  .trim()
  .min(1, accessRules.enter_pattern.en)
  .max(300, accessRules.pattern_too_long.en)
  .refine((pattern) => !/[\p{Cc}\\]/u.test(pattern), accessRules.pattern_characters.en)
  .transform((pattern) => pattern.replace(/^\/+/, ''));

const getActions = z.array(PermissionAction).transform((list) => permissionActions.filter((action) => list.includes(action)));

/** Somebody needs a right of ours or one that is kept. */
const getPrincipal = (name: typeof UserName) =>
  z
    .object({ name, actions: getActions, keptActions: KeptActions })
    .refine(({ actions, keptActions }) => actions.length > 0 || (keptActions?.length ?? 0) > 0, { path: ['actions'], message: accessRules.choose_action.en });

/** One set of resources of one type, and who may do what with them. */
export const PermissionSection = z.object({
  resourceType: ResourceType,
  /** Names, or `ANY`, and for repositories `ANY LOCAL`, `ANY REMOTE` and `ANY DISTRIBUTION`. */
  names: z.array(z.string().trim().min(1).max(200)).max(1000).default([]),
  include: z.array(PathPattern).max(100).default([]),
  exclude: z.array(PathPattern).max(100).default([]),
  users: z.array(getPrincipal(UserName)).max(1000).default([]),
  groups: z.array(getPrincipal(GroupName)).max(1000).default([]),
});

const Principal = z.object({ name: z.string(), actions: z.array(PermissionAction), keptActions: z.array(z.enum(keptActions)).optional() });

export const Permission = z.object({
  name: z.string(),
  description: z.string(),
  sections: z.array(
    z.object({
      resourceType: ResourceType,
      names: z.array(z.string()),
      include: z.array(z.string()),
      exclude: z.array(z.string()),
      users: z.array(Principal),
      groups: z.array(Principal),
    }),
  ),
  createdAt: Timestamp,
  modifiedAt: Timestamp,
  managedBy: ManagedBy.optional(),
});
export type Permission = z.output<typeof Permission>;

export const PermissionInput = z.object({
  name: PermissionName,
  description: Description.default(''),
  sections: z.array(PermissionSection).max(50).default([]),
});

/** This changes about a permission; what is absent stays. `sections` replaces them all; a `name` renames it. */
export const PermissionChange = z.object({ name: PermissionName, description: Description, sections: z.array(PermissionSection).max(50) }).partial();

const byName = z.object({ name: z.string().min(1).max(200) });

export const listPermissions = route('listPermissions', {
  summary: 'Permissions by name, a page at a time',
  method: 'GET',
  url: permissions,
  access: 'administrator',
  query: PageQuery.extend({
    /** Only permissions that name this user, this group, or this repository. */
    user: z.string().max(200).optional(),
    group: z.string().max(200).optional(),
    repository: z.string().max(200).optional(),
  }),
  reply: getPage(Permission),
});

export const createPermission = route('createPermission', {
  summary: 'Create a permission',
  method: 'POST',
  url: permissions,
  access: 'administrator',
  body: PermissionInput,
  reply: Permission,
  status: 201,
});

export const readPermission = route('readPermission', {
  summary: 'One permission',
  method: 'GET',
  url: `${permissions}/:name`,
  access: 'administrator',
  params: byName,
  reply: Permission,
});

export const updatePermission = route('updatePermission', {
  summary: 'Change a permission',
  method: 'PUT',
  url: `${permissions}/:name`,
  access: 'administrator',
  params: byName,
  body: PermissionChange,
  reply: Permission,
});

export const deletePermission = route('deletePermission', {
  summary: 'Delete a permission',
  method: 'DELETE',
  url: `${permissions}/:name`,
  access: 'administrator',
  params: byName,
  reply: z.void(),
});

export const explainDecision = route('explainDecision', {
  summary: 'Why somebody may or may not do something: every rule that was considered. About others only for administrators',
  method: 'POST',
  url: `${prefixes.consoleApi}/access/explain`,
  access: 'visitor',
  body: z.object({
    /** Whom it is about; the one who asks unless said. */
    user: z.string().max(200).optional(),
    action: PermissionAction,
    resource: z.object({ type: z.enum([...resourceTypes, 'project', 'platform']), name: z.string().min(1).max(200), path: z.string().max(2000).optional() }),
  }),
  reply: z.object({
    user: z.string(),
    allowed: z.boolean(),
    considered: z.array(z.object({ rule: z.string(), outcome: z.enum(['allows', 'does not apply', 'refuses']), reason: z.string(), said: Said.optional() })),
  }),
});
