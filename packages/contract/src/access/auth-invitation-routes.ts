import { z } from 'zod';
import { Timestamp } from '../paging.ts';
import { prefixes } from '../prefixes.ts';
import { route } from '../route.ts';
import { Said } from '../said.ts';
import { EmailAddress, GroupName, NewPassword, UserName } from './access-names.ts';
import { User } from './access-user-routes.ts';

const users = `${prefixes.consoleApi}/access/users`;
const byName = z.object({ name: z.string().min(1).max(200) });

/** Whom to invite; groups that new users join by themselves come on top. */
export const Invitation = z.object({
  name: UserName,
  email: EmailAddress,
  administrator: z.boolean().default(false),
  groups: z.array(GroupName).max(1000).default([]),
});

export const inviteUser = route('inviteUser', {
  summary: 'Create a user without a password and mail a link to choose one',
  method: 'POST',
  url: `${prefixes.consoleApi}/access/invitations`,
  access: 'administrator',
  body: Invitation,
  /** The user is there even where the mail could not be sent; `problem` then says why. */
  reply: z.object({ user: User, problem: z.string().nullable(), said: Said.optional() }),
  status: 201,
});

export const inviteAgain = route('inviteAgain', {
  summary: 'Mail a fresh link to a user who has no password yet; earlier links end',
  method: 'POST',
  url: `${users}/:name/invitation`,
  access: 'administrator',
  params: byName,
  reply: z.void(),
});

export const setInvitedPassword = route('setInvitedPassword', {
  summary: 'Choose the first password with the token of an invitation, which is used up by it',
  method: 'POST',
  url: `${prefixes.consoleApi}/access/auth/invitation/setPassword`,
  access: 'public',
  body: z.object({ token: z.string().min(1).max(8192), password: NewPassword }),
  reply: z.object({ user: z.string() }),
});

export const readUserState = route('readUserState', {
  summary: 'What stands between a user and the console: wrong passwords, a second factor, an open invitation',
  method: 'GET',
  url: `${users}/:name/state`,
  access: 'administrator',
  params: byName,
  reply: z.object({
    secondFactor: z.boolean(),
    /** Until when no attempt is taken because too many failed before; null when there is no such wait. */
    blockedUntil: Timestamp.nullable(),
    /** Too many passwords in a row were wrong, and the settings lock users then: it lasts until somebody opens it. */
    locked: z.boolean(),
    invitation: z.object({ invitedBy: z.string(), createdAt: Timestamp, expiresAt: Timestamp }).nullable(),
  }),
});

export const unlockUser = route('unlockUser', {
  summary: 'Let a user sign in again at once who had to wait after too many failures',
  method: 'POST',
  url: `${users}/:name/unlock`,
  access: 'administrator',
  params: byName,
  reply: z.void(),
});
