import * as routes from '@packhouse/contract/access/access-general-routes.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { changeGeneral, putLogo, selectLogo, shownGeneral, takeLogo } from './general.ts';

export function generalRoutes(app: FastifyInstance, context: Context): void {
  const { platform } = context;

  handle(app, platform, routes.readGeneralSettings, () => shownGeneral(context));
  handle(app, platform, routes.updateGeneralSettings, ({ body }, { actor, address }) => changeGeneral(context, body, { actor: actor.name, address }));
  handle(app, platform, routes.uploadLogo, ({ body }, { actor, address }) => putLogo(context, body.data, { actor: actor.name, address }));
  handle(app, platform, routes.removeLogo, (_, { actor, address }) => takeLogo(context, { actor: actor.name, address }));
  handle(app, platform, routes.readLogo, async (_, { request, reply }) => {
    const logo = await selectLogo(context.db);
    if (!logo) throw new AppError('not_found');
    const tag = `"${logo.digest}"`;
    reply.headers({
      etag: tag,
      'cache-control': 'no-cache',
      // Opened by itself, a drawing is a page of ours: it gets no script, no origin and nothing to load.
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
      'content-disposition': 'inline; filename="logo"',
    });
    if (request.headers['if-none-match'] === tag) await reply.code(304).send();
    else await reply.type(logo.media_type).send(logo.bytes);
  });
}
