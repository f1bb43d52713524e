// Projects in the spelling of existing clients.
import { z } from 'zod';
import { proofs } from '../compatible-proofs.ts';
import { prefixes } from '../prefixes.ts';
import { route } from '../route.ts';

const compatible = { provenBy: [proofs.projects] };

const projects = `${prefixes.access}/api/v1/projects`;
const Text = z.string().max(2000);
const byKey = z.object({ key: z.string().min(1).max(200) });
const byName = byKey.extend({ name: z.string().min(1).max(200) });

const privileges = { manage_members: z.boolean(), manage_resources: z.boolean(), index_resources: z.boolean() };
/** These cannot be given apart: administrators of a project who manage its resources do so with remote ones, and all of them have its policies and ignore rules. */
const fixedPrivileges = { manage_remote_repository: z.boolean(), manage_security_assets: z.boolean(), allow_ignore_rules: z.boolean() };

const WireProject = z.object({
  project_key: z.string(),
  display_name: z.string(),
  description: z.string(),
  admin_privileges: z.object({ ...privileges, ...fixedPrivileges }),
  /** −1 for any number. */
  storage_quota_bytes: z.number(),
  soft_limit: z.boolean(),
  storage_quota_email_notification: z.boolean(),
});
export type WireProject = z.output<typeof WireProject>;

const WireProjectBody = z.looseObject({
  project_key: Text.optional(),
  display_name: Text.optional(),
  description: Text.nullish(),
  admin_privileges: z
    .strictObject({ ...privileges, ...fixedPrivileges })
    .partial()
    .nullish(),
  storage_quota_bytes: z.number().nullish(),
  soft_limit: z.boolean().nullish(),
  storage_quota_email_notification: z.boolean().nullish(),
});
export type WireProjectBody = z.output<typeof WireProjectBody>;

const note =
  'of `admin_privileges`, `manage_remote_repository` goes with `manage_resources`, `manage_security_assets` and `allow_ignore_rules` are always given; ' +
  'other values are refused by name';

export const wireListProjects = route('wireListProjects', {
  summary: 'Projects the caller belongs to',
  method: 'GET',
  url: projects,
  access: 'user',
  reply: z.array(WireProject),
  compatible,
});
export const wireCreateProject = route('wireCreateProject', {
  summary: 'Create a project',
  method: 'POST',
  url: projects,
  access: 'administrator',
  body: WireProjectBody,
  reply: WireProject,
  status: 201,
  compatible: { ...compatible, note },
});
export const wireReadProject = route('wireReadProject', {
  summary: 'One project',
  method: 'GET',
  url: `${projects}/:key`,
  access: 'user',
  params: byKey,
  reply: WireProject,
  compatible,
});
export const wireUpdateProject = route('wireUpdateProject', {
  summary: 'Change a project',
  method: 'PUT',
  url: `${projects}/:key`,
  access: 'user',
  params: byKey,
  body: WireProjectBody,
  reply: WireProject,
  compatible: { ...compatible, note },
});
export const wireDeleteProject = route('wireDeleteProject', {
  summary: 'Delete a project that has no repositories any more',
  method: 'DELETE',
  url: `${projects}/:key`,
  access: 'administrator',
  params: byKey,
  reply: z.void(),
  compatible,
});

const WireMember = z.object({ name: z.string(), roles: z.array(z.string()) });
const members = { kind: z.enum(['users', 'groups']) };
const byMember = byName.extend(members);

export const wireListMembers = route('wireListMembers', {
  summary: 'Users or groups of a project with their roles',
  method: 'GET',
  url: `${projects}/:key/:kind`,
  access: 'user',
  params: byKey.extend(members),
  reply: z.object({ members: z.array(WireMember) }),
  compatible,
});
export const wireReadMember = route('wireReadMember', {
  summary: 'One user or group of a project',
  method: 'GET',
  url: `${projects}/:key/:kind/:name`,
  access: 'user',
  params: byMember,
  reply: WireMember,
  compatible,
});
export const wirePutMember = route('wirePutMember', {
  summary: 'Give a user or group roles in a project',
  method: 'PUT',
  url: `${projects}/:key/:kind/:name`,
  access: 'user',
  params: byMember,
  body: z.looseObject({ roles: z.array(Text).min(1).max(100) }),
  reply: WireMember,
  compatible,
});
export const wireDeleteMember = route('wireDeleteMember', {
  summary: 'Take a user or group out of a project',
  method: 'DELETE',
  url: `${projects}/:key/:kind/:name`,
  access: 'user',
  params: byMember,
  reply: z.void(),
  compatible,
});

const byRepository = z.object({ repository: z.string().min(1).max(200) });

export const wireAttachRepository = route('wireAttachRepository', {
  summary: 'Take a repository into a project; from another project only when forced',
  method: 'PUT',
  url: `${projects}/_/attach/repositories/:repository/:key`,
  access: 'user',
  params: byRepository.extend({ key: z.string().min(1).max(200) }),
  query: z.object({ force: z.stringbool().default(false) }),
  reply: z.void(),
  compatible,
});
export const wireDetachRepository = route('wireDetachRepository', {
  summary: 'Take a repository out of its project',
  method: 'DELETE',
  url: `${projects}/_/attach/repositories/:repository`,
  access: 'user',
  params: byRepository,
  reply: z.void(),
  compatible,
});
const shared = `${projects}/_/share/repositories/:repository`;
const sharing = {
  access: 'user',
  reply: z.void(),
  compatible: {
    note: 'whoever manages the repository may; roles of members of the other projects reach it in its environments, none to manage it; `readOnly` holds for all projects that share it',
    provenBy: [proofs.projects],
  },
} as const;
const ReadOnly = z.looseObject({
  readOnly: z
    .enum(['true', 'false', ''])
    .optional()
    .transform((text) => text === 'true'),
});
const withProject = byRepository.extend({ key: z.string().min(1).max(200) });

export const wireShareWithAll = route('wireShareWithAll', {
  ...sharing,
  query: ReadOnly,
  summary: 'Share a repository with all projects',
  method: 'PUT',
  url: shared,
  params: byRepository,
});
export const wireUnshareWithAll = route('wireUnshareWithAll', {
  ...sharing,
  summary: 'Stop sharing a repository with all projects',
  method: 'DELETE',
  url: shared,
  params: byRepository,
});
export const wireShareRepository = route('wireShareRepository', {
  ...sharing,
  query: ReadOnly,
  summary: 'Share a repository with a project',
  method: 'PUT',
  url: `${shared}/:key`,
  params: withProject,
});
export const wireUnshareRepository = route('wireUnshareRepository', {
  ...sharing,
  summary: 'Stop sharing a repository with a project',
  method: 'DELETE',
  url: `${shared}/:key`,
  params: withProject,
});
export const wireReadRepository = route('wireReadRepository', {
  summary: 'Where a repository belongs',
  method: 'GET',
  url: `${projects}/_/repositories/:repository`,
  access: 'user',
  params: byRepository,
  reply: z.object({
    resource_name: z.string(),
    environments: z.array(z.string()),
    shared_with_projects: z.array(z.string()),
    shared_with_all_projects: z.boolean(),
    shared_read_only: z.boolean(),
    assigned_to: z.string(),
  }),
  compatible,
});
