import type { Permission } from '@packhouse/contract/access/access-permission-routes.ts';
import type { Db } from '../schema.ts';
import { toPermission } from './permission.ts';
import { type NamePage, selectPermissionNames, selectPermissions } from './permission-queries.ts';

const most = 10_000;

/** All permissions by name, for clients whose calls know no pages. */
export async function everyPermission(db: Db): Promise<Permission[]> {
  return (await selectPermissions(db, {}, undefined, most)).map(toPermission);
}

/** Names of permissions, a page at a time. */
export function readPermissionNames(db: Db, page: NamePage): Promise<{ name: string }[]> {
  return selectPermissionNames(db, page);
}
