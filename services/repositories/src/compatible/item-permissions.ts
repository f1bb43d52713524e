import { AppError } from '@packhouse/contract/errors.ts';
import { authorise } from '@packhouse/kernel/access/authorisation.ts';
import type { HeldRight } from '@packhouse/peers/permission-holders.ts';
import type { FastifyRequest } from 'fastify';
import type { Item } from '../artifact/item.ts';
import type { Context } from '../context.ts';
import { readResource } from '../directory/directory.ts';
import { itemUrl } from './storage-view.ts';

/** Rights as existing clients read them in the information of an item, the widest first. */
const letters = { manage: 'm', delete: 'd', deploy: 'w', annotate: 'n', read: 'r', managedXrayMeta: 'mxm', distribute: 'x' } as const satisfies Record<
  HeldRight,
  string
>;

const tell = (holders: ReadonlyMap<string, readonly HeldRight[]>) =>
  Object.fromEntries(
    [...holders].map(([name, held]) => [name, Object.entries(letters).flatMap(([right, letter]) => (held.includes(right as HeldRight) ? [letter] : []))]),
  );

/** Whom permissions name for an item, for those who manage it. @throws AppError `unauthenticated`, `forbidden` */
export async function itemPermissions(context: Context, request: FastifyRequest, item: Item): Promise<unknown> {
  const resource = item.path === '' ? readResource(item.repository) : readResource(item.repository, item.path);
  authorise(request.actor, 'manage', resource);
  const holders = await context.peers.permissionHolders?.(resource);
  if (!holders) throw new AppError('unavailable');
  return { uri: itemUrl(context, request, item), principals: { users: tell(holders.users), groups: tell(holders.groups) } };
}
