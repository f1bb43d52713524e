// Roles and environments in the spelling of existing clients.
import { z } from 'zod';
import { proofs } from '../compatible-proofs.ts';
import { prefixes } from '../prefixes.ts';
import { route } from '../route.ts';
import { roleActions } from './access-project-names.ts';

const compatible = { provenBy: [proofs.projects] };

const api = `${prefixes.access}/api/v1`;
const projects = `${api}/projects`;
const Text = z.string().max(2000);
const byKey = z.object({ key: z.string().min(1).max(200) });
const byName = byKey.extend({ name: z.string().min(1).max(200) });
const named = z.object({ name: z.string().min(1).max(200) });

const WireRole = z.object({
  name: z.string(),
  description: z.string(),
  type: z.enum(['ADMIN', 'PREDEFINED', 'CUSTOM_GLOBAL', 'CUSTOM']),
  environments: z.array(z.string()),
  actions: z.array(z.enum(roleActions)),
});
const WireRoleBody = z.looseObject({
  name: Text.optional(),
  description: Text.nullish(),
  environments: z.array(Text).max(100).nullish(),
  actions: z.array(Text).max(200).nullish(),
});
export type WireRoleBody = z.output<typeof WireRoleBody>;

export const wireListRoles = route('wireListRoles', {
  summary: 'Roles that members of a project can have',
  method: 'GET',
  url: `${projects}/:key/roles`,
  access: 'user',
  params: byKey,
  reply: z.array(WireRole),
  compatible,
});
export const wireCreateRole = route('wireCreateRole', {
  summary: 'Create a role of a project',
  method: 'POST',
  url: `${projects}/:key/roles`,
  access: 'user',
  params: byKey,
  body: WireRoleBody,
  reply: WireRole,
  status: 201,
  compatible,
});
export const wireReadRole = route('wireReadRole', {
  summary: 'One role of a project',
  method: 'GET',
  url: `${projects}/:key/roles/:name`,
  access: 'user',
  params: byName,
  reply: WireRole,
  compatible,
});
export const wireUpdateRole = route('wireUpdateRole', {
  summary: 'Change a role of a project',
  method: 'PUT',
  url: `${projects}/:key/roles/:name`,
  access: 'user',
  params: byName,
  body: WireRoleBody,
  reply: WireRole,
  compatible,
});
export const wireDeleteRole = route('wireDeleteRole', {
  summary: 'Delete a role of a project',
  method: 'DELETE',
  url: `${projects}/:key/roles/:name`,
  access: 'user',
  params: byName,
  reply: z.void(),
  compatible,
});

export const wireListGlobalRoles = route('wireListGlobalRoles', {
  summary: 'Roles of every project',
  method: 'GET',
  url: `${api}/roles`,
  access: 'administrator',
  reply: z.array(WireRole),
  compatible,
});
export const wireCreateGlobalRole = route('wireCreateGlobalRole', {
  summary: 'Create a role of every project',
  method: 'POST',
  url: `${api}/roles`,
  access: 'administrator',
  body: WireRoleBody,
  reply: WireRole,
  status: 201,
  compatible,
});
export const wireReadGlobalRole = route('wireReadGlobalRole', {
  summary: 'One role of every project',
  method: 'GET',
  url: `${api}/roles/:name`,
  access: 'administrator',
  params: named,
  reply: WireRole,
  compatible,
});
export const wireUpdateGlobalRole = route('wireUpdateGlobalRole', {
  summary: 'Change a role of every project',
  method: 'PUT',
  url: `${api}/roles/:name`,
  access: 'administrator',
  params: named,
  body: WireRoleBody,
  reply: WireRole,
  compatible,
});
export const wireDeleteGlobalRole = route('wireDeleteGlobalRole', {
  summary: 'Delete a role of every project',
  method: 'DELETE',
  url: `${api}/roles/:name`,
  access: 'administrator',
  params: named,
  reply: z.void(),
  compatible,
});

const WireEnvironment = z.object({ name: z.string() });
const NewEnvironment = z.looseObject({ name: Text });
const NewName = z.looseObject({ new_name: Text });

export const wireListEnvironments = route('wireListEnvironments', {
  summary: 'Environments of every project',
  method: 'GET',
  url: `${api}/environments`,
  access: 'user',
  reply: z.array(WireEnvironment),
  compatible,
});
export const wireCreateEnvironment = route('wireCreateEnvironment', {
  summary: 'Create an environment of every project',
  method: 'POST',
  url: `${api}/environments`,
  access: 'administrator',
  body: NewEnvironment,
  reply: WireEnvironment,
  status: 201,
  compatible,
});
export const wireRenameEnvironment = route('wireRenameEnvironment', {
  summary: 'Rename an environment of every project',
  method: 'POST',
  url: `${api}/environments/:name/rename`,
  access: 'administrator',
  params: named,
  body: NewName,
  reply: WireEnvironment,
  compatible,
});
export const wireDeleteEnvironment = route('wireDeleteEnvironment', {
  summary: 'Delete an environment of every project',
  method: 'DELETE',
  url: `${api}/environments/:name`,
  access: 'administrator',
  params: named,
  reply: z.void(),
  compatible,
});
export const wireListProjectEnvironments = route('wireListProjectEnvironments', {
  summary: 'A project’s own environments',
  method: 'GET',
  url: `${projects}/:key/environments`,
  access: 'user',
  params: byKey,
  reply: z.array(WireEnvironment),
  compatible,
});
export const wireCreateProjectEnvironment = route('wireCreateProjectEnvironment', {
  summary: 'Create an environment of a project',
  method: 'POST',
  url: `${projects}/:key/environments`,
  access: 'user',
  params: byKey,
  body: NewEnvironment,
  reply: WireEnvironment,
  status: 201,
  compatible,
});
export const wireRenameProjectEnvironment = route('wireRenameProjectEnvironment', {
  summary: 'Rename an environment of a project',
  method: 'POST',
  url: `${projects}/:key/environments/:name/rename`,
  access: 'user',
  params: byName,
  body: NewName,
  reply: WireEnvironment,
  compatible,
});
export const wireDeleteProjectEnvironment = route('wireDeleteProjectEnvironment', {
  summary: 'Delete an environment of a project',
  method: 'DELETE',
  url: `${projects}/:key/environments/:name`,
  access: 'user',
  params: byName,
  reply: z.void(),
  compatible,
});
