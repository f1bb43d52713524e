import type { KeptDuty } from '@packhouse/contract/access/kept-rights.ts';
import type { Grant } from '@packhouse/kernel/access/authorisation.ts';
import { LRUCache } from 'lru-cache';
import { grantsOfDuties } from '../permission/duty-grants.ts';
import { grantsFromProjects, grantsOfRoles } from '../project/held-roles.ts';
import type { Db } from '../schema.ts';
import { selectAccount, selectGrants, selectGroupsNamed, selectGroupsOf } from './account-queries.ts';

/** A person or a set of groups may do this. */
export interface Powers {
  administrator: boolean;
  groups: readonly string[];
  grants: readonly Grant[];
}

/** A user as sign-in and authorisation see it. */
export interface Account extends Powers {
  id: number;
  name: string;
  email: string;
  realm: string;
  enabled: boolean;
  /** Too many passwords in a row were wrong: nobody gets in with one until the lock is opened. */
  locked: boolean;
  passwordHash: string | undefined;
  passwordExpired: boolean;
  passwordChangedAt: Date | undefined;
  /** Has a second factor that is needed at the console. */
  secondFactor: boolean;
  profileUpdatable: boolean;
  consoleAccess: boolean;
}

export interface Accounts {
  byName(name: string): Promise<Account | undefined>;
  /** Tells what members of these groups may do, whoever they are; groups that do not exist are left out. */
  ofGroups(names: readonly string[]): Promise<Powers>;
  /** Tells what roles in a project give, whoever has them; undefined when there is no such role. */
  ofRoles(project: string, names: readonly string[]): Promise<Powers | undefined>;
  forget(name: string): void;
  forgetAll(): void;
}

async function loadPowers(
  db: Db,
  user: { id: number; name: string; kept_rights: KeptDuty[] } | undefined,
  groups: readonly { id: number; name: string; administrator: boolean; kept_rights: KeptDuty[] }[],
): Promise<Powers> {
  const groupIds = groups.map(({ id }) => id);
  const tellThrough = (group: string | null) => (group === null ? `user ${user?.name}` : `group ${group}`);
  const [rows, ofProjects] = await Promise.all([selectGrants(db, user?.id ?? null, groupIds), grantsFromProjects(db, user?.id ?? null, groupIds, tellThrough)]);
  return {
    administrator: groups.some(({ administrator }) => administrator),
    groups: groups.map(({ name }) => name),
    grants: [
      ...rows.map(({ permission, resource_type, names, include, exclude, actions, kept_rights, group }) => ({
        permission,
        resourceType: resource_type,
        names,
        include,
        exclude,
        actions,
        ...(kept_rights.includes('managedXrayMeta') ? { verdicts: true as const } : {}),
        ...(kept_rights.includes('distribute') ? { distributes: true as const } : {}),
        through: tellThrough(group),
      })),
      ...ofProjects,
      ...grantsOfDuties(user?.kept_rights ?? [], tellThrough(null)),
      ...groups.flatMap(({ name, kept_rights }) => grantsOfDuties(kept_rights, tellThrough(name))),
    ],
  };
}

async function loadAccount(db: Db, name: string): Promise<Account | undefined> {
  const row = await selectAccount(db, name);
  if (!row) return undefined;
  const powers = await loadPowers(db, row, await selectGroupsOf(db, row.id));
  return {
    ...powers,
    administrator: row.administrator || powers.administrator,
    id: row.id,
    name: row.name,
    email: row.email,
    realm: row.realm,
    enabled: row.enabled,
    locked: row.locked,
    passwordHash: row.password_enabled ? (row.password_hash ?? undefined) : undefined,
    passwordExpired: row.password_expired,
    passwordChangedAt: row.password_changed_at ?? undefined,
    secondFactor: row.second_factor,
    profileUpdatable: row.profile_updatable,
    consoleAccess: row.console_access,
  };
}

/** Announcements of changes arrive within milliseconds; should one be lost, this long what was remembered counts at most. */
const milliseconds = 30_000;

/**
 * Accounts remembered in memory. What is being read while something is forgotten is not remembered afterwards, so that nothing old stays behind;
 * many requests for the same account share one reading.
 */
export function rememberedAccounts(db: Db): Accounts {
  const known = new LRUCache<string, Promise<Account | Powers | undefined>>({ max: 10_000, ttl: milliseconds });
  function remember<T extends Account | Powers | undefined>(key: string, load: () => Promise<T>): Promise<T> {
    const found = known.get(key);
    if (found) return found as Promise<T>;
    const loading = load();
    known.set(key, loading);
    const drop = () => {
      if (known.peek(key) === loading) known.delete(key);
    };
    // Names that do not exist are not remembered: there are too many of them.
    loading.then((value) => value ?? drop(), drop);
    return loading;
  }
  return {
    byName: (name) => remember(`user ${name}`, () => loadAccount(db, name)),
    ofGroups: (names) => remember(`groups ${JSON.stringify(names.toSorted())}`, async () => loadPowers(db, undefined, await selectGroupsNamed(db, names))),
    ofRoles: (project, names) =>
      remember(`roles ${JSON.stringify([project, ...names.toSorted()])}`, async () => {
        const grants = await grantsOfRoles(db, project, names);
        return grants && { administrator: false, groups: [], grants };
      }),
    forget: (name) => void known.delete(`user ${name}`),
    forgetAll: () => known.clear(),
  };
}
