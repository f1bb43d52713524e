// Users, groups and permissions in the spelling of existing clients.
import { z } from 'zod';
import { proofs } from '../compatible-proofs.ts';
import { prefixes } from '../prefixes.ts';
import { route } from '../route.ts';
import { type KeptDuty, keptDuties } from './kept-rights.ts';

const compatible = { provenBy: [proofs.accessCalls] };

const security = `${prefixes.repositories}/api/security`;
const byName = z.object({ name: z.string().min(1).max(200) });
const Row = z.object({ name: z.string(), uri: z.string() });
const Words = z.string();

/** The rights that are kept. */
const duties = Object.fromEntries(keptDuties.map((duty) => [duty, z.boolean()])) as Record<KeptDuty, z.ZodBoolean>;
const someDuties = z.object(duties).partial().shape;

const UserBody = z.object({
  name: z.string().max(200).optional(),
  email: z.string().max(300).optional(),
  password: z.string().max(4096).optional(),
  admin: z.boolean().optional(),
  profileUpdatable: z.boolean().optional(),
  disableUIAccess: z.boolean().optional(),
  internalPasswordDisabled: z.boolean().optional(),
  groups: z.array(z.string().max(200)).max(1000).nullish(),
  ...someDuties,
});
export type SecurityUserBody = z.output<typeof UserBody>;

const SecurityUser = z.object({
  name: z.string(),
  email: z.string(),
  admin: z.boolean(),
  profileUpdatable: z.boolean(),
  disableUIAccess: z.boolean(),
  internalPasswordDisabled: z.boolean(),
  lastLoggedIn: z.string().optional(),
  lastLoggedInMillis: z.number().int(),
  realm: z.string(),
  groups: z.array(z.string()),
  ...duties,
  mfaStatus: z.literal('NONE'),
  status: z.string(),
});

export const listSecurityUsers = route('listSecurityUsers', {
  summary: 'All users',
  method: 'GET',
  url: `${security}/users`,
  access: 'administrator',
  reply: z.array(Row.extend({ realm: z.string(), status: z.string() })),
  compatible,
});
export const readSecurityUser = route('readSecurityUser', {
  summary: 'One user',
  method: 'GET',
  url: `${security}/users/:name`,
  access: 'administrator',
  params: byName,
  reply: SecurityUser,
  compatible,
});
export const putSecurityUser = route('putSecurityUser', {
  summary: 'Create or replace a user',
  method: 'PUT',
  url: `${security}/users/:name`,
  access: 'administrator',
  params: byName,
  body: UserBody,
  reply: z.void(),
  status: 201,
  compatible,
});
export const updateSecurityUser = route('updateSecurityUser', {
  summary: 'Change a user',
  method: 'POST',
  url: `${security}/users/:name`,
  access: 'administrator',
  params: byName,
  body: UserBody,
  reply: z.void(),
  status: 200,
  compatible,
});
export const deleteSecurityUser = route('deleteSecurityUser', {
  summary: 'Delete a user',
  method: 'DELETE',
  url: `${security}/users/:name`,
  access: 'administrator',
  params: byName,
  reply: Words,
  compatible,
});

const GroupBody = z.object({
  name: z.string().max(200).optional(),
  description: z.string().max(1000).nullish(),
  externalId: z.string().max(500).nullish(),
  autoJoin: z.boolean().optional(),
  newUserDefault: z.boolean().optional(),
  adminPrivileges: z.boolean().optional(),
  realm: z.string().max(100).nullish(),
  realmAttributes: z.string().max(1000).nullish(),
  userNames: z.array(z.string().max(200)).max(10_000).nullish(),
  ...someDuties,
});
export type SecurityGroupBody = z.output<typeof GroupBody>;

const SecurityGroup = z.object({
  name: z.string(),
  description: z.string(),
  externalId: z.string(),
  autoJoin: z.boolean(),
  newUserDefault: z.boolean(),
  adminPrivileges: z.boolean(),
  realm: z.string(),
  realmAttributes: z.string(),
  userNames: z.array(z.string()).optional(),
  ...duties,
});

export const listSecurityGroups = route('listSecurityGroups', {
  summary: 'All groups',
  method: 'GET',
  url: `${security}/groups`,
  access: 'administrator',
  reply: z.array(Row),
  compatible,
});
export const readSecurityGroup = route('readSecurityGroup', {
  summary: 'One group',
  method: 'GET',
  url: `${security}/groups/:name`,
  access: 'administrator',
  params: byName,
  query: z.object({ includeUsers: z.stringbool().default(false) }),
  reply: SecurityGroup,
  compatible,
});
export const putSecurityGroup = route('putSecurityGroup', {
  summary: 'Create or replace a group',
  method: 'PUT',
  url: `${security}/groups/:name`,
  access: 'administrator',
  params: byName,
  body: GroupBody,
  reply: z.void(),
  status: 201,
  compatible,
});
export const updateSecurityGroup = route('updateSecurityGroup', {
  summary: 'Change a group',
  method: 'POST',
  url: `${security}/groups/:name`,
  access: 'administrator',
  params: byName,
  body: GroupBody,
  reply: z.void(),
  status: 200,
  compatible,
});
export const deleteSecurityGroup = route('deleteSecurityGroup', {
  summary: 'Delete a group',
  method: 'DELETE',
  url: `${security}/groups/:name`,
  access: 'administrator',
  params: byName,
  reply: Words,
  compatible,
});

const permissions = `${prefixes.repositories}/api/v2/security/permissions`;
const principals = z.record(z.string().max(200), z.array(z.string().max(50)).max(20));
const Part = z.object({
  'include-patterns': z.array(z.string().max(300)).max(100).nullish(),
  'exclude-patterns': z.array(z.string().max(300)).max(100).nullish(),
  repositories: z.array(z.string().max(200)).max(1000).nullish(),
  actions: z.object({ users: principals.nullish(), groups: principals.nullish() }).nullish(),
});
const SecurityPermission = z.object({ name: z.string().max(200).optional(), repo: Part.nullish(), build: Part.nullish(), releaseBundle: Part.nullish() });
export type SecurityPermission = z.output<typeof SecurityPermission>;
export type SecurityPermissionPart = z.output<typeof Part>;

export const listSecurityPermissions = route('listSecurityPermissions', {
  summary: 'All permissions',
  method: 'GET',
  url: permissions,
  access: 'administrator',
  reply: z.array(Row),
  compatible,
});
export const readSecurityPermission = route('readSecurityPermission', {
  summary: 'One permission',
  method: 'GET',
  url: `${permissions}/:name`,
  access: 'administrator',
  params: byName,
  reply: SecurityPermission,
  compatible,
});
const write = { access: 'administrator', params: byName, body: SecurityPermission, reply: z.void() } as const;
export const createSecurityPermission = route('createSecurityPermission', {
  ...write,
  summary: 'Create a permission',
  method: 'POST',
  url: `${permissions}/:name`,
  status: 201,
  compatible,
});
export const updateSecurityPermission = route('updateSecurityPermission', {
  ...write,
  summary: 'Replace a permission',
  method: 'PUT',
  url: `${permissions}/:name`,
  status: 200,
  compatible,
});
export const deleteSecurityPermission = route('deleteSecurityPermission', {
  summary: 'Delete a permission',
  method: 'DELETE',
  url: `${permissions}/:name`,
  access: 'administrator',
  params: byName,
  reply: Words,
  compatible,
});
