import type { User } from '@packhouse/contract/access/access-user-routes.ts';
import type { Db } from '../schema.ts';
import { toUser } from './user.ts';
import { selectUsers } from './user-queries.ts';

const most = 10_000;

/** All users by name, for clients whose calls know no pages. */
export async function everyUser(db: Db): Promise<User[]> {
  const rows = await selectUsers(db, { onlyAdministrators: false, includeAnonymous: true }, undefined, most);
  return rows.map(toUser);
}
