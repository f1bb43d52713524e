import {
  createPermission,
  deletePermission,
  explainDecision,
  listPermissions,
  readPermission,
  updatePermission,
} from '@packhouse/contract/access/access-permission-routes.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { explainFor } from './explain.ts';
import * as permission from './permission.ts';
import { countPermissions, selectPermissions } from './permission-queries.ts';

export function permissionRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;

  handle(app, platform, listPermissions, async ({ query }) => {
    const { after, limit, ...filter } = query;
    const [rows, total] = await Promise.all([selectPermissions(db, filter, after, limit + 1), countPermissions(db, filter)]);
    const items = await context.federation.withManagers('permission', rows.slice(0, limit).map(permission.toPermission));
    return { items, total, next: rows.length > limit ? (items.at(-1)?.name ?? null) : null };
  });

  handle(app, platform, createPermission, ({ body }, { actor, address }) => permission.createPermission(context, body, { actor: actor.name, address }));

  handle(app, platform, readPermission, async ({ params }) => {
    const [found] = await context.federation.withManagers('permission', [await permission.readPermission(db, params.name)]);
    return found!;
  });

  handle(app, platform, updatePermission, ({ params, body }, { actor, address }) =>
    permission.changePermission(context, params.name, body, { actor: actor.name, address }),
  );

  handle(app, platform, deletePermission, ({ params }, { actor, address }) =>
    permission.deletePermission(context, params.name, { actor: actor.name, address }),
  );

  handle(app, platform, explainDecision, ({ body }, { actor }) => explainFor(context, actor, body));
}
