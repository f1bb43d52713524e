import { createUser, deleteUser, listUsers, readUser, updateUser } from '@packhouse/contract/access/access-user-routes.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import * as user from './user.ts';
import { countUsers, selectUsers } from './user-queries.ts';

export function userRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;

  handle(app, platform, listUsers, async ({ query }) => {
    const { after, limit, ...filter } = query;
    const [rows, total] = await Promise.all([selectUsers(db, filter, after, limit + 1), countUsers(db, filter)]);
    const items = await context.federation.withManagers('user', rows.slice(0, limit).map(user.toUser));
    return { items, total, next: rows.length > limit ? (items.at(-1)?.name ?? null) : null };
  });

  handle(app, platform, createUser, ({ body }, { actor, address }) => user.createUser(context, body, { actor: actor.name, address }));

  handle(app, platform, readUser, async ({ params }) => {
    const [found] = await context.federation.withManagers('user', [await user.readUser(db, params.name)]);
    return found!;
  });

  handle(app, platform, updateUser, ({ params, body }, { actor, address }) => user.changeUser(context, params.name, body, { actor: actor.name, address }));

  handle(app, platform, deleteUser, ({ params }, { actor, address }) => user.deleteUser(context, params.name, { actor: actor.name, address }));
}
