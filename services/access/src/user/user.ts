import { anonymousUser } from '@packhouse/contract/access/access-names.ts';
import type { NewUser, User, UserChange } from '@packhouse/contract/access/access-user-routes.ts';
import { accessWords } from '@packhouse/contract/access/access-words.ts';
import { AppError, namedFieldRefusal } from '@packhouse/contract/errors.ts';
import { say } from '@packhouse/contract/sentences.ts';
import type { z } from 'zod';
import { keepingAdministrator } from '../administrator/administrators.ts';
import { type By, type ChangeTransaction, inChange } from '../audit/change.ts';
import type { Context } from '../context.ts';
import { findUserName } from '../password/check-password.ts';
import { changeDuties, tellDuties } from '../permission/kept-duties.ts';
import type { Db } from '../schema.ts';
import { endSessionsOf } from '../session/session.ts';
import { endOwnTokens } from '../token/end-own-tokens.ts';
import { selectDeciders } from './decider-queries.ts';
import {
  deleteUserRow,
  insertAutoJoined,
  insertUser,
  lockUser,
  replaceGroups,
  selectAdministratorAddresses,
  selectUser,
  type UserRow,
  updateUserRow,
} from './user-queries.ts';

/** A user as the console and the audit log see it: nothing secret. */
export function toUser(row: UserRow): User {
  return {
    name: row.name,
    email: row.email,
    realm: row.realm,
    status: row.enabled ? 'enabled' : 'disabled',
    administrator: row.administrator,
    effectiveAdministrator: row.effective_administrator,
    groups: row.groups,
    profileUpdatable: row.profile_updatable,
    consoleAccess: row.console_access,
    passwordEnabled: row.password_enabled,
    passwordExpired: row.password_expired,
    ...tellDuties(row.kept_rights),
    lastLoggedInAt: row.last_logged_in_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
  };
}

export async function readUser(db: Db, given: string): Promise<User> {
  const name = findUserName(given);
  const row = name === undefined ? undefined : await selectUser(db, name);
  if (!row) throw new AppError('user_not_found');
  return toUser(row);
}

async function setGroups(transaction: ChangeTransaction, userId: number, groups: readonly string[]): Promise<void> {
  const unknown = await replaceGroups(transaction, userId, groups);
  if (unknown.length > 0) throw namedFieldRefusal('groups', say(accessWords.no_group, { name: unknown.join(', ') }));
}

/** This, too, happens to a user in the same transaction. */
export type AlongWithUser = (transaction: ChangeTransaction, userId: number) => Promise<void>;

/** Adds a user; groups that new users join by themselves come on top of those named. */
export async function createUser(context: Context, input: z.output<typeof NewUser>, by: By, along?: AlongWithUser): Promise<User> {
  if (input.name === anonymousUser) throw new AppError('user_exists');
  const passwordHash = input.password === undefined ? null : await context.passwords.hash(input.password);
  return inChange(context, by, async (transaction, record) => {
    const id = await insertUser(transaction, {
      name: input.name,
      email: input.email,
      administrator: input.administrator,
      enabled: input.status === 'enabled',
      profile_updatable: input.profileUpdatable,
      console_access: input.consoleAccess,
      password_enabled: input.passwordEnabled,
      password_expired: input.passwordExpired,
      kept_rights: changeDuties([], input.keptDuties),
      password_hash: passwordHash,
      password_changed_at: passwordHash === null ? null : new Date(),
    });
    if (id === undefined) throw new AppError('user_exists');
    await setGroups(transaction, id, input.groups);
    await insertAutoJoined(transaction, id);
    await along?.(transaction, id);
    const created = await readUser(transaction, input.name);
    await record({ action: 'user.created', subject: created.name, after: created });
    return created;
  });
}

type Change = z.output<typeof UserChange>;

function makeColumns(change: Change, before: User, passwordHash: string | undefined) {
  const set = <Name extends string, T>(name: Name, value: T | undefined) => (value === undefined ? {} : ({ [name]: value } as Record<Name, T>));
  return {
    ...set('email', change.email),
    ...set('administrator', change.administrator),
    ...set('enabled', change.status === undefined ? undefined : change.status === 'enabled'),
    ...set('profile_updatable', change.profileUpdatable),
    ...set('console_access', change.consoleAccess),
    ...set('password_enabled', change.passwordEnabled),
    ...(passwordHash === undefined ? {} : { password_hash: passwordHash, password_changed_at: new Date() }),
    ...set('password_expired', change.passwordExpired),
    ...(change.keptDuties ? { kept_rights: changeDuties(before.keptDuties, change.keptDuties) } : {}),
  };
}

/** Refuses what would lock the one who asks out. */
function requireNotOneself(name: string, change: Change, by: By): void {
  if (name !== by.actor) return;
  if (change.status === 'disabled' || change.administrator === false || change.passwordEnabled === false || change.consoleAccess === false)
    throw new AppError(accessWords.own_rights_kept);
}

/** Changes a user. A change that depends on how the user is now is worked out while nobody else can change it; it sets no password. */
export async function changeUser(context: Context, given: string, wanted: Change | ((before: User) => Change), by: By, along?: AlongWithUser): Promise<User> {
  const name = findUserName(given) ?? '';
  const password = typeof wanted === 'function' ? undefined : wanted.password;
  const passwordHash = password === undefined ? undefined : await context.passwords.hash(password);
  // Whoever knew the old password is to be kept out; but programs set what they are told to again and again.
  const keepsPassword = password !== undefined && (await context.passwords.fits(password, (await context.accounts.byName(name))?.passwordHash));
  return inChange(context, by, (transaction, record) =>
    keepingAdministrator(transaction, async () => {
      const found = name === anonymousUser ? undefined : await lockUser(transaction, name);
      if (!found) throw new AppError('user_not_found');
      const before = await readUser(transaction, name);
      const change = typeof wanted === 'function' ? wanted(before) : wanted;
      requireNotOneself(name, change, by);
      await updateUserRow(transaction, found.id, makeColumns(change, before, passwordHash));
      if (change.groups) await setGroups(transaction, found.id, change.groups);
      await along?.(transaction, found.id);
      const after = await readUser(transaction, name);
      const closesDoor = after.status === 'disabled' || !after.consoleAccess || !after.passwordEnabled || change.passwordExpired === true;
      if (closesDoor || (passwordHash !== undefined && name !== by.actor)) await endSessionsOf(transaction, found.id);
      await record({ action: 'user.changed', subject: name, before, after });
      if (passwordHash === undefined) return after;
      const ended = keepsPassword || name === by.actor ? undefined : await endOwnTokens(transaction, { id: found.id, name });
      await record({ action: 'password.changed', subject: name, ...(ended ? { after: { ended } } : {}) });
      return after;
    }),
  );
}

/** Deletes a user with tokens, sessions and what permissions gave them. */
export async function deleteUser(context: Context, given: string, by: By): Promise<void> {
  const name = findUserName(given) ?? '';
  if (name === by.actor) throw new AppError(accessWords.own_account_kept);
  if (name === anonymousUser) throw new AppError('user_not_found');
  await inChange(context, by, (transaction, record) =>
    keepingAdministrator(transaction, async () => {
      const found = await lockUser(transaction, name);
      if (!found) throw new AppError('user_not_found');
      const before = await readUser(transaction, name);
      await deleteUserRow(transaction, found.id);
      await record({ action: 'user.deleted', subject: name, before });
    }),
  );
}

export { insertAutoJoined, insertUser, updateUserRow };

/** Where administrators who can sign in are written to. */
export const readAdministratorAddresses = (db: Db): Promise<string[]> => selectAdministratorAddresses(db);

/** Names of users who can sign in, can be written to, and may decide about exceptions somewhere. */
export const readDeciderNames = (db: Db): Promise<string[]> => selectDeciders(db);
