// Users and groups in the second spelling of existing clients.
import { z } from 'zod';
import { proofs } from '../compatible-proofs.ts';
import { prefixes } from '../prefixes.ts';
import { route } from '../route.ts';

const compatible = { provenBy: [proofs.accessPrincipals] };

const api = `${prefixes.access}/api/v2`;
const users = `${api}/users`;
const groups = `${api}/groups`;
const byName = z.object({ name: z.string().min(1).max(200) });
const Text = z.string().max(2000);
const Names = z.array(z.string().max(200)).max(10_000);

/** Lists go on after `cursor`, which is the one of the page before; the last page has none. */
export const WirePage = z.object({
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(99_999).default(1000),
  descendingOrder: z.stringbool().default(false),
});

/** The rights that are kept, in this spelling. */
const duties = {
  watch_manager: z.boolean().optional(),
  policy_manager: z.boolean().optional(),
  policy_viewer: z.boolean().optional(),
  reports_manager: z.boolean().optional(),
  manage_resources: z.boolean().optional(),
  manage_webhook: z.boolean().optional(),
};

const WireStatus = z.enum(['invited', 'enabled', 'disabled', 'locked']);
export type WireStatus = z.output<typeof WireStatus>;

const WireUser = z.object({
  username: z.string(),
  email: z.string(),
  admin: z.boolean(),
  effective_admin: z.boolean(),
  profile_updatable: z.boolean(),
  disable_ui_access: z.boolean(),
  internal_password_disabled: z.boolean(),
  last_logged_in: z.string().optional(),
  realm: z.string(),
  groups: z.array(z.string()),
  status: WireStatus,
  ...duties,
});

const WireUserChange = z.object({
  email: Text.optional(),
  password: z.string().max(4096).optional(),
  admin: z.boolean().optional(),
  profile_updatable: z.boolean().optional(),
  disable_ui_access: z.boolean().optional(),
  internal_password_disabled: z.boolean().optional(),
  /** `enabled` and `disabled` can be set; the others come about by themselves. */
  status: z.enum(['enabled', 'disabled']).optional(),
  groups: Names.nullish(),
  ...duties,
});
export type WireUserChange = z.output<typeof WireUserChange>;

export const wireListUsers = route('wireListUsers', {
  summary: 'Users by name, a page at a time',
  method: 'GET',
  url: users,
  access: 'administrator',
  query: WirePage.extend({
    status: WireStatus.optional(),
    username: Text.optional(),
    onlyAdmins: z.stringbool().default(false),
    role: Text.optional(),
    resourceType: Text.optional(),
    resourceName: Text.optional(),
    projectKey: Text.optional(),
  }),
  reply: z.object({
    users: z.array(z.object({ username: z.string(), uri: z.string(), realm: z.string(), status: WireStatus })),
    cursor: z.string().optional(),
  }),
  compatible: {
    lacks: 'refuses to filter by resource',
    note: '`projectKey` and `role` find members of projects, by themselves or through groups',
    provenBy: [proofs.accessPrincipals],
  },
});
export const wireCreateUser = route('wireCreateUser', {
  summary: 'Create a user',
  method: 'POST',
  url: users,
  access: 'administrator',
  body: WireUserChange.extend({ username: Text }),
  reply: WireUser,
  status: 201,
  compatible,
});
export const wireReadUser = route('wireReadUser', {
  summary: 'One user',
  method: 'GET',
  url: `${users}/:name`,
  access: 'administrator',
  params: byName,
  reply: WireUser,
  compatible,
});
export const wireUpdateUser = route('wireUpdateUser', {
  summary: 'Change a user; what is absent stays',
  method: 'PATCH',
  url: `${users}/:name`,
  access: 'administrator',
  params: byName,
  body: WireUserChange,
  reply: WireUser,
  compatible,
});
export const wireDeleteUser = route('wireDeleteUser', {
  summary: 'Delete a user with their tokens and sessions',
  method: 'DELETE',
  url: `${users}/:name`,
  access: 'administrator',
  params: byName,
  reply: z.void(),
  compatible,
});

const Delta = z.object({ add: Names.nullish(), remove: Names.nullish() });

export const wireChangeGroups = route('wireChangeGroups', {
  summary: 'Put a user into groups, and take them out of others',
  method: 'PATCH',
  url: `${users}/:name/groups`,
  access: 'administrator',
  params: byName,
  body: Delta,
  reply: z.object({ groups: z.array(z.string()) }),
  compatible,
});
export const wireSetPassword = route('wireSetPassword', {
  summary: 'Set the password of a user',
  method: 'PUT',
  url: `${users}/:name/password`,
  access: 'administrator',
  params: byName,
  body: z.object({ password: z.string().max(4096) }),
  reply: z.void(),
  compatible,
});
export const wireUnlockUser = route('wireUnlockUser', {
  summary: 'Let a user sign in again at once who had to wait after too many failures',
  method: 'POST',
  url: `${users}/:name/unlock`,
  access: 'administrator',
  params: byName,
  reply: z.void(),
  compatible,
});
export const wireInviteUser = route('wireInviteUser', {
  summary: 'Create a user without a password and mail a link to choose one',
  method: 'POST',
  url: `${prefixes.access}/api/v1/users/invite`,
  access: 'administrator',
  body: z.object({ invited_email: Text, source: Text.optional() }),
  reply: z.void(),
  status: 200,
  compatible,
});

const groupSettings = {
  description: Text.nullish(),
  external_id: Text.nullish(),
  auto_join: z.boolean().optional(),
  admin_privileges: z.boolean().optional(),
  realm_attributes: Text.nullish(),
  ...duties,
};
const WireGroupChange = z.object(groupSettings);
export type WireGroupChange = z.output<typeof WireGroupChange>;

const WireGroup = z.object({
  name: z.string(),
  description: z.string(),
  external_id: z.string(),
  auto_join: z.boolean(),
  admin_privileges: z.boolean(),
  realm: z.string(),
  realm_attributes: z.string(),
  members: z.array(z.string()),
  ...duties,
});
const Members = z.object({ members: z.array(z.string()) });

export const wireListGroups = route('wireListGroups', {
  summary: 'Groups by name, a page at a time',
  method: 'GET',
  url: groups,
  access: 'administrator',
  query: WirePage.extend({ group_name: Text.optional() }),
  reply: z.object({ groups: z.array(z.object({ group_name: z.string(), uri: z.string() })), cursor: z.string().optional() }),
  compatible,
});
export const wireCreateGroup = route('wireCreateGroup', {
  summary: 'Create a group',
  method: 'POST',
  url: groups,
  access: 'administrator',
  body: WireGroupChange.extend({ name: Text, members: Names.nullish() }),
  reply: WireGroup,
  status: 201,
  compatible,
});
export const wireReadGroup = route('wireReadGroup', {
  summary: 'One group with its members',
  method: 'GET',
  url: `${groups}/:name`,
  access: 'administrator',
  params: byName,
  reply: WireGroup,
  compatible,
});
export const wireUpdateGroup = route('wireUpdateGroup', {
  summary: 'Change a group; what is absent stays',
  method: 'PATCH',
  url: `${groups}/:name`,
  access: 'administrator',
  params: byName,
  body: WireGroupChange,
  reply: WireGroup,
  compatible,
});
export const wireDeleteGroup = route('wireDeleteGroup', {
  summary: 'Delete a group; its members stay',
  method: 'DELETE',
  url: `${groups}/:name`,
  access: 'administrator',
  params: byName,
  reply: z.void(),
  compatible,
});
export const wireReadMembers = route('wireReadMembers', {
  summary: 'The members of a group',
  method: 'GET',
  url: `${groups}/:name/members`,
  access: 'administrator',
  params: byName,
  reply: Members,
  compatible,
});
export const wireChangeMembers = route('wireChangeMembers', {
  summary: 'Put users into a group, and take others out',
  method: 'PATCH',
  url: `${groups}/:name/members`,
  access: 'administrator',
  params: byName,
  body: Delta,
  reply: Members,
  compatible,
});
