import type { Db } from '../schema.ts';
import { countUsers } from './user-queries.ts';

/** How many users there are, visitors not counted. */
export function countPeople(db: Db): Promise<number> {
  return countUsers(db, { onlyAdministrators: false, includeAnonymous: false });
}
