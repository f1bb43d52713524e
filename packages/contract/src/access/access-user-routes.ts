import { z } from 'zod';
import { accessRules } from '../access-rule-words.ts';
import { getPage, PageQuery, Timestamp } from '../paging.ts';
import { prefixes } from '../prefixes.ts';
import { route } from '../route.ts';
import { Email, GroupName, NewPassword, UserName } from './access-names.ts';
import { DutyChange, KeptDuties } from './kept-rights.ts';
import { ManagedBy } from './managed-by.ts';

const users = `${prefixes.consoleApi}/access/users`;

export const User = z.object({
  name: z.string(),
  email: z.string(),
  realm: z.string(),
  status: z.enum(['enabled', 'disabled']),
  administrator: z.boolean(),
  /** Administrator by itself or through a group. */
  effectiveAdministrator: z.boolean(),
  groups: z.array(z.string()),
  profileUpdatable: z.boolean(),
  /** May use the console; otherwise only clients. */
  consoleAccess: z.boolean(),
  /** Has a password; otherwise tokens only. */
  passwordEnabled: z.boolean(),
  /** Must choose a new password at the next sign-in. */
  passwordExpired: z.boolean(),
  keptDuties: KeptDuties,
  lastLoggedInAt: Timestamp.nullable(),
  createdAt: Timestamp,
  managedBy: ManagedBy.optional(),
});
export type User = z.output<typeof User>;

const settings = {
  email: Email,
  administrator: z.boolean(),
  status: z.enum(['enabled', 'disabled']),
  groups: z.array(GroupName).max(1000),
  profileUpdatable: z.boolean(),
  consoleAccess: z.boolean(),
  passwordEnabled: z.boolean(),
  passwordExpired: z.boolean(),
  keptDuties: DutyChange,
};

/** A new user; groups that new users join by themselves come on top. */
export const NewUser = z
  .object({
    name: UserName,
    password: NewPassword.optional(),
    email: settings.email.default(''),
    administrator: settings.administrator.default(false),
    status: settings.status.default('enabled'),
    groups: settings.groups.default([]),
    profileUpdatable: settings.profileUpdatable.default(true),
    consoleAccess: settings.consoleAccess.default(true),
    passwordEnabled: settings.passwordEnabled.default(true),
    passwordExpired: settings.passwordExpired.default(false),
    keptDuties: settings.keptDuties.default({}),
  })
  .refine((user) => !user.passwordEnabled || user.password !== undefined, { path: ['password'], message: accessRules.enter_password.en });

/** This changes about a user; what is absent stays. */
export const UserChange = z.object({ ...settings, password: NewPassword }).partial();

const byName = z.object({ name: z.string().min(1).max(200) });

export const listUsers = route('listUsers', {
  summary: 'Users by name, a page at a time',
  method: 'GET',
  url: users,
  access: 'administrator',
  query: PageQuery.extend({
    status: z.enum(['enabled', 'disabled']).optional(),
    onlyAdministrators: z.stringbool().default(false),
    /** Also the anonymous user, for the pickers of permissions. */
    includeAnonymous: z.stringbool().default(false),
  }),
  reply: getPage(User),
});

export const createUser = route('createUser', {
  summary: 'Create a user',
  method: 'POST',
  url: users,
  access: 'administrator',
  body: NewUser,
  reply: User,
  status: 201,
});

export const readUser = route('readUser', {
  summary: 'One user',
  method: 'GET',
  url: `${users}/:name`,
  access: 'administrator',
  params: byName,
  reply: User,
});

export const updateUser = route('updateUser', {
  summary: 'Change a user',
  method: 'PUT',
  url: `${users}/:name`,
  access: 'administrator',
  params: byName,
  body: UserChange,
  reply: User,
});

export const deleteUser = route('deleteUser', {
  summary: 'Delete a user with their tokens and sessions',
  method: 'DELETE',
  url: `${users}/:name`,
  access: 'administrator',
  params: byName,
  reply: z.void(),
});
