import { forgotPassword, resetPassword, validateToken } from '@packhouse/contract/access/auth-password-reset-routes.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import { getLanguage } from '@packhouse/kernel/http/reader-language.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { askForKey, readKey, resetWithKey } from './reset.ts';

export function resetRoutes(app: FastifyInstance, context: Context): void {
  const { platform } = context;
  handle(app, platform, forgotPassword, ({ body }, { address, request }) => askForKey(context, body.user, getLanguage(request), address));
  handle(app, platform, validateToken, ({ query }, { address }) => readKey(context, query.key, address));
  handle(app, platform, resetPassword, ({ query, body }, { address }) => resetWithKey(context, query.key, body, address));
}
