import type { Group } from '@packhouse/contract/access/access-group-routes.ts';
import type { Db } from '../schema.ts';
import { toGroup } from './group.ts';
import { type NamePage, selectGroupNames, selectGroups } from './group-queries.ts';

const most = 10_000;

/** All groups by name, for clients whose calls know no pages. */
export async function everyGroup(db: Db): Promise<Group[]> {
  return (await selectGroups(db, undefined, undefined, most)).map(toGroup);
}

/** Names of groups, a page at a time. */
export function readGroupNames(db: Db, search: string | undefined, page: NamePage): Promise<{ name: string }[]> {
  return selectGroupNames(db, search, page);
}
