import * as routes from '@packhouse/contract/access/access-licence-routes.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { installLicence, readLicences, removeLicence } from './licence.ts';

export function licenceRoutes(app: FastifyInstance, context: Context): void {
  const { platform } = context;
  handle(app, platform, routes.listLicences, async () => ({ items: await readLicences(context), installable: platform.config.licenceKey !== undefined }));
  handle(app, platform, routes.installLicence, ({ body }, { actor, address }) => installLicence(context, body.licence, { actor: actor.name, address }));
  handle(app, platform, routes.removeLicence, ({ params }, { actor, address }) => removeLicence(context, params.id, { actor: actor.name, address }));
}
