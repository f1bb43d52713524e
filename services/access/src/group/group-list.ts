import type { Group } from '@packhouse/contract/access/access-group-routes.ts';
import type { Db } from '../schema.ts';
import { toGroup } from './group.ts';
import { selectGroups } from './group-queries.ts';

const most = 10_000;

/** All groups by name, for clients whose calls know no pages. */
export async function everyGroup(db: Db): Promise<Group[]> {
  return (await selectGroups(db, undefined, undefined, most)).map(toGroup);
}
