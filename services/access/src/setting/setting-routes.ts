import { readAccessSettings, updateAccessSettings } from '@packhouse/contract/access/access-setting-routes.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import { inChange } from '../audit/change.ts';
import type { Context } from '../context.ts';
import { changeSettings } from './settings.ts';

export function settingRoutes(app: FastifyInstance, context: Context): void {
  handle(app, context.platform, readAccessSettings, () => context.settings.read());

  handle(app, context.platform, updateAccessSettings, ({ body }, { actor, address }) =>
    inChange(context, { actor: actor.name, address }, async (transaction, record) => {
      const { before, after } = await changeSettings(transaction, body);
      await record({ action: 'setting.changed', subject: 'access', before, after });
      return after;
    }),
  );
}
