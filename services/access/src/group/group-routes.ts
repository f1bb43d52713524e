import { createGroup, deleteGroup, listGroups, readGroup, updateGroup } from '@packhouse/contract/access/access-group-routes.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import * as group from './group.ts';
import { countGroups, selectGroups } from './group-queries.ts';

export function groupRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;

  handle(app, platform, listGroups, async ({ query: { search, after, limit } }) => {
    const [rows, total] = await Promise.all([selectGroups(db, search, after, limit + 1), countGroups(db, search)]);
    const items = await context.federation.withManagers('group', rows.slice(0, limit).map(group.toGroup));
    return { items, total, next: rows.length > limit ? (items.at(-1)?.name ?? null) : null };
  });

  handle(app, platform, createGroup, ({ body }, { actor, address }) => group.createGroup(context, body, { actor: actor.name, address }));

  handle(app, platform, readGroup, async ({ params }) => {
    const [found] = await context.federation.withManagers('group', [await group.readGroup(db, params.name)]);
    return found!;
  });

  handle(app, platform, updateGroup, ({ params, body }, { actor, address }) => group.changeGroup(context, params.name, body, { actor: actor.name, address }));

  handle(app, platform, deleteGroup, ({ params }, { actor, address }) => group.deleteGroup(context, params.name, { actor: actor.name, address }));
}
