import { NewPassword } from '@packhouse/contract/access/access-names.ts';
import type { NewUser, User, UserChange } from '@packhouse/contract/access/access-user-routes.ts';
import { accessRules } from '@packhouse/contract/access-rule-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { words } from '@packhouse/ui/core.ts';
import { spokenProblem } from '@packhouse/ui/form/spoken-problem.ts';
import type { z } from 'zod';

/** A user as the form holds it. */
export interface UserDraft {
  name: string;
  email: string;
  password: string;
  administrator: boolean;
  disabled: boolean;
  groups: readonly string[];
  profileUpdatable: boolean;
  consoleAccess: boolean;
  passwordEnabled: boolean;
  passwordExpired: boolean;
}

export const newDraft: UserDraft = {
  name: '',
  email: '',
  password: '',
  administrator: false,
  disabled: false,
  groups: [],
  profileUpdatable: true,
  consoleAccess: true,
  passwordEnabled: true,
  passwordExpired: false,
};

export function makeDraft(user: User): UserDraft {
  return {
    name: user.name,
    email: user.email,
    password: '',
    administrator: user.administrator,
    disabled: user.status === 'disabled',
    groups: user.groups,
    profileUpdatable: user.profileUpdatable,
    consoleAccess: user.consoleAccess,
    passwordEnabled: user.passwordEnabled,
    passwordExpired: user.passwordExpired,
  };
}

/** The body that creates the user. */
export function getInput({ disabled, password, groups, ...rest }: UserDraft): z.input<typeof NewUser> {
  return { ...rest, status: disabled ? 'disabled' : 'enabled', groups: [...groups], ...(rest.passwordEnabled ? { password } : {}) };
}

/** Only what was changed: the server refuses some words about one's own account even where they change nothing. */
export function makeChange(draft: UserDraft, before: UserDraft): z.input<typeof UserChange> {
  const { name: _, disabled, password, groups, ...flags } = draft;
  const changed = Object.fromEntries(Object.entries(flags).filter(([key, value]) => value !== before[key as keyof UserDraft]));
  return {
    ...changed,
    ...(disabled === before.disabled ? {} : { status: disabled ? 'disabled' : 'enabled' }),
    ...(JSON.stringify(groups) === JSON.stringify(before.groups) ? {} : { groups: [...groups] }),
    ...(password === '' ? {} : { password }),
  };
}

/** Tells what is wrong with the password as it stands. An empty one is right where one is stored or none is used. */
export function passwordProblem({ password, passwordEnabled }: Pick<UserDraft, 'password' | 'passwordEnabled'>, isNew: boolean): string | undefined {
  if (!passwordEnabled || (password === '' && !isNew)) return undefined;
  if (password === '') return words().said(say(accessRules.enter_password));
  return spokenProblem(NewPassword.safeParse(password));
}

/** The form's name of a field that the server complained about. */
export function getField(path: string): string {
  const [first = ''] = path.split('.');
  return first === 'status' ? 'disabled' : first;
}
