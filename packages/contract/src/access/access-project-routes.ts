import { z } from 'zod';
import { accessRules } from '../access-rule-words.ts';
import { Timestamp } from '../paging.ts';
import { prefixes } from '../prefixes.ts';
import { route } from '../route.ts';
import { Description } from './access-names.ts';
import { EnvironmentName, ProjectKey, ProjectName, RoleName, roleActions } from './access-project-names.ts';

const projects = `${prefixes.consoleApi}/access/projects`;

const Privileges = z.object({
  /** Its administrators choose members and roles. */
  manageMembers: z.boolean(),
  /** Its administrators take repositories in and out and keep its environments. */
  manageResources: z.boolean(),
  /** Its administrators choose what is scanned. */
  indexResources: z.boolean(),
});

const Quota = z.int().min(1, accessRules.use_positive_number.en).max(Number.MAX_SAFE_INTEGER).nullable();

const settings = {
  name: ProjectName,
  description: Description,
  /** The project's own administrators may do this; only platform administrators change it, and the quota. */
  privileges: Privileges,
  /** Bytes the project's repositories may hold together; null for any number. */
  quotaBytes: Quota,
  /** Beyond the quota there is only a warning; otherwise deployments are refused. */
  softLimit: z.boolean(),
  /** Its administrators are told by mail when the quota is nearly used up. */
  quotaNotification: z.boolean(),
};

export const Project = z.object({ key: z.string(), ...settings, createdAt: Timestamp });
export type Project = z.output<typeof Project>;

/** A project with what the caller may do in it. */
export const ProjectDetails = Project.extend({
  may: z.object({ settings: z.boolean(), members: z.boolean(), resources: z.boolean(), quota: z.boolean() }),
});
export type ProjectDetails = z.output<typeof ProjectDetails>;

export const NewProject = z.object({
  key: ProjectKey,
  name: settings.name,
  description: Description.default(''),
  privileges: Privileges.default({ manageMembers: true, manageResources: true, indexResources: true }),
  quotaBytes: Quota.default(null),
  softLimit: z.boolean().default(false),
  quotaNotification: z.boolean().default(true),
});

/** This changes about a project; what is absent stays. */
export const ProjectChange = z.object(settings).partial();

const byKey = z.object({ key: z.string().min(1).max(200) });
const byName = byKey.extend({ name: z.string().min(1).max(200) });

export const createProject = route('createProject', {
  summary: 'Create a project',
  method: 'POST',
  url: projects,
  access: 'administrator',
  body: NewProject,
  reply: ProjectDetails,
  status: 201,
});

export const readProject = route('readProject', {
  summary: 'One project, for its members',
  method: 'GET',
  url: `${projects}/:key`,
  access: 'user',
  params: byKey,
  reply: ProjectDetails,
});

export const updateProject = route('updateProject', {
  summary: 'Change a project; its administrators change its name and description, platform administrators everything',
  method: 'PUT',
  url: `${projects}/:key`,
  access: 'user',
  params: byKey,
  body: ProjectChange,
  reply: ProjectDetails,
});

export const deleteProject = route('deleteProject', {
  summary: 'Delete a project that has no repositories any more',
  method: 'DELETE',
  url: `${projects}/:key`,
  access: 'administrator',
  params: byKey,
  reply: z.void(),
});

export const ProjectMember = z.object({ kind: z.enum(['user', 'group']), name: z.string(), roles: z.array(z.string()) });
export type ProjectMember = z.output<typeof ProjectMember>;
const Roles = z.array(RoleName).min(1, accessRules.choose_role.en).max(100);
export const MemberInput = z.object({ roles: Roles });
const byMember = byName.extend({ kind: z.enum(['user', 'group']) });

export const listProjectMembers = route('listProjectMembers', {
  summary: 'Users and groups of a project with their roles',
  method: 'GET',
  url: `${projects}/:key/members`,
  access: 'user',
  params: byKey,
  reply: z.array(ProjectMember),
});

export const setProjectMember = route('setProjectMember', {
  summary: 'Take a user or a group into a project, or give it other roles',
  method: 'PUT',
  url: `${projects}/:key/members/:kind/:name`,
  access: 'user',
  params: byMember,
  body: MemberInput,
  reply: ProjectMember,
});

export const removeProjectMember = route('removeProjectMember', {
  summary: 'Take a user or a group out of a project',
  method: 'DELETE',
  url: `${projects}/:key/members/:kind/:name`,
  access: 'user',
  params: byMember,
  reply: z.void(),
});

const RoleActions = z.array(z.enum(roleActions)).max(roleActions.length);
const roleSettings = { description: Description, environments: z.array(EnvironmentName).max(100), actions: RoleActions };

export const Role = z.object({
  name: z.string(),
  description: z.string(),
  /** `ADMIN` administers the project; `PREDEFINED` comes with the platform; `CUSTOM_GLOBAL` is for every project; `CUSTOM` is the project's own. */
  type: z.enum(['ADMIN', 'PREDEFINED', 'CUSTOM_GLOBAL', 'CUSTOM']),
  /** Where its actions on repositories hold; empty for an administrator's role: everywhere. */
  environments: z.array(z.string()),
  actions: z.array(z.enum(roleActions)),
});
export type Role = z.output<typeof Role>;

export const NewRole = z.object({
  name: RoleName,
  description: Description.default(''),
  environments: roleSettings.environments.default([]),
  actions: RoleActions.default([]),
});
export const RoleChange = z.object(roleSettings).partial();

export const listProjectRoles = route('listProjectRoles', {
  summary: 'Roles that members of a project can have: those of every project and its own',
  method: 'GET',
  url: `${projects}/:key/roles`,
  access: 'user',
  params: byKey,
  reply: z.array(Role),
});

export const createProjectRole = route('createProjectRole', {
  summary: 'Create a role of a project',
  method: 'POST',
  url: `${projects}/:key/roles`,
  access: 'user',
  params: byKey,
  body: NewRole,
  reply: Role,
  status: 201,
});

export const updateProjectRole = route('updateProjectRole', {
  summary: 'Change a role of a project',
  method: 'PUT',
  url: `${projects}/:key/roles/:name`,
  access: 'user',
  params: byName,
  body: RoleChange,
  reply: Role,
});

export const deleteProjectRole = route('deleteProjectRole', {
  summary: 'Delete a role of a project; members who had only this one leave it',
  method: 'DELETE',
  url: `${projects}/:key/roles/:name`,
  access: 'user',
  params: byName,
  reply: z.void(),
});

const roles = `${prefixes.consoleApi}/access/roles`;
const roleByName = z.object({ name: z.string().min(1).max(200) });

export const listRoles = route('listRoles', {
  summary: 'Roles of every project',
  method: 'GET',
  url: roles,
  access: 'administrator',
  reply: z.array(Role),
});

export const createRole = route('createRole', {
  summary: 'Create a role of every project',
  method: 'POST',
  url: roles,
  access: 'administrator',
  body: NewRole,
  reply: Role,
  status: 201,
});

export const updateRole = route('updateRole', {
  summary: 'Change a role of every project',
  method: 'PUT',
  url: `${roles}/:name`,
  access: 'administrator',
  params: roleByName,
  body: RoleChange,
  reply: Role,
});

export const deleteRole = route('deleteRole', {
  summary: 'Delete a role of every project; members who had only this one leave their project',
  method: 'DELETE',
  url: `${roles}/:name`,
  access: 'administrator',
  params: roleByName,
  reply: z.void(),
});
