import type { WireStatus } from '@packhouse/contract/access/access-compatible-user-routes.ts';
import type { User } from '@packhouse/contract/access/access-user-routes.ts';
import type { Db } from '../schema.ts';
import { toUser } from './user.ts';
import { selectUsers } from './user-queries.ts';
import { type StateFilter, type StatePage, selectState, selectStates } from './user-state-queries.ts';

const most = 10_000;

/** All users by name, for clients whose calls know no pages. */
export async function everyUser(db: Db): Promise<User[]> {
  const rows = await selectUsers(db, { onlyAdministrators: false, includeAnonymous: true }, undefined, most);
  return rows.map(toUser);
}

export type UserStates = Awaited<ReturnType<typeof selectStates>>;

/** Users with how they stand, a page at a time. */
export function readStates(db: Db, filter: StateFilter, page: StatePage): Promise<UserStates> {
  return selectStates(db, filter, page);
}

/** How a user stands: beyond being enabled or not, whether an invitation is open, and whether failures hold them up. */
export async function readStatus(db: Db, user: User): Promise<WireStatus> {
  return (await selectState(db, user.name)) ?? user.status;
}
