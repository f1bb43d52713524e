import { type AccessSettings, readAccessSettings, updateAccessSettings } from '@packhouse/contract/access/access-setting-routes.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import { type By, inChange } from '../audit/change.ts';
import type { Context } from '../context.ts';
import { changeSettings } from './settings.ts';

function changeAccess(context: Context, body: Partial<AccessSettings>, by: By): Promise<AccessSettings> {
  return inChange(context, by, async (transaction, record) => {
    const { before, after } = await changeSettings(transaction, body);
    await record({ action: 'setting.changed', subject: 'access', before, after });
    return after;
  });
}

export function settingRoutes(app: FastifyInstance, context: Context): void {
  handle(app, context.platform, readAccessSettings, () => context.settings.read());

  handle(app, context.platform, updateAccessSettings, ({ body }, { actor, address }) => changeAccess(context, body, { actor: actor.name, address }));
}
